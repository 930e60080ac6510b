package mc.brokers;

import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.common.NodeToControllerChannelManager;
import org.apache.kafka.server.partition.AlterPartitionManager;
import org.apache.kafka.server.partition.DefaultAlterPartitionManager;
import org.apache.kafka.server.util.Scheduler;

/** Makes the sender of AlterPartition requests. */
final class AlterPartitionManagers {
    private AlterPartitionManagers() {}

    static AlterPartitionManager make(NodeToControllerChannelManager channel, Scheduler scheduler, Time time,
            Broker broker) {
        return new DefaultAlterPartitionManager(channel, scheduler, time, broker.id, () -> broker.epoch);
    }
}
