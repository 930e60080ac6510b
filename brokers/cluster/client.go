package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"net"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// topic is the only one, with one partition.
const topic = "t"

// clients have a line of their own to every node, so that a request goes to whom it is
// for and to nobody else, and nobody who is frozen is asked by the way.
type clients struct {
	c     *cluster
	lines map[int]*kgo.Client
	id    [16]byte // of the topic
}

func newClients(c *cluster) *clients { return &clients{c: c, lines: map[int]*kgo.Client{}} }

func (x *clients) close() {
	for _, line := range x.lines {
		line.Close()
	}
}

// line is the client that knows only one node.
func (x *clients) line(n *node) (*kgo.Broker, error) {
	if x.lines[n.id] == nil {
		client, err := x.client(kgo.SeedBrokers(fmt.Sprintf("127.0.0.1:%d", n.port)))
		if err != nil {
			return nil, err
		}
		x.lines[n.id] = client
	}
	return x.lines[n.id].SeedBrokers()[0], nil
}

// client is one that finds brokers by the names that they go by.
func (x *clients) client(more ...kgo.Opt) (*kgo.Client, error) {
	options := []kgo.Opt{kgo.Dialer(dial), kgo.RequestTimeoutOverhead(20 * time.Second), kgo.ConnIdleTimeout(15 * time.Minute)}
	return kgo.NewClient(append(options, more...)...)
}

// dial goes to loopback, whatever the name.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	return (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, network, "127.0.0.1:"+port)
}

// seeds are the addresses of all brokers.
func (x *clients) seeds() kgo.Opt {
	var all []string
	for _, b := range x.c.all()[1:] {
		all = append(all, fmt.Sprintf("127.0.0.1:%d", b.port))
	}
	return kgo.SeedBrokers(all...)
}

// ask sends a request to a node and to no other.
func (x *clients) ask(ctx context.Context, n *node, r kmsg.Request) (kmsg.Response, error) {
	line, err := x.line(n)
	if err != nil {
		return nil, err
	}
	answer, err := line.Request(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("%s does not answer: %w", n.name(), err)
	}
	return answer, nil
}

// createTopic makes the topic, and a line to every broker while all can answer.
func (x *clients) createTopic(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	r := kmsg.NewPtrCreateTopicsRequest()
	t := kmsg.NewCreateTopicsRequestTopic()
	t.Topic, t.NumPartitions, t.ReplicationFactor = topic, -1, -1
	assignment := kmsg.NewCreateTopicsRequestTopicReplicaAssignment()
	assignment.Replicas = ids(x.c.settings.Brokers)
	t.ReplicaAssignment = append(t.ReplicaAssignment, assignment)
	r.Topics = append(r.Topics, t)
	first := x.c.brokers[x.c.settings.Brokers[0]]
	answer, err := x.ask(ctx, first, r)
	if err != nil {
		return err
	}
	made := answer.(*kmsg.CreateTopicsResponse).Topics[0]
	if err := kerr.ErrorForCode(made.ErrorCode); err != nil {
		return fmt.Errorf("the topic cannot be made: %w", err)
	}
	x.id = made.TopicID
	for _, n := range x.c.all() {
		if _, err := x.ask(ctx, n, kmsg.NewPtrApiVersionsRequest()); err != nil {
			return err
		}
	}
	return nil
}

func ids(list []int) (out []int32) {
	for _, b := range list {
		out = append(out, int32(b))
	}
	return out
}

// order gives the replicas an order; the first is the preferred leader.
func (x *clients) order(ctx context.Context, replicas []int) error {
	ctx, stop := context.WithTimeout(ctx, 15*time.Second)
	defer stop()
	r := kmsg.NewPtrAlterPartitionAssignmentsRequest()
	t := kmsg.NewAlterPartitionAssignmentsRequestTopic()
	p := kmsg.NewAlterPartitionAssignmentsRequestTopicPartition()
	p.Replicas = ids(replicas)
	t.Topic, t.Partitions = topic, append(t.Partitions, p)
	r.Topics = append(r.Topics, t)
	answer, err := x.ask(ctx, x.c.controller, r)
	if err != nil {
		return err
	}
	got := answer.(*kmsg.AlterPartitionAssignmentsResponse)
	if err := kerr.ErrorForCode(got.ErrorCode); err != nil {
		return err
	}
	return kerr.ErrorForCode(got.Topics[0].Partitions[0].ErrorCode)
}

// elect has the preferred leader elected. The request goes to the controller itself,
// which takes it, so that no broker has to pass it on.
func (x *clients) elect(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, 15*time.Second)
	defer stop()
	r := kmsg.NewPtrElectLeadersRequest()
	t := kmsg.NewElectLeadersRequestTopic()
	t.Topic, t.Partitions = topic, []int32{0}
	r.Topics = append(r.Topics, t)
	answer, err := x.ask(ctx, x.c.controller, r)
	if err != nil {
		return err
	}
	got := answer.(*kmsg.ElectLeadersResponse)
	if err := kerr.ErrorForCode(got.ErrorCode); err != nil {
		return err
	}
	if err := kerr.ErrorForCode(got.Topics[0].Partitions[0].ErrorCode); err != kerr.ElectionNotNeeded {
		return err
	}
	return nil // it leads already
}

// minIsr changes the topic's min.insync.replicas.
func (x *clients) minIsr(ctx context.Context, value string) error {
	ctx, stop := context.WithTimeout(ctx, 15*time.Second)
	defer stop()
	r := kmsg.NewPtrIncrementalAlterConfigsRequest()
	t := kmsg.NewIncrementalAlterConfigsRequestResource()
	t.ResourceType, t.ResourceName = kmsg.ConfigResourceTypeTopic, topic
	setting := kmsg.NewIncrementalAlterConfigsRequestResourceConfig()
	setting.Name, setting.Value = "min.insync.replicas", &value
	t.Configs = append(t.Configs, setting)
	r.Resources = append(r.Resources, t)
	answer, err := x.ask(ctx, x.c.controller, r)
	if err != nil {
		return err
	}
	return kerr.ErrorForCode(answer.(*kmsg.IncrementalAlterConfigsResponse).Resources[0].ErrorCode)
}

// produce sends records to a broker in one batch, once, whether or not it leads, and
// returns the offset of the first.
func (x *clients) produce(ctx context.Context, n *node, acks int16, values []string) (int64, error) {
	r := kmsg.NewPtrProduceRequest()
	r.Acks, r.TimeoutMillis = acks, 120_000
	t := kmsg.NewProduceRequestTopic()
	t.Topic, t.TopicID = topic, x.id
	p := kmsg.NewProduceRequestTopicPartition()
	p.Records = batch(values)
	t.Partitions = append(t.Partitions, p)
	r.Topics = append(r.Topics, t)
	answer, err := x.ask(ctx, n, r)
	if err != nil {
		return 0, err
	}
	if acks == 0 {
		return -1, nil
	}
	got := answer.(*kmsg.ProduceResponse).Topics[0].Partitions[0]
	return got.BaseOffset, kerr.ErrorForCode(got.ErrorCode)
}

// batch is a batch of records without a producer id, as a plain producer sends it.
func batch(values []string) []byte {
	var records []byte
	for i, v := range values {
		record := kmsg.Record{OffsetDelta: int32(i), Value: []byte(v)}
		record.Length = int32(len(record.AppendTo(nil)) - 1) // a length of 0 takes one byte
		records = record.AppendTo(records)
	}
	now := time.Now().UnixMilli()
	b := kmsg.RecordBatch{PartitionLeaderEpoch: -1, Magic: 2, LastOffsetDelta: int32(len(values) - 1), FirstTimestamp: now,
		MaxTimestamp: now, ProducerID: -1, ProducerEpoch: -1, FirstSequence: -1, NumRecords: int32(len(values)), Records: records}
	b.Length = headSize - 12 + int32(len(records))
	raw := b.AppendTo(nil)
	sum := crc32.Checksum(raw[21:], crc32.MakeTable(crc32.Castagnoli))
	binary.BigEndian.PutUint32(raw[17:], sum)
	return raw
}

// fetch reads what a broker gives to consumers from the start on, and where that ends.
func (x *clients) fetch(ctx context.Context, n *node) ([]*kgo.Record, int64, error) {
	ctx, stop := context.WithTimeout(ctx, 15*time.Second)
	defer stop()
	r := kmsg.NewPtrFetchRequest()
	r.ReplicaID, r.MaxWaitMillis, r.MinBytes, r.MaxBytes, r.SessionEpoch = -1, 500, 1, 50<<20, -1
	t := kmsg.NewFetchRequestTopic()
	t.Topic, t.TopicID = topic, x.id
	p := kmsg.NewFetchRequestTopicPartition()
	p.PartitionMaxBytes, p.CurrentLeaderEpoch = 50<<20, -1
	t.Partitions = append(t.Partitions, p)
	r.Topics = append(r.Topics, t)
	answer, err := x.ask(ctx, n, r)
	if err != nil {
		return nil, 0, err
	}
	got := answer.(*kmsg.FetchResponse)
	if err := kerr.ErrorForCode(got.ErrorCode); err != nil {
		return nil, 0, err
	}
	if len(got.Topics) == 0 {
		return nil, 0, nil
	}
	end := got.Topics[0].Partitions[0].HighWatermark
	read, _ := kgo.ProcessFetchPartition(kgo.ProcessFetchPartitionOpts{Topic: topic}, &got.Topics[0].Partitions[0],
		kgo.DefaultDecompressor(), nil)
	return read.Records, end, read.Err
}

// readAll reads the partition from its start to its end, as a consumer does.
func (x *clients) readAll(ctx context.Context) (records []*kgo.Record, end int64, err error) {
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	client, err := x.client(x.seeds(), kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: {0: kgo.NewOffset().AtStart()}}))
	if err != nil {
		return nil, 0, err
	}
	defer client.Close()
	ends, err := kadm.NewClient(client).ListEndOffsets(ctx, topic)
	if err != nil {
		return nil, 0, err
	}
	last, _ := ends.Lookup(topic, 0)
	if last.Err != nil {
		return nil, 0, last.Err
	}
	for next := int64(0); next < last.Offset; {
		fetched := client.PollFetches(ctx)
		if err := fetched.Err(); err != nil {
			return nil, last.Offset, err
		}
		fetched.EachRecord(func(r *kgo.Record) { records, next = append(records, r), r.Offset+1 })
	}
	return records, last.Offset, nil
}

// told is a list of records as a recording has it.
func told(records []*kgo.Record) string {
	var words []string
	for _, r := range records {
		words = append(words, fmt.Sprintf("%d:%d:%s", r.Offset, r.LeaderEpoch, r.Value))
	}
	return strings.Join(words, " ")
}
