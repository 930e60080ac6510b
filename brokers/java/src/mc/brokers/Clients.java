package mc.brokers;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.FileRecords.TimestampAndOffset;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import scala.Option;
import scala.Tuple2;

/** Producers that wait for answers, and consumers. */
final class Clients {
    private static final short ACKS_ALL = -1;

    private final Cluster cluster;
    private final TreeMap<Integer, Waiting> waiting = new TreeMap<>(); // by value
    private final TreeMap<Integer, Object> reading = new TreeMap<>();  // by broker, records that are not taken out yet
    final SortedSet<Integer> acknowledged = new TreeSet<>();           // acks=all
    final SortedSet<Integer> refused = new TreeSet<>();                // NOT_ENOUGH_REPLICAS_AFTER_APPEND
    private int values;

    Clients(Cluster cluster) {
        this.cluster = cluster;
    }

    /** A request with acks=all at one process of a leader in one epoch. */
    private record Waiting(Broker leader, int process, int epoch, long end) {}

    void produce(Broker leader, short acks) {
        int value = values + 1;
        long end = leader.leader.append(value, acks);
        values = value;
        if (acks == ACKS_ALL) {
            waiting.put(value, new Waiting(leader, leader.process, leader.partition().getLeaderEpoch(), end));
        }
    }

    /** Answers a waiting request that the leader says is done. */
    void check(Broker leader, int value) throws Refused {
        Waiting w = waiting.get(value);
        if (w == null || w.leader != leader || w.process != leader.process) {
            throw new Refused("no request for r" + value + " waits at b" + leader.id);
        }
        Tuple2<Object, Errors> enough = leader.partition().checkEnoughReplicasReachOffset(w.end);
        if (!(Boolean) enough._1()) {
            throw new Refused("r" + value + " is not covered: " + enough._2());
        }
        waiting.remove(value);
        (enough._2() == Errors.NONE ? acknowledged : refused).add(value);
    }

    void timeOut(int value) throws Refused {
        if (waiting.remove(value) == null) {
            throw new Refused("no request for r" + value + " waits");
        }
    }

    /** Begins to read from the start of the log up to the high watermark; the file is not read yet. */
    void read(Broker broker) throws Exception {
        UnifiedLog log = broker.partition().localLogOrException();
        reading.put(broker.id,
            log.read(log.logStartOffset(), Integer.MAX_VALUE, FetchIsolation.HIGH_WATERMARK, true).records);
    }

    /** Reads what was begun, from the file as it is now. */
    List<Payload.Entry> finish(Broker broker) throws Refused {
        Object records = reading.remove(broker.id);
        if (records == null) {
            throw new Refused("no read is under way at b" + broker.id);
        }
        return Payload.entries(Payload.copy(records));
    }

    /** The latest offset that a leader tells. */
    long latest(Broker leader) throws Refused {
        Object found = Adapt.optional(leader.partition().fetchOffsetForTimestamp(ListOffsetsRequest.LATEST_TIMESTAMP,
            Option.apply(IsolationLevel.READ_UNCOMMITTED), Optional.empty(), true,
            leader.partition().fetchOffsetForTimestamp$default$5()).timestampAndOffsetOpt()).orElse(null);
        if (found == null) {
            throw new Refused("b" + leader.id + " does not tell its latest offset");
        }
        return ((TimestampAndOffset) found).offset;
    }
}
