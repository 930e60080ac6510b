package machine

import (
	"bufio"
	"bytes"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// hierarchy is a tree of control groups that bounds memory, and what its files
// are called.
type hierarchy struct {
	mount  string   // where it lies
	group  string   // of this process, from there
	limits []string // files
	usage  string
	cached string // the prefix of the lines of memory.stat that count files, which can be given up
}

// ofGroups is what is left of the control groups of this process and of those
// above.
func ofGroups(root fs.FS) (rooms []Room) {
	for _, h := range hierarchies(root) {
		for at := path.Join(h.mount, h.group); ; at = path.Dir(at) {
			if left, bounded := h.left(root, at); bounded {
				rooms = append(rooms, Room{left, Container})
			}
			if at == h.mount || at == "." {
				break
			}
		}
	}
	return rooms
}

// left is what a group may still take.
func (h *hierarchy) left(root fs.FS, group string) (bytes uint64, bounded bool) {
	limit := uint64(none)
	for _, name := range h.limits {
		if n, ok := number(root, path.Join(group, name)); ok {
			limit = min(limit, n)
		}
	}
	if limit >= 1<<60 { // "max", or as much as the first version can say
		return 0, false
	}
	used, _ := number(root, path.Join(group, h.usage))
	stat := lines(root, path.Join(group, "memory.stat"))
	for _, kind := range []string{"inactive_file", "active_file"} {
		cached, _ := strconv.ParseUint(stat[h.cached+kind], 10, 64)
		used -= min(used, cached)
	}
	return limit - min(limit, used), true
}

// hierarchies are those that are mounted, of both versions.
func hierarchies(root fs.FS) (found []hierarchy) {
	groups := memberships(root)
	for line := range linesOf(root, "proc/self/mountinfo") {
		before, after, ok := strings.Cut(line, " - ")
		where, what := strings.Fields(before), strings.Fields(after)
		if !ok || len(where) < 5 || len(what) < 3 {
			continue
		}
		h := hierarchy{mount: strings.TrimPrefix(where[4], "/")}
		var key string
		switch {
		case what[0] == "cgroup2":
			h.limits, h.usage = []string{"memory.max", "memory.high"}, "memory.current"
		case what[0] == "cgroup" && has(what[2], "memory"):
			key = "memory"
			h.limits, h.usage, h.cached = []string{"memory.limit_in_bytes"}, "memory.usage_in_bytes", "total_"
		default:
			continue
		}
		h.group = below(groups[key], where[3])
		found = append(found, h)
	}
	return found
}

// below is a group's path from the group that is mounted; outside of it only
// that one is to be seen.
func below(group, mounted string) string {
	if mounted == "/" {
		return group
	}
	if rest, inside := strings.CutPrefix(group, mounted); inside {
		return rest
	}
	return ""
}

// memberships are the groups of this process by controller; the second version
// has "".
func memberships(root fs.FS) map[string]string {
	groups := map[string]string{}
	for line := range linesOf(root, "proc/self/cgroup") {
		if parts := strings.SplitN(line, ":", 3); len(parts) == 3 {
			for controller := range strings.SplitSeq(parts[1], ",") {
				groups[controller] = path.Clean("/" + parts[2]) // not above the root, whatever it says
			}
		}
	}
	return groups
}

// has tells whether one of several words between commas is the given one.
func has(words, word string) bool { return strings.Contains(","+words+",", ","+word+",") }

// number is what a file of one number holds; false for "max" and for none.
func number(root fs.FS, file string) (uint64, bool) {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// lines are those of a file by their first word.
func lines(root fs.FS, file string) map[string]string {
	found := map[string]string{}
	for line := range linesOf(root, file) {
		if key, value, ok := strings.Cut(line, " "); ok {
			found[strings.TrimSuffix(key, ":")] = strings.TrimSpace(value)
		}
	}
	return found
}

// linesOf are the lines of a file; none if it cannot be read.
func linesOf(root fs.FS, file string) func(func(string) bool) {
	return func(yield func(string) bool) {
		text, err := fs.ReadFile(root, file)
		if err != nil {
			return
		}
		for scan := bufio.NewScanner(bytes.NewReader(text)); scan.Scan(); {
			if !yield(scan.Text()) {
				return
			}
		}
	}
}
