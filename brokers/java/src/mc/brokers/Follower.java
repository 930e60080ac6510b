package mc.brokers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import kafka.server.ReplicaFetcherThread;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;

/**
 * A broker in its part as a follower. A round of Kafka's fetcher is two steps of the model, so it
 * runs on a thread of its own and waits, once the leader has answered, until it is let go on.
 */
final class Follower {
    private static final long PATIENCE_S = 20;

    private final Broker broker;
    private Round round; // the one under way, or null

    Follower(Broker broker) {
        this.broker = broker;
    }

    /** One round of the fetcher. */
    private static final class Round {
        final boolean early;
        final CompletableFuture<Void> answered = new CompletableFuture<>();
        final CompletableFuture<Void> released = new CompletableFuture<>();
        final CompletableFuture<Void> asked = new CompletableFuture<>();    // where the leader's log begins
        final CompletableFuture<Void> toldStart = new CompletableFuture<>(); // and told that
        CompletableFuture<Void> finished;
        Broker leader;
        FetchRequest request;
        FetchResponse response;

        Round(boolean early) {
            this.early = early;
        }
    }

    /** Sends a fetch and has the leader answer it; early, with the high watermark from before. */
    void fetch(boolean early) throws Exception {
        if (round != null) {
            throw new Refused("a fetch is under way");
        }
        ReplicaFetcherThread fetcher = fetcher().orElseThrow(() -> new Refused("no fetcher has the partition"));
        Round r = new Round(early);
        round = r;
        r.finished = CompletableFuture.runAsync(fetcher::doWork, broker.cluster.shared.threads);
        CompletableFuture.anyOf(r.answered, r.finished).get(PATIENCE_S, TimeUnit.SECONDS);
        if (!r.answered.isDone()) {
            round = null;
            throw new Refused("the fetcher sends nothing");
        }
    }

    /** Lets the fetcher cut a log that has no epoch to ask with; the fetch that follows is not sent. */
    void truncate() throws Exception {
        ReplicaFetcherThread fetcher = fetcher().orElseThrow(() -> new Refused("no fetcher has the partition"));
        CompletableFuture.runAsync(fetcher::doWork, broker.cluster.shared.threads).get(PATIENCE_S, TimeUnit.SECONDS);
    }

    private Optional<ReplicaFetcherThread> fetcher() {
        return Adapt.unchecked(Adapt.optional(
            broker.replicas().replicaFetcherManager().getFetcher(broker.cluster.partition)));
    }

    /** Called by the wire: has the leader answer, and returns the answer when it may arrive. */
    FetchResponse awaitDelivery(Broker leader, FetchRequest request) {
        if (round == null) {
            throw new UncheckedIOException(new IOException("nobody has sent this fetch"));
        }
        round.leader = leader;
        round.request = request;
        round.response = leader.leader.serve(request, round.early);
        round.answered.complete(null);
        round.released.join();
        return round.response;
    }

    /** Lets the request under way wait at the leader until now. */
    void answerLater() throws Refused {
        if (round == null) {
            throw new Refused("no fetch is under way");
        }
        round.response = round.leader.leader.serveLater(round.request);
    }

    boolean waits() {
        return round != null;
    }

    /** Lets the answer arrive, and what is asked because of it be answered. */
    void respond() throws Exception {
        Round r = underWay();
        r.toldStart.complete(null);
        r.released.complete(null);
        end(r);
    }

    /** Lets an answer arrive that the fetch is out of range: the follower asks where the leader's log ends. */
    void askLatest() throws Exception {
        Round r = underWay();
        r.released.complete(null);
        CompletableFuture.anyOf(r.asked, r.finished).get(PATIENCE_S, TimeUnit.SECONDS);
        if (!r.asked.isDone()) {
            round = null;
        }
    }

    /** Lets the follower be told where the leader's log begins. */
    void askEarliest() throws Exception {
        Round r = underWay();
        if (!r.asked.isDone()) {
            throw new Refused("the follower has not asked where its leader's log begins");
        }
        r.toldStart.complete(null);
        end(r);
    }

    /** Called by the wire: waits until the follower may be told where its leader's log begins. */
    void awaitStart() {
        round.asked.complete(null);
        round.toldStart.join();
    }

    /** Lets what is under way fail: the process ends, or has to take notice of something else. */
    void disconnect() throws Exception {
        if (round != null) {
            var closed = new UncheckedIOException(new IOException("the connection is closed"));
            round.released.completeExceptionally(closed);
            round.toldStart.completeExceptionally(closed);
            end(round);
        }
    }

    private Round underWay() throws Refused {
        if (round == null) {
            throw new Refused("no answer is on its way");
        }
        return round;
    }

    private void end(Round r) throws Exception {
        r.finished.get(PATIENCE_S, TimeUnit.SECONDS);
        round = null;
    }
}
