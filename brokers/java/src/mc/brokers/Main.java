package mc.brokers;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.ApiException;

/**
 * Reads steps, a line of JSON each, and answers each with the state after it, on a line:
 * {@code {"start": {...}}} begins a new cluster, {@code {"rule": "Fetch", "args": ["b2"]}} takes a step.
 * The argument is a folder for the brokers' files; it is emptied.
 */
public final class Main {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream out;
    private final File folder;
    private final Shared shared;
    private Cluster cluster;
    private Commands commands;
    private int clusters;

    private Main(File folder, PrintStream out) {
        this.folder = folder;
        this.out = out;
        shared = new Shared(folder);
    }

    public static void main(String[] args) throws Exception {
        PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err); // what else prints is no answer
        Path folder = Files.createTempDirectory(Path.of(args[0]), "brokers");
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            new Main(folder.toFile(), answers).serve(in);
        } finally {
            Disk.remove(folder.toFile());
        }
        System.exit(0); // metrics keep threads
    }

    private void serve(BufferedReader in) throws Exception {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(answer(JSON.readTree(line)));
            if (!in.ready()) {
                out.flush();
            }
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    private String answer(JsonNode line) throws Exception {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            if (line.has("start")) {
                begin(line.get("start"));
            } else {
                take(line, json);
            }
            new StateWriter(json).write(cluster);
            json.writeEndObject();
        }
        return text.toString();
    }

    private void begin(JsonNode start) throws Exception {
        if (cluster != null) {
            cluster.close();
        }
        cluster = new Cluster(Settings.of(start), shared, new File(folder, Integer.toString(clusters++)));
        commands = new Commands(cluster);
    }

    /** Takes a step. What Kafka's classes refuse, or throw, is part of the answer. */
    private void take(JsonNode line, JsonGenerator json) throws IOException {
        List<String> args = new ArrayList<>();
        line.path("args").forEach(arg -> args.add(arg.asText()));
        try {
            Object outcome = commands.take(line.get("rule").asText(), args);
            if (outcome != null) {
                json.writeObjectFieldStart("client");
                tell(outcome, json);
                json.writeEndObject();
            }
        } catch (Refused e) {
            json.writeStringField("refused", e.getMessage());
        } catch (ApiException e) {
            json.writeStringField("refused", e.toString());
        } catch (Exception e) {
            e.printStackTrace();
            json.writeStringField("refused", e.toString());
        }
    }

    private static void tell(Object outcome, JsonGenerator json) throws IOException {
        if (outcome instanceof Long offset) {
            json.writeNumberField("told", offset);
            return;
        }
        json.writeArrayFieldStart("read");
        new StateWriter(json).entries(Adapt.unchecked(outcome));
        json.writeEndArray();
    }
}
