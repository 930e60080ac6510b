package mc.brokers;

import kafka.server.RemoteLeaderEndPoint;
import kafka.server.ReplicaFetcherManager;
import kafka.server.ReplicaFetcherThread;
import kafka.server.ReplicaManager;
import org.apache.kafka.clients.FetchSessionHandler;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.server.common.MetadataVersion;
import org.apache.kafka.server.network.BrokerEndPoint;
import org.apache.kafka.server.quota.QuotaFactory;
import org.apache.kafka.server.quota.ReplicationQuotaManager;
import scala.Option;

/** Makes fetchers that no thread drives: Follower does. */
final class Fetchers extends ReplicaFetcherManager {
    private final Broker broker;

    Fetchers(Broker broker, ReplicaManager replicas, Metrics metrics, Time time, ReplicationQuotaManager quota) {
        super(broker.config(), replicas, metrics, time, Option.empty(), quota, MetadataVersion::latestProduction,
            () -> broker.epoch);
        this.broker = broker;
    }

    @Override public ReplicaFetcherThread createFetcherThread(int fetcher, BrokerEndPoint leader) {
        RemoteLeaderEndPoint end = new RemoteLeaderEndPoint("", new Wire(broker, leader),
            new FetchSessionHandler(new LogContext(), leader.id()), broker.config(), replicaManager(),
            QuotaFactory.UNBOUNDED_QUOTA, MetadataVersion::latestProduction, () -> broker.epoch);
        return new ReplicaFetcherThread("fetcher", end, broker.config(), failedPartitions(), replicaManager(),
            QuotaFactory.UNBOUNDED_QUOTA, "", MetadataVersion::latestProduction) {
            @Override public synchronized void start() {}
        };
    }

    /** Leaves a fetcher without partitions: on a broker with more of them others would keep it. */
    @Override public void shutdownIdleFetcherThreads() {}
}
