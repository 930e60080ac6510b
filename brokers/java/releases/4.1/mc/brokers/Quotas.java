package mc.brokers;

import kafka.server.KafkaConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.quota.QuotaFactory;

/** Makes the quotas, which limit nothing. */
final class Quotas {
    private Quotas() {}

    static QuotaFactory.QuotaManagers make(KafkaConfig config, Metrics metrics, Time time) {
        return QuotaFactory.instantiate(config, metrics, time, "quota", "broker");
    }
}
