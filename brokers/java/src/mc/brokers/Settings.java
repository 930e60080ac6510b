package mc.brokers;

import com.fasterxml.jackson.databind.JsonNode;

/** What a cluster is made of; the fields of the object "start", with their defaults. */
record Settings(int replicas, int minIsr, int brokerMinIsr, boolean elr, boolean unclean, int fetchRecords,
        boolean checkpoints, boolean flushEachWrite) {

    static Settings of(JsonNode start) {
        int minIsr = start.path("min_isr").asInt(2);
        return new Settings(start.path("replicas").asInt(3), minIsr, start.path("broker_min_isr").asInt(minIsr),
            start.path("elr").asBoolean(false), start.path("unclean").asBoolean(false),
            start.path("fetch_records").asInt(1), start.path("checkpoints").asBoolean(false),
            start.path("flush_each_write").asBoolean(false));
    }
}
