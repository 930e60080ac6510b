package recording

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mc/model/evidence"
)

// dump is a metadata log: b1 leads, then b2 is elected.
const dump = `baseOffset: 0 lastOffset: 1 count: 2 CreateTime: 1796081386858 size: 72
| payload: {"type":"TOPIC_RECORD","version":0,"data":{"name":"t","topicId":"A"}}
| payload: {"type":"PARTITION_RECORD","version":2,"data":{"partitionId":0,"topicId":"A","replicas":[1,2],"isr":[1,2],"leader":1,"leaderEpoch":0,"partitionEpoch":0}}
baseOffset: 2 lastOffset: 2 count: 1 CreateTime: 1796081387858 size: 72
| payload: {"type":"PARTITION_CHANGE_RECORD","version":2,"data":{"partitionId":0,"topicId":"A","leader":2}}
`

const logOf2 = `23:29:48.000 INFO  logger [Broker id=2] Leader t-0 with topic id Some(A) starts at leader epoch 1 from offset 0 with partition epoch 1, high watermark 0, ISR [1,2] [x]
`

func folderOf(t testing.TB, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOpen(t *testing.T) {
	r, err := Open(folderOf(t, map[string]string{"metadata.dump.txt": dump, "n2.log": logOf2, "config.json": `{"version":"4.4.0"}`}), evidence.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Lines) != 2 || r.Set["generation"] != "4.3" || r.Set["max_leader_epoch"] != "1" || r.Set["replicas"] != "2" {
		t.Error(r.Lines, r.Set)
	}
	if said := r.Told(r.Lines[1].Stream, r.Lines[1].Fact); !strings.Contains(said, "b2 leads in leader epoch 1") {
		t.Error(said)
	}
}

// TestBadRecordings: each is refused with the place and what to do.
func TestBadRecordings(t *testing.T) {
	for want, files := range map[string]map[string]string{
		"there is no metadata.dump.txt":  {"n1.log": ""},
		"is not created in this dump":    {"metadata.dump.txt": strings.ReplaceAll(dump, "PARTITION_RECORD", "X")},
		"no version is recorded":         {"metadata.dump.txt": dump},
		"metadata.dump.txt:2: a record":  {"metadata.dump.txt": strings.Replace(dump, `"data":{"name"`, `"data":{"name`, 1)},
		"config.json: ":                  {"metadata.dump.txt": dump, "config.json": "{"},
		"the model has 2 to 5":           {"metadata.dump.txt": strings.Replace(dump, `"replicas":[1,2]`, `"replicas":[1]`, 1)},
		"steps.jsonl:1: it is not JSON":  {"metadata.dump.txt": dump, "config.json": `{"version":"4.4.0"}`, "steps.jsonl": "{"},
		"groups between the offsets":     {"metadata.dump.txt": dump, "config.json": `{"version":"4.4.0"}`, "n1.log": cuts()},
		`there is no generation or rele`: {"metadata.dump.txt": dump, "config.json": `{"version":"trunk"}`},
	} {
		if _, err := Open(folderOf(t, files), evidence.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// cuts are more offsets at which logs part than a model has.
func cuts() string {
	log := "23:29:48.000 TRACE Appended message set t-0 with last offset: 900000000, first offset: 0 [request-handler]\n"
	for i := range 30 {
		log += fmt.Sprintf("23:29:49.%03d INFO Truncating partition t-0 with TruncationState(offset=%d, completed=true) due to leader epoch\n", i, 7*i+5)
	}
	return log
}

// TestScale: more records than the model has are taken in groups, and told of by their offsets.
func TestScale(t *testing.T) {
	log := logOf2 + "23:29:49.000 TRACE Appended message set t-0 with last offset: 899, first offset: 0 [request-handler]\n" +
		"23:29:49.001 DEBUG [Partition t-0 broker=2] Recorded replica 1 log end offset (LEO) position 900\n" +
		"23:29:49.002 DEBUG [Partition t-0 broker=2] High watermark updated from (offset=0, segment=[0:0]) to (offset=900, segment=[0:9])\n" +
		"23:29:50.000 TRACE Appended message set t-0 with last offset: 900, first offset: 900 [request-handler]\n"
	files := map[string]string{"metadata.dump.txt": dump, "config.json": `{"version":"4.4.0"}`, "n2.log": log}
	r, err := Open(folderOf(t, files), evidence.Options{})
	if err != nil || r.Scale == nil || r.Scale.Between != 0 || !slices.Equal(r.Scale.Numbers, []int{0, 900, 901}) || r.Set["records"] != "2" {
		t.Fatal(err, r.Scale, r.Set)
	}
	var said []string
	for _, l := range r.Lines {
		said = append(said, r.Told(l.Stream, l.Fact))
	}
	for _, want := range []string{"b2 appends offsets 0 to 899", "b2 appends offset 900", "b2 raises its high watermark to 900", "b2 records the LEO of b1 at 900"} {
		if !slices.Contains(said, want) {
			t.Errorf("%q is not among %q", want, said)
		}
	}
	at, _ := stamp("23:29:49.500 ")
	if r, err = Open(folderOf(t, files), evidence.Options{Until: at}); err != nil || r.Beyond == nil || r.Set["records"] != "1" {
		t.Error(err, r.Set)
	}
}

// FuzzOpen: no dump and no log makes the reader panic, and all that it reads has words.
func FuzzOpen(f *testing.F) {
	f.Add(dump, logOf2)
	f.Add(dump, cuts())
	f.Add(dump, "23:29:48.000 TRACE Appended message set t-0 with last offset: 9000, first offset: -2000000000 [request-handler]\n")
	f.Add(dump, `{"t_end":"23:29:48.000","files":{"1":{"cache":"0 / 1 / 0 0","hw":5},"2":{"cache":null}}}`)
	f.Add(dump, "23:29:48.000 DEBUG [Partition t-0 broker=1] Submitting ISR state change PendingExpandIsr(newInSyncReplicaId=9, x\n")
	f.Add(dump, "23:29:48.000 INFO Transition from SHUTDOWN to STARTING\n23:29:49.000 INFO Log loaded for partition t-0 with initial high watermark 3\n")
	f.Fuzz(func(t *testing.T, dump, log string) {
		dir := folderOf(t, map[string]string{"metadata.dump.txt": dump, "n1.log": log, "n2.log": log, "config.json": `{"version":"4.1"}`})
		if strings.HasPrefix(log, "{") {
			os.WriteFile(filepath.Join(dir, "steps.jsonl"), []byte(log), 0o644)
		}
		r, err := Open(dir, evidence.Options{})
		if err != nil {
			return
		}
		for i := range r.Lines {
			if l := &r.Lines[i]; r.Told(l.Stream, l.Fact) == "" || l.Stream >= len(r.Streams) {
				t.Errorf("%v", l)
			}
		}
	})
}

// TestBatches: records of one batch are told as the decisions that they were.
func TestBatches(t *testing.T) {
	part := func(fields string) string {
		return `{"type":"PARTITION_CHANGE_RECORD","data":{"partitionId":0,"topicId":"A",` + fields + `}}`
	}
	broker := func(id int, field string) string {
		return fmt.Sprintf(`{"type":"BROKER_REGISTRATION_CHANGE_RECORD","data":{"brokerId":%d,%s}}`, id, field)
	}
	register := func(id int) string {
		return fmt.Sprintf(`{"type":"REGISTER_BROKER_RECORD","data":{"brokerId":%d}}`, id)
	}
	const fence, unfence, stop = `"fenced":1`, `"fenced":-1`, `"inControlledShutdown":1`
	for name, of := range map[string]struct {
		before, batch []string
		want          []string
	}{
		"a leader's change, then another is unfenced": {
			[]string{part(`"isr":[2]`), broker(3, fence)}, []string{part(`"isr":[2,1]`), broker(3, unfence)},
			[]string{"the partition changes, leader b1, leader epoch 0, ISR {b1, b2}", "b3 is unfenced, leader b1, leader epoch 0, ISR {b1, b2}"}},
		"one is unfenced, then a leader's change": {
			[]string{part(`"isr":[2]`), broker(3, fence)}, []string{broker(3, unfence), part(`"isr":[2,1]`)},
			[]string{"b3 is unfenced, leader b1, leader epoch 0, ISR {b2}", "the partition changes, leader b1, leader epoch 0, ISR {b1, b2}"}},
		"one is unfenced and elected": {
			[]string{part(`"isr":[1],"leader":-1`), broker(1, fence)}, []string{broker(1, unfence), part(`"leader":1`)},
			[]string{"b1 is unfenced, leader b1, leader epoch 2, ISR {b1}"}},
		"two are fenced, of whom one leads": {
			nil, []string{part(`"isr":[1,2]`), broker(3, fence), part(`"isr":[2],"leader":2`), broker(1, fence)},
			[]string{"b3 is fenced, leader b1, leader epoch 0, ISR {b1, b2}", "b1 is fenced, leader b2, leader epoch 1, ISR {b2}"}},
		"one stops, and leads no more": {
			nil, []string{broker(1, stop), part(`"isr":[2,3],"leader":2`)},
			[]string{"b1 may stop, leader b2, leader epoch 1, ISR {b2, b3}"}},
		"one registers and leaves the ELR": {
			[]string{part(`"isr":[1,2],"eligibleLeaderReplicas":[3]`)}, []string{part(`"eligibleLeaderReplicas":[]`), register(3)},
			[]string{"b3 registers, leader b1, leader epoch 0, ISR {b1, b2}"}},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(strings.SplitAfter(dump, "baseOffset: 2")[0], "[1,2]", "[1,2,3]", 2)
			text = strings.TrimSuffix(text, "baseOffset: 2")
			for i, list := range [][]string{of.before, of.batch} {
				text += fmt.Sprintf("baseOffset: %d CreateTime: %d\n", 2+i, 1796081387858+1000*i)
				for _, record := range list {
					text += "| payload: " + record + "\n"
				}
			}
			r, err := Open(folderOf(t, map[string]string{"metadata.dump.txt": text, "config.json": `{"version":"4.4.0"}`}), evidence.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var told []string
			for _, l := range r.Lines {
				if l.At%1_000_000 == (1796081388858%86_400_000)%1_000_000 {
					said, _, _ := strings.Cut(r.Told(l.Stream, l.Fact), ", ELR")
					told = append(told, said)
				}
			}
			if !slices.Equal(told, of.want) {
				t.Errorf("told are %q, and not %q\n%s", told, of.want, text)
			}
		})
	}
}
