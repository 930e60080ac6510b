package mc.brokers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kafka.server.BlockingSend;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsPartitionResponse;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsTopicResponse;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.ListOffsetsRequest;
import org.apache.kafka.common.requests.ListOffsetsResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.server.network.BrokerEndPoint;

/** A follower's connection to a leader, within the process. */
final class Wire implements BlockingSend {
    private final Broker follower;
    private final BrokerEndPoint to;

    Wire(Broker follower, BrokerEndPoint to) {
        this.follower = follower;
        this.to = to;
    }

    @Override public ClientResponse sendRequest(AbstractRequest.Builder<? extends AbstractRequest> builder) {
        AbstractRequest request = builder.build();
        Broker leader = follower.cluster.broker(to.id());
        if (!leader.up()) {
            throw new UncheckedIOException(new IOException("b" + to.id() + " is down"));
        }
        AbstractResponse response = answer(leader, request);
        return new ClientResponse(new RequestHeader(request.apiKey(), request.version(), "follower", 1), null, "leader",
            0, 0, false, null, null, response);
    }

    private AbstractResponse answer(Broker leader, AbstractRequest request) {
        if (request instanceof FetchRequest fetch) {
            return follower.follower.awaitDelivery(leader, fetch);
        }
        if (request instanceof ListOffsetsRequest list) {
            return ends(leader, list.topics().get(0).partitions().get(0));
        }
        throw new IllegalStateException("a fetcher sent " + request + "; Wire answers fetches and ListOffsets");
    }

    /** The offset at which a leader's log begins or ends, asked for by a follower that is out of its range. */
    private AbstractResponse ends(Broker leader, ListOffsetsPartition asked) {
        ListOffsetsPartitionResponse answer = new ListOffsetsPartitionResponse().setPartitionIndex(0);
        boolean latest = asked.timestamp() == ListOffsetsRequest.LATEST_TIMESTAMP;
        if (!latest) {
            int process = leader.process;
            follower.follower.awaitStart();
            if (!leader.up() || leader.process != process) {
                throw new UncheckedIOException(new IOException("b" + to.id() + " has gone down"));
            }
        }
        try {
            var log = leader.partition().localLogWithEpochOrThrow(Optional.of(asked.currentLeaderEpoch()), true);
            answer.setLeaderEpoch(leader.partition().getLeaderEpoch())
                .setOffset(latest ? log.logEndOffset() : log.logStartOffset());
        } catch (RuntimeException e) {
            answer.setErrorCode(Errors.forException(e).code());
        }
        return new ListOffsetsResponse(new ListOffsetsResponseData().setTopics(List.of(new ListOffsetsTopicResponse()
            .setName(leader.cluster.partition.topic()).setPartitions(List.of(answer)))));
    }

    @Override public BrokerEndPoint brokerEndPoint() {
        return to;
    }

    @Override public void initiateClose() {}

    @Override public void close() {}
}
