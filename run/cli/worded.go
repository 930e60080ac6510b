package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mc/explorer"
)

// dirOf is the directory of a file of a run, as a shell takes it; the file may
// be the directory itself.
func dirOf(file string) string {
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return quoted(file)
	}
	return quoted(filepath.Dir(file))
}

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
		taken    *explorer.Taken
		stray    *explorer.Stray
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
		as, said = foreign, fmt.Sprintf("%s is not of this run: %s; resume it with the program and spec that wrote it, give a new run another --dir, or remove this one by mc run discard %s", foreign.Path, foreign.What, dirOf(foreign.Path))
	case errors.As(err, &nothing):
		as, said = nothing, fmt.Sprintf("%s holds no run to resume; start one without --resume", nothing.Dir)
	case errors.As(err, &occupied) && occupied.Ended:
		as, said = occupied, fmt.Sprintf("%s holds a result that was not told to the end; --resume gives it without searching again, mc run discard %s removes it", occupied.Dir, quoted(occupied.Dir))
	case errors.As(err, &occupied):
		as, said = occupied, fmt.Sprintf("%s holds an unfinished run; go on with it by --resume, remove it by mc run discard %s, or give another --dir", occupied.Dir, quoted(occupied.Dir))
	case errors.As(err, &taken):
		as, said = taken, fmt.Sprintf("%s is no directory of a run, it holds %s; nothing was written, give a --dir that is empty or does not exist", taken.Dir, explorer.Named(taken.Names))
	case errors.As(err, &stray):
		as, said = stray, fmt.Sprintf("%s holds run files without the run.json that names them: %s; they are of no use to resume, remove them by mc run discard %s, or give another --dir", stray.Dir, explorer.Named(stray.Names), quoted(stray.Dir))
	case errors.As(err, &busy):
		as, said = busy, fmt.Sprintf("another process is using %s; wait for it or give another --dir", busy.Dir)
	case errors.As(err, &damaged):
		as, said = damaged, fmt.Sprintf("%s is damaged at byte %d: %s; check the disk, remove the run by mc run discard %s and start it again without --resume", damaged.Path, damaged.Offset, damaged.What, dirOf(damaged.Path))
	case errors.As(err, &noPlace):
		as, said = noPlace, fmt.Sprintf("no place for the levels of a fingerprint store: %v; name one with --dir",
			noPlace.Err)
	default:
		return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "explorer: "), "runs: ")
	}
	return strings.TrimPrefix(strings.Replace(err.Error(), as.Error(), said, 1), "explorer: ")
}
