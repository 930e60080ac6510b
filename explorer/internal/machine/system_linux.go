package machine

import (
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// ofSystem is what groups, machine and address space leave.
func ofSystem(root fs.FS) []Room {
	rooms := ofGroups(root)
	if n, err := strconv.ParseUint(strings.TrimSuffix(lines(root, "proc/meminfo")["MemAvailable"], " kB"), 10, 54); err == nil {
		rooms = append(rooms, Room{n << 10, Available})
	}
	var most syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &most) != nil || most.Cur >= 1<<60 {
		return rooms
	}
	mapped, _, _ := strings.Cut(first(root, "proc/self/statm"), " ")
	pages, _ := strconv.ParseUint(mapped, 10, 50)
	taken := pages * uint64(os.Getpagesize())
	return append(rooms, Room{most.Cur - min(most.Cur, taken), AddressSpace})
}

// first is the first line of a file.
func first(root fs.FS, file string) string {
	for line := range linesOf(root, file) {
		return line
	}
	return ""
}
