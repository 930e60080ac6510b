//go:build matrix

package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"mc/run/verdict"
)

// TestBoundsInFull are questions about bounds whose runs are too long for a
// story: the budget that makes the most states is not the one that saved the
// claim, and what binds is among those that the result names.
func TestBoundsInFull(t *testing.T) {
	const (
		lost = "--set min_insync_replicas=1 --check acked-all-never-lost --set track_acks=with-hw "
		fail = "--set generation=3.7 --set lossy_crashes=1 "
	)
	for _, c := range []struct {
		args   string
		code   verdict.Code
		length int
		binds  string // one that more of is known to break the claim with
	}{
		{lost + "--set lossy_crashes=1 --set records=2", verdict.OK, 0, "fences"},
		{lost + "--set lossy_crashes=1 --set elections=1", verdict.OK, 0, "fences"},
		{lost + "--set kills=1 --set fences=2", verdict.OK, 0, "kills"},
		{fail + "--set elections=1 --check committed-on-leader", verdict.OK, 0, "lag_timeouts"},
		{fail + "--set fences=2 --set max_leader_epoch=3 --check committed-somewhere", verdict.Safety, 16, ""},
	} {
		var out, err bytes.Buffer
		args := append([]string{"check", "-q", "--json", "--model", "kafka"}, strings.Fields(c.args)...)
		if code := mc(args, &out, &err); code != c.code {
			t.Errorf("%s: exit code %d, want %d\n%s", c.args, code, c.code, &err)
		}
		var got struct {
			Exhaustive bool
			Properties []struct {
				Length int `json:"trace_length"`
			}
			Bounds map[string]struct{ Stopped uint64 }
		}
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		whole := got.Exhaustive && (c.binds == "" || got.Bounds[c.binds].Stopped > 0)
		if got.Properties[0].Length != c.length || c.code == verdict.OK && !whole {
			t.Errorf("%s: %+v", c.args, got)
		}
	}
}
