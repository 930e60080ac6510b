package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mc/run/explain"
	"mc/run/specfile"
)

// symptoms are symptoms as people type them, each with the topic that has to be
// among the first three that are found.
var symptoms = []struct {
	first string
	typed []string
}{
	{"R09", []string{"Cached zkVersion [..] not equal to that in zookeeper, skip updating ISR", "Cached zkVersion",
		"[2018-03-01 10:11:12,345] INFO Partition [orders,7] on broker 3: Cached zkVersion [81] not equal to that in zookeeper, skip updating ISR (kafka.cluster.Partition)"}},
	{"R36", []string{"Exiting because log truncation is not allowed", "Halting because log truncation is not allowed", "log truncation is not allowed",
		"ERROR Exiting because log truncation is not allowed for partition orders-7, current leader's latest offset 12 is less than replica's latest offset 15 (kafka.server.ReplicaFetcherThread)"}},
	{"R01", []string{"Truncating <partition> to offset N below high watermark M", "WARN [ReplicaFetcher replicaId=2] Truncating orders-7 to offset 1 below high watermark 2"}},
	{"truncation", []string{"Truncating partition ... TruncationState(offset=N, completed=..)", "TruncationState(offset=17, completed=true)",
		"Truncating partition orders-7 with TruncationState(offset=17, completed=true) due to leader epoch and offset EpochEndOffset(errorCode=0, partition=7, leaderEpoch=4, endOffset=17)"}},
	{"out_of_range", []string{"Current offset N for partition .. is out of range, which typically implies a leader change",
		"Current offset 1234 for partition orders-7 is out of range, which typically implies a leader change. Reset fetch offset to 1200"}},
	{"Shrink", []string{"Shrinking ISR from .. to ..", "Shrinking ISR from 1,2,3 to 1. Leader: (highWatermark: 5, endOffset: 7)"}},
	{"R05", []string{"Expanding ISR", "ISR updated to right after a leader change", "Expanding ISR from 1 to 1,2"}},
	{"R29", []string{"ISR updated to and an empty list"}},
	{"strict_min_isr_hw", []string{"Not increasing HWM because partition is under min ISR", "TRACE [Partition orders-7 broker=1] Not increasing HWM because partition is under min ISR(ISR=1)"}},
	{"follower-hw-monotone", []string{"Non-monotonic update of high watermark from .. to ..", "Non-monotonic update of high watermark from (offset=5 segment=[0:300]) to (offset=4 segment=[0:240])"}},
	{"clean_shutdown_detection", []string{"since no clean shutdown file was found", "Recovering unflushed segment 0 since no clean shutdown file was found"}},
	{"R25", []string{"DUPLICATE_BROKER_REGISTRATION", "DuplicateBrokerRegistrationException"}},
	{"R33", []string{"UncleanLeaderElectionsPerSec > 0", "UncleanLeaderElectionsPerSec", "UncleanLeaderElectionPerSec"}},
	{"elr", []string{"ElectionFromEligibleLeaderReplicasPerSec > 0", "ElectionFromEligibleLeaderReplicasPerSec"}},
	{"lose-the-data-or-wait-for-it", []string{"OfflinePartitionsCount > 0", "OfflinePartitionsCount", "kafka.controller:type=KafkaController,name=OfflinePartitionsCount"}},
	{"R24", []string{"UnderMinIsrPartitionCount > 0", "UnderMinIsrPartitionCount"}},
	{"min_insync_replicas", []string{"AtMinIsrPartitionCount > 0", "AtMinIsrPartitionCount"}},
	{"R09", []string{"UnderReplicatedPartitions stays up", "UnderReplicatedPartitions"}},
	{"R11", []string{"IsrShrinksPerSec and IsrExpandsPerSec in step", "ISR shrinks and grows", "ISR keeps shrinking and growing"}},
	{"R09", []string{"FailedIsrUpdatesPerSec > 0", "FailedIsrUpdatesPerSec"}},
	{"min_insync_replicas", []string{"NOT_ENOUGH_REPLICAS", "NotEnoughReplicasException", "The size of the current ISR Set(1) is insufficient to satisfy the min.isr requirement of 2 for partition orders-7"}},
	{"after-append-reachable", []string{"NOT_ENOUGH_REPLICAS_AFTER_APPEND", "NotEnoughReplicasAfterAppendException"}},
	{"produce_timeouts", []string{"REQUEST_TIMED_OUT on acks=all", "REQUEST_TIMED_OUT"}},
	{"out_of_range", []string{"OFFSET_OUT_OF_RANGE", "OffsetOutOfRangeException"}},
	{"fence_fetch", []string{"FENCED_LEADER_EPOCH, UNKNOWN_LEADER_EPOCH in the fetcher", "UNKNOWN_LEADER_EPOCH", "FENCED_LEADER_EPOCH"}},
	{"R22", []string{"FENCED_LEADER_EPOCH to a leader around a controller fail-over"}},
	{"r37-kafka-14296-fixed", []string{"NOT_LEADER_OR_FOLLOWER to producers", "NOT_LEADER_OR_FOLLOWER", "NOT_LEADER_FOR_PARTITION"}},
	{"min_insync_replicas", []string{"min.insync.replicas"}},
	{"unclean_elections", []string{"unclean.leader.election.enable"}},
	{"lag_timeouts", []string{"replica.lag.time.max.ms"}},
	{"fsync_each_write", []string{"log.flush.interval.messages, flush.messages", "log.flush.interval.messages", "flush.messages", "log.flush.interval.messages=1"}},
	{"elr", []string{"eligible.leader.replicas.version"}},
	{"acks=all", []string{"acks=-1", "acks = -1"}},
	{"fences", []string{"broker.session.timeout.ms, zookeeper.session.timeout.ms", "broker.session.timeout.ms", "zookeeper.session.timeout.ms", "session timeout"}},
	{"checkpoints", []string{"replica.high.watermark.checkpoint.interval.ms, `replication-offset-checkpoint`", "replica.high.watermark.checkpoint.interval.ms", "replication-offset-checkpoint"}},
	{"R13", []string{"leader-epoch-checkpoint", "leader-epoch-checkpoint (lacks epoch 0 / start above the log's end / ends before the current epoch)"}},
	{"R24", []string{"data loss", "lost messages", "missing records", `"data loss", "lost messages", "missing records"`}},
	{"one-leader-per-epoch", []string{"two leaders", "split brain", "zombie", `"two leaders", "split brain", "zombie"`}},
	{"markers", []string{"transactions", "transaction", "LSO"}},
	{"exactly once", []string{"exactly once", "producer epoch"}},
	{"idempotence", []string{"idempotent producer", "PID", "OUT_OF_ORDER_SEQUENCE_NUMBER",
		"transactions, exactly once, idempotent producer, PID, LSO, OUT_OF_ORDER_SEQUENCE_NUMBER"}},
	{"retentions", []string{"retention", "retention.ms"}},
	{"log_start_replicated", []string{"log start offset"}},
	{"deletes", []string{"DeleteRecords"}},
	{"compaction", []string{"compaction"}},
	{"remote_storage", []string{"remote.storage.enable", "KIP-405", "tiered storage",
		"retention, log start offset, DeleteRecords, compaction, remote.storage.enable, KIP-405, consumer groups, quotas"}},
	{"consumer groups", []string{"consumer groups"}},
	{"quotas", []string{"quotas"}},

	// What the questions of operators came to before there was this search.
	{"Restart", []string{"lost broker", "one broker is lost for good (no disk, no return)"}},
	{"R38", []string{"latest offset", "Consumer lag is negative / the latest offset went back after a fail-over"}},
	{"KAFKA-15324", []string{"Is it safe not to raise the leader epoch when a replica is removed?"}},
	{"committed-on-leader", []string{"How could a follower's high watermark be above the new leader's end?"}},
	{"reelected-leader-keeps-remotes", []string{"Nobody fails, leaders only move", "leaders move without a failure"}},
	{"elr", []string{"Am I protected by ELR?"}},
	{"fsync_each_write", []string{"Does log.flush.interval.messages=1 help?"}},
	{"LossyCrash", []string{"All replicas of a partition restart uncleanly (rack power)"}},
	{"unclean_elections", []string{"unclean.leader.election.enable=true: what can happen?"}},
	{"rolling-restart", []string{"only clean rolling restarts: do I lose anything?"}},
}

// TestSymptomsAreFound holds that what is typed leads to its topic, as it stands
// and in a sentence.
func TestSymptomsAreFound(t *testing.T) {
	l := library(t)
	for _, row := range symptoms {
		for _, typed := range row.typed {
			for _, question := range []string{typed, "why do I get " + typed, "What does " + typed + " mean?"} {
				var topics []string
				for _, h := range l.Search(question) {
					topics = append(topics, h.Topic)
				}
				if !slices.Contains(topics[:min(3, len(topics))], row.first) {
					t.Errorf("%q leads to %s, not to %s", question, strings.Join(topics, ", "), row.first)
				}
			}
		}
	}
}

// TestReaderResolvesAlike holds that specs which are only spoken of are given
// the same names as those that are run.
func TestReaderResolvesAlike(t *testing.T) {
	reader := shipped.Reader()
	for _, file := range shipped.Specs.Paths() {
		spoken, run := parsed(t, file), parsed(t, file)
		entry, err := reader.Resolve(spoken)
		if err != nil {
			t.Fatal(err)
		}
		other, err := shipped.Resolve(run)
		if err != nil {
			t.Fatal(err)
		}
		if entry.Name() != other.Name() || len(entry.Questions()) != len(other.Questions()) {
			t.Errorf("%s: the models are %s and %s", file, entry.Name(), other.Name())
		}
		type names struct {
			Check, Liveness []string
			Expect          map[string]specfile.Expectation
			Constants       map[string]string
		}
		got, want := names{spoken.Check, spoken.Liveness, spoken.Expect, spoken.Constants()}, names{run.Check, run.Liveness, run.Expect, run.Constants()}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
	}
}

func parsed(t *testing.T, file string) *specfile.Spec {
	t.Helper()
	spec, err := shipped.Specs.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// TestSymptomsSee holds that every topic that a symptom names is one, that there
// is more to say on each symptom that is not left out, and that no two have a
// name or a form in common.
func TestSymptomsSee(t *testing.T) {
	l := library(t)
	if len(l.Symptoms) < 60 {
		t.Errorf("there are %d symptoms only", len(l.Symptoms))
	}
	taken, seen := map[string]string{}, map[string]bool{}
	for _, s := range l.Symptoms {
		if len(s.See) == 0 && s.Is != explain.Elsewhere {
			t.Errorf("%s names no topic", s.Name)
		}
		if (s.Is == explain.Elsewhere) && s.LeftOut == "" {
			t.Errorf("%s is left out, and does not say what is", s.Name)
		}
		for _, topic := range s.See {
			if seen[topic] {
				continue
			}
			seen[topic] = true
			if a, found := l.Find(topic); !found || len(a.Hits) > 0 && len(a.Symptoms) == 0 {
				t.Errorf("%s names %q, on which there is nothing to say", s.Name, topic)
			}
		}
		for _, word := range append([]string{s.Name}, s.Words...) {
			key := strings.ToLower(word)
			if other := taken[key]; other != "" && other != s.Name {
				t.Errorf("%q is of %s and of %s", word, other, s.Name)
			}
			taken[key] = s.Name
		}
		for _, word := range s.Words {
			hits := l.Search(word)
			if !slices.ContainsFunc(hits[:min(3, len(hits))], func(f explain.Found) bool { return f.Topic == s.Name }) {
				t.Errorf("%q of %s leads to %v", word, s.Name, hits)
			}
		}
	}
}

// strange is what the search must not answer: it is not about what any model is of.
var strange = []string{
	"how do I bake bread", "the quick brown fox jumps over the lazy dog", "hello world", "what is the meaning of life",
	"compression.type zstd", "kubernetes operator strimzi", "jmx exporter prometheus", "num.io.threads", "socket.send.buffer.bytes",
	"linger.ms", "max.in.flight.requests.per.connection", "RequestHandlerAvgIdlePercent", "BytesInPerSec", "MESSAGE_TOO_LARGE",
	"UNKNOWN_SERVER_ERROR", "UNSUPPORTED_VERSION", "KAFKA-99999", "KIP-9999", "broker", "???", "3.14159", "xyzzy",
	"does rack awareness help", "which java version", "docker compose", "postgres wal", "raining cats",
}

// TestNothingIsFound holds that words about something else lead nowhere.
func TestNothingIsFound(t *testing.T) {
	l := library(t)
	for _, words := range strange {
		for _, question := range []string{words, "why do I get " + words} {
			if a, found := l.Find(question); found {
				t.Errorf("%q leads to %v", question, a.Hits)
			}
		}
	}
}

// TestLeftOutIsSaid holds that of what the models leave out it is said, rather
// than something of similar spelling told.
func TestLeftOutIsSaid(t *testing.T) {
	l := library(t)
	for _, topic := range []string{"compaction", "log compaction", "cleanup.policy=compact", "consumer groups", "rebalance", "KIP-848", "quotas", "ACL",
		"MirrorMaker", "schema registry", "Kafka Streams", "producer epoch", "PRODUCER_FENCED", "exactly once", "GROUP_COORDINATOR_NOT_AVAILABLE"} {
		a, found := l.Find(topic)
		var text bytes.Buffer
		if !found || a.Text(&text, false, 0) != nil || !strings.Contains(text.String(), "leave this out") && !strings.Contains(text.String(), "left out of") {
			t.Errorf("%q is not said to be left out:\n%s", topic, text.String())
		}
	}
}

// inCluster is what a spec says that a cluster shows.
var inCluster = regexp.MustCompile(`In a cluster[^:.]*: (.*)`)

// TestSentencesAreFound holds that what the specs say of clusters leads to them,
// typed as it stands: to a topic with the spec, or to a symptom that names one.
func TestSentencesAreFound(t *testing.T) {
	l := library(t)
	saying := map[string][]string{} // the specs that say a sentence
	for i := range l.Scenarios {
		s := l.Scenarios[i].Spec
		m := inCluster.FindStringSubmatch(strings.Join(strings.Fields(s.Doc+" "+s.About), " "))
		if m == nil || strings.HasPrefix(m[1], "no sign") || strings.HasPrefix(m[1], "as ") || form(s) != "broken" || strings.Contains(s.Name, "-progress-") {
			continue
		}
		saying[m[1]] = append(saying[m[1]], s.Name)
	}
	if len(saying) < 40 {
		t.Errorf("%d things are said of clusters", len(saying))
	}
	for sentence, specs := range saying {
		var topics []string
		for _, h := range l.Search(sentence) {
			topics = append(topics, h.Topic)
		}
		leads := func(spec string) bool {
			return slices.ContainsFunc(topics, func(topic string) bool { return leadsTo(l, topic, spec) })
		}
		if !slices.ContainsFunc(specs, leads) {
			t.Errorf("%v: %q leads to %v", specs, sentence, topics)
		}
	}
}

// leadsTo reports whether a topic, or one of those that it names, has a spec.
func leadsTo(l *explain.Library, topic, spec string) bool {
	i := slices.IndexFunc(l.Symptoms, func(s explain.Symptom) bool { return s.Name == topic })
	if i >= 0 && slices.ContainsFunc(l.Symptoms[i].See, func(see string) bool { return see != topic && leadsTo(l, see, spec) }) {
		return true
	}
	a, _ := l.Find(topic)
	return slices.ContainsFunc(a.Scenarios, func(told explain.Told) bool { return told.Name == spec }) ||
		slices.ContainsFunc(a.Related, func(m explain.Mention) bool { return m.Name == spec })
}
