package mc.brokers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.message.AlterPartitionResponseData;
import org.apache.kafka.common.metadata.PartitionChangeRecord;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;

/** The steps that a cluster can be told to take: one method for each rule of the model, of the same name. */
final class Commands {
    private final Cluster cluster;
    private final Map<String, Command> commands = new HashMap<>();
    private Object outcome; // what the last step has told a client, if it was a client's

    Commands(Cluster cluster) {
        this.cluster = cluster;
        replication();
        isr();
        controller();
        machines();
        clients();
    }

    private interface Command {
        void run(Args args) throws Exception;
    }

    /** The arguments of a step, as the model writes them. */
    private record Args(Cluster cluster, List<String> texts) {
        int size() {
            return texts.size();
        }

        String text(int i) {
            return texts.get(i);
        }

        int number(int i) {
            return Integer.parseInt(texts.get(i).replaceFirst("^[br]", ""));
        }

        /** Several brokers, as in "b2+b3". */
        Set<Integer> numbers(int i) {
            Set<Integer> numbers = new TreeSet<>();
            for (String broker : texts.get(i).split("\\+")) {
                numbers.add(Integer.parseInt(broker.substring(1)));
            }
            return numbers;
        }

        Broker broker(int i) {
            return cluster.broker(number(i));
        }
    }

    private void replication() {
        commands.put("Produce", this::produce);
        commands.put("Fetch", a -> a.broker(0).follower.fetch(false));
        commands.put("FetchEarly", a -> a.broker(0).follower.fetch(true));
        commands.put("FetchWaits", a -> a.broker(0).follower.answerLater());
        commands.put("Respond", a -> a.broker(0).follower.respond());
        commands.put("AskLatest", a -> a.broker(0).follower.askLatest());
        commands.put("AskEarliest", a -> a.broker(0).follower.askEarliest());
        commands.put("Truncate", a -> a.broker(0).follower.truncate());
        commands.put("LoseFetch", a -> a.broker(0).follower.disconnect());
        commands.put("Learn", a -> a.broker(0).learn(cluster.controller.records().size()));
        commands.put("LearnOlder", this::learnOlder);
    }

    private void isr() {
        commands.put("ProposeShrink", this::proposeShrink);
        commands.put("LagTimeout", a -> a.broker(0).leader.lag(a.number(1)));
        commands.put("AlterPartition", this::alterPartition);
        commands.put("LateAlterPartition", this::lateAlterPartition);
        commands.put("AlterPartitionAnswer", this::alterPartitionAnswer);
        commands.put("LoseAnswer", this::loseAnswer);
        commands.put("Resend", this::resend);
    }

    private void controller() {
        commands.put("Fence", a -> cluster.controller.fence(a.number(0)));
        commands.put("Unfence", this::unfence);
        commands.put("Elect", a -> cluster.controller.elect(a.number(0)));
        commands.put("ShutDown", this::shutDown);
        commands.put("RemoveReplica", this::removeReplica);
        commands.put("ChangeMinIsr", a -> cluster.controller.changeMinIsr(a.number(0)));
    }

    private void machines() {
        commands.put("Kill", a -> a.broker(0).kill());
        commands.put("LossyCrash", a -> a.broker(0).crash(a.broker(0).flushed()));
        commands.put("PartialCrash", a -> a.broker(0).crash(a.number(1)));
        commands.put("Stop", this::stop);
        commands.put("Restart", this::restart);
        commands.put("Start", a -> a.broker(0).start()); // it is registered later
        commands.put("Register", this::register);
        commands.put("Checkpoint", a -> a.broker(0).replicas().checkpointHighWatermarks());
        commands.put("CheckpointStart", a -> a.broker(0).logs().checkpointLogStartOffsets());
        commands.put("Flush", this::flush);
    }

    private void clients() {
        commands.put("DeleteRecords", a -> a.broker(0).leader.delete(a.number(1)));
        commands.put("AckCheck", a -> cluster.clients.check(a.broker(0), a.number(1)));
        commands.put("ProduceTimeout", a -> cluster.clients.timeOut(a.number(1)));
        commands.put("Read", this::read);
        commands.put("BeginRead", a -> cluster.clients.read(a.broker(0)));
        commands.put("FinishRead", a -> outcome = cluster.clients.finish(a.broker(0)));
        commands.put("ListLatest", a -> outcome = cluster.clients.latest(a.broker(0)));
    }

    /** Takes a step; returns what it told a client, or null. */
    Object take(String rule, List<String> args) throws Exception {
        Command command = commands.get(rule);
        if (command == null) {
            throw new Refused("there is no step " + rule + "; there are " + new TreeSet<>(commands.keySet()));
        }
        outcome = null;
        command.run(new Args(cluster, args));
        cluster.announceRegistrations();
        return outcome;
    }

    /** Produce: a leader appends a record, which is numbered by the step. */
    private void produce(Args a) {
        short acks = a.size() < 2 || a.text(1).equals("all") ? -1 : Short.parseShort(a.text(1));
        cluster.clients.produce(a.broker(0), acks);
    }

    /** LearnOlder: a broker applies the metadata up to one partition epoch, and no later ones. */
    private void learnOlder(Args a) {
        int partitionEpoch = -1;
        int wanted = a.number(1);
        int end = 0;
        for (var record : cluster.controller.records()) {
            ApiMessage message = record.message();
            if (message instanceof PartitionRecord) {
                partitionEpoch = 0;
            } else if (message instanceof PartitionChangeRecord) {
                partitionEpoch++;
            }
            if (partitionEpoch > wanted) {
                break;
            }
            end++;
        }
        a.broker(0).learn(Math.max(end, a.broker(0).learned()));
    }

    /** ProposeShrink: followers have lagged for too long, and the leader asks for an ISR without them. */
    private void proposeShrink(Args a) throws Refused {
        a.broker(0).leader.shrink(a.numbers(1));
    }

    /** AlterPartition: the controller decides on a sender's request. */
    private void alterPartition(Args a) throws Refused {
        Proposal p = underWay(a.broker(0));
        if (p.answer != null) {
            throw new Refused("the controller has decided on the request of b" + a.number(0));
        }
        p.answer = cluster.controller.alterPartition(p.request);
    }

    /** LateAlterPartition: the controller decides on a request whose sender is gone. */
    private void lateAlterPartition(Args a) throws Refused {
        Proposal p = cluster.requests.stream().filter(r -> !r.expected()).findFirst()
            .orElseThrow(() -> new Refused("every request has a sender that waits"));
        cluster.requests.remove(p);
        cluster.controller.alterPartition(p.request);
    }

    /** AlterPartitionAnswer: the answer reaches its sender. */
    private void alterPartitionAnswer(Args a) throws Refused {
        Proposal p = underWay(a.broker(0));
        if (p.answer == null) {
            throw new Refused("the controller has not decided on the request of b" + a.number(0));
        }
        cluster.requests.remove(p);
        p.deliver(p.answer);
    }

    /** LoseAnswer: the sender is told that its request has failed, decided or not. */
    private void loseAnswer(Args a) throws Refused {
        Proposal p = underWay(a.broker(0));
        cluster.requests.remove(p);
        p.deliver(new AlterPartitionResponseData().setErrorCode(Errors.REQUEST_TIMED_OUT.code()));
    }

    /** Resend: a broker whose request has failed sends it again. */
    private void resend(Args a) throws Refused {
        if (!a.broker(0).resend()) {
            throw new Refused("b" + a.number(0) + " has nothing to send again");
        }
    }

    private static Proposal underWay(Broker sender) throws Refused {
        return sender.proposal().orElseThrow(() -> new Refused("nothing that b" + sender.id + " asked is under way"));
    }

    /** Unfence: a fenced broker is heard from again; one that wants to stop is told to, instead. */
    private void unfence(Args a) throws Refused {
        if (cluster.controller.stopping(a.number(0))) {
            throw new Refused("the controller tells a fenced broker that stops to go on stopping");
        }
        cluster.controller.unfence(a.number(0));
    }

    /** ShutDown: a broker asks to stop, and leadership and ISR move away from it. */
    private void shutDown(Args a) {
        a.broker(0).replicas().beginControlledShutdown();
        cluster.controller.letGo(a.number(0));
    }

    /** RemoveReplica: a reassignment ends, and a broker is no replica any more. */
    private void removeReplica(Args a) throws Refused {
        if (!cluster.controller.removeReplica(a.number(0))) {
            throw new Refused("the reassignment waits: not all who stay are in the ISR");
        }
    }

    /** Flush: a broker forces its log to disk. */
    private void flush(Args a) throws Refused {
        a.broker(0).log().orElseThrow(() -> new Refused("no log")).flush(false);
    }

    /** Stop: a broker that leads nothing ends in order, and its session with it. */
    private void stop(Args a) throws Exception {
        a.broker(0).stop();
        cluster.controller.fence(a.number(0));
    }

    /** Restart: a broker starts, registers and is unfenced. */
    private void restart(Args a) throws Exception {
        a.broker(0).start();
        a.broker(0).register();
        cluster.controller.unfence(a.number(0));
    }

    /** Register: a process that has started registers, once the session of the one before has ended. */
    private void register(Args a) throws Refused {
        if (!cluster.controller.fenced(a.number(0))) {
            throw new Refused("DUPLICATE_BROKER_REGISTRATION: the session of the process before lives");
        }
        a.broker(0).register();
    }

    /** Read: a consumer reads up to the high watermark, at one moment. */
    private void read(Args a) throws Exception {
        cluster.clients.read(a.broker(0));
        outcome = cluster.clients.finish(a.broker(0));
    }
}
