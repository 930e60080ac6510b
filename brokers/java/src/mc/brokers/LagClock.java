package mc.brokers;

import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.replica.Replica;
import org.apache.kafka.server.replica.ReplicaState;

/**
 * The times by which a leader tells whether a follower lags. They are private, and the clock of a
 * cluster stands still, so that a follower lags when a step says so and not otherwise.
 */
final class LagClock {
    private static final Field STATE = field();

    private LagClock() {}

    /** A follower's state, to be put back. */
    record Reading(Replica replica, ReplicaState state) {
        void restore() {
            LagClock.state(replica).set(state);
        }
    }

    static Reading read(Replica replica) {
        return new Reading(replica, state(replica).get());
    }

    /** The follower was last caught up, and has last fetched, longer ago than the lag time. */
    static void expire(Replica replica, Time time) {
        long past = time.milliseconds() - 2 * Broker.LAG_MS;
        set(replica, past, past);
    }

    /** The follower is caught up now. */
    static void renew(Replica replica, Time time) {
        set(replica, replica.stateSnapshot().lastFetchTimeMs(), time.milliseconds());
    }

    /** Whether the follower was caught up within the lag time. */
    static boolean caughtUp(Replica replica, Time time) {
        return replica.stateSnapshot().lastCaughtUpTimeMs() >= time.milliseconds() - Broker.LAG_MS;
    }

    private static void set(Replica replica, long fetched, long caughtUp) {
        ReplicaState s = replica.stateSnapshot();
        state(replica).set(new ReplicaState(s.logStartOffset(), s.logEndOffsetMetadata(),
            s.lastFetchLeaderLogEndOffset(), Math.min(s.lastFetchTimeMs(), fetched), caughtUp, s.brokerEpoch()));
    }

    private static AtomicReference<ReplicaState> state(Replica replica) {
        try {
            return Adapt.unchecked(STATE.get(replica));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Field field() {
        try {
            Field field = Replica.class.getDeclaredField("replicaState");
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("this release keeps a replica's state elsewhere; see LagClock", e);
        }
    }
}
