package org.apache.kafka.controller;

import java.util.Map;
import java.util.Map.Entry;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.requests.ApiError;

/** Changes the configuration of a topic. */
final class TopicConfigs {
    private TopicConfigs() {}

    static ControllerResult<Map<ConfigResource, ApiError>> alter(ConfigurationControlManager configs,
            ConfigResource topic, Map<String, Entry<OpType, String>> changes) {
        return configs.incrementalAlterConfigs(Map.of(topic, changes), false);
    }
}
