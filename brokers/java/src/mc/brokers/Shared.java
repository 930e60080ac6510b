package mc.brokers;

import java.io.File;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.quota.QuotaFactory;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

/** What all clusters of a process share, because it keeps nothing and is slow to make. */
final class Shared {
    final Time time = new Mocks.StillTime();
    final Metrics metrics = new Metrics();
    final BrokerTopicStats stats = new BrokerTopicStats();
    final QuotaFactory.QuotaManagers quotas;
    final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });

    Shared(File folder) {
        KafkaConfig config = KafkaConfig.fromProps(Broker.properties(1, folder), false);
        quotas = Quotas.make(config, metrics, time);
    }
}
