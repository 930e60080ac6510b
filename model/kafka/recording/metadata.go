package recording

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mc/model/evidence"
	"mc/model/kafka"
)

// record is one record of the metadata log, as the dump has it.
type record struct {
	Type string `json:"type"`
	Data struct {
		Name         string `json:"name"`
		FeatureLevel int    `json:"featureLevel"`
		Value        string `json:"value"`
		Resource     string `json:"resourceName"`

		TopicName   string `json:"topicName"`
		TopicID     string `json:"topicId"`
		PartitionID int    `json:"partitionId"`
		Replicas    []int  `json:"replicas"`
		Isr         []int  `json:"isr"`
		Leader      *int   `json:"leader"`
		Elr         []int  `json:"eligibleLeaderReplicas"`
		LastKnown   []int  `json:"lastKnownElr"`

		BrokerID int `json:"brokerId"`
		// Of a change 1 or -1; of a registration true or false.
		Fenced     any `json:"fenced"`
		InShutdown any `json:"inControlledShutdown"`
	} `json:"data"`
	line int
}

// metadata is what the dump of the controller's log tells.
type metadata struct {
	file     string
	features map[string]int
	minIsr   int
	created  int64     // when the partition was
	brokers  []int     // that have a replica, in the order of the start
	versions []version // by partition epoch
	epochs   int       // changes of the leader epoch
	isFenced map[int]bool
	until    int64 // when to end; 0 for the end
	ordered  int   // the line in which the replicas come in another order first; 0 if they never do

	topic, topicID string
	partition      int
	at             kafka.Controller
	lines          []evidence.Line
}

// version is what a partition epoch stands for: how many changes that are no mere order of
// replicas, and the leader epoch.
type version struct{ changes, leaderEpoch int }

var createTime = regexp.MustCompile(`CreateTime: (\d+)`)

// readMetadata reads the dump; the options say of which partition, and when to end.
func readMetadata(file string, r io.Reader, o *evidence.Options) (*metadata, error) {
	m := &metadata{file: file, topic: o.Topic, partition: o.Partition, until: o.Until, features: map[string]int{}, isFenced: map[int]bool{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	var batch []record
	var at int64
	for n := 1; lines.Scan(); n++ {
		text := lines.Text()
		if strings.HasPrefix(text, "baseOffset") {
			if err := m.decide(batch, at); err != nil {
				return nil, err
			}
			batch = batch[:0]
			if found := createTime.FindStringSubmatch(text); found != nil {
				ms, _ := strconv.ParseInt(found[1], 10, 64)
				at = ms % day
			}
		}
		_, payload, found := strings.Cut(text, "payload: ")
		if !found {
			continue
		}
		one := record{line: n}
		if err := json.Unmarshal([]byte(payload), &one); err != nil {
			return nil, fmt.Errorf("%s:%d: a record of the metadata log is not JSON: %w; dump it with the cluster metadata decoder", file, n, err)
		}
		batch = append(batch, one)
	}
	if err := errors.Join(lines.Err(), m.decide(batch, at)); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if m.brokers == nil {
		return nil, fmt.Errorf("%s: partition %d of topic %q is not created in this dump; name another, or dump the log from its start", file, m.partition, m.topic)
	}
	return m, nil
}

// decided is what a record says, with the partition as it was before and is after it.
type decided struct {
	kind, broker, line int
	before, after      kafka.Controller
}

// decide reads one batch: what the controller decided at about the same time, one thing
// after the other. The records of a partition come with that of the broker on whose account
// it changes, or on their own.
func (m *metadata) decide(batch []record, at int64) error {
	if m.until > 0 && at > m.until {
		return nil
	}
	var all []decided
	for _, r := range batch {
		d := decided{line: r.line, broker: -1, before: m.at}
		if d.kind, d.broker = m.read(r, at); d.kind == 0 || m.brokers == nil {
			continue
		}
		if d.kind != changed {
			if d.broker = m.index(d.broker); d.broker < 0 {
				continue
			}
		}
		d.after = m.at
		all = append(all, d)
	}
	owned := make([]bool, len(all))
	for i := range all {
		owned[i] = all[i].kind == changed && onAccount(all, i)
	}
	for i, d := range all {
		if owned[i] {
			continue
		}
		m.lines = append(m.lines, evidence.Line{File: m.file, Number: d.line, At: at, Stream: controller, Fact: decision(d.kind, d.broker, &d.after)})
	}
	return nil
}

// onAccount reports whether the partition changes on account of a broker: of one that is
// fenced, or registers after an unclean stop, of which the record comes next; or of one that
// is unfenced, and elected, or stops, of which it came before. That one is told with what the
// partition is then.
func onAccount(all []decided, i int) bool {
	d := &all[i]
	next := i + 1
	for next < len(all) && all[next].kind == changed {
		next++
	}
	if next < len(all) && (all[next].kind == fenced || all[next].kind == registered) && d.drops(all[next].broker) {
		return true
	}
	if i == 0 {
		return false
	}
	last := &all[i-1]
	elected := last.kind == unfenced && d.before.Leader == kafka.Nobody && d.after.Leader != kafka.Nobody
	if elected || last.kind == stopping && d.drops(last.broker) {
		last.after = d.after
		return true
	}
	return false
}

// drops reports whether a broker leads no more, or has left the ISR or the ELR.
func (d *decided) drops(b int) bool {
	was, is := &d.before, &d.after
	return was.Leader == kafka.NodeOf(b) && is.Leader != was.Leader || was.Isr.Has(b) && !is.Isr.Has(b) || was.Elr.Has(b) && !is.Elr.Has(b)
}

// read takes over one record. It reports what that tells: that the partition has changed, or
// something of a broker.
func (m *metadata) read(r record, at int64) (kind, broker int) {
	d := &r.Data
	switch r.Type {
	case "FEATURE_LEVEL_RECORD":
		m.features[d.Name] = d.FeatureLevel
	case "CONFIG_RECORD":
		if d.Name == "min.insync.replicas" && (d.Resource == "" || d.Resource == m.topic) {
			m.minIsr, _ = strconv.Atoi(d.Value)
		}
	case "TOPIC_RECORD":
		if m.topicID == "" && (m.topic == "" || d.Name == m.topic) {
			m.topic, m.topicID = d.Name, d.TopicID
		}
	case "PARTITION_RECORD":
		if d.TopicID == m.topicID && d.PartitionID == m.partition {
			m.create(r, at)
		}
	case "PARTITION_CHANGE_RECORD":
		if d.TopicID == m.topicID && d.PartitionID == m.partition && m.brokers != nil {
			return m.change(r), -1
		}
	case "CLEAR_ELR_RECORD":
		if m.brokers != nil && (d.TopicName == "" || d.TopicName == m.topic) {
			m.at.Elr, m.at.LastKnown = 0, 0
			m.count(true)
			return changed, -1
		}
	case "REGISTER_BROKER_RECORD":
		m.isFenced[d.BrokerID] = true
		return registered, d.BrokerID
	case "BROKER_REGISTRATION_CHANGE_RECORD":
		return m.registration(r)
	}
	return 0, 0
}

func (m *metadata) create(r record, at int64) {
	m.created, m.brokers = at, r.Data.Replicas
	m.at.Isr = m.members(r.Data.Isr)
	if r.Data.Leader != nil {
		m.at.Leader = m.node(*r.Data.Leader)
	}
	m.versions = []version{{}}
}

// change takes over a record of a change. One of the order of replicas alone is nothing that
// the model has, but it counts.
func (m *metadata) change(r record) int {
	d := &r.Data
	if d.Replicas != nil && !slices.Equal(d.Replicas, m.brokers) && m.ordered == 0 {
		m.ordered = r.line
	}
	if d.Leader == nil && d.Isr == nil && d.Elr == nil && d.LastKnown == nil {
		m.count(false)
		return 0
	}
	if d.Isr != nil {
		m.at.Isr = m.members(d.Isr)
	}
	if d.Elr != nil {
		m.at.Elr = m.members(d.Elr)
	}
	if d.LastKnown != nil {
		m.at.LastKnown = m.members(d.LastKnown)
	}
	if d.Leader != nil {
		m.at.Leader = m.node(*d.Leader)
		m.at.Epoch++
		m.epochs++
	}
	m.count(true)
	return changed
}

func (m *metadata) count(is bool) {
	v := m.versions[len(m.versions)-1]
	if is {
		v.changes++
	}
	v.leaderEpoch = m.epochs
	m.versions = append(m.versions, v)
}

// registration takes over what changes of a broker. One that is fenced already is fenced
// once more when its process is gone.
func (m *metadata) registration(r record) (kind, broker int) {
	d := &r.Data
	was := m.isFenced[d.BrokerID]
	switch {
	case d.Fenced == 1. && !was:
		m.isFenced[d.BrokerID] = true
		return fenced, d.BrokerID
	case d.Fenced == -1. && was:
		m.isFenced[d.BrokerID] = false
		return unfenced, d.BrokerID
	case d.InShutdown == 1.:
		return stopping, d.BrokerID
	}
	return 0, 0
}

// index is a broker's place among those with a replica, or -1.
func (m *metadata) index(id int) int {
	for i, b := range m.brokers {
		if b == id {
			return i
		}
	}
	return -1
}

func (m *metadata) node(id int) kafka.Node { return kafka.NodeOf(m.index(id)) }

func (m *metadata) members(ids []int) (s kafka.Set) {
	for _, id := range ids {
		if i := m.index(id); i >= 0 {
			s |= kafka.Of(i)
		}
	}
	return s
}

// version is how many changes of the model a partition epoch stands for.
func (m *metadata) version(epoch int) int32 {
	if epoch < 0 || epoch >= len(m.versions) {
		return contradicted
	}
	return int32(m.versions[epoch].changes)
}

// versionOf is version where a line says of which leader epoch it is.
func (m *metadata) versionOf(epoch, leaderEpoch int) int32 {
	v := m.version(epoch)
	if v == contradicted || m.versions[epoch].leaderEpoch != leaderEpoch {
		return contradicted
	}
	return v
}

const day = 24 * 60 * 60 * 1000
