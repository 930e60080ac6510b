package mc.brokers;

import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import kafka.cluster.Partition;
import kafka.server.KafkaConfig;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;
import org.apache.kafka.metadata.KRaftMetadataCache;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.KRaftVersion;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogManager;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/**
 * One broker: Kafka's own log manager, replica manager, fetchers, metadata cache and sender of
 * AlterPartition requests, and the folder that outlives its processes.
 */
final class Broker {
    static final long LAG_MS = 30_000;
    private static final String RESEND = "send-alter-partition"; // the task of Kafka's manager

    final Cluster cluster;
    final int id;
    final Follower follower = new Follower(this);
    final Leader leader = new Leader(this);
    int process;     // counts those that were started
    long epoch = -1; // the broker epoch; -1 before it is registered
    private final File folder;
    private long previousEpoch = -1; // of the process before, if that was stopped cleanly
    private boolean up;
    private KafkaConfig config;
    private LogManager logs;
    private ReplicaManager replicas;
    private KRaftMetadataCache cache;
    private Mocks.ManualScheduler scheduler;
    private MetadataImage image;
    private int learned; // metadata records that it has applied

    Broker(Cluster cluster, int id, File folder) {
        this.cluster = cluster;
        this.id = id;
        this.folder = folder;
    }

    /**
     * The configuration: no waiting, small files, and fetches that bring as many records as asked
     * for, since all batches are of one size.
     */
    static Properties properties(int id, File folder) {
        Properties p = new Properties();
        p.put("process.roles", "broker");
        p.put("node.id", Integer.toString(id));
        p.put("controller.quorum.bootstrap.servers", "controller:9093");
        p.put("controller.listener.names", "CONTROLLER");
        p.put("listeners", "PLAINTEXT://b" + id + ":" + (9000 + id));
        p.put("log.dirs", folder.getPath());
        p.put("replica.lag.time.max.ms", Long.toString(LAG_MS));
        p.put("replica.fetch.wait.max.ms", "0");
        p.put("replica.fetch.backoff.ms", "0");
        p.put("num.recovery.threads.per.data.dir", "1");
        p.put("log.index.size.max.bytes", "4096");
        return p;
    }

    private Properties properties() {
        Properties p = properties(id, folder);
        Settings s = cluster.settings;
        String bytes = Integer.toString(s.fetchRecords() * Payload.BATCH_BYTES);
        p.put("replica.fetch.max.bytes", bytes);
        p.put("replica.fetch.response.max.bytes", bytes);
        p.put("min.insync.replicas", Integer.toString(s.brokerMinIsr()));
        if (s.flushEachWrite()) {
            p.put("log.flush.interval.messages", "1");
        }
        return p;
    }

    /** Starts a process on the folder as it is; it learns of the partition, and registers, later. */
    void start() throws Exception {
        folder.mkdirs();
        config = KafkaConfig.fromProps(properties(), false);
        scheduler = new Mocks.ManualScheduler();
        cache = new KRaftMetadataCache(id, () -> KRaftVersion.KRAFT_VERSION_0);
        image = MetadataImage.EMPTY;
        learned = 0;
        process++;
        LogDirFailureChannel failures = new LogDirFailureChannel(1);
        LogConfig defaults = new LogConfig(config.extractLogConfigMap());
        logs = LogManagers.make(folder, cache, defaults, scheduler, cluster.shared, failures);
        previousEpoch = logs.readBrokerEpochFromCleanShutdownFiles().orElse(-1);
        LogManagers.load(logs, cluster.partition.topic());
        replicas = Replicas.of(this, failures,
            AlterPartitionManagers.make(new ControllerChannel(this), scheduler, cluster.shared.time, this));
        up = true;
        publish();
    }

    /** Registers the process; a clean stop has left the epoch before it. */
    void register() {
        cluster.controller.register(id, previousEpoch);
        epoch = cluster.controller.epoch(id);
    }

    boolean up() {
        return up;
    }

    /** Ends the process without a word: files are as the operating system has them. */
    void kill() throws Exception {
        if (!cluster.settings.checkpoints()) {
            replicas.checkpointHighWatermarks();
            logs.checkpointLogStartOffsets();
        }
        logs.checkpointLogRecoveryOffsets();
        Map<String, byte[]> written = Disk.written(folder);
        halt();
        Disk.unclean(folder, written); // what the managers write when they are closed, a killed process does not
    }

    /** How many records were forced to disk. */
    long flushed() {
        return log().map(UnifiedLog::recoveryPoint).orElse(0L);
    }

    /** A power failure: keeps as many records as are given, and what was never written by the process. */
    void crash(long keeps) throws Exception {
        kill();
        Disk.cut(new File(folder, cluster.partition.toString()), keeps * Payload.BATCH_BYTES);
    }

    /** Ends the process in order, with a clean-shutdown file. */
    void stop() throws Exception {
        replicas.checkpointHighWatermarks();
        halt();
    }

    /** Closes everything; an answer that is on its way is lost, a request is not. */
    void halt() throws Exception {
        follower.disconnect();
        Proposal last = proposal().orElse(null);
        if (last != null && last.answer != null) {
            cluster.requests.remove(last);
        } else if (last != null) {
            cluster.requests.removeIf(p -> !p.expected()); // of two without a sender the model keeps the newer
        }
        replicas.shutdown(false);
        logs.shutdown(epoch);
        up = false;
        epoch = -1;
    }

    /**
     * Applies metadata records up to, and without, number end, in one delta: partitions first and
     * configuration after, as the publisher of a broker has it. The first time it loads the logs
     * in between, which here are there before: so they get their configuration first.
     */
    void learn(int end) {
        List<ApiMessageAndVersion> records = cluster.controller.records();
        MetadataDelta delta = new MetadataDelta.Builder().setImage(image).build();
        for (int i = learned; i < end; i++) {
            delta.replay(records.get(i).message());
        }
        image = delta.apply(new MetadataProvenance(end, 1, 0, true));
        boolean first = learned == 0;
        learned = end;
        publish();
        if (first) {
            applyConfig();
        }
        if (delta.topicsDelta() != null) {
            replicas.applyDelta(delta.topicsDelta(), image);
        }
        if (delta.configsDelta() != null) {
            applyConfig();
        }
    }

    private void applyConfig() {
        String topic = cluster.partition.topic();
        Properties p = image.configs().configProperties(new ConfigResource(ConfigResource.Type.TOPIC, topic));
        logs.updateTopicConfig(topic, p, false, false);
    }

    /** The AlterPartition request of this process, or the answer to it; it has one at a time. */
    Optional<Proposal> proposal() {
        return cluster.requests.stream().filter(p -> p.sender == this && p.expected()).findFirst();
    }

    /** Whether a request of this process has failed, and is to be sent again. */
    boolean resends() {
        return scheduler.has(RESEND);
    }

    /** Sends a request again that has failed; tells whether there was one. */
    boolean resend() {
        return up && scheduler.run(RESEND);
    }

    int learned() {
        return learned;
    }

    /** The metadata cache: topics and configuration as learned, brokers as they are registered now. */
    void publish() {
        cache.setImage(new MetadataImage(image.provenance(), image.features(), cluster.registrations(), image.topics(),
            image.configs(), image.clientQuotas(), image.producerIds(), image.acls(), image.scram(),
            image.delegationTokens()));
    }

    KafkaConfig config() {
        return config;
    }

    LogManager logs() {
        return logs;
    }

    ReplicaManager replicas() {
        return replicas;
    }

    KRaftMetadataCache cache() {
        return cache;
    }

    Mocks.ManualScheduler scheduler() {
        return scheduler;
    }

    /** The partition, if the process has learned of it. */
    Optional<Partition> hosted() {
        return up ? Adapt.unchecked(Adapt.optional(replicas.onlinePartition(cluster.partition))) : Optional.empty();
    }

    Partition partition() {
        return replicas.getPartitionOrException(cluster.partition);
    }

    /** The log, if the folder has one. */
    Optional<UnifiedLog> log() {
        return Adapt.unchecked(Adapt.optional(logs.getLog(cluster.partition, false)));
    }
}
