package cli

import (
	"errors"
	"fmt"
	"strings"

	"mc/explorer"
)

// worded is the text of an error of the engine, with its remedies as flags of
// the command line.
func worded(err error) string {
	var (
		foreign  *explorer.Foreign
		nothing  *explorer.NothingToResume
		occupied *explorer.Occupied
		busy     *explorer.Busy
		damaged  *explorer.Damaged
		noPlace  *explorer.NoPlace
		disk     *explorer.DiskError
	)
	if errors.As(err, &disk) {
		left := "nothing was saved before"
		if disk.Saved {
			left = "the checkpoint before is whole: make room and go on with --resume"
		}
		return fmt.Sprintf("%s: %s; %s", disk.Doing, worded(disk.Err), left)
	}
	var said string
	var as error
	switch {
	case errors.As(err, &foreign):
		as, said = foreign, fmt.Sprintf("%s is not of this run: %s; resume it with the program and spec that wrote it, or give a new run another --dir", foreign.Path, foreign.What)
	case errors.As(err, &nothing):
		as, said = nothing, fmt.Sprintf("%s holds no run to resume; start one without --resume", nothing.Dir)
	case errors.As(err, &occupied):
		as, said = occupied, fmt.Sprintf("%s holds an unfinished run; go on with it by --resume, or give another --dir", occupied.Dir)
	case errors.As(err, &busy):
		as, said = busy, fmt.Sprintf("another process is using %s; wait for it or give another --dir", busy.Dir)
	case errors.As(err, &damaged):
		as, said = damaged, fmt.Sprintf("%s is damaged at byte %d: %s; check the disk and start the run again with another --dir, or with this one emptied", damaged.Path, damaged.Offset, damaged.What)
	case errors.As(err, &noPlace):
		as, said = noPlace, fmt.Sprintf("no place for the levels of a fingerprint store: %v; name one with --dir",
			noPlace.Err)
	default:
		return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "explorer: "), "runs: ")
	}
	return strings.TrimPrefix(strings.Replace(err.Error(), as.Error(), said, 1), "explorer: ")
}
