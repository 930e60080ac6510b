package suite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Changes tells which files differ from those of a revision, in the git repositories
// that they are in. The zero value but for Since is ready to use.
type Changes struct {
	Since string

	tops  map[string]string              // by directory; empty if it is in no repository
	repos map[string]map[string]struct{} // the changed files, by repository
}

// Source is a changed source that a program in the repository may be made of, or "".
// Everything may come out otherwise then.
func (c *Changes) Source(ctx context.Context, files []string) (string, error) {
	for _, file := range files {
		top, _, err := c.place(ctx, file)
		if err != nil {
			return "", err
		}
		var sources []string
		for changed := range c.repos[top] {
			if isSource(changed) {
				sources = append(sources, changed)
			}
		}
		if len(sources) > 0 {
			return slices.Min(sources), nil
		}
	}
	return "", nil
}

// isSource reports whether a program may be made of a file: Go's and the assembler's
// sources but tests, and what names modules.
func isSource(file string) bool {
	switch path.Base(file) {
	case "go.mod", "go.sum", "go.work":
		return true
	}
	switch path.Ext(file) {
	case ".go":
		return !strings.HasSuffix(file, "_test.go")
	case ".s", ".c", ".h":
		return true
	}
	return false
}

// Changed reports whether a file may differ: it does, or it is in no repository.
func (c *Changes) Changed(ctx context.Context, file string) (bool, error) {
	top, name, err := c.place(ctx, file)
	if err != nil || top == "" {
		return true, err
	}
	_, differs := c.repos[top][name]
	return differs, nil
}

// place is the repository of a file, and its name there.
func (c *Changes) place(ctx context.Context, file string) (top, name string, err error) {
	whole, err := filepath.Abs(file)
	if err == nil {
		whole, err = filepath.EvalSymlinks(whole)
	}
	if file == "" || err != nil {
		return "", "", nil // it comes with the program, or from a pipe
	}
	if c.tops == nil {
		c.tops, c.repos = map[string]string{}, map[string]map[string]struct{}{}
	}
	dir := filepath.Dir(whole)
	top, known := c.tops[dir]
	if !known {
		if top, err = c.look(ctx, dir); err != nil {
			return "", "", err
		}
		c.tops[dir] = top
	}
	if top == "" {
		return "", "", nil
	}
	name, err = filepath.Rel(top, whole)
	return top, filepath.ToSlash(name), err
}

// look finds the repository of a directory, and what has changed in it.
func (c *Changes) look(ctx context.Context, dir string) (top string, err error) {
	text, err := git(ctx, dir, "rev-parse", "--show-toplevel")
	var missing *exec.Error
	switch {
	case errors.As(err, &missing):
		return "", fmt.Errorf("there is no git to ask what has changed: %w", missing.Err)
	case err != nil:
		return "", nil // no repository
	}
	top = strings.TrimSpace(text)
	if _, known := c.repos[top]; known {
		return top, nil
	}
	revision, err := git(ctx, top, "rev-parse", "--verify", "--quiet", "--end-of-options", c.Since+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("%s is no revision of the repository in %s; a shallow clone may lack it", c.Since, top)
	}
	differ, err := git(ctx, top, "diff", "--name-only", "--no-renames", "-z", strings.TrimSpace(revision), "--")
	if err != nil {
		return "", err
	}
	added, err := git(ctx, top, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return "", err
	}
	c.repos[top] = map[string]struct{}{}
	for name := range strings.SplitSeq(differ+added, "\x00") {
		if name != "" {
			c.repos[top][name] = struct{}{}
		}
	}
	return top, nil
}

// git is what git says in a directory.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil && said.Len() > 0 {
		err = fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(said.String()))
	}
	return string(out), err
}
