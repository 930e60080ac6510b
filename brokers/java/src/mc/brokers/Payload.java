package mc.brokers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.common.record.internal.SimpleRecord;

/** Records as the model has them: a number, in a batch of its own, all batches of one size. */
final class Payload {
    static final int BATCH_BYTES = batch(0, 0).sizeInBytes();

    private Payload() {}

    /** A record's epoch and value. */
    record Entry(int epoch, int value) {}

    static MemoryRecords batch(int value, long timestamp) {
        byte[] text = String.format("%02d", value).getBytes(StandardCharsets.UTF_8);
        return MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(timestamp, text, text));
    }

    /** A copy in memory: what lies in a file moves when the log is cut. */
    static MemoryRecords copy(Object records) {
        if (records instanceof MemoryRecords m) {
            return m;
        }
        FileRecords file = (FileRecords) records;
        try {
            ByteBuffer bytes = ByteBuffer.allocate(file.sizeInBytes());
            file.readInto(bytes, 0);
            return MemoryRecords.readableRecords(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Entry> entries(Object records) {
        List<Entry> entries = new ArrayList<>();
        for (RecordBatch batch : ((Records) records).batches()) {
            for (Record record : batch) {
                byte[] text = new byte[record.value().remaining()];
                record.value().duplicate().get(text);
                int value = Integer.parseInt(new String(text, StandardCharsets.UTF_8));
                entries.add(new Entry(batch.partitionLeaderEpoch(), value));
            }
        }
        return entries;
    }
}
