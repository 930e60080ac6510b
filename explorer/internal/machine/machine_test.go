package machine

import (
	"math"
	"testing"
	"testing/fstest"
)

// files makes a root of texts.
func files(texts map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range texts {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

const (
	mountsV2 = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
	mountsV1 = "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
)

// TestGroups: what is left of a process's groups and of those above, in both
// versions, with namespaces and without.
func TestGroups(t *testing.T) {
	for _, c := range []struct {
		name string
		root map[string]string
		want uint64 // the least; 0: no bound
	}{
		{"nothing", nil, 0},
		{"a container of version 2", map[string]string{
			"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": mountsV2,
			"sys/fs/cgroup/memory.max": "419430400\n"}, 400 << 20},
		{"no limit", map[string]string{
			"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": mountsV2,
			"sys/fs/cgroup/memory.max": "max\n"}, 0},
		{"less what is taken, but for files", map[string]string{
			"proc/self/cgroup": "0::/a\n", "proc/self/mountinfo": mountsV2,
			"sys/fs/cgroup/a/memory.max": "1000\n", "sys/fs/cgroup/a/memory.current": "600\n",
			"sys/fs/cgroup/a/memory.stat": "anon 300\nfile 300\ninactive_file 200\nactive_file 100\n"}, 700},
		{"a parent has less", map[string]string{
			"proc/self/cgroup": "0::/a/b/c\n", "proc/self/mountinfo": mountsV2,
			"sys/fs/cgroup/a/b/c/memory.max": "900\n", "sys/fs/cgroup/a/memory.max": "500\n"}, 500},
		{"throttled before", map[string]string{
			"proc/self/cgroup": "0::/a\n", "proc/self/mountinfo": mountsV2,
			"sys/fs/cgroup/a/memory.max": "900\n", "sys/fs/cgroup/a/memory.high": "800\n"}, 800},
		{"version 1", map[string]string{
			"proc/self/cgroup": "9:cpu:/x\n4:memory:/a\n0::/\n", "proc/self/mountinfo": mountsV1,
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "900\n", "sys/fs/cgroup/memory/a/memory.usage_in_bytes": "100\n",
			"sys/fs/cgroup/memory/a/memory.stat":         "total_inactive_file 40\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 840},
		{"version 1 in a container without a namespace", map[string]string{
			"proc/self/cgroup":                           "4:memory:/docker/1234\n",
			"proc/self/mountinfo":                        "35 31 0:32 /docker/1234 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "700\n"}, 700},
		{"a group that is not to be seen", map[string]string{
			"proc/self/cgroup": "0::/../../elsewhere\n", "proc/self/mountinfo": mountsV2,
			"sys/fs/cgroup/memory.max": "600\n"}, 600},
		{"more is taken than is allowed", map[string]string{
			"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": mountsV2,
			"sys/fs/cgroup/memory.max": "5\n", "sys/fs/cgroup/memory.current": "600\n"}, 1},
	} {
		least := uint64(0)
		for _, r := range ofGroups(files(c.root)) {
			if n := max(1, r.Bytes); least == 0 || n < least {
				least = n
			}
			if r.Of != Container {
				t.Errorf("%s: it is of %q", c.name, r.Of)
			}
		}
		if least != c.want {
			t.Errorf("%s: %d bytes are left, want %d", c.name, least, c.want)
		}
	}
}

// TestRuntime: GOMEMLIMIT bounds, and none does not.
func TestRuntime(t *testing.T) {
	if r := ofRuntime(math.MaxInt64); r != nil {
		t.Errorf("without GOMEMLIMIT there is %v", r)
	}
	if r := ofRuntime(400 << 20); len(r) != 1 || r[0].Bytes != 400<<20 {
		t.Errorf("got %v", r)
	}
}

// TestShare: with the process and a tenth on top of its share a run stays within
// its room, however little that is.
func TestShare(t *testing.T) {
	for _, mib := range []uint64{1, 64, 100, 400, 1 << 14} {
		room := Room{mib << 20, Container}
		share := room.Share()
		if mib >= 64 && share+share/10+20<<20 > room.Bytes {
			t.Errorf("of %d MiB the share is %d MiB", mib, share>>20)
		}
		if share < least {
			t.Errorf("of %d MiB the share is %d bytes", mib, share)
		}
	}
}
