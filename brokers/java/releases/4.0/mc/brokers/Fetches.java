package mc.brokers;

import java.util.Optional;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.server.storage.log.FetchParams;

/** What a fetch asks of the replica manager. */
final class Fetches {
    private Fetches() {}

    static FetchParams ofFollower(FetchRequest request, int maxBytes) {
        return new FetchParams(request.version(), request.replicaId(), request.replicaEpoch(), 0, 1, maxBytes,
            FetchIsolation.LOG_END, Optional.empty());
    }
}
