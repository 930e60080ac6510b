package mc.brokers;

import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.common.message.AlterPartitionRequestData;
import org.apache.kafka.common.message.AlterPartitionResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.AlterPartitionResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.server.common.ControllerRequestCompletionHandler;

/** An AlterPartition request in the system, and then its answer. */
final class Proposal {
    private static final short VERSION = 3;

    final Broker sender;
    final int process; // which process of the sender has sent it
    final AlterPartitionRequestData request;
    private final ControllerRequestCompletionHandler handler;
    AlterPartitionResponseData answer; // null until the controller has decided

    Proposal(Broker sender, int process, AlterPartitionRequestData request,
            ControllerRequestCompletionHandler handler) {
        this.sender = sender;
        this.process = process;
        this.request = request;
        this.handler = handler;
    }

    /** Whether the process that has sent it still runs. */
    boolean expected() {
        return sender.up() && sender.process == process;
    }

    /** Hands an answer to the sender. */
    void deliver(AlterPartitionResponseData answer) {
        RequestHeader header = new RequestHeader(ApiKeys.ALTER_PARTITION, VERSION, "broker", 1);
        handler.onComplete(new ClientResponse(header, null, "controller", 0, 0, false, null, null,
            new AlterPartitionResponse(answer)));
    }
}
