package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// recording is the folder that a run leaves; without a folder nothing is written.
type recording struct {
	dir   string
	mutex sync.Mutex
	steps *os.File
}

// newRecording begins one with what the cluster is.
func newRecording(dir string, c *cluster) (*recording, error) {
	r := &recording{dir: dir}
	if dir == "" {
		return r, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := r.config(c); err != nil {
		return nil, err
	}
	var err error
	r.steps, err = os.Create(filepath.Join(dir, "steps.jsonl"))
	return r, err
}

// config writes what the cluster was started with.
func (r *recording) config(c *cluster) error {
	s := c.settings
	broker, controller := s.Broker, map[string]string{"auto.leader.rebalance.enable": "false"}
	features := c.features()
	if features == nil {
		features = []string{}
	}
	topicSettings := ""
	if s.Unclean {
		controller["unclean.leader.election.enable"] = "true"
	}
	text, err := json.MarshalIndent(map[string]any{
		"version": c.kafka.version, "lag": s.Lag.Milliseconds(), "session": s.Session.Milliseconds(), "minisr": s.MinIsr,
		"broker": broker, "controller": controller, "features": features, "topic_cfg": topicSettings,
		"assignment": strings.Trim(bare(s.Brokers), "[]"),
	}, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.dir, "config.json"), append(text, '\n'), 0o666)
}

// files are what the files of a replica say.
type files struct {
	Cache    *string `json:"cache"`
	HW       *int    `json:"hw"`
	Recovery *int    `json:"recovery"`
	Start    *int    `json:"start"`
	Clean    *string `json:"clean"`
	Log      int64   `json:"log"`
}

// entry is a line of steps.jsonl.
type entry struct {
	T        string           `json:"t"`
	TEnd     string           `json:"t_end"`
	Step     string           `json:"step"`
	Cmd      string           `json:"cmd,omitempty"`
	Result   string           `json:"result,omitempty"`
	Describe string           `json:"describe,omitempty"`
	Files    map[string]files `json:"files,omitempty"`
	Alive    []int            `json:"alive,omitempty"`
}

// step writes down an operation, and what is to be seen after it.
func (r *recording) step(c *cluster, began time.Time, what, command, result string) error {
	if r.steps == nil {
		return nil
	}
	e := entry{T: clock(began), TEnd: clock(time.Now()), Step: what, Cmd: command, Result: result, Describe: c.seen.describe(),
		Files: map[string]files{}}
	for _, n := range c.all() {
		if n.up() {
			e.Alive = append(e.Alive, n.id)
		}
		if n != c.controller {
			e.Files[strconv.Itoa(n.id)] = n.files()
		}
	}
	return r.write(e)
}

// answer writes down that a request that was not waited for has its answer.
func (r *recording) answer(began time.Time, value, result string) error {
	if r.steps == nil {
		return nil
	}
	return r.write(entry{T: clock(began), TEnd: clock(time.Now()), Step: "async result", Result: value + " " + result})
}

func (r *recording) write(e entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	_, err = r.steps.Write(append(line, '\n'))
	return err
}

var ofPartition = regexp.MustCompile(`(?m)^t 0 (\d+)$`)

// files reads what a broker has on disk beside its log.
func (n *node) files() (f files) {
	data := filepath.Join(n.dir, "data")
	text := func(path ...string) *string {
		raw, err := os.ReadFile(filepath.Join(append([]string{data}, path...)...))
		if err != nil {
			return nil
		}
		line := strings.Join(strings.Split(strings.TrimSpace(string(raw)), "\n"), " / ")
		return &line
	}
	offset := func(name string) *int {
		raw, err := os.ReadFile(filepath.Join(data, name))
		m := ofPartition.FindSubmatch(raw)
		if err != nil || m == nil {
			return nil
		}
		value := integer(string(m[1]))
		return &value
	}
	f = files{Cache: text("t-0", "leader-epoch-checkpoint"), Clean: text(".kafka_cleanshutdown"), HW: offset("replication-offset-checkpoint"),
		Recovery: offset("recovery-point-offset-checkpoint"), Start: offset("log-start-offset-checkpoint")}
	segments, _ := filepath.Glob(filepath.Join(n.replica(), "*.log"))
	for _, path := range segments {
		if info, err := os.Stat(path); err == nil {
			f.Log += info.Size()
		}
	}
	return f
}

// finish dumps the logs of a cluster that has ended, and keeps what the brokers wrote.
func (r *recording) finish(c *cluster) error {
	if r.steps == nil {
		return nil
	}
	if err := r.steps.Close(); err != nil {
		return err
	}
	for _, n := range c.all() {
		if err := r.dump(c, n); err != nil {
			return err
		}
		for _, suffix := range []string{"", ".req"} {
			if err := r.keep(c, n, suffix); err != nil {
				return err
			}
		}
	}
	return nil
}

var metadataLine = regexp.MustCompile(`baseOffset|PARTITION|TOPIC_RECORD|CLEAR_ELR|BROKER|FEATURE|CONFIG|REGISTER`)

// dump prints the log of the partition, or of the controller's metadata.
func (r *recording) dump(c *cluster, n *node) error {
	folder, name, flags := n.replica(), fmt.Sprintf("b%d.dump.txt", n.id), []string{"--print-data-log"}
	if n == c.controller {
		folder, name = filepath.Join(n.dir, "data", "__cluster_metadata-0"), "metadata.dump.txt"
		flags = []string{"--cluster-metadata-decoder", "--skip-record-metadata"}
	}
	segments, err := filepath.Glob(filepath.Join(folder, "*.log"))
	if err != nil || len(segments) == 0 {
		return err
	}
	args := append([]string{c.kafka.dump, "--files", strings.Join(segments, ",")}, flags...)
	out, err := c.kafka.java(128, filepath.Join(n.dir, "dump.log"), nil, args...).Output()
	if err != nil {
		said := ""
		if failed, is := err.(*exec.ExitError); is {
			said = ": " + string(failed.Stderr[max(0, len(failed.Stderr)-500):])
		}
		return fmt.Errorf("the log of %s cannot be dumped: %w%s", n.name(), err, said)
	}
	var kept strings.Builder
	for line := range strings.Lines(string(out)) {
		if n != c.controller || metadataLine.MatchString(line) {
			kept.WriteString(strings.ReplaceAll(line, c.dir, ""))
		}
	}
	return os.WriteFile(filepath.Join(r.dir, name), []byte(kept.String()), 0o666)
}

var (
	ownLine = regexp.MustCompile(`t-0|[Bb]roker|epoch|ISR|isr|lean|Fetcher|[Ss]tarted|shut`)
	noise   = regexp.MustCompile(`\[raft-|RaftManager|values:|^\s|Node \d+ disconn|could not be established|Fetching log segment|` +
		`__cluster_metadata|purgatory items|rocessBrokerHeartbeat|Processing heartbeat|maybeFenceStaleBroker`)
	request = regexp.MustCompile(`"requestApiKeyName":"(FETCH|PRODUCE|ALTER_PARTITION|BROKER_REGISTRATION|CONTROLLED_SHUTDOWN|` +
		`ELECT_LEADERS|OFFSET_FOR_LEADER_EPOCH|LIST_OFFSETS)"`)
)

// keep copies the lines of a log that are about the partition or the life of brokers.
func (r *recording) keep(c *cluster, n *node, suffix string) error {
	text, err := os.ReadFile(n.log() + suffix)
	if err != nil {
		return err
	}
	wanted := func(line string) bool { return ownLine.MatchString(line) && !noise.MatchString(line) }
	if suffix != "" {
		wanted = func(line string) bool {
			metadata := strings.Contains(line, "__cluster_metadata") || n == c.controller && strings.Contains(line, `"FETCH"`)
			return request.MatchString(line) && !metadata
		}
	}
	var kept strings.Builder
	for line := range strings.Lines(string(text)) {
		if wanted(line) {
			kept.WriteString(strings.ReplaceAll(line, c.dir, ""))
		}
	}
	return os.WriteFile(filepath.Join(r.dir, fmt.Sprintf("n%d.log%s", n.id, suffix)), []byte(kept.String()), 0o666)
}
