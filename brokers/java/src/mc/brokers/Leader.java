package mc.brokers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import kafka.cluster.Partition;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.server.quota.QuotaFactory;
import org.apache.kafka.server.replica.Replica;
import org.apache.kafka.server.storage.log.FetchParams;
import org.apache.kafka.storage.internals.log.LogReadResult;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/** A broker in its part as the leader, or as one that takes itself for it. */
final class Leader {
    private final Broker broker;

    Leader(Broker broker) {
        this.broker = broker;
    }

    /** Appends a record; returns the offset after it. */
    long append(int value, short acks) {
        long now = broker.cluster.shared.time.milliseconds();
        return Logs.append(broker.partition(), Payload.batch(value, now), acks) + 1;
    }

    /** Deletes the records below an offset. */
    void delete(long offset) {
        broker.partition().deleteRecordsOnLeader(offset);
    }

    /** Answers a follower's fetch, at once or as if the answer had waited in purgatory. */
    FetchResponse serve(FetchRequest request, boolean early) {
        TopicIdPartition partition = new TopicIdPartition(broker.cluster.topicId, broker.cluster.partition);
        FetchRequest.PartitionData asked = request.fetchData(
            Map.of(partition.topicId(), partition.topic())).get(partition);
        LogReadResult read = read(request, partition, asked, false);
        if (!early && read.error() == Errors.NONE) {
            read = read(request, partition, asked, true); // a delayed fetch reads again and counts once
        }
        return response(partition, read);
    }

    /** Answers a fetch that has waited in purgatory until now: it is read again, and not counted. */
    FetchResponse serveLater(FetchRequest request) {
        TopicIdPartition partition = new TopicIdPartition(broker.cluster.topicId, broker.cluster.partition);
        FetchRequest.PartitionData asked = request.fetchData(
            Map.of(partition.topicId(), partition.topic())).get(partition);
        return response(partition, read(request, partition, asked, true));
    }

    private static FetchResponse response(TopicIdPartition partition, LogReadResult read) {
        FetchResponseData.PartitionData answer = new FetchResponseData.PartitionData()
            .setPartitionIndex(0).setErrorCode(read.error().code()).setHighWatermark(read.highWatermark())
            .setLogStartOffset(read.leaderLogStartOffset()).setLastStableOffset(-1)
            .setRecords(Payload.copy(read.info().records));
        Adapt.optional(read.divergingEpoch()).ifPresent(
            end -> answer.setDivergingEpoch((FetchResponseData.EpochEndOffset) end));
        LinkedHashMap<TopicIdPartition, FetchResponseData.PartitionData> partitions = new LinkedHashMap<>();
        partitions.put(partition, answer);
        return FetchResponse.of(Errors.NONE, 0, 0, partitions, List.of());
    }

    private LogReadResult read(FetchRequest request, TopicIdPartition partition, FetchRequest.PartitionData asked,
            boolean again) {
        FetchParams params = Fetches.ofFollower(request, asked.maxBytes);
        return broker.replicas().readFromLog(params,
            CollectionConverters.asScala(List.of(new Tuple2<>(partition, asked))).toSeq(),
            QuotaFactory.UNBOUNDED_QUOTA, again).apply(0)._2();
    }

    /** What the leader has recorded of a follower. */
    Optional<Replica> recorded(int follower) {
        return Adapt.unchecked(Adapt.optional(broker.partition().getReplica(follower)));
    }

    /**
     * Lets followers, and no others, be behind for longer than the lag time, and the leader look at
     * its ISR. The others' clocks are put back afterwards.
     */
    void shrink(Set<Integer> lagging) throws Refused {
        Partition partition = broker.partition();
        SortedSet<Integer> isr = Adapt.ids(partition.partitionState().isr());
        List<LagClock.Reading> before = new ArrayList<>();
        for (int member : isr) {
            Optional<Replica> replica = recorded(member);
            if (replica.isPresent() && lagging.contains(member)) {
                LagClock.expire(replica.get(), broker.cluster.shared.time);
            } else if (replica.isPresent()) {
                before.add(LagClock.read(replica.get()));
                LagClock.renew(replica.get(), broker.cluster.shared.time);
            }
        }
        partition.maybeShrinkIsr();
        before.forEach(LagClock.Reading::restore);
        if (!partition.partitionState().isInflight()) {
            throw new Refused("the leader proposes no smaller ISR than " + isr);
        }
    }

    /** Lets a follower be behind for longer than the lag time. */
    void lag(int follower) throws Refused {
        Replica replica = recorded(follower).orElseThrow(() -> new Refused("no replica b" + follower));
        LagClock.expire(replica, broker.cluster.shared.time);
    }
}
