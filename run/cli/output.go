package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mc/explorer"
	"mc/report"
	"mc/run/cli/outfile"
	"mc/traces"
	"mc/traces/render"
	"mc/traces/tell"
)

// writable makes sure, before a run that may take hours, that the file for its
// trace can be written.
func writable(file string) error {
	if err := outfile.Writable(file); err != nil {
		return &outputError{fmt.Errorf("%w; nothing was run, give -o another file", err)}
	}
	return nil
}

// outputsWritable makes sure of all files that a check is to write.
func (c *checkCommand) outputsWritable(plans []plan) error {
	files := c.reportFiles()
	switch {
	case c.manyTraces():
		if err := os.MkdirAll(c.Output, 0o777); err != nil {
			return &outputError{fmt.Errorf("%w; nothing was run, give -o another directory", err)}
		}
		for i, p := range plans {
			same := slices.IndexFunc(plans[:i], func(q plan) bool { return q.spec.Name == p.spec.Name })
			if same >= 0 {
				return usage("two specs are named %s (%s, %s), and their traces would have one file; give each a name of its own",
					p.spec.Name, plans[same].spec.File(), p.spec.File())
			}
			files = append(files, c.traceFile(p.spec.Name, "json"))
		}
	case c.Output != "":
		files = append(files, c.Output)
	}
	for _, file := range files {
		if err := writable(file); err != nil {
			return err
		}
	}
	return nil
}

// manyTraces reports whether -o is a directory.
func (c *checkCommand) manyTraces() bool { return isDirectory(c.Output) }

// isDirectory reports whether a name of -o is that of a directory, or to be one.
func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return os.IsPathSeparator(last(name)) || err == nil && info.IsDir()
}

// last is the last byte of a text; 0 if there is none.
func last(text string) byte {
	if text == "" {
		return 0
	}
	return text[len(text)-1]
}

// traceFile is the file in the directory of -o for a spec, or for a model by its
// name alone.
func (c *checkCommand) traceFile(name, format string) string {
	return filepath.Join(c.Output, strings.ReplaceAll(name, "/", "-")+"."+format)
}

// saveFailure writes the trace and the page of a spec that is not as expected. Of
// one that is, files of an earlier run are removed.
func (c *checkCommand) saveFailure(w *world, r *report.Report) error {
	t := r.Wrong()
	for _, format := range []string{"html", "json"} {
		file := c.traceFile(r.Subject.Name, format)
		if t == nil {
			if _, err := outfile.Remove(file); err != nil {
				return &outputError{err}
			}
			continue
		}
		r.Saved = file
		o := render.Options{Replay: "mc replay " + c.traceFile(r.Subject.Name, "json"), Text: tell.Options{Unicode: true}}
		if f, _ := render.Find(format); f.Compares {
			o.Comparison = beside(w, "", t)
		}
		if err := create(file, func(f io.Writer) error { return render.Render(f, t, format, o) }); err != nil {
			return err
		}
	}
	return nil
}

// create writes a file that the user wants.
func create(file string, write func(io.Writer) error) error {
	return written(outfile.Write(file, write))
}

// save writes the first trace to the file that -o names.
func (c *checkCommand) save(w *world, r *report.Report) error {
	if c.manyTraces() {
		return c.saveFailure(w, r)
	}
	t := r.Trace()
	if t == nil {
		return c.noTrace(w)
	}
	r.Saved = c.Output
	format, known := render.For(c.Output)
	if !known {
		format, _ = render.Find("json")
	}
	if !format.ReadsBack {
		r.Saved = "" // it shows the trace, and cannot be replayed
	}
	o := render.Options{Replay: again(r, t), Text: tell.Options{Unicode: true}}
	if err := recallFor(w, format, t, &o); err != nil {
		return err
	}
	if format.Compares {
		o.Comparison = beside(w, "", t)
	}
	return create(c.Output, func(f io.Writer) error { return render.Render(f, t, format.Name, o) })
}

// recallFor gives a rendering what only the model knows, for a format that wants it.
func recallFor(w *world, format render.Format, f *traces.File, o *render.Options) (err error) {
	if format.Names || format.Branches {
		recall(w, f).into(o)
	}
	if format.Drives {
		o.Driver, err = recall(w, f).driver(cmp.Or(f.Spec.Name, "the trace"), f)
	}
	return err
}

// noTrace says that there is nothing to write. A trace of an earlier run must
// not pass for one of this.
func (c *checkCommand) noTrace(w *world) error {
	removed, err := outfile.Remove(c.Output)
	switch {
	case err != nil:
		return &outputError{err}
	case removed:
		fmt.Fprintf(w.err, "mc: no property has a trace; %s, which was of an earlier run, is removed\n", c.Output)
	default:
		fmt.Fprintf(w.err, "mc: no property has a trace, so %s was not written\n", c.Output)
	}
	return nil
}

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
		none     *explorer.NoDirectory
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
		as, said = foreign, fmt.Sprintf("%s is not of this run: %s; resume it with the program, spec and flags that wrote it, give a new run another --dir, or remove this one by mc run discard %s", foreign.Path, foreign.What, dirOf(foreign.Path))
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
	case errors.As(err, &none):
		as, said = none, fmt.Sprintf("--dir %s is no directory (%v); name one that is empty or does not exist", quoted(none.Dir), none.Err)
	case errors.As(err, &noPlace):
		as, said = noPlace, fmt.Sprintf("no place for the levels of a fingerprint store: %v; name one with --dir",
			noPlace.Err)
	default:
		return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "explorer: "), "runs: ")
	}
	return strings.TrimPrefix(strings.Replace(err.Error(), as.Error(), said, 1), "explorer: ")
}

// flags are the options of the engine as the command line calls them.
var flags = map[string]string{
	"Workers": "--workers", "MaxDepth": "--max-depth", "Timeout": "--timeout", "Search": "--search", "Store": "--store",
	"Dir": "--dir", "Resume": "--resume", "Checkpoint": "--checkpoint",
}

// refusal words the first of the problems that the engine has with options.
func refusal(problems []*explorer.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	p := problems[0]
	flag, with := flags[p.Option], flags[p.With]
	switch {
	case with != "":
		return usage("%s %s %s; drop %s, or use %s %s", with, p.WithValue, p.Why, flag, with,
			strings.Join(p.WithWorks, " or "))
	case p.Needs != "":
		return usage("%s %s; give that with %s", flag, p.Why, flags[p.Needs])
	case p.Works != nil:
		return usage("%s %s: it must be one of %s", flag, p.Value, strings.Join(p.Works, ", "))
	}
	return usage("%s %s, got %s", flag, p.Why, p.Value)
}

// oneOf refuses a flag's value that is not among the known ones; none is
// fine.
func oneOf(flag, value string, known ...string) error {
	if value == "" || slices.Contains(known, value) {
		return nil
	}
	return usage("%s %s: it must be one of %s", flag, value, strings.Join(known, ", "))
}

// storeHelp and searchHelp describe what there is, the default first.
func storeHelp(stores []explorer.Store) string {
	lines := make([]string, len(stores))
	for i, s := range stores {
		lines[i] = s.Name + " (" + s.Doc + ")"
	}
	return strings.Join(lines, ", ") + "; " + stores[0].Name + " is the default"
}

func searchHelp(searches []explorer.Search) string {
	var lines, shortest []string
	for _, s := range searches {
		lines = append(lines, s.Name+" ("+s.Doc+")")
		if s.Shortest {
			shortest = append(shortest, s.Name)
		}
	}
	return strings.Join(lines, ", ") + "; " + searches[0].Name +
		" is the default, and only " + strings.Join(shortest, " and ") + " promises a shortest trace (of a claim about runs, a shortest way to a loop and the shortest loop from there)"
}
