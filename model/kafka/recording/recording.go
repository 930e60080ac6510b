package recording

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mc/model"
	"mc/model/evidence"
	"mc/model/kafka"
)

// config is what stands in config.json.
type config struct {
	Version  string `json:"version"`
	MinIsr   int    `json:"minisr"`
	Settings string `json:"topic_cfg"` // of the topic
}

// Open reads the recording in a folder, or in an archive of one (.tar.gz).
func Open(dir string, o evidence.Options) (*evidence.Recording[kafka.State], error) {
	dir, done, err := unpacked(dir)
	if err != nil {
		return nil, err
	}
	defer done()
	c, err := readConfig(dir)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(dir, "metadata.dump.txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no metadata.dump.txt; a recording needs the dump of the metadata log as Kafka's dump tool writes it with the decoder of cluster metadata")
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	meta, err := readMetadata("metadata.dump.txt", f, &o)
	if err != nil {
		return nil, err
	}
	if len(meta.brokers) < 2 || len(meta.brokers) > kafka.MaxBrokers {
		return nil, fmt.Errorf("metadata.dump.txt: the partition has %d replicas; the model has 2 to %d", len(meta.brokers), kafka.MaxBrokers)
	}
	d := &folder{config: c, Options: o, dir: dir, meta: meta, streams: streams(len(meta.brokers)), seen: map[int]bool{}, silences: map[int][][2]int64{}}
	if err := d.readLogs(); err != nil {
		return nil, err
	}
	return d.recording()
}

func readConfig(dir string) (c config, err error) {
	text, err := os.ReadFile(filepath.Join(dir, "config.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("config.json: %w", err)
	}
	return c, nil
}

// folder is a recording while it is read.
type folder struct {
	config
	evidence.Options
	streams
	dir      string
	meta     *metadata
	lines    []evidence.Line
	seen     map[int]bool // kinds of streams that have lines
	missing  []string     // brokers without a log
	notes    []string
	lost     int                // how often a broker came back with less than it had
	silences map[int][][2]int64 // of each broker
	scale
}

func (d *folder) readLogs() error {
	d.lines = d.meta.lines
	for b, id := range d.meta.brokers {
		name := fmt.Sprintf("n%d.log", id)
		f, err := os.Open(filepath.Join(d.dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			d.missing = append(d.missing, fmt.Sprintf("broker %d", id))
			continue
		}
		if err != nil {
			return err
		}
		acks, err := readAcks(d.dir, name+".req")
		if err == nil {
			l := &logged{streams: d.streams, meta: d.meta, b: b, file: name, acks: acks, seen: d.seen}
			err = l.read(f)
			d.lines, d.lost = append(d.lines, l.lines...), d.lost+l.lost
			d.notes = append(d.notes, l.notes...)
			d.silences[b] = l.silences
		}
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	if err := d.readFiles(); err != nil {
		return err
	}
	if d.Until > 0 {
		d.lines = slices.DeleteFunc(d.lines, func(l evidence.Line) bool { return l.At > d.Until })
	}
	slices.SortStableFunc(d.lines, func(x, y evidence.Line) int { return cmp.Compare(x.At, y.At) })
	return nil
}

var (
	acksOf   = regexp.MustCompile(`"acks":(-?\d+)`)
	offsetOf = regexp.MustCompile(`"baseOffset":(-?\d+)`)
)

// readAcks is, by base offset, with which acks records were sent to a broker.
func readAcks(dir, name string) (map[int][]int32, error) {
	text, err := os.ReadFile(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	acks := map[int][]int32{}
	for line := range strings.Lines(string(text)) {
		a, o := acksOf.FindStringSubmatch(line), offsetOf.FindStringSubmatch(line)
		if a == nil || o == nil || !strings.Contains(line, `"PRODUCE"`) {
			continue
		}
		offset, _ := strconv.Atoi(o[1])
		asked := map[string]uint8{"-1": kafka.AcksAll, "1": kafka.AcksOne, "0": kafka.AcksNone}[a[1]]
		acks[offset] = append(acks[offset], int32(asked))
	}
	return acks, nil
}

// recording puts everything together.
func (d *folder) recording() (*evidence.Recording[kafka.State], error) {
	r := &evidence.Recording[kafka.State]{Streams: d.streams.names(), Start: start}
	if err := errors.Join(d.release(r), d.choose()); err != nil {
		return nil, err
	}
	d.rescale(r)
	if err := d.bounds(r); err != nil {
		return nil, err
	}
	r.Lines = d.lines
	for name, value := range d.Set {
		r.Set[name] = value
	}
	r.Notes = d.notes
	if d.Until > 0 {
		r.Partial, r.Beyond = append(r.Partial, "what was after "+clockTime(d.Until)), d.beyond
	}
	if d.meta.ordered > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("metadata.dump.txt:%d has the replicas in another order; who leads when a leader goes is looked for "+
			"in the order of the start, so a refusal at such an election may be due to that", d.meta.ordered))
	}
	v := viewer{streams: d.streams, minIsr: d.minIsr(), quiet: map[int]bool{}, grouped: r.Scale != nil && r.Scale.Between > 0}
	d.silence(r, &v)
	if v.quiet[appends] {
		d.withoutRecords(r)
	}
	r.Ways, r.Stale = v.ways, v.stale
	r.Told, r.Names = d.told, func(shown [][]int) []evidence.Name { return d.names(r, shown) }
	return r, nil
}

// beyond is evidence.Recording.Beyond where the reading ends at a time.
func (d *folder) beyond(stream int) int64 {
	if stream == controller {
		return d.Until
	}
	kind := d.kind(stream)
	for _, s := range d.silences[d.broker(stream)] {
		if s[0] <= d.Until && d.Until < s[1] && lies(kind) {
			return s[0]
		}
	}
	switch kind {
	case learns:
		return d.Until - metadataLag
	case hears:
		return d.Until - heartbeat
	}
	return d.Until
}

// start is the model's own: everybody has learned of the partition that was just created.
func start(m *model.Model[kafka.State]) (s kafka.State, err error) {
	m.Init(func(first kafka.State) { s = first })
	return s, nil
}

func (d *folder) minIsr() int {
	if d.meta.minIsr > 0 {
		return d.meta.minIsr
	}
	return max(1, d.MinIsr)
}

// release is the generation of the model that the brokers ran.
func (d *folder) release(r *evidence.Recording[kafka.State]) error {
	elr := d.meta.features["eligible.leader.replicas.version"] > 0
	release, because := d.Release, "as asked for"
	if release == "" {
		release, because = d.Version, "config.json says version "+d.Version
	}
	if release == "" {
		return errors.New("config.json: no version is recorded; name the release of the brokers, 4.1 or another")
	}
	meant, err := kafka.Variants.Resolve(release)
	if err != nil {
		return fmt.Errorf("config.json: %w", err)
	}
	newer := !strings.HasPrefix(meant.Name, "4.0") && strings.HasPrefix(meant.Name, "4.")
	release = meant.Name
	r.Set = map[string]string{"generation": release}
	switch {
	case release == "4.0" && elr:
		r.Set["generation"] = "4.0-elr"
		because += ", and the metadata log has eligible.leader.replicas.version=1"
	case newer && !elr && d.meta.features["metadata.version"] > 0:
		r.Set["elr"], r.Set["recovery"] = "off", "none"
		because += ", and the metadata log does not have eligible.leader.replicas.version=1"
	}
	r.Because = append(r.Because, "generation "+r.Set["generation"]+": "+because)
	return nil
}

// bounds make room for what was recorded.
func (d *folder) bounds(r *evidence.Recording[kafka.State]) error {
	records, stops, times := 0, 0, map[int]int{}
	for i := range d.lines {
		l := &d.lines[i]
		switch kind := d.kind(l.Stream); {
		case l.Stream == controller:
			times[int(l.Fact[0])]++
		case kind == appends:
			records++
		case kind == lives && l.Fact[0] == ended:
			stops++
		}
	}
	if d.meta.epochs > kafka.MaxLeaderEpoch {
		return fmt.Errorf("metadata.dump.txt: leader epoch %d; a recording may reach %d so far, so cut it, or have it read up to an earlier time", d.meta.epochs, kafka.MaxLeaderEpoch)
	}
	n := func(v int) string { return strconv.Itoa(v) }
	for name, value := range map[string]string{
		"replicas": n(len(d.meta.brokers)), "min_insync_replicas": n(d.minIsr()), "records": n(records), "fetch_records": n(max(1, records)),
		"max_leader_epoch": n(d.meta.epochs), "kills": n(stops), "fences": n(times[fenced] + times[stopping]), "unfences": n(times[unfenced]),
		"clean_stops": n(times[fenced] + times[stopping]), "elections": n(d.meta.epochs), "lag_timeouts": "15", "checkpoints": n(d.checkpoints(r, stops)),
		"acks": "any", "track_acks": "with-hw", "restart": "in-steps", "reply_hw": "either", "fetch_waits": "on",
	} {
		r.Set[name] = value
	}
	if strings.Contains(d.Settings, "unclean.leader.election.enable=true") {
		r.Set["unclean_elections"] = n(d.meta.epochs)
	}
	if d.lost > 0 {
		r.Set["lossy_crashes"], r.Set["partial_loss"] = n(d.lost), "on"
	}
	return nil
}

// silence finds out what was not recorded.
func (d *folder) silence(r *evidence.Recording[kafka.State], v *viewer) {
	for kind, what := range map[int]string{
		records0: "the LEOs that leaders record (DEBUG of kafka.cluster.Partition)",
		raises:   "high watermarks of leaders (DEBUG of kafka.cluster.Partition)",
		follows:  "what fetchers do (TRACE of ReplicaFetcherThread)",
		appends:  "appends of producers (TRACE of UnifiedLog)",
		proposes: "ISR changes that leaders propose (DEBUG of kafka.cluster.Partition)",
	} {
		if !d.logs(kind) {
			v.quiet[kind] = true
			r.Partial = append(r.Partial, what)
		}
	}
	slices.Sort(r.Partial)
	for _, b := range d.missing {
		r.Partial = append(r.Partial, "the log of "+b)
	}
}

// withoutRecords takes every log as empty, where nothing says what was appended: leaders,
// epochs, ISR and ELR are held against the model, what depends on records is not.
func (d *folder) withoutRecords(r *evidence.Recording[kafka.State]) {
	r.Set["records"], r.Set["fetch_records"] = "0", "1"
	r.Partial = append(r.Partial, "records, and with them LEOs, high watermarks, cuts and losses: logs are taken as empty")
	r.Lines = slices.DeleteFunc(r.Lines, func(l evidence.Line) bool {
		kind := d.kind(l.Stream)
		return l.Stream != controller && (kind == follows || kind == raises || kind == files || kind >= records0)
	})
	for i := range r.Lines {
		l := &r.Lines[i]
		switch {
		case l.Stream == controller:
		case d.kind(l.Stream) == learns:
			l.Fact[2], l.Fact[3] = evidence.Any, evidence.Any
		case d.kind(l.Stream) == lives:
			l.Fact[1], l.Fact[2] = evidence.Any, evidence.Any
		}
	}
}

// logs reports whether any broker has lines of a kind of stream, or of another that its level
// brings along.
func (d *folder) logs(kind int) bool {
	if (kind == raises || kind == proposes) && d.logs(records0) {
		return true
	}
	for k := range d.seen {
		if min(k, records0) == kind {
			return true
		}
	}
	return false
}
