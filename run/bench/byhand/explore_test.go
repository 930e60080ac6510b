package byhand_test

import (
	"context"
	"fmt"
	"testing"

	"mc/explorer"
	"mc/model/kafkaspec"
	"mc/run/bench/byhand"
)

// TestSameAsTheModel: the loop counts what the engine counts on the model.
func TestSameAsTheModel(t *testing.T) {
	for _, c := range []byhand.Constants{{1, 1, 0}, {2, 1, 1}, {1, 2, 1}, {2, 2, 1}, {2, 3, 1}, {3, 3, 1}, {2, 2, 2}, {1, 1, 3}} {
		got, err := byhand.Explore(c, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, template := range kafkaspec.Templates() {
			if template.Name != "kafkaspec/kip-320" {
				continue
			}
			m, _, err := template.Build(map[string]string{"replicas": "3", "log_size": fmt.Sprint(c.LogSize),
				"max_records": fmt.Sprint(c.MaxRecords), "max_leader_epoch": fmt.Sprint(c.MaxLeaderEpoch)})
			if err != nil {
				t.Fatal(err)
			}
			r, err := explorer.Check(context.Background(), m, explorer.Options{Check: []string{"WeakIsr", "StrongIsr"}})
			if err != nil {
				t.Fatal(err)
			}
			want := byhand.Counts{Distinct: r.States.Distinct, Generated: r.States.Generated, Depth: r.States.Depth}
			if got != want {
				t.Errorf("%+v: %+v by hand, %+v by the engine", c, got, want)
			}
		}
	}
}

// BenchmarkExplore is the whole loop on 737,794 states.
func BenchmarkExplore(b *testing.B) {
	for _, check := range []bool{false, true} {
		b.Run(fmt.Sprintf("check=%v", check), func(b *testing.B) {
			distinct := uint64(0)
			for b.Loop() {
				c, err := byhand.Explore(byhand.Constants{LogSize: 2, MaxRecords: 2, MaxLeaderEpoch: 2}, check)
				if err != nil {
					b.Fatal(err)
				}
				distinct += c.Distinct
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(distinct), "ns/state")
			b.ReportMetric(float64(distinct)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
