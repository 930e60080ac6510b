package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"mc/brokers/cluster/driver"
)

// round starts a cluster, carries out the file, and compares.
func (o *options) round(ctx context.Context, d *driver.Driver, n int, stderr io.Writer) (_ *verdict, err error) {
	k, err := o.releaseOf()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(o.scratch, "cluster")
	if err != nil {
		return nil, err
	}
	c, err := newCluster(k, d.Settings, dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		c.down()
		if err == nil {
			err = os.RemoveAll(dir)
		} else {
			err = fmt.Errorf("%w (what the cluster wrote is in %s)", err, dir)
		}
	}()
	r, err := newRecording(o.recordingOf(n), c)
	if err != nil {
		return nil, err
	}
	x := &course{cluster: c, ledger: newLedger(), record: r, say: o.teller(stderr)}
	x.expect = d.Expect
	if err := x.whole(ctx, d); err != nil {
		return nil, err
	}
	c.down()
	return &x.verdict, r.finish(c)
}

// recordingOf is the folder for the recording of a round.
func (o *options) recordingOf(round int) string {
	if o.record == "" || o.rounds == 1 {
		return o.record
	}
	return filepath.Join(o.record, fmt.Sprintf("round%02d", round+1))
}

// teller says what happens, from whatever goroutine.
func (o *options) teller(stderr io.Writer) func(format string, args ...any) {
	var mutex sync.Mutex
	return func(format string, args ...any) {
		mutex.Lock()
		defer mutex.Unlock()
		o.progress(stderr, "%s", strings.TrimRight(fmt.Sprintf(format, args...), " "))
	}
}

// whole is the start, the file, and the comparison.
func (x *course) whole(ctx context.Context, d *driver.Driver) error {
	began := time.Now()
	if err := x.up(ctx); err != nil {
		return err
	}
	all := driver.Names(x.settings.Brokers)
	first := driver.Step{Verb: "await", Keys: map[string]string{"isr": all, "unfenced": all, "leader": driver.Names(x.settings.Brokers[:1])}}
	if _, err := x.await(ctx, &first); err != nil {
		return err
	}
	time.Sleep(time.Second) // followers have begun to fetch
	command := fmt.Sprintf("create %s min.insync.replicas=%d", strings.Trim(bare(x.settings.Brokers), "[]"), x.settings.MinIsr)
	if err := x.note(began, "cluster up", command, ""); err != nil {
		return err
	}
	if err := x.play(ctx, d); err != nil {
		return err
	}
	if err := x.compare(ctx); err != nil {
		return err
	}
	x.took = time.Since(began)
	return nil
}

// compare lets everybody run, reads everything, and holds it to what was promised.
func (x *course) compare(ctx context.Context) error {
	if x.load != nil {
		defer x.load.close()
		x.load.end()
	}
	began := time.Now()
	if err := x.everybody(ctx); err != nil {
		return err
	}
	x.ledger.settle(10 * time.Second)
	records, end, err := x.clients.readAll(ctx)
	if err != nil {
		return fmt.Errorf("the partition cannot be read at the end: %w; %s", err, x.seen.now())
	}
	there := map[string]bool{}
	for _, r := range records {
		there[named(r.Value)] = true
	}
	x.end = end
	x.ledger.against(&x.verdict, there)
	result := fmt.Sprintf("end=%d", end)
	if len(records) <= 50 {
		result = strings.TrimSpace(result + " " + told(records))
	}
	if err := x.note(began, "consume", "consume", result); err != nil {
		return err
	}
	return x.note(time.Now(), "verdict", "verdict", x.line(0, 1))
}

// everybody thaws and starts whoever does not run, and waits for a leader that is there.
func (x *course) everybody(ctx context.Context) error {
	for _, n := range x.all()[1:] {
		if n.up() && n.frozen {
			if err := n.signal(syscall.SIGCONT); err != nil {
				return err
			}
			n.frozen = false
			if err := x.note(time.Now(), fmt.Sprintf("SIGCONT %d", n.id), fmt.Sprintf("thaw b%d", n.id), ""); err != nil {
				return err
			}
		}
		if n.stopping {
			n.ended(30 * time.Second)
		}
		if !n.up() {
			if err := x.start(n); err != nil {
				return err
			}
			if err := x.note(time.Now(), fmt.Sprintf("restart %d", n.id), fmt.Sprintf("start b%d", n.id), ""); err != nil {
				return err
			}
		}
	}
	return x.quiet(ctx)
}

// quiet waits until everybody is in the ISR, or for a while longer than it takes a leader to
// be there: a broker that comes back late changes nothing that can be read any more.
func (x *course) quiet(ctx context.Context) error {
	const while = 10 * time.Second
	var led time.Time
	for end := time.Now().Add(x.patience()); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if err := errors.Join(x.seen.look(), ctx.Err()); err != nil {
			return err
		}
		switch leads := x.seen.leader > 0 && !x.seen.fenced[x.seen.leader]; {
		case !leads:
			led = time.Time{}
		case led.IsZero():
			led = time.Now()
		case len(x.seen.isr) == len(x.brokers) || time.Since(led) > while:
			return nil
		}
	}
	return nil
}
