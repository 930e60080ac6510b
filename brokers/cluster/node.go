package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// controllerID is the node that is the controller; brokers are 1 to 9.
const controllerID = 100

// node is one JVM of the cluster, and its folder.
type node struct {
	id   int
	dir  string
	port int

	cmd              *exec.Cmd
	gone             chan struct{} // closed when the process has ended
	frozen, stopping bool
	starts           int // how often it was started
}

func (n *node) name() string {
	if n.id == controllerID {
		return "the controller"
	}
	return fmt.Sprintf("b%d", n.id)
}

// log is its own log, which all that is known of it is read from.
func (n *node) log() string { return filepath.Join(n.dir, "server.log") }

// replica is the folder of the partition.
func (n *node) replica() string { return filepath.Join(n.dir, "data", "t-0") }

// java is the command line of a process of Kafka.
func (k kafka) java(megabytes int, log string, more []string, args ...string) *exec.Cmd {
	line := []string{fmt.Sprintf("-Xmx%dm", megabytes), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:-UsePerfData",
		"-Dcluster.log=" + log, "-Dlog4j2.configurationFile=" + filepath.Join(filepath.Dir(filepath.Dir(log)), "log4j2.xml")}
	line = append(append(line, more...), "-cp", k.classpath)
	return exec.Command("java", append(line, args...)...)
}

// start begins the process, in a group of its own, so that signals reach all of it.
func (c *cluster) start(n *node) error {
	out, err := os.OpenFile(filepath.Join(n.dir, "out"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer out.Close()
	n.cmd = c.kafka.java(256, n.log(), []string{"-Djdk.net.hosts.file=" + filepath.Join(n.dir, "hosts")},
		"kafka.Kafka", filepath.Join(n.dir, "server.properties"))
	n.cmd.Stdout, n.cmd.Stderr = out, out
	n.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := n.cmd.Start(); err != nil {
		return fmt.Errorf("%s cannot be started: %w; is there a JDK of 17 or later on the path?", n.name(), err)
	}
	n.starts++
	n.frozen, n.stopping = false, false
	cmd, gone := n.cmd, make(chan struct{})
	n.gone = gone
	go func() {
		_ = cmd.Wait() // how it ends is what the course makes of it
		close(gone)
	}()
	return nil
}

// up reports whether the process runs, frozen or not.
func (n *node) up() bool {
	if n.gone == nil {
		return false
	}
	select {
	case <-n.gone:
		return false
	default:
		return true
	}
}

// ended waits for the end of the process.
func (n *node) ended(within time.Duration) bool {
	select {
	case <-n.gone:
		return true
	case <-time.After(within):
		return false
	}
}

// signal reaches the whole group of the process.
func (n *node) signal(s syscall.Signal) error {
	if !n.up() {
		return fmt.Errorf("%s does not run", n.name())
	}
	return syscall.Kill(-n.cmd.Process.Pid, s)
}

// ready waits until the process says that it has started as often as it was.
func (n *node) ready(within time.Duration) error {
	for end := time.Now().Add(within); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		text, err := os.ReadFile(n.log())
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if strings.Count(string(text), "Kafka Server started") >= n.starts {
			return nil
		}
		if !n.up() {
			out, _ := os.ReadFile(filepath.Join(n.dir, "out"))
			return fmt.Errorf("%s has ended at its start: %s", n.name(), out[max(0, len(out)-1500):])
		}
	}
	return fmt.Errorf("%s has not started within %v; see %s", n.name(), within, n.log())
}

// end stops the process whatever state it is in.
func (n *node) end() {
	if n.up() {
		_ = n.signal(syscall.SIGCONT)
		_ = n.signal(syscall.SIGKILL)
		<-n.gone
	}
}
