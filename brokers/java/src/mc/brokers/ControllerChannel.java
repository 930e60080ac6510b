package mc.brokers;

import java.util.Optional;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AlterPartitionRequest;
import org.apache.kafka.server.common.ControllerRequestCompletionHandler;
import org.apache.kafka.server.common.NodeToControllerChannelManager;

/** A broker's way to the controller: what it sends is kept until a step takes it. */
final class ControllerChannel implements NodeToControllerChannelManager {
    private final Broker sender;

    ControllerChannel(Broker sender) {
        this.sender = sender;
    }

    @Override public void sendRequest(AbstractRequest.Builder<? extends AbstractRequest> request,
            ControllerRequestCompletionHandler handler) {
        AlterPartitionRequest built = (AlterPartitionRequest) request.build();
        sender.cluster.requests.add(new Proposal(sender, sender.process, built.data(), handler));
    }

    @Override public void start() {}

    @Override public void shutdown() {}

    @Override public Optional<NodeApiVersions> controllerApiVersions() {
        return Optional.empty();
    }

    @Override public long getTimeoutMs() {
        return 1;
    }
}
