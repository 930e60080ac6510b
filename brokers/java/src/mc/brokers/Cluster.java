package mc.brokers;

import com.yammer.metrics.core.MetricsRegistry;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.controller.LoneController;
import org.apache.kafka.image.ClusterImage;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;

/** One partition of one topic, a replica of it on every broker, and the controller. */
final class Cluster implements AutoCloseable {
    final Settings settings;
    final Shared shared;
    final TopicPartition partition = new TopicPartition("t", 0);
    final Uuid topicId = Uuid.randomUuid(); // Kafka refuses some fixed ones; nothing compares it
    final LoneController controller;
    final List<Broker> brokers = new ArrayList<>();
    final List<Proposal> requests = new ArrayList<>(); // oldest first
    final Clients clients = new Clients(this);
    private final File folder;
    private MetadataImage newest = MetadataImage.EMPTY;
    private int newestRecords;

    Cluster(Settings settings, Shared shared, File folder) throws Exception {
        this.settings = settings;
        this.shared = shared;
        this.folder = folder;
        int[] replicas = IntStream.rangeClosed(1, settings.replicas()).toArray();
        controller = new LoneController(settings.minIsr(), shared.time);
        controller.enable(settings.elr());
        for (int id : replicas) {
            Broker broker = new Broker(this, id, new File(folder, "b" + id));
            brokers.add(broker);
            broker.start();
            broker.register();
            controller.unfence(id);
        }
        controller.createTopic(partition.topic(), topicId, replicas, settings.unclean());
        announceRegistrations();
        for (Broker broker : brokers) {
            broker.learn(controller.records().size());
        }
    }

    Broker broker(int id) {
        return brokers.get(id - 1);
    }

    /** The registrations of brokers as the controller has them now. */
    ClusterImage registrations() {
        return newest.cluster();
    }

    /**
     * Tells every broker of the registrations that there are. The model has leaders test newcomers
     * against the controller's own; in Kafka they come with the rest of the metadata.
     */
    void announceRegistrations() {
        List<ApiMessageAndVersion> records = controller.records();
        MetadataDelta delta = new MetadataDelta.Builder().setImage(newest).build();
        for (; newestRecords < records.size(); newestRecords++) {
            delta.replay(records.get(newestRecords).message());
        }
        newest = delta.apply(new MetadataProvenance(newestRecords, 1, 0, true));
        for (Broker broker : brokers) {
            if (broker.up()) {
                broker.publish();
            }
        }
    }

    @Override public void close() throws Exception {
        for (Broker broker : brokers) {
            if (broker.up()) {
                broker.halt();
            }
        }
        // Gauges of closed managers would keep them, and all they refer to.
        MetricsRegistry gauges = KafkaYammerMetrics.defaultRegistry();
        Set.copyOf(gauges.allMetrics().keySet()).forEach(gauges::removeMetric);
        Disk.remove(folder);
    }
}
