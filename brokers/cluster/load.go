package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// load are producers as applications have them: idempotent, acks=all, several requests
// in flight, with retries.
type load struct {
	stop    context.CancelFunc
	all     sync.WaitGroup
	clients []*kgo.Client
}

// loading is how much they send.
type loading struct{ rate, size, producers int }

// startLoad has producers send until it is stopped.
func (x *clients) startLoad(how loading, to *ledger) (*load, error) {
	ctx, stop := context.WithCancel(context.Background())
	l := &load{stop: stop}
	for i := range how.producers {
		client, err := x.client(x.seeds(), kgo.ProducerLinger(0),
			kgo.ProducerBatchCompression(kgo.NoCompression()), kgo.RecordPartitioner(kgo.ManualPartitioner()))
		if err != nil {
			stop()
			return nil, err
		}
		l.clients = append(l.clients, client)
		l.all.Go(func() { send(ctx, client, i, how, to) })
	}
	return l, nil
}

// send sends a producer's share of the records, one by one.
func send(ctx context.Context, client *kgo.Client, producer int, how loading, to *ledger) {
	every := time.Duration(how.producers) * time.Second / time.Duration(how.rate)
	filling := strings.Repeat("x", how.size)
	time.Sleep(time.Duration(producer) * time.Second / time.Duration(how.rate)) // evenly, not all at once
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		value := fmt.Sprintf("p%d-%d", producer, n)
		to.sent()
		client.Produce(context.Background(), &kgo.Record{Topic: topic, Value: []byte(value + " " + filling)},
			func(r *kgo.Record, err error) { to.answered([]string{value}, -1, r.Offset, err) })
	}
}

// end stops sending; what is under way still gets its answer.
func (l *load) end() {
	l.stop()
	l.all.Wait()
}

// close gives up what has no answer yet.
func (l *load) close() {
	l.end()
	for _, c := range l.clients {
		c.Close()
	}
}

// named is what a record was sent as, without what fills it up.
func named(value []byte) string {
	name, _, _ := strings.Cut(string(value), " ")
	return name
}
