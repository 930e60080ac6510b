package bench

import (
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Machine is where the figures come from.
type Machine struct {
	CPU        string  `json:"cpu"`
	Processors int     `json:"processors"`
	System     string  `json:"system"`
	Go         string  `json:"go"`
	LoadBefore float64 `json:"load_before"` // over the minute before the first case
	LoadAfter  float64 `json:"load_after"`
}

func here() Machine {
	return Machine{CPU: processor(), Processors: runtime.GOMAXPROCS(0), System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(), LoadBefore: load()}
}

// busy tells whether others were at work: then wall times mean little.
func (m Machine) busy() bool { return m.LoadBefore > 0.5 }

// processor is the name of the processor, or its architecture.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // only there on some systems
	for line := range strings.Lines(string(text)) {
		if key, name, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(name)
		}
	}
	return runtime.GOARCH
}

// load is the number of processes that want to run, over the last minute; 0
// where that is not known.
func load() float64 {
	text, _ := os.ReadFile("/proc/loadavg") // only there on some systems
	first, _, _ := strings.Cut(string(text), " ")
	n, _ := strconv.ParseFloat(first, 64)
	return n
}
