package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"mc/brokers/cluster/driver"
)

// course is a driver file that is carried out.
type course struct {
	*cluster
	ledger *ledger
	load   *load
	record *recording
	verdict
	say func(format string, args ...any)
}

// operations are what verbs do. What they return is told in the recording.
var operations = map[string]func(*course, context.Context, *driver.Step) (string, error){
	"produce": (*course).produce,
	"load":    (*course).loads,
	"freeze":  (*course).freeze,
	"thaw":    (*course).thaw,
	"stop":    (*course).stopBroker,
	"kill":    (*course).kill,
	"crash":   (*course).crash,
	"start":   (*course).startBroker,
	"order":   (*course).order,
	"prefer":  (*course).prefer,
	"remove":  (*course).remove,
	"min-isr": (*course).minIsr,
	"consume": (*course).consume,
	"await":   (*course).await,
	"see":     (*course).see,
	"pause":   (*course).pause,
}

// play takes the operations in turn.
func (x *course) play(ctx context.Context, d *driver.Driver) error {
	for i := range d.Steps {
		s := &d.Steps[i]
		began := time.Now()
		said, err := operations[s.Verb](x, ctx, s)
		if err != nil {
			return fmt.Errorf("line %d (%s): %w", s.Line, s, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := x.note(began, as(s), s.String(), said); err != nil {
			return err
		}
	}
	return nil
}

// note writes down what was done, and what is to be seen after it.
func (x *course) note(began time.Time, what, command, result string) error {
	if err := x.seen.look(); err != nil {
		return err
	}
	x.say("%s  %-34s %s", clock(began), command, result)
	return x.record.step(x.cluster, began, what, command, result)
}

// as is an operation as recordings have it: signals by their names.
func as(s *driver.Step) string {
	var list []string
	for _, b := range s.Brokers {
		list = append(list, fmt.Sprint(b))
	}
	who := strings.Join(list, ", ")
	if len(list) > 1 {
		who = "[" + who + "]"
	}
	switch s.Verb {
	case "freeze":
		return "SIGSTOP " + who
	case "thaw":
		return "SIGCONT " + who
	case "kill", "crash":
		return "SIGKILL " + who
	case "stop":
		return "SIGTERM " + who
	case "start":
		return "restart " + who
	}
	return s.String()
}

func (x *course) produce(ctx context.Context, s *driver.Step) (string, error) {
	acks := map[string]int16{"all": -1, "": -1, "1": 1, "0": 0}[s.Keys["acks"]]
	values := []string{s.Words[0]}
	if n := s.Keys["count"]; n != "" {
		values = nil
		for i := range integer(n) {
			values = append(values, fmt.Sprintf("%s-%d", s.Words[0], i+1))
		}
	}
	x.ledger.sent()
	send := func() string {
		began := time.Now()
		offset, err := x.clients.produce(ctx, x.brokers[s.Brokers[0]], acks, values)
		x.ledger.answered(values, acks, offset, err)
		if err != nil {
			return fmt.Sprintf("error=%v took=%v", err, time.Since(began).Round(time.Millisecond))
		}
		return fmt.Sprintf("offset=%d took=%v", offset, time.Since(began).Round(time.Millisecond))
	}
	if !s.Has("async") {
		return send(), nil
	}
	go func() {
		began := time.Now()
		result := send()
		x.say("%s  %-34s %s", clock(time.Now()), "answer to "+s.Words[0], result)
		_ = x.record.answer(began, s.Words[0], result)
	}()
	return "sent", nil
}

func (x *course) loads(_ context.Context, s *driver.Step) (string, error) {
	if s.Has("stop") {
		if x.load == nil {
			return "", errors.New("there is no load to stop")
		}
		x.load.end()
		return fmt.Sprintf("without an answer: %d", x.ledger.settle(2*time.Second)), nil
	}
	if x.load != nil {
		return "", errors.New("there is a load already; stop it first, or drop the second")
	}
	how := loading{integer(s.Keys["rate"]), max(1, integer(s.Keys["size"])), max(1, integer(s.Keys["producers"]))}
	if how.rate < 1 {
		return "", errors.New("the rate is records a second, at least 1")
	}
	var err error
	x.load, err = x.clients.startLoad(how, x.ledger)
	return "", err
}

// each sends a signal to brokers, one right after the other.
func (x *course) each(s *driver.Step, sent syscall.Signal) error {
	for _, b := range s.Brokers {
		if err := x.brokers[b].signal(sent); err != nil {
			return err
		}
		switch sent {
		case syscall.SIGSTOP:
			x.brokers[b].frozen = true
		case syscall.SIGCONT:
			x.brokers[b].frozen = false
		}
	}
	return nil
}

func (x *course) freeze(_ context.Context, s *driver.Step) (string, error) {
	return "", x.each(s, syscall.SIGSTOP)
}

func (x *course) thaw(_ context.Context, s *driver.Step) (string, error) {
	return "", x.each(s, syscall.SIGCONT)
}

func (x *course) stopBroker(_ context.Context, s *driver.Step) (string, error) {
	if x.brokers[s.Brokers[0]].frozen {
		return "", errors.New("a frozen broker cannot stop; thaw it first, or kill it")
	}
	x.brokers[s.Brokers[0]].stopping = true
	return "", x.each(s, syscall.SIGTERM)
}

func (x *course) kill(_ context.Context, s *driver.Step) (string, error) {
	n := x.brokers[s.Brokers[0]]
	if err := n.signal(syscall.SIGKILL); err != nil {
		return "", err
	}
	if !n.ended(10 * time.Second) {
		return "", errors.New("the process is still there")
	}
	return "", nil
}

// crash kills, and takes from the disk what was not flushed.
func (x *course) crash(ctx context.Context, s *driver.Step) (string, error) {
	if _, err := x.kill(ctx, s); err != nil {
		return "", err
	}
	return x.brokers[s.Brokers[0]].cut(integer(s.Keys["keep"]))
}

// cut leaves of a replica what is below an offset.
func (n *node) cut(keep int) (string, error) {
	files, err := filepath.Glob(filepath.Join(n.replica(), "*.log"))
	if err != nil || len(files) != 1 {
		return "", fmt.Errorf("%s has %d segments and not one", n.replica(), len(files))
	}
	f, err := os.OpenFile(files[0], os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer f.Close()
	var size int64
	err = batches(f, func(at int64, head []byte) bool {
		if int(batchBase(head)) >= keep {
			return false
		}
		size = at + batchSize(head)
		return true
	})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("cut log of %d to %d bytes", n.id, size), f.Truncate(size)
}

func (x *course) startBroker(_ context.Context, s *driver.Step) (string, error) {
	n := x.brokers[s.Brokers[0]]
	if n.up() && !n.ended(30*time.Second) {
		return "", errors.New("it still runs; stop or kill it first")
	}
	return "", x.start(n)
}

func (x *course) order(ctx context.Context, s *driver.Step) (string, error) {
	return "", x.clients.order(ctx, s.Brokers)
}

// prefer puts a broker first in the order, and has it elected.
func (x *course) prefer(ctx context.Context, s *driver.Step) (string, error) {
	order := []int{s.Brokers[0]}
	for _, b := range x.settings.Brokers {
		if b != s.Brokers[0] {
			order = append(order, b)
		}
	}
	if err := x.clients.order(ctx, order); err != nil {
		return "", err
	}
	return "", x.clients.elect(ctx)
}

// remove takes a replica out of the assignment.
func (x *course) remove(ctx context.Context, s *driver.Step) (string, error) {
	left := slices.DeleteFunc(slices.Clone(x.settings.Brokers), func(b int) bool { return b == s.Brokers[0] })
	return "", x.clients.order(ctx, left)
}

func (x *course) minIsr(ctx context.Context, s *driver.Step) (string, error) {
	return "", x.clients.minIsr(ctx, s.Words[0])
}

// consume reads what a broker gives to consumers; it was promised from then on.
func (x *course) consume(ctx context.Context, s *driver.Step) (string, error) {
	records, end, err := x.clients.fetch(ctx, x.brokers[s.Brokers[0]])
	if err != nil {
		return "error=" + err.Error(), nil // a broker that does not lead gives nothing
	}
	for _, r := range records {
		x.ledger.read(named(r.Value), r.Offset)
	}
	return fmt.Sprintf("end=%d %s", end, told(records)), nil
}

// waits waits for what an operation names.
func (x *course) waits(ctx context.Context, s *driver.Step, usual time.Duration) (bool, time.Duration, error) {
	within := usual
	if given := s.Keys["within"]; given != "" {
		within, _ = time.ParseDuration(given)
	}
	held := x.seen.holds(s)
	x.seen.watch = func() { held = held || x.seen.holds(s) } // what is over in a moment is seen, too
	defer func() { x.seen.watch = nil }()
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if err := errors.Join(x.seen.look(), ctx.Err()); err != nil {
			return false, 0, err
		}
		if held || x.seen.holds(s) {
			return true, time.Since(began), nil
		}
		if time.Since(began) > within {
			return false, time.Since(began), nil
		}
	}
}

// patience is how long something is waited for: a session has to end in it, and a JVM to start.
func (x *course) patience() time.Duration {
	if x.settings.Session > time.Minute {
		return 40 * time.Second
	}
	return 40*time.Second + 2*x.settings.Session
}

func (x *course) await(ctx context.Context, s *driver.Step) (string, error) {
	seen, after, err := x.waits(ctx, s, x.patience())
	if err != nil || seen {
		return fmt.Sprintf("%.1fs", after.Seconds()), err
	}
	missed := fmt.Sprintf("line %d, %s, was not seen within %.0f s, but %s", s.Line, s, after.Seconds(), x.seen.now())
	x.missed = append(x.missed, missed)
	return fmt.Sprintf("NOT SEEN after %.1fs", after.Seconds()), nil
}

func (x *course) see(ctx context.Context, s *driver.Step) (string, error) {
	seen, after, err := x.waits(ctx, s, 15*time.Second)
	text := strings.TrimPrefix(s.String(), "see ")
	if seen {
		x.shown = append(x.shown, text)
		return fmt.Sprintf("%.1fs", after.Seconds()), err
	}
	x.unshown = append(x.unshown, fmt.Sprintf("%s (%s)", text, x.seen.now()))
	return fmt.Sprintf("NOT SEEN after %.1fs", after.Seconds()), err
}

func (x *course) pause(ctx context.Context, s *driver.Step) (string, error) {
	d, err := time.ParseDuration(s.Words[0])
	if err != nil {
		return "", err
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return "", ctx.Err()
}
