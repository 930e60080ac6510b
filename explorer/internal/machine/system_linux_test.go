package machine

import (
	"os"
	"testing"
)

// TestLeast: the least of all bounds counts, and this machine says something.
func TestLeast(t *testing.T) {
	root := files(map[string]string{
		"proc/meminfo":     "MemTotal: 9000 kB\nMemAvailable:    1000 kB\n",
		"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": mountsV2, "sys/fs/cgroup/memory.max": "2000000\n"})
	if r, known := Memory(root); !known || r != (Room{1000 << 10, Available}) {
		t.Errorf("got %v", r)
	}
	root["sys/fs/cgroup/memory.max"].Data = []byte("2000\n")
	if r, known := Memory(root); !known || r != (Room{2000, Container}) {
		t.Errorf("got %v", r)
	}
	if r, known := Memory(os.DirFS("/")); !known || r.Bytes < 1<<20 {
		t.Errorf("of this machine: %v, %v", r, known)
	}
}
