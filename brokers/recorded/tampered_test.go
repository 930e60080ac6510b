package recorded

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mc/model/evidence"
)

// times is how often a recording is tampered with in each way: go test ./brokers/recorded -args -times 20.
var times = flag.Int("times", 2, "how often in each way")

// tampering changes a line of a file, or says that it has nothing to change there.
type tampering struct {
	name string
	file string // a pattern
	line *regexp.Regexp
	by   func(r *rand.Rand, line string) string
	may  bool // be so: another high watermark that the broker had may have been on disk before the next look
}

// bump changes the number in the n-th group of an expression by one.
func bump(re string, n int) tampering {
	exp := regexp.MustCompile(re)
	return tampering{line: exp, by: func(r *rand.Rand, line string) string {
		at := exp.FindStringSubmatchIndex(line)[2*n : 2*n+2]
		v, _ := strconv.Atoi(line[at[0]:at[1]])
		if v > 0 && r.IntN(2) == 0 {
			v -= 2
		}
		return line[:at[0]] + strconv.Itoa(v+1) + line[at[1]:]
	}}
}

// without takes one number out of the list in the first group, or puts one in.
func without(re string) tampering {
	exp := regexp.MustCompile(re)
	return tampering{line: exp, by: func(r *rand.Rand, line string) string {
		at := exp.FindStringSubmatchIndex(line)[2:4]
		list := strings.FieldsFunc(line[at[0]:at[1]], func(c rune) bool { return c == ',' })
		if len(list) > 1 || len(list) == 1 && r.IntN(2) == 0 {
			i := r.IntN(len(list))
			list = slices.Delete(list, i, i+1)
		} else {
			for _, b := range []string{"2", "1"} {
				if !slices.Contains(list, b) {
					list = append(list, b)
					break
				}
			}
		}
		return line[:at[0]] + strings.Join(list, ",") + line[at[1]:]
	}}
}

func removed(re string) tampering {
	return tampering{line: regexp.MustCompile(re), by: func(*rand.Rand, string) string { return "" }}
}

// moved writes another time before a line, three to five seconds earlier or later.
func moved(re string) tampering {
	return tampering{line: regexp.MustCompile(re), by: func(r *rand.Rand, line string) string {
		var h, m, s int
		if _, err := fmt.Sscanf(line, "%d:%d:%d", &h, &m, &s); err != nil {
			return line
		}
		t := h*3600 + m*60 + s + (3+r.IntN(3))*(1-2*r.IntN(2))
		return fmt.Sprintf("%02d:%02d:%02d%s", t/3600%24, t/60%60, t%60, line[8:])
	}}
}

func maybe(t tampering) tampering { t.may = true; return t }

func tamperings() []tampering {
	named := func(name, file string, t tampering) tampering {
		t.name, t.file = name, file
		return t
	}
	const telling = `Recorded replica|High watermark updated|after appending [1-9]|updated replica high|starts at leader epoch [1-9]|due to leader epoch|Submitting|Appended message set.*request-handler`
	return []tampering{
		named("a high watermark", "n?.log", bump(`High watermark updated .* to \(offset=(\d+)`, 1)),
		named("a follower's high watermark", "n?.log", bump(`and updated replica high watermark to (\d+)`, 1)),
		named("a truncation point", "n?.log", bump(`TruncationState\(offset=(\d+), completed=true\) due to leader epoch`, 1)),
		named("an ISR", "metadata.dump.txt", without(`PARTITION_CHANGE_RECORD.*"isr":\[([\d,]*)\]`)),
		named("an ELR", "metadata.dump.txt", without(`PARTITION_CHANGE_RECORD.*"eligibleLeaderReplicas":\[([\d,]*)\]`)),
		named("a leader's start", "n?.log", bump(`Leader t-0 .* starts at leader epoch [1-9]\d* from offset (\d+)`, 1)),
		named("an epoch", "n?.log", bump(`starts at leader epoch (\d+)`, 1)),
		named("a follower's LEO", "n?.log", bump(`log end offset (\d+) after appending [1-9]`, 1)),
		named("a recorded LEO", "n?.log", bump(`Recorded replica \d+ log end offset \(LEO\) position (\d+)`, 1)),
		named("a line removed", "n?.log", removed(telling)),
		named("a line moved", "n?.log", moved(telling)),
		named("a high watermark on disk", "steps.jsonl", maybe(bump(`"hw": ?(\d+)`, 1))),
		named("the begin of an epoch on disk", "steps.jsonl", bump(`"cache": ?"0 / 2 / \d+ \d+ / \d+ (\d+)`, 1)),
		named("an epoch on disk", "steps.jsonl", bump(`"cache": ?"0 / 2 / \d+ \d+ / (\d+)`, 1)),
		named("a record removed", "metadata.dump.txt", removed(`PARTITION_CHANGE_RECORD.*(isr|leader)|REGISTRATION_CHANGE_RECORD.*"fenced":-1`)),
	}
}

// tamper changes one line of a copy of a recording.
func (tp *tampering) tamper(t *testing.T, r *rand.Rand, dir string) (copied, file string, n int, was string) {
	t.Helper()
	var places []struct {
		file string
		n    int
	}
	files, _ := filepath.Glob(filepath.Join(dir, tp.file))
	for _, f := range files {
		if strings.HasSuffix(f, "n100.log") {
			continue
		}
		text, _ := os.ReadFile(f)
		created := false
		for i, line := range strings.Split(string(text), "\n") {
			created = created || strings.HasPrefix(line, "{") || strings.Contains(line, "starts at leader epoch 0") || strings.Contains(line, "PARTITION_RECORD")
			if created && tp.line.MatchString(line) {
				places = append(places, struct {
					file string
					n    int
				}{f, i})
			}
		}
	}
	if len(places) == 0 {
		return "", "", 0, ""
	}
	place := places[r.IntN(len(places))]
	copied = t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(place.file)
	lines := strings.Split(string(text), "\n")
	was = lines[place.n]
	lines[place.n] = tp.by(r, was)
	file = filepath.Base(place.file)
	if err := os.WriteFile(filepath.Join(copied, file), []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	return copied, file, place.n + 1, was
}

// inferable are lines that say what others say as well: that a follower's LEO is where it was,
// half of what is said of an answer, metadata that the next metadata replace.
var inferable = regexp.MustCompile(`Recorded replica|and updated replica high watermark|Follower t-0 starts at`)

// between reports whether a line tells only of offsets that a course does not have under its scale.
func between(s *evidence.Scale, line string) bool {
	if s == nil || len(line) < 13 {
		return false
	}
	for _, text := range regexp.MustCompile(`\d+`).FindAllString(line[13:], -1) {
		if n, _ := strconv.Atoi(text); n > 9 && slices.Contains(s.Numbers, n) {
			return false
		}
	}
	return true
}

// TestTampered changes recordings in fifteen ways. Each is refused at the line that was changed
// or a later one, or the change says nothing that the rest does not say.
func TestTampered(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	all := folders(t)
	refused, accepted := 0, 0
	for _, tp := range tamperings() {
		for range *times {
			dir := all[r.IntN(len(all))]
			copied, file, n, was := tp.tamper(t, r, dir)
			if copied == "" {
				continue
			}
			place := fmt.Sprintf("%s: %s, %s:%d", filepath.Base(dir), tp.name, file, n)
			rec, _, out, err := validate(t, copied, nil, 0)
			switch {
			case err != nil || out.Cut:
				t.Errorf("%s: neither accepted nor refused: %v: %s", place, err, was)
			case out.Found && !tp.may && !inferable.MatchString(was) && !between(rec.Scale, was):
				t.Errorf("%s: accepted: %s", place, was)
			case out.Found:
				accepted++
			default:
				refused++
				at := rec.Lines[out.Stuck]
				if first := when(t, copied, dir, file, n); at.At < first {
					t.Errorf("%s: refused at %s:%d, which is earlier", place, at.File, at.Number)
				}
			}
		}
	}
	t.Logf("%d refused, %d accepted whose change can be inferred", refused, accepted)
	if refused < accepted {
		t.Error("more are accepted than refused")
	}
}

// when is the earlier time of a line of a file, as it was and as it is, less what the logs may
// be late.
func when(t *testing.T, copied, dir, file string, n int) int64 {
	first := int64(1) << 62
	for _, d := range []string{copied, dir} {
		text, err := os.ReadFile(filepath.Join(d, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range slices.Backward(strings.Split(string(text), "\n")[:n]) { // a record has the time of its batch
			var h, m, s, ms, epoch int64
			if _, after, is := strings.Cut(line, `"t_end":`); is {
				line = strings.TrimLeft(after, ` "`)
			}
			if got, _ := fmt.Sscanf(line, "%d:%d:%d.%d", &h, &m, &s, &ms); got == 4 {
				first = min(first, ((h*60+m)*60+s)*1000+ms)
				break
			}
			if _, after, is := strings.Cut(line, "CreateTime: "); is {
				fmt.Sscan(after, &epoch)
				first = min(first, epoch%86_400_000)
				break
			}
		}
	}
	return first - 1000
}
