package mc.brokers;

import kafka.cluster.Partition;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.server.common.RequestLocal;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.EpochEntry;
import org.apache.kafka.storage.internals.log.VerificationGuard;

/** Calls of logs and their parts. */
final class Logs {
    private Logs() {}

    /** Appends at the leader; returns the offset of the last record. */
    static long append(Partition partition, MemoryRecords records, short acks) {
        return partition.appendRecordsToLeader(records, AppendOrigin.CLIENT, acks, RequestLocal.noCaching(),
            VerificationGuard.SENTINEL, (short) 2).lastOffset();
    }

    static int epoch(EpochEntry entry) {
        return entry.epoch();
    }

    static long start(EpochEntry entry) {
        return entry.startOffset();
    }
}
