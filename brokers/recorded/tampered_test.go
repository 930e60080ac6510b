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

// tampered is a copy of a recording in which a line is changed.
type tampered struct {
	dir, file string
	number    int
	was, is   string
}

// tamper changes one line of a copy of a recording; nil where there is none to change.
func (tp *tampering) tamper(t *testing.T, r *rand.Rand, dir string) *tampered {
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
		return nil
	}
	place := places[r.IntN(len(places))]
	c := &tampered{dir: t.TempDir(), file: filepath.Base(place.file), number: place.n + 1}
	if err := os.CopyFS(c.dir, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(place.file)
	lines := strings.Split(string(text), "\n")
	c.was, c.is = lines[place.n], tp.by(r, lines[place.n])
	lines[place.n] = c.is
	if err := os.WriteFile(filepath.Join(c.dir, c.file), []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	return c
}

// inferable are lines that say what others say as well: that a follower's LEO is where it was,
// half of what is said of an answer, metadata that the next metadata replace.
var inferable = regexp.MustCompile(`Recorded replica|and updated replica high watermark|Follower t-0 starts at`)

// proposed are requests to the controller, which may be under way for as long as they like: one
// that is said to have been made earlier is as good.
var proposed = regexp.MustCompile(`Submitting ISR`)

var number = regexp.MustCompile(`\d+`)

// inferred reports whether what is changed follows from the rest, or is not held against it.
func (c *tampered) inferred(s *evidence.Scale) bool {
	return inferable.MatchString(c.was) || proposed.MatchString(c.was) && c.is != "" && c.is < c.was || c.between(s)
}

// blurred reports whether what is changed is of a file, and a broker took a role so shortly before
// it was looked at that the look may have come first: logs may be late by so much.
func (c *tampered) blurred(t *testing.T) bool {
	at := c.when(t, c.dir)
	logs, _ := filepath.Glob(filepath.Join(c.dir, "n?.log"))
	for _, log := range logs {
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if is, ok := clock(line); ok && c.file == "steps.jsonl" && is > at && is <= at+late && strings.Contains(line, "starts at leader epoch") {
				return true
			}
		}
	}
	return false
}

// between reports whether a line tells only of offsets that a course does not have under its
// scale, or is changed in such a way that it does not tell the difference.
func (c *tampered) between(s *evidence.Scale) bool {
	if s == nil || len(c.was) < 13 {
		return false
	}
	was, is := number.FindAllString(c.was[13:], -1), number.FindAllString(c.is[min(13, len(c.is)):], -1)
	same, unheard := len(was) == len(is) && c.is[:min(13, len(c.is))] == c.was[:13], true
	for i, text := range was {
		n, _ := strconv.Atoi(text)
		unheard = unheard && (n <= 9 || !slices.Contains(s.Numbers, n))
		if same && text != is[i] {
			m, _ := strconv.Atoi(is[i])
			same = group(s, n) == group(s, m)
		}
	}
	return same || unheard
}

// group is which offset of the model an offset is taken for.
func group(s *evidence.Scale, offset int) int {
	at, is := slices.BinarySearch(s.Numbers, offset)
	if !is {
		at--
	}
	return at
}

// TestTampered changes recordings in fifteen ways. Each is refused at the line that was changed
// or a later one, or the change says nothing that the rest does not say. Of a few that are
// contradicted only at their end the search comes to its bounds.
func TestTampered(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	all := folders(t)
	refused, accepted, open, places := 0, 0, 0, 0
	if *times <= 2 {
		places = 300_000 // a short run has no minute for one search
	}
	for _, tp := range tamperings() {
		for range *times {
			dir := all[r.IntN(len(all))]
			c := tp.tamper(t, r, dir)
			if c == nil {
				continue
			}
			place := fmt.Sprintf("%s: %s, %s:%d", filepath.Base(dir), tp.name, c.file, c.number)
			rec, _, out, err := validate(t, c.dir, nil, places)
			switch {
			case err != nil:
				t.Errorf("%s: %v: %s", place, err, c.was)
			case out.Cut: // a search has its bounds, and says so
				open++
				t.Logf("%s: neither accepted nor refused: %s", place, c.is)
			case out.Found && !tp.may && !c.inferred(rec.Scale) && !c.blurred(t):
				t.Errorf("%s: accepted:\n%s\n%s", place, c.was, c.is)
			case out.Found:
				accepted++
			default:
				refused++
				at := rec.Lines[out.Stuck]
				if first := c.when(t, dir); at.At < first {
					t.Errorf("%s: refused at %s:%d, which is earlier", place, at.File, at.Number)
				}
			}
		}
	}
	t.Logf("%d refused, %d accepted whose change can be inferred, %d open", refused, accepted, open)
	if refused < accepted || open > max(1, (refused+accepted)/40) {
		t.Error("too few are refused")
	}
}

// late is for how many milliseconds the logs may be late.
const late = 1000

// when is the earlier time of a line of a file, as it was and as it is, less what the logs may
// be late.
func (c *tampered) when(t *testing.T, dir string) int64 {
	first := int64(1) << 62
	for _, d := range []string{c.dir, dir} {
		text, err := os.ReadFile(filepath.Join(d, c.file))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range slices.Backward(strings.Split(string(text), "\n")[:c.number]) { // a record has the time of its batch
			if at, is := clock(line); is {
				first = min(first, at)
				break
			}
		}
	}
	return first - late
}

// clock is the time of a line, in milliseconds of the day.
func clock(line string) (at int64, is bool) {
	var h, m, s, ms, epoch int64
	if _, after, is := strings.Cut(line, `"t_end":`); is {
		line = strings.TrimLeft(after, ` "`)
	}
	if got, _ := fmt.Sscanf(line, "%d:%d:%d.%d", &h, &m, &s, &ms); got == 4 {
		return ((h*60+m)*60+s)*1000 + ms, true
	}
	if _, after, is := strings.Cut(line, "CreateTime: "); is {
		fmt.Sscan(after, &epoch)
		return epoch % 86_400_000, true
	}
	return 0, false
}
