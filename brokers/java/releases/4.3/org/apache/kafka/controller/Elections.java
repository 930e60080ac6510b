package org.apache.kafka.controller;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.server.common.MetadataVersion;

/** The change of a partition that makes a broker its leader; its constructor differs between releases. */
final class Elections {
    private Elections() {
    }

    static PartitionChangeBuilder of(PartitionRegistration partition, Uuid topic, int leader, int minIsr, boolean elr) {
        return new PartitionChangeBuilder(partition, topic, 0, id -> id == leader, MetadataVersion.latestProduction(),
            minIsr, elr);
    }
}
