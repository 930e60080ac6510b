package mc.brokers;

import java.io.File;
import java.util.List;
import java.util.Set;
import org.apache.kafka.metadata.KRaftMetadataCache;
import org.apache.kafka.server.util.Scheduler;
import org.apache.kafka.storage.internals.log.CleanerConfig;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogManager;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import scala.jdk.javaapi.CollectionConverters;

/** Makes and starts log managers. */
final class LogManagers {
    private static final long NEVER = 1L << 40;

    private LogManagers() {}

    static LogManager make(File folder, KRaftMetadataCache configs, LogConfig defaults, Scheduler scheduler,
            Shared shared, LogDirFailureChannel failures) throws Exception {
        return new LogManager(seq(List.of(folder)), seq(List.of()), configs, defaults, new CleanerConfig(false),
            1, NEVER, NEVER, NEVER, NEVER, 1000, new ProducerStateManagerConfig(1000, false), 1000, scheduler,
            shared.stats, failures, shared.time, false, 0L);
    }

    static void load(LogManager logs, String topic) throws Exception {
        logs.startup(CollectionConverters.asScala(Set.of(topic)).toSet(), log -> false);
    }

    private static scala.collection.immutable.Seq<File> seq(List<File> folders) {
        return CollectionConverters.asScala(folders).toSeq();
    }
}
