package mc.brokers;

import java.util.concurrent.atomic.AtomicBoolean;
import kafka.server.ReplicaFetcherManager;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.DelayedActionQueue;
import org.apache.kafka.server.common.DirectoryEventHandler;
import org.apache.kafka.server.partition.AlterPartitionManager;
import org.apache.kafka.server.purgatory.DelayedOperation;
import org.apache.kafka.server.purgatory.DelayedOperationPurgatory;
import org.apache.kafka.server.quota.ReplicationQuotaManager;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import scala.Option;

/** A broker's replica manager, with the fetchers that steps drive. */
final class Replicas extends ReplicaManager {
    /** Whose replica manager is being made: its constructor asks for its fetchers. */
    private static Broker owner;

    private Replicas(Broker broker, LogDirFailureChannel failures, AlterPartitionManager isr) {
        super(broker.config(), broker.cluster.shared.metrics, broker.cluster.shared.time, broker.scheduler(),
            broker.logs(), Option.empty(), broker.cluster.shared.quotas, broker.cache(), failures, isr,
            broker.cluster.shared.stats, new AtomicBoolean(false), purgatory(broker), purgatory(broker),
            purgatory(broker), purgatory(broker), purgatory(broker), purgatory(broker), Option.empty(),
            () -> broker.epoch, Option.empty(), DirectoryEventHandler.NOOP, new DelayedActionQueue());
    }

    static Replicas of(Broker broker, LogDirFailureChannel failures, AlterPartitionManager isr) {
        owner = broker;
        return new Replicas(broker, failures, isr);
    }

    private static <T extends DelayedOperation> Option<DelayedOperationPurgatory<T>> purgatory(Broker broker) {
        return Option.apply(new DelayedOperationPurgatory<>("none", new Mocks.NoTimer(), broker.id, 1000, false, true));
    }

    @Override public ReplicaFetcherManager createReplicaFetcherManager(Metrics metrics, Time time,
            Option<String> prefix, ReplicationQuotaManager quota) {
        return new Fetchers(owner, this, metrics, time, quota);
    }
}
