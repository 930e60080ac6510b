package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"mc/brokers/cluster/driver"
)

// controllerLog are lines of a controller of 4.0.0, as it wrote them.
const controllerLog = `23:16:49.147 INFO  ReplicationControlManager [QuorumController id=100] Replayed PartitionRecord for new partition t-0 with topic ID aW0 and PartitionRegistration(replicas=[1, 2], directories=[C, G], isr=[1, 2], removingReplicas=[], addingReplicas=[], elr=[], lastKnownElr=[], leader=1, leaderRecoveryState=RECOVERED, leaderEpoch=0, partitionEpoch=0). [x]
23:16:57.850 DEBUG ReplicationControlManager [QuorumController id=100] partition change for t-0 with topic ID aW0: isr: [1, 2] -> [1], elr: [] -> [2], partitionEpoch: 0 -> 1 [x]
23:16:57.852 DEBUG ReplicationControlManager [QuorumController id=100] Replayed partition change PartitionChangeRecord(partitionId=0, topicId=aW0, isr=[1], leader=-2, replicas=null, removingReplicas=null, addingReplicas=null, leaderRecoveryState=-1, directories=null, eligibleLeaderReplicas=[2], lastKnownElr=null) for topic t [x]
23:16:57.852 INFO  ClusterControlManager [QuorumController id=100] Replayed BrokerRegistrationChangeRecord modifying the registration for broker 2: BrokerRegistrationChangeRecord(brokerId=2, brokerEpoch=13, fenced=1, inControlledShutdown=0, logDirs=[]) [x]
23:17:03.928 DEBUG ReplicationControlManager [QuorumController id=100] Replayed partition change PartitionChangeRecord(partitionId=0, topicId=aW0, isr=[], leader=-1, replicas=null, removingReplicas=null, addingReplicas=null, leaderRecoveryState=-1, directories=null, eligibleLeaderReplicas=[1, 2], lastKnownElr=[1]) for topic t [x]
23:17:03.928 DEBUG ReplicationControlManager [QuorumController id=100] Replayed partition change PartitionChangeRecord(partitionId=0, topicId=aW0, isr=null, leader=-2, replicas=[2, 1], removingReplicas=null, addingReplicas=null, leaderRecoveryState=-1, directories=null, eligibleLeaderReplicas=null, lastKnownElr=null) for topic t. (isr: [] -> [], replicaSet: [2, 1] -> [2, 1], partitionEpoch: 3, leaderEpoch: 1) [x]
23:17:03.928 INFO  ClusterControlManager [QuorumController id=100] Replayed BrokerRegistrationChangeRecord modifying the registration for broker 1: BrokerRegistrationChangeRecord(brokerId=1, brokerEpoch=21, fenced=1, inControlledShutdown=0, logDirs=[]) [x]
`

// brokerLog are lines of a broker of 4.4.0.
const brokerLog = `23:30:01.548 INFO  logger [Broker id=1] Leader t-0 with topic id Some(Lb1) starts at leader epoch 2 from offset 2 with partition epoch 4, high watermark 1, ISR [1,2,3], adding replicas [] and removing replicas [] . Previous leader Some(1) and previous leader epoch was 0. [x]
23:30:03.250 DEBUG Partition [Partition t-0 broker=1] High watermark updated from (offset=1, segment=[0:70]) to (offset=2, segment=[0:139]) [x]
`

// cold is a cluster of which nothing runs.
func cold(t *testing.T) *cluster {
	t.Helper()
	d, err := driver.Read(strings.NewReader("set brokers=b1,b2 delay.b2=5ms\n"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := newCluster(kafka{version: "4.4.0"}, d.Settings, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestSights(t *testing.T) {
	c := cold(t)
	half := len(controllerLog) - 100 // in the middle of the last line
	write(t, c.controller.log(), controllerLog[:half])
	write(t, c.brokers[1].log(), brokerLog)
	if err := c.seen.look(); err != nil {
		t.Fatal(err)
	}
	if got, want := c.seen.describe(), "leader=none isr=[] elr=[1,2] lastKnownElr=[1]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	write(t, c.controller.log(), controllerLog)
	if err := c.seen.look(); err != nil {
		t.Fatal(err)
	}
	if c.seen.version != 3 || c.seen.epoch != 1 {
		t.Errorf("partition epoch %d, leader epoch %d; the controller said 3 and 1", c.seen.version, c.seen.epoch)
	}
	for text, want := range map[string]bool{
		"await leader=none isr=none elr=b2,b1 fenced=b1,b2": true,
		"await unfenced=b1":        false,
		"await leader=b1":          false,
		"await b1 epoch=2 hw=2":    true,
		"await b1 hw=1":            false,
		"await b1 leo=0 within=1s": true,
		"await down=b1,b2":         true,
	} {
		d, err := driver.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := c.seen.holds(&d.Steps[0]); got != want {
			t.Errorf("%s: %v; seen is %s", text, got, c.seen.now())
		}
	}
}

// TestBatch holds what is sent to what the client library reads.
func TestBatch(t *testing.T) {
	raw := batch([]string{"one", "two", strings.Repeat("long", 100)})
	p := kmsg.NewFetchResponseTopicPartition()
	p.RecordBatches, p.HighWatermark = raw, 3
	got, _ := kgo.ProcessFetchPartition(kgo.ProcessFetchPartitionOpts{Topic: topic}, &p, kgo.DefaultDecompressor(), nil)
	if got.Err != nil || len(got.Records) != 3 || named(got.Records[1].Value) != "two" || len(got.Records[2].Value) != 400 {
		t.Errorf("got %d records, %v", len(got.Records), got.Err)
	}
}

// TestCut holds the end of a log, and what a crash leaves of it, to the batches in it.
func TestCut(t *testing.T) {
	n := &node{id: 1, dir: t.TempDir()}
	segment := filepath.Join(n.replica(), "00000000000000000000.log")
	first := batch([]string{"a", "b"})
	second := batch([]string{"c"})
	second[7] = 2 // its base offset
	write(t, segment, string(first)+string(second)+"half of a bat")
	if got := n.logEnd(); got != 3 {
		t.Errorf("the log ends at %d", got)
	}
	for _, c := range []struct{ keep, end int }{{3, 3}, {2, 2}, {0, 0}} {
		if _, err := n.cut(c.keep); err != nil || n.logEnd() != c.end {
			t.Errorf("kept %d: ends at %d, %v", c.keep, n.logEnd(), err)
		}
	}
}

func TestVerdict(t *testing.T) {
	l := newLedger()
	for range 4 {
		l.sent()
	}
	l.answered([]string{"a", "b"}, -1, 0, nil)
	l.answered([]string{"c"}, 1, 2, nil)
	l.answered([]string{"d"}, -1, 0, errors.New("NOT_ENOUGH_REPLICAS"))
	l.read("e", 3)
	v := &verdict{}
	l.against(v, map[string]bool{"a": true})
	got := v.line(0, 1)
	for _, want := range []string{"LOST: of 3 records", "2 are missing: b at offset 1, acknowledged", "e at offset 3, given to a consumer",
		"refused: 1 with NOT_ENOUGH_REPLICAS", "1 requests have no answer"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s; it does not say %q", got, want)
		}
	}
	sum := tally{}
	sum.count(v)
	sum.count(&verdict{missed: []string{"x"}})
	if sum.code() != exitBroken || !strings.Contains(sum.String(), "1 of 2 rounds lost records (2 records); 1 went another way") {
		t.Errorf("%v, %s", sum.code(), sum)
	}
}

// TestProxy holds that all arrives, in order, and not before its time.
func TestProxy(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		c, err := l.Accept()
		if err == nil {
			_, _ = io.Copy(c, c)
			_ = c.Close()
		}
	}()
	p := newProxy()
	defer p.close()
	port := l.Addr().(*net.TCPAddr).Port
	if err := p.forward(port, 20*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("tcp", (&net.TCPAddr{IP: net.IPv4(127, 0, 0, 2), Port: port}).String())
	if err != nil {
		t.Fatal(err)
	}
	sent, began := bytes.Repeat([]byte("all of it "), 20000), time.Now()
	go func() {
		_, _ = c.Write(sent)
		_ = c.(*net.TCPConn).CloseWrite()
	}()
	got, err := io.ReadAll(c)
	if err != nil || !bytes.Equal(got, sent) || time.Since(began) < 40*time.Millisecond {
		t.Errorf("%d bytes of %d after %v, %v", len(got), len(sent), time.Since(began), err)
	}
}

// TestDistribution finds the jars of an unpacked one, and where its tools are.
func TestDistribution(t *testing.T) {
	dir := t.TempDir()
	for name, class := range map[string]string{"kafka_2.13-4.4.0.jar": "kafka/Kafka.class",
		"kafka-tools-4.4.0.jar": "org/apache/kafka/tools/DumpLogSegments.class"} {
		var jar bytes.Buffer
		z := zip.NewWriter(&jar)
		if _, err := z.Create(class); err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "libs", name), jar.String())
	}
	k, err := (&options{dir: dir}).releaseOf()
	if err != nil || k.version != "4.4.0" || k.dump != "org.apache.kafka.tools.DumpLogSegments" {
		t.Errorf("got %+v, %v", k, err)
	}
	if _, err := (&options{dir: t.TempDir()}).releaseOf(); err == nil || !strings.Contains(err.Error(), "no unpacked distribution") {
		t.Errorf("got %v", err)
	}
}

func TestUsage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.driver")
	write(t, file, "freez b1\n")
	for want, args := range map[string][]string{
		"line 1: there is no operation": {file},
		"give one driver file":          {},
		"no such file":                  {"nowhere.driver"},
	} {
		var out bytes.Buffer
		if code, err := run(context.Background(), args, &out, &out); code != exitUsage || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %d, %v", args, code, err)
		}
	}
}

// TestSettings holds the settings of nodes, and by which names they find each other.
func TestSettings(t *testing.T) {
	c := cold(t)
	text, err := os.ReadFile(filepath.Join(c.brokers[1].dir, "server.properties"))
	if err != nil || !strings.Contains(string(text), "broker.session.timeout.ms=9000\n") {
		t.Errorf("%v\n%s", err, text)
	}
	hosts, err := os.ReadFile(filepath.Join(c.brokers[1].dir, "hosts"))
	if err != nil || !strings.Contains(string(hosts), "127.0.0.1 b1\n127.0.0.2 b2\n") {
		t.Errorf("%v\n%s", err, hosts)
	}
}
