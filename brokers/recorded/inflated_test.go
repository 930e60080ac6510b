package recorded

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// anOffset are the places of logs, request logs and files where an offset stands.
var anOffset = regexp.MustCompile(`first offset: (\d+)|(?:LEO\) position|log end offset|initial high watermark|from offset|high watermark|watermark to) (\d+)|` +
	`\(offset=(\d+)|"baseOffset":(\d+)|"hw": ?(\d+)`)

var (
	lastOffset = regexp.MustCompile(`last offset: (\d+)`)
	entries    = regexp.MustCompile(`"cache": ?"[^"]+"`)
	entry      = regexp.MustCompile(`( / \d+ )(\d+)`)
)

// inflate makes of each record k: what a cluster would have written that has k times as many.
func inflate(t *testing.T, dir string, k int) {
	t.Helper()
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, file := range files {
		if strings.Contains(file, "dump") || strings.HasSuffix(file, "config.json") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out := anOffset.ReplaceAllStringFunc(string(text), func(s string) string {
			digits := strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ() :=\"")
			return strings.TrimSuffix(s, digits) + strconv.Itoa(number(digits)*k)
		})
		out = lastOffset.ReplaceAllStringFunc(out, func(s string) string {
			return "last offset: " + strconv.Itoa((number(strings.Fields(s)[2])+1)*k-1)
		})
		out = entries.ReplaceAllStringFunc(out, func(s string) string {
			return entry.ReplaceAllStringFunc(s, func(e string) string {
				f := strings.Fields(e)
				return " / " + f[1] + " " + strconv.Itoa(number(f[2])*k)
			})
		})
		if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestInflated: recordings, true ones and ones that were tampered with, of which each record is
// taken for many, come to the same verdict as they are: under a scale they are the same.
func TestInflated(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 3))
	all := slices.DeleteFunc(folders(t), func(dir string) bool { return strings.Contains(dir, "one-stall") })
	ways, scaled := tamperings(), 0
	for i := range len(all) + 4**times {
		dir, how := all[i%len(all)], "as it is"
		if i >= len(all) {
			tp := ways[r.IntN(len(ways))]
			how = tp.name
			c := tp.tamper(t, r, all[r.IntN(len(all))])
			if c == nil {
				continue
			}
			dir = c.dir
		}
		_, m, small, err := validate(t, dir, nil, 0)
		if err != nil {
			continue // tampered with, so that it cannot be read
		}
		inflate(t, dir, 21+r.IntN(2000))
		rec, n, large, err := validate(t, dir, nil, 0)
		if err != nil || small.Found != large.Found || small.Cut != large.Cut {
			t.Errorf("%s, %s: found %v as it is, and %v inflated: %v", filepath.Base(dir), how, small.Found, large != nil && large.Found, err)
			continue
		}
		if small.Found && !slices.Equal(broken(m, small), broken(n, large)) {
			t.Errorf("%s, %s: breaks %v as it is, and %v inflated", filepath.Base(dir), how, broken(m, small), broken(n, large))
		}
		if rec.Scale != nil {
			scaled++
		}
	}
	if scaled < 8 {
		t.Errorf("only %d were read with a scale", scaled)
	}
}
