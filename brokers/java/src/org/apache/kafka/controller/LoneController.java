package org.apache.kafka.controller;

import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.common.DirectoryId;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData.ReassignablePartition;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData.ReassignableTopic;
import org.apache.kafka.common.message.AlterPartitionRequestData;
import org.apache.kafka.common.message.AlterPartitionResponseData;
import org.apache.kafka.common.message.BrokerRegistrationRequestData;
import org.apache.kafka.common.message.ElectLeadersRequestData;
import org.apache.kafka.common.message.ElectLeadersRequestData.TopicPartitions;
import org.apache.kafka.common.message.ElectLeadersRequestData.TopicPartitionsCollection;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.metadata.BrokerRegistrationChangeRecord;
import org.apache.kafka.common.metadata.ClearElrRecord;
import org.apache.kafka.common.metadata.ConfigRecord;
import org.apache.kafka.common.metadata.FeatureLevelRecord;
import org.apache.kafka.common.metadata.PartitionChangeRecord;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.metadata.BrokerRegistration;
import org.apache.kafka.metadata.KafkaConfigSchema;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.metadata.VersionRange;
import org.apache.kafka.metadata.placement.StripedReplicaPlacer;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.MetadataVersion;
import org.apache.kafka.server.config.ConfigSynonym;
import org.apache.kafka.timeline.SnapshotRegistry;

/**
 * The controller: Kafka's own managers of replicas, brokers, configuration and features, without a
 * quorum. A record is committed when it is written. It lies in Kafka's package because there its
 * managers can be seen.
 */
public final class LoneController {
    private static final String MIN_ISR = "min.insync.replicas";
    private static final String UNCLEAN = "unclean.leader.election.enable";
    private static final String ELR = "eligible.leader.replicas.version";
    private static final int PREFERRED = 0;

    private final List<ApiMessageAndVersion> records = new ArrayList<>();
    private final FeatureControlManager features;
    private final ClusterControlManager cluster;
    private final ConfigurationControlManager configs;
    private final ReplicationControlManager replication;
    private final Map<Integer, Uuid> folders = new HashMap<>();
    private final Map<Integer, List<Long>> epochs = new HashMap<>(); // of each broker, oldest first
    private String topic;
    private Uuid topicId;

    public LoneController(int minIsr, Time time) {
        SnapshotRegistry snapshots = new SnapshotRegistry(new LogContext());
        features = new FeatureControlManager.Builder().setSnapshotRegistry(snapshots)
            .setQuorumFeatures(new QuorumFeatures(0, QuorumFeatures.defaultSupportedFeatureMap(true), List.of(0)))
            .build();
        configs = new ConfigurationControlManager.Builder().setSnapshotRegistry(snapshots).setFeatureControl(features)
            .setStaticConfig(Map.of(MIN_ISR, Integer.toString(minIsr))).setNodeId(1)
            .setKafkaConfigSchema(schema()).build();
        cluster = new ClusterControlManager.Builder().setSnapshotRegistry(snapshots).setTime(time).setClusterId("c")
            .setSessionTimeoutNs(1).setReplicaPlacer(new StripedReplicaPlacer(new Random(1)))
            .setFeatureControlManager(features)
            .setBrokerShutdownHandler((id, clean, out) -> replication().handleBrokerShutdown(id, clean, out)).build();
        replication = new ReplicationControlManager.Builder().setSnapshotRegistry(snapshots)
            .setConfigurationControl(configs).setClusterControl(cluster).setFeatureControl(features).build();
        cluster.activate();
        write(new FeatureLevelRecord().setName(MetadataVersion.FEATURE_NAME)
            .setFeatureLevel(MetadataVersion.latestProduction().featureLevel()), 0);
    }

    private ReplicationControlManager replication() {
        return replication; // not yet there when the handler above is made
    }

    /** The two settings of topics that matter here. */
    private static KafkaConfigSchema schema() {
        ConfigDef settings = new ConfigDef()
            .define(MIN_ISR, ConfigDef.Type.INT, 1, ConfigDef.Importance.HIGH, "")
            .define(UNCLEAN, ConfigDef.Type.BOOLEAN, false, ConfigDef.Importance.HIGH, "");
        return new KafkaConfigSchema(
            Map.of(ConfigResource.Type.BROKER, settings, ConfigResource.Type.TOPIC, settings),
            Map.of(MIN_ISR, List.of(new ConfigSynonym(MIN_ISR)), UNCLEAN, List.of(new ConfigSynonym(UNCLEAN))));
    }

    /** Turns eligible leader replicas on, or leaves them off. */
    public void enable(boolean elr) {
        if (elr) {
            write(new FeatureLevelRecord().setName(ELR).setFeatureLevel((short) 1), 0);
        }
    }

    /** A topic of one partition: the first replica leads epoch 0, all are in the ISR. */
    public void createTopic(String name, Uuid id, int[] replicas, boolean unclean) {
        topic = name;
        topicId = id;
        write(new TopicRecord().setName(topic).setTopicId(topicId), 0);
        if (unclean) {
            write(new ConfigRecord().setResourceType(ConfigResource.Type.TOPIC.id()).setResourceName(topic)
                .setName(UNCLEAN).setValue("true"), 0);
        }
        List<Integer> ids = Arrays.stream(replicas).boxed().toList();
        write(new PartitionRecord().setTopicId(topicId).setPartitionId(0).setReplicas(ids).setIsr(ids)
            .setLeader(replicas[0]).setLeaderEpoch(0).setPartitionEpoch(0)
            .setDirectories(Collections.nCopies(replicas.length, DirectoryId.UNASSIGNED)), 1);
    }

    /** All metadata records so far. */
    public List<ApiMessageAndVersion> records() {
        return records;
    }

    public PartitionRegistration partition() {
        return replication.getPartition(topicId, 0);
    }

    /** Whether the controller's index of eligible leaders has a broker more often than the ELR has. */
    public boolean staleInElrIndex(int broker) {
        int listed = 0;
        for (var at = replication.brokersToElrs().partitionsWithBrokerInElr(broker); at.hasNext(); at.next()) {
            listed++;
        }
        return listed > Arrays.stream(partition().elr).filter(id -> id == broker).count();
    }

    /** The broker epoch in force. */
    public long epoch(int broker) {
        BrokerRegistration registration = cluster.brokerRegistrations().get(broker);
        return registration == null ? -1 : registration.epoch();
    }

    /** Which of a broker's registrations, from 0, a broker epoch belongs to; -1 if to none. */
    public int incarnation(int broker, long epoch) {
        return epochs.get(broker).indexOf(epoch);
    }

    public boolean fenced(int broker) {
        return !cluster.isUnfenced(broker);
    }

    public boolean stopping(int broker) {
        return cluster.inControlledShutdown(broker);
    }

    /** Registers a process of a broker that knows the epoch before, if it was stopped cleanly. */
    public void register(int broker, long previousEpoch) {
        BrokerRegistrationRequestData request = new BrokerRegistrationRequestData().setBrokerId(broker)
            .setClusterId("c").setIncarnationId(Uuid.randomUuid()).setPreviousBrokerEpoch(previousEpoch)
            .setLogDirs(List.of(folders.computeIfAbsent(broker, id -> Uuid.randomUuid())));
        request.listeners().add(new BrokerRegistrationRequestData.Listener().setName("PLAINTEXT").setHost("b" + broker)
            .setPort(9000 + broker).setSecurityProtocol((short) 0));
        for (Map.Entry<String, VersionRange> feature : QuorumFeatures.defaultSupportedFeatureMap(true).entrySet()) {
            request.features().add(new BrokerRegistrationRequestData.Feature().setName(feature.getKey())
                .setMinSupportedVersion(feature.getValue().min()).setMaxSupportedVersion(feature.getValue().max()));
        }
        written(cluster.registerBroker(request, records.size(), features.finalizedFeatures(Long.MAX_VALUE), true));
        epochs.computeIfAbsent(broker, id -> new ArrayList<>()).add(epoch(broker));
    }

    public void fence(int broker) {
        written(out -> replication.handleBrokerFenced(broker, out));
    }

    public void unfence(int broker) {
        written(out -> replication.handleBrokerUnfenced(broker, epoch(broker), out));
    }

    public void letGo(int broker) {
        written(out -> replication.handleBrokerInControlledShutdown(broker, epoch(broker), out));
    }

    public AlterPartitionResponseData alterPartition(AlterPartitionRequestData request) {
        RequestHeaderData header = new RequestHeaderData().setRequestApiKey(ApiKeys.ALTER_PARTITION.id)
            .setRequestApiVersion((short) 3);
        ControllerRequestContext context =
            new ControllerRequestContext(header, KafkaPrincipal.ANONYMOUS, OptionalLong.empty());
        try {
            return written(replication.alterPartition(context, request));
        } catch (ApiException e) {
            return new AlterPartitionResponseData().setErrorCode(Errors.forException(e).code());
        }
    }

    /**
     * Moves leadership to a member of the ISR: as the preferred leader, where it is the first
     * replica, else by what an election of the preferred leader would write if it were, since
     * the order of replicas is fixed here.
     */
    public void elect(int broker) {
        if (partition().replicas[0] != broker) {
            write(Elections.of(preferring(broker), topicId, broker, replication.getTopicEffectiveMinIsr(topic),
                features.isElrFeatureEnabled()).setElection(PartitionChangeBuilder.Election.PREFERRED)
                .setDefaultDirProvider(cluster::defaultDir).build().stream().toList());
            return;
        }
        TopicPartitionsCollection partitions = new TopicPartitionsCollection();
        partitions.add(new TopicPartitions().setTopic(topic).setPartitions(List.of(0)));
        written(replication.electLeaders(
            new ElectLeadersRequestData().setElectionType((byte) PREFERRED).setTopicPartitions(partitions)));
    }

    /** The partition, if a broker were its first replica. */
    private PartitionRegistration preferring(int broker) {
        PartitionRegistration now = partition();
        int[] order = IntStream.concat(IntStream.of(broker), Arrays.stream(now.replicas).filter(id -> id != broker))
            .toArray();
        return new PartitionRegistration.Builder().setReplicas(order).setDirectories(now.directories).setIsr(now.isr)
            .setElr(now.elr).setLastKnownElr(now.lastKnownElr).setLeader(now.leader)
            .setLeaderRecoveryState(now.leaderRecoveryState).setLeaderEpoch(now.leaderEpoch)
            .setPartitionEpoch(now.partitionEpoch).build();
    }

    public void changeMinIsr(int value) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        written(TopicConfigs.alter(configs, resource,
            Map.of(MIN_ISR, new SimpleEntry<>(OpType.SET, Integer.toString(value)))));
    }

    /** Takes a broker out of the assignment; tells whether it is out, or has to wait for others to join the ISR. */
    public boolean removeReplica(int broker) {
        List<Integer> left = Arrays.stream(partition().replicas).filter(id -> id != broker).boxed().toList();
        ReassignableTopic reassigned = new ReassignableTopic().setName(topic).setPartitions(
            List.of(new ReassignablePartition().setPartitionIndex(0).setReplicas(left)));
        written(replication.alterPartitionReassignments(
            new AlterPartitionReassignmentsRequestData().setTopics(List.of(reassigned))));
        return Arrays.stream(partition().replicas).noneMatch(id -> id == broker);
    }

    private void written(Consumer<List<ApiMessageAndVersion>> step) {
        List<ApiMessageAndVersion> out = new ArrayList<>();
        step.accept(out);
        write(out);
    }

    private <T> T written(ControllerResult<T> result) {
        write(result.records());
        return result.response();
    }

    private void write(ApiMessage message, int version) {
        write(List.of(new ApiMessageAndVersion(message, (short) version)));
    }

    private void write(List<ApiMessageAndVersion> batch) {
        for (ApiMessageAndVersion record : batch) {
            replay(record.message());
            records.add(record);
        }
    }

    private void replay(ApiMessage record) {
        if (record instanceof FeatureLevelRecord r) {
            features.replay(r);
        } else if (record instanceof RegisterBrokerRecord r) {
            cluster.replay(r, records.size());
        } else if (record instanceof BrokerRegistrationChangeRecord r) {
            cluster.replay(r);
        } else if (record instanceof TopicRecord r) {
            replication.replay(r);
        } else if (record instanceof PartitionRecord r) {
            replication.replay(r);
        } else if (record instanceof PartitionChangeRecord r) {
            replication.replay(r);
        } else if (record instanceof ClearElrRecord r) {
            replication.replay(r);
        } else if (record instanceof ConfigRecord r) {
            configs.replay(r);
        } else {
            throw new IllegalStateException("LoneController does not replay " + record + " yet");
        }
    }
}
