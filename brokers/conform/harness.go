package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// patience is how long an answer of the harness may take.
const patience = 2 * time.Minute

// brokers take a schedule: they begin a cluster, take commands, and pass each
// answer, in order, the first to the start, until one is not wanted.
type brokers interface {
	play(begin start, commands []command, each func(i int, s *snapshot) (goOn bool)) error
}

// harness is a running process of Kafka's classes.
type harness struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *tail
}

// launch starts the classes of a release, which build.sh has made ready.
func launch(version string) (*harness, error) {
	folder, err := folder(version)
	if err != nil {
		return nil, err
	}
	classpath, err := os.ReadFile(filepath.Join(folder, "classpath"))
	if err == nil {
		_, err = os.Stat(filepath.Join(folder, "classes", "mc", "brokers", "Main.class"))
	}
	if err != nil {
		return nil, fmt.Errorf("the harness of Kafka %s is not built (%w); run: bash brokers/build.sh %s",
			version, err, version)
	}
	h := &harness{stderr: &tail{}}
	h.cmd = exec.Command("java", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
		filepath.Join(folder, "classes")+string(os.PathListSeparator)+strings.TrimSpace(string(classpath)),
		"mc.brokers.Main", scratch())
	h.cmd.Stderr = h.stderr
	if h.in, err = h.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	h.out = bufio.NewReaderSize(out, 1<<16)
	return h, h.cmd.Start()
}

// folder is where build.sh puts a release.
func folder(version string) (string, error) {
	if cache := os.Getenv("XDG_CACHE_HOME"); cache != "" {
		return filepath.Join(cache, "mc-brokers", version), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".cache", "mc-brokers", version), err
}

// scratch is where the brokers' files go: into memory, if there is a place.
func scratch() string {
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		return "/dev/shm"
	}
	return os.TempDir()
}

func (h *harness) play(begin start, commands []command, each func(i int, s *snapshot) (goOn bool)) error {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	if err := lines.Encode(map[string]start{"start": begin}); err != nil {
		return err
	}
	for _, c := range commands {
		if err := lines.Encode(c); err != nil {
			return err
		}
	}
	wrote := make(chan error, 1)
	go func() { // the harness may be waiting for its answers to be read
		_, err := h.in.Write(text.Bytes())
		wrote <- err
	}()
	watchdog := time.AfterFunc(patience, func() { _ = h.cmd.Process.Kill() })
	defer watchdog.Stop()
	wanted := true
	for i := range 1 + len(commands) {
		line, err := h.out.ReadBytes('\n')
		if err != nil {
			return fmt.Errorf("the harness ended at command %d of %d: %w\n%s", i, len(commands), err, h.stderr)
		}
		if !wanted {
			continue
		}
		s, err := parse(line)
		if err != nil {
			return fmt.Errorf("the harness answered command %d with %q: %w", i, line, err)
		}
		wanted = each(i, s)
	}
	return <-wrote
}

func parse(line []byte) (*snapshot, error) {
	s := &snapshot{}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	return s, d.Decode(s)
}

// close ends the process.
func (h *harness) close() error { return errors.Join(h.in.Close(), h.cmd.Wait()) }

// tail keeps the end of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if over := len(t.text) - 8000; over > 0 {
		t.text = t.text[over:]
	}
	return len(p), nil
}

func (t *tail) String() string { return string(t.text) }
