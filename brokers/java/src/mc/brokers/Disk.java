package mc.brokers;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What happens to the files of a broker behind its back. */
final class Disk {
    private static final String RECOVERY_POINTS = "recovery-point-offset-checkpoint";
    private static final String LOG_STARTS = "log-start-offset-checkpoint";
    private static final String CLEAN_SHUTDOWN = ".kafka_cleanshutdown";
    private static final String SEGMENT = "00000000000000000000.log";

    private Disk() {}

    /** What a process writes when it is closed in order, by file; empty if the file is not there. */
    static Map<String, byte[]> written(File folder) throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        for (String name : List.of(RECOVERY_POINTS, LOG_STARTS)) {
            Path file = folder.toPath().resolve(name);
            files.put(name, Files.exists(file) ? Files.readAllBytes(file) : new byte[0]);
        }
        return files;
    }

    /** Makes of an orderly end one that was none: the files are as they were before it. */
    static void unclean(File folder, Map<String, byte[]> before) throws IOException {
        Files.deleteIfExists(folder.toPath().resolve(CLEAN_SHUTDOWN));
        for (Map.Entry<String, byte[]> was : before.entrySet()) {
            Path file = folder.toPath().resolve(was.getKey());
            if (was.getValue().length == 0) {
                Files.deleteIfExists(file);
            } else {
                Files.write(file, was.getValue());
            }
        }
    }

    /** Cuts the log's file; the indexes, which are not flushed with it, are lost. */
    static void cut(File log, long bytes) throws IOException {
        File[] files = log.listFiles((dir, name) -> name.endsWith("index") || name.endsWith(".snapshot"));
        if (files == null) {
            return;
        }
        for (File file : files) {
            Files.delete(file.toPath());
        }
        try (FileChannel segment = FileChannel.open(log.toPath().resolve(SEGMENT), StandardOpenOption.WRITE)) {
            segment.truncate(bytes);
        }
    }

    static void remove(File folder) throws IOException {
        if (!folder.exists()) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder.toPath())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
