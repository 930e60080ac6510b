package mc.brokers;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import kafka.cluster.Partition;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.server.partition.PartitionState;
import org.apache.kafka.server.partition.PendingExpandIsr;
import org.apache.kafka.server.partition.PendingShrinkIsr;
import org.apache.kafka.server.replica.Replica;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.storage.internals.log.EpochEntry;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/** The state of a cluster as JSON. Brokers are numbers from 1; 0 is nobody, -1 is unknown. */
final class StateWriter {
    private final JsonGenerator out;

    StateWriter(JsonGenerator out) {
        this.out = out;
    }

    void write(Cluster cluster) throws IOException {
        out.writeFieldName("controller");
        controller(cluster);
        out.writeArrayFieldStart("brokers");
        for (Broker broker : cluster.brokers) {
            broker(broker);
        }
        out.writeEndArray();
        ids("acknowledged", cluster.clients.acknowledged);
        ids("refused_late", cluster.clients.refused);
        ids("stale_in_elr_index", cluster, cluster.controller::staleInElrIndex);
    }

    private void controller(Cluster cluster) throws IOException {
        PartitionRegistration p = cluster.controller.partition();
        out.writeStartObject();
        out.writeNumberField("leader", Math.max(p.leader, 0));
        out.writeNumberField("epoch", p.leaderEpoch);
        out.writeNumberField("partition_epoch", p.partitionEpoch);
        ids("isr", p.isr);
        ids("elr", p.elr);
        ids("last_known", p.lastKnownElr);
        ids("replicas", p.replicas);
        ids("fenced", cluster, cluster.controller::fenced);
        out.writeArrayFieldStart("incarnations");
        for (Broker b : cluster.brokers) {
            out.writeNumber(cluster.controller.incarnation(b.id, cluster.controller.epoch(b.id)));
        }
        out.writeEndArray();
        ids("stopping", cluster, id -> cluster.controller.stopping(id) && !cluster.controller.fenced(id));
        out.writeEndObject();
    }

    private void broker(Broker broker) throws IOException {
        out.writeStartObject();
        Optional<Partition> partition = broker.hosted();
        if (!broker.up()) {
            out.writeStringField("role", "stopped");
        } else if (partition.isEmpty()) {
            out.writeStringField("role", "started");
        } else {
            replica(broker, partition.get());
        }
        if (broker.up()) {
            out.writeStringField("request", request(broker));
        }
        if (broker.up() && broker.log().isPresent()) {
            log(broker.log().get());
        }
        out.writeEndObject();
    }

    /** How far an AlterPartition request has come. */
    private static String request(Broker broker) {
        return broker.proposal().map(p -> p.answer == null ? "requested" : "answered")
            .orElse(broker.resends() ? "lost" : "none");
    }

    private void replica(Broker broker, Partition partition) throws IOException {
        out.writeStringField("role", partition.isLeader() ? "leader" : "follower");
        out.writeNumberField("leader", Math.max(Adapt.number(partition.leaderReplicaIdOpt(), 0), 0));
        out.writeNumberField("epoch", partition.getLeaderEpoch());
        out.writeNumberField("hw", partition.localLogOrException().highWatermark());
        out.writeBooleanField("waits", broker.follower.waits());
        if (partition.isLeader()) {
            leadership(broker, partition);
        }
    }

    private void leadership(Broker broker, Partition partition) throws IOException {
        PartitionState state = partition.partitionState();
        out.writeNumberField("partition_epoch", partition.getPartitionEpoch());
        out.writeNumberField("epoch_start", Adapt.number(partition.leaderEpochStartOffsetOpt(), -1));
        out.writeNumberField("min_isr", Math.min(broker.log().orElseThrow().config().minInSyncReplicas,
            partition.assignmentState().replicationFactor())); // as Kafka goes by it
        ids("isr", Adapt.ids(state.isr()));
        ids("maximal_isr", Adapt.ids(state.maximalIsr()));
        change(state);
        recorded(broker);
    }

    /** What a leader has recorded of each broker; nothing of itself. */
    private void recorded(Broker leader) throws IOException {
        List<Optional<Replica>> replicas = new ArrayList<>();
        for (Broker other : leader.cluster.brokers) {
            replicas.add(other == leader ? Optional.empty() : leader.leader.recorded(other.id));
        }
        out.writeArrayFieldStart("recorded");
        for (Optional<Replica> replica : replicas) {
            out.writeNumber(replica.map(r -> r.stateSnapshot().logEndOffset()).orElse(-1L));
        }
        out.writeEndArray();
        out.writeArrayFieldStart("recorded_incarnations");
        for (Optional<Replica> replica : replicas) {
            out.writeNumber(replica.map(r -> incarnation(leader.cluster, r)).orElse(-1));
        }
        out.writeEndArray();
        ids("caught_up", leader.cluster, id -> replicas.get(id - 1).filter(
            r -> LagClock.caughtUp(r, leader.cluster.shared.time)).isPresent());
    }

    private static int incarnation(Cluster cluster, Replica replica) {
        long epoch = Adapt.number(replica.stateSnapshot().brokerEpoch(), -1);
        return cluster.controller.incarnation(replica.brokerId(), epoch);
    }

    /** The change that a leader waits for, and who joins or leaves. */
    private void change(PartitionState state) throws IOException {
        if (state instanceof PendingExpandIsr expand) {
            out.writeStringField("change", "expand");
            ids("changing", List.of(expand.newInSyncReplicaId()));
        } else if (state instanceof PendingShrinkIsr shrink) {
            out.writeStringField("change", "shrink");
            ids("changing", Adapt.ids(shrink.outOfSyncReplicaIds()));
        } else {
            out.writeStringField("change", "none");
        }
    }

    private void log(UnifiedLog log) throws IOException {
        out.writeNumberField("leo", log.logEndOffset());
        out.writeNumberField("log_start", log.logStartOffset());
        out.writeNumberField("flushed", log.recoveryPoint());
        out.writeArrayFieldStart("log");
        if (log.logEndOffset() > log.logStartOffset()) {
            Object records = log.read(log.logStartOffset(), Integer.MAX_VALUE, FetchIsolation.LOG_END, true).records;
            entries(Payload.entries(Payload.copy(records)));
        }
        out.writeEndArray();
        out.writeArrayFieldStart("cache");
        for (EpochEntry entry : log.leaderEpochCache().epochEntries()) {
            pair(Logs.epoch(entry), Logs.start(entry));
        }
        out.writeEndArray();
    }

    void entries(List<Payload.Entry> entries) throws IOException {
        for (Payload.Entry entry : entries) {
            pair(entry.epoch(), entry.value());
        }
    }

    private void pair(long a, long b) throws IOException {
        out.writeStartArray();
        out.writeNumber(a);
        out.writeNumber(b);
        out.writeEndArray();
    }

    private void ids(String field, Cluster cluster, IntPredicate member) throws IOException {
        ids(field, IntStream.rangeClosed(1, cluster.settings.replicas()).filter(member).toArray());
    }

    private void ids(String field, int[] ids) throws IOException {
        ids(field, Arrays.stream(ids).boxed().sorted().toList());
    }

    private void ids(String field, Iterable<Integer> ids) throws IOException {
        out.writeArrayFieldStart(field);
        for (int id : ids) {
            out.writeNumber(id);
        }
        out.writeEndArray();
    }
}
