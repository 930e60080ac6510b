package mc.brokers;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.util.Scheduler;
import org.apache.kafka.server.util.timer.Timer;
import org.apache.kafka.server.util.timer.TimerTask;

/** What is not Kafka's: clocks that stand still, and schedulers that do nothing by themselves. */
final class Mocks {
    private Mocks() {}

    /** A clock at one fixed instant. */
    static final class StillTime implements Time {
        private static final long NOW_MS = 1_000_000_000L;

        @Override public long milliseconds() { return NOW_MS; }

        @Override public long hiResClockMs() { return NOW_MS; }

        @Override public long nanoseconds() { return TimeUnit.MILLISECONDS.toNanos(NOW_MS); }

        @Override public void sleep(long ms) { throw stopped(); }

        @Override public void waitObject(Object o, Supplier<Boolean> condition, long deadlineMs) { throw stopped(); }

        private static IllegalStateException stopped() {
            return new IllegalStateException("somebody waits for the clock, which stands still");
        }
    }

    /**
     * Keeps what is to be done later, by name, until somebody asks for it. The writing of epoch
     * checkpoints is done at once: Kafka does it in the background only to hold no locks meanwhile.
     */
    static final class ManualScheduler implements Scheduler {
        private final Map<String, Runnable> later = new HashMap<>();

        @Override public ScheduledFuture<?> schedule(String name, Runnable task, long delayMs, long periodMs) {
            if (name.startsWith("leader-epoch-cache-flush")) {
                task.run();
            } else {
                later.put(name, task);
            }
            return new NeverDone();
        }

        /** Runs what was scheduled under a name last, and tells whether there was anything. */
        boolean run(String name) {
            Runnable task = later.remove(name);
            if (task != null) {
                task.run();
            }
            return task != null;
        }

        boolean has(String name) {
            return later.containsKey(name);
        }

        @Override public void startup() {}

        @Override public void shutdown() {}

        @Override public void resizeThreadPool(int size) {}
    }

    private static final class NeverDone implements ScheduledFuture<Object> {
        @Override public long getDelay(TimeUnit unit) { return 0; }

        @Override public int compareTo(Delayed other) { return 0; }

        @Override public boolean cancel(boolean interrupt) { return true; }

        @Override public boolean isCancelled() { return false; }

        @Override public boolean isDone() { return false; }

        @Override public Object get() { return null; }

        @Override public Object get(long timeout, TimeUnit unit) { return null; }
    }

    /** A timer of a purgatory: nothing in it ever expires. */
    static final class NoTimer implements Timer {
        @Override public void add(TimerTask task) {}

        @Override public boolean advanceClock(long timeoutMs) { return false; }

        @Override public int size() { return 0; }

        @Override public void close() {}
    }
}
