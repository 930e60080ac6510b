package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mc/model/kafka"
	"mc/report"
	"mc/run/cache"
	"mc/run/matrix"
	"mc/run/registry"
	"mc/run/suite"
)

const matrixPage = "../../docs/matrix.md"

// TestMatrixPage holds the tables in docs/matrix.md against the recorded
// ones. Run it with -update to write them into the page, and today's titles
// into the recorded tables. That the recorded verdicts are right is for
// TestMatrixIsFresh, behind the tag matrix.
func TestMatrixPage(t *testing.T) {
	rows, err := matrix.CuratedRows(shipped)
	if err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(matrixPage)
	if err != nil {
		t.Fatal(err)
	}
	page := string(old)
	for _, columns := range []string{"generations", "releases"} {
		table, err := recordedTable(columns)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			retitle(table, matrix.NewTable(rows, table.Columns))
			record(t, columns, table)
		}
		page = withTable(t, page, columns, table)
	}
	if *update {
		if err := os.WriteFile(matrixPage, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if page != string(old) {
		t.Errorf("%s is not what is recorded; run go test ./cmd/mc -run TestMatrixPage -update\n%s", matrixPage, cmp.Diff(string(old), page))
	}
}

// recordedTable is the table of a set of columns that comes with mc.
func recordedTable(columns string) (*matrix.Table, error) {
	all, err := matrix.ReadRecorded(suite.Specs{Files: os.DirFS("../../specs")}, columns)
	if err != nil || len(all.Tables) != 1 {
		return nil, fmt.Errorf("%s: %d tables, %w", columns, len(all.Tables), err)
	}
	return all.Tables[0], nil
}

// retitle gives the recorded rows the titles and impacts that their specs and claims
// have today.
func retitle(recorded, today *matrix.Table) {
	recorded.Impacts = today.Impacts
	for i := range recorded.Rows {
		r := &recorded.Rows[i]
		for _, l := range today.Rows {
			if l.Spec == r.Spec && l.Property == r.Property {
				r.Title, r.Refs, r.Impact = l.Title, l.Refs, l.Impact
			}
		}
	}
}

// record writes a table beside the specs.
func record(t *testing.T, columns string, table *matrix.Table) {
	t.Helper()
	var out bytes.Buffer
	if err := table.JSON(&out); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("../../specs/matrix", columns+".json")
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// withTable puts the table between the marks that name its columns.
func withTable(t *testing.T, page, columns string, table *matrix.Table) string {
	t.Helper()
	mark := "<!-- mc matrix --columns " + columns + " --format markdown -->\n"
	before, rest, ok := strings.Cut(page, mark)
	_, after, ended := strings.Cut(rest, "<!-- end -->\n")
	if !ok || !ended {
		t.Fatalf("the page lacks the marks %s and <!-- end -->", strings.TrimSpace(mark))
	}
	var out bytes.Buffer
	if err := table.Markdown(&out); err != nil {
		t.Fatal(err)
	}
	return before + mark + out.String() + "<!-- end -->\n" + after
}

// TestRecordedRows holds that the recorded tables are of today's rows and
// columns: the same scenarios, properties, titles and limits.
func TestRecordedRows(t *testing.T) {
	rows, err := matrix.CuratedRows(shipped)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 25 {
		t.Errorf("there are %d rows, want at least 25", len(rows))
	}
	for _, which := range []string{"generations", "releases"} {
		columns, err := matrix.Columns(kafka.Variants, which)
		if err != nil {
			t.Fatal(err)
		}
		recorded, err := recordedTable(which)
		if err != nil {
			t.Fatal(err)
		}
		empty := matrix.NewTable(rows, columns)
		empty.Set = which
		for i := range recorded.Rows {
			if got, want := len(recorded.Rows[i].Cells), len(columns); got != want {
				t.Errorf("%s: %s has %d cells, want %d", which, recorded.Rows[i].Spec, got, want)
			}
			recorded.Rows[i].Cells = nil
		}
		if diff := cmp.Diff(empty, recorded); diff != "" {
			t.Errorf("the %s table was recorded of other rows; if only words differ, run go test ./cmd/mc -run TestMatrixPage -update, else first go test -tags matrix ./cmd/mc -run TestMatrixIsFresh -update\n%s", which, diff)
		}
	}
}

// TestEveryViolationHasACause holds that the recorded tables say of each
// violated cell whose it is and what closes it, or that nothing does.
func TestEveryViolationHasACause(t *testing.T) {
	for _, which := range []string{"generations", "releases"} {
		table, err := recordedTable(which)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range table.Rows {
			for j, c := range r.Cells {
				silent := c.Credit == "" || c.Credit != matrix.Open && (c.Closed == nil || len(c.Closed.Keys) == 0)
				if at := r.Spec + " under " + table.Columns[j].Name; c.Verdict == matrix.Violated && silent {
					t.Errorf("%s: %s says nothing of what closes it; record the tables with all causes", which, at)
				} else if c.Verdict != matrix.Violated && c.Credit != "" {
					t.Errorf("%s: %s is %s, and credited", which, at, c.Verdict)
				}
			}
		}
	}
}

// TestCredits holds cells whose cause was found by hand against the recorded
// ones: whose they are, and the keys that close them.
func TestCredits(t *testing.T) {
	table, err := recordedTable("releases")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(creditsByHand) {
		f := strings.Fields(line)
		for column := range strings.SplitSeq(f[1], ",") {
			i := slices.IndexFunc(table.Rows, func(l matrix.Line) bool { return table.Label(l) == f[0] })
			if i < 0 {
				t.Fatalf("there is no row %s", f[0])
			}
			c, _ := table.Cell(table.Rows[i].Spec, table.Rows[i].Property, column)
			var keys []string
			if c.Closed != nil {
				for _, k := range c.Closed.Keys {
					keys = append(keys, k.Key)
				}
			}
			want := f[3:]
			slices.Sort(keys)
			slices.Sort(want)
			if string(c.Credit) != f[2] || !slices.Equal(keys, want) {
				t.Errorf("%s under %s: %s %v, want %s %v", f[0], column, c.Credit, keys, f[2], want)
			}
		}
	}
}

// TestLossesAreNotHidden holds that no cell is n/a because the row's own switch
// has no meaning there: what is lost before 2.8 by the scenarios of R19, R24 and
// R25 is lost, and what R14's loses there has its note.
func TestLossesAreNotHidden(t *testing.T) {
	table, err := recordedTable("releases")
	if err != nil {
		t.Fatal(err)
	}
	for spec, want := range map[string]matrix.Credit{
		"r14-kafka-13141-broken": matrix.Other, "r19-kafka-14139-broken": matrix.Part,
		"r24-last-replica-standing-broken": matrix.Part, "r25-kafka-18106-broken": matrix.Part,
	} {
		for _, column := range []string{"0.10.2", "0.11", "2.0"} {
			c, _ := table.Cell(spec, "committed-on-leader", column)
			if c.Verdict != matrix.Violated || c.Credit != want {
				t.Errorf("%s under %s: %s, credited %s, want violated and %s", spec, column, c.Text(), c.Credit, want)
			}
		}
	}
}

// creditsByHand are rows, columns, the credit, and the keys that close the cell:
// first what the row's own keys close, then the others, as trials by hand found
// them that turned each key alone and compared the resolved constants.
const creditsByHand = `r01-kafka-1211-broken/committed-on-leader 0.10.2 own truncation
r01-kafka-1211-broken/hw-within-maximal-isr 0.10.2 own truncation
v01-hw-truncation-min-isr-2 0.10.2 own truncation
r05-kafka-7128-broken 0.11,2.0 own expand_needs_leso
r11-kafka-7152-broken 0.10.2,0.11,2.0 own idle_stuck_stays
r12-kafka-10706-lookup-broken 2.1 own cache_trunc_on_noop
r13-kafka-10432-broken 0.11,2.0,2.1 own recovery_keeps_epoch_zero
r14-kafka-13141-broken 2.8 part diverge_skips_state_update drop_stale_fetches removed_partition_is_cut
r15-kafka-14704-broken 2.8,3.1,3.3 own diverge_skips_hw
r16-kafka-13091-broken 2.8 own hw_after_alter_commit
r18-kafka-13916-broken 2.8,3.1 own eligible_not_fenced
r19-kafka-14139-broken 2.8 part eligible_not_fenced eligible_broker_epoch removed_partition_is_cut
r19-kafka-14139-broken 3.1 own eligible_not_fenced eligible_broker_epoch
r19-kafka-14139-broken 3.3 own eligible_broker_epoch
r21-kafka-15021-broken/hw-waits-only-for-eligible 3.3,3.5 own hw_ignores_ineligible
r21-kafka-15021-broken/epoch-bumped-only-when-needed 3.1,3.3,3.5 own shrink_bumps_leader_epoch
r24-last-replica-standing-broken 3.3,3.5,3.6,3.7 own elr rereg_removes_isr
r24-last-replica-standing-broken 4.0 own elr
r27-kafka-19996-broken 3.7,4.0,4.1,4.3 part equal_epoch_news strict_min_isr_hw
r32-kafka-16540-broken 4.1,4.3 part broker_min_insync_replicas equal_epoch_news
r33-jepsen-2013-broken 0.10.2,0.11,2.0,2.1,2.8,3.1 own unclean_elections
r33-jepsen-2013-broken 3.3,3.5,3.6,3.7,4.0,4.1,4.3 part equal_epoch_news unclean_elections
r34-fsync-broken 2.8 part fsync_each_write removed_partition_is_cut
r34-fsync-broken 3.1,3.3,3.5,3.6,3.7,4.0,4.1,4.3 own fsync_each_write
r36-kafka-7414-broken 0.10.2 own out_of_range
r38-latest-offset-goes-back-broken 0.11,2.0,2.1 own offset_not_available
r40-unclean-by-default-broken 2.8 part removed_partition_is_cut unclean_elections
r40-unclean-by-default-broken 0.11,2.0,2.1,3.1,3.3,3.5,3.6,3.7,4.0,4.1,4.3 own unclean_elections
reelected-leader-keeps-remotes/committed-on-leader 2.8 part reelection_resets_remotes removed_partition_is_cut
reelected-leader-keeps-remotes/committed-on-leader 2.1,3.1,3.3,3.5,3.6,3.7,4.0,4.1,4.3 own reelection_resets_remotes
r03-kafka-6361-broken 0.10.2,0.11 part fence_lookup register_epoch_on_election truncation
r03-kafka-6361-broken 2.0 other fence_lookup register_epoch_on_election
r03-kafka-6361-broken 2.8 other diverge_skips_state_update removed_partition_is_cut
r04-kafka-6880-broken 0.10.2 part fence_fetch truncate_every_epoch_bump truncation
r04-kafka-6880-broken 0.11,2.0 part fence_fetch truncate_every_epoch_bump
r04-kafka-6880-broken 2.8 other diverge_skips_hw diverge_skips_state_update removed_partition_is_cut
r04-kafka-6880-broken 3.1,3.3 other diverge_skips_hw
r05-kafka-7128-broken 0.10.2 part expand_needs_leso truncation
r06-kafka-7164-broken 0.10.2 other diverge_skips_hw last_fetched_epoch_kept truncation
r06-kafka-7164-broken 0.11,2.0 other diverge_skips_hw drop_stale_lookups last_fetched_epoch_kept truncation
r06-kafka-7164-broken 2.8 other diverge_skips_hw diverge_skips_state_update removed_partition_is_cut
r06-kafka-7164-broken 3.1,3.3 other diverge_skips_hw
r07-kafka-7415-broken 0.10.2 part fence_lookup register_epoch_on_election truncation
r07-kafka-7415-broken 0.11,2.0 part fence_lookup register_epoch_on_election
r07-kafka-7415-broken 2.8 other diverge_skips_state_update drop_stale_fetches removed_partition_is_cut
r14-kafka-13141-broken 0.10.2,0.11 other fence_lookup register_epoch_on_election truncation
r14-kafka-13141-broken 2.0 other fence_lookup register_epoch_on_election
r17-kafka-13173-broken 2.8,3.1 other eligible_not_fenced
r21-kafka-15021-broken/hw-waits-only-for-eligible 2.8,3.1 part eligible_not_fenced hw_ignores_ineligible
r24-last-replica-standing-broken 0.11,2.0 part eligible_not_fenced elr expand_needs_leso isr_update rereg_removes_isr
r24-last-replica-standing-broken 2.1 part eligible_not_fenced elr isr_update rereg_removes_isr
r24-last-replica-standing-broken 2.8 part eligible_not_fenced elr rereg_removes_isr removed_partition_is_cut
r25-kafka-18106-broken 3.3,3.5,3.6,3.7 part elr rereg_removes_isr
r25-kafka-18106-broken 4.0 other elr
r32-kafka-16540-broken 0.10.2 other truncation
r34-fsync-broken 0.10.2 part fsync_each_write recovery_keeps_epoch_zero truncation
r34-fsync-broken 0.11,2.0,2.1 part fsync_each_write recovery_keeps_epoch_zero
r38-latest-offset-goes-back-broken 0.10.2 part offset_not_available truncation
r39-kafka-9807-broken 2.8 other diverge_skips_state_update removed_partition_is_cut
r40-unclean-by-default-broken 0.10.2 part truncation unclean_elections
v21-offset-only-lookup 0.10.2,0.11 part fence_lookup register_epoch_on_election truncation
v21-offset-only-lookup 2.8 other diverge_skips_state_update removed_partition_is_cut
r09-kafka-2729-broken 0.10.2,0.11,2.0,2.1 scenario isr_news_lost
v17-two-lossy-crashes 0.10.2,0.11,2.0,2.1,2.8,3.1,3.3,3.5,3.6,3.7,4.0,4.1,4.3 open
r03-kafka-6361-progress-all-broken 0.10.2,0.11 part fence_lookup register_epoch_on_election truncation
r03-kafka-6361-progress-all-broken 2.0 other fence_lookup register_epoch_on_election
r06-kafka-7164-progress-all-broken 0.10.2 part truncate_every_epoch_bump truncation
r06-kafka-7164-progress-all-broken 0.11,2.0 own truncate_every_epoch_bump
r09-kafka-2729-progress-all-broken 0.10.2,0.11,2.0,2.1 scenario isr_news_lost
r11-kafka-7152-progress-all-broken 0.10.2,0.11,2.0 own idle_stuck_stays
r12-kafka-10706-lookup-progress-all-broken 0.10.2 other truncation
r12-kafka-10706-lookup-progress-all-broken 2.1 own cache_trunc_on_noop
r16-kafka-13091-progress-silent-broken 2.8 part hw_after_alter_commit hw_waits_for_caught_up
r16-kafka-13091-progress-silent-broken 3.1,3.3,3.5,3.6,3.7,4.0,4.0-elr,4.1,4.3 other hw_waits_for_caught_up
r27-kafka-19996-progress-all-broken 3.6 other equal_epoch_news
r27-kafka-19996-progress-all-broken 3.7,4.0,4.0-elr,4.1,4.3 part equal_epoch_news strict_min_isr_hw
r36-kafka-7414-power-progress-all-broken 0.10.2,0.11,2.0 own out_of_range
r37-kafka-14296-progress-lingers-broken 0.10.2,0.11,2.0,2.1,2.8 other shrink_bumps_leader_epoch
`

// TestVerdictsByHand holds rows that were searched by hand under every release
// against the recorded table: the lengths in the order of the releases, - where
// it holds.
func TestVerdictsByHand(t *testing.T) {
	table, err := recordedTable("releases")
	if err != nil {
		t.Fatal(err)
	}
	for row, lengths := range map[string]string{
		// A newcomer at the high watermark and far behind joins in every release.
		"r27-kafka-4313-control": "4 4 4 4 6 11 8 8 6 6 6 6 6 6",
		// A follower that stops itself after a power failure, and by elections alone.
		"r36-kafka-7414-power-broken": "11 11 11 - - - - - - - - - - -",
		"r36-kafka-7414-broken":       "10 - - - - - - - - - - - - -",
		// Two power failures against min ISR 2.
		"v17-two-lossy-crashes": "9 9 9 9 9 6 6 6 6 9 9 9 9 9",
		// Counted by those who may be elected, not by whoever cuts; in 2.8 a fetcher may
		// cut the log of who leads.
		"r07-kafka-7415-broken": "8 11 11 - 9 18 18 17 17 17 17 17 - -",
	} {
		i := slices.IndexFunc(table.Rows, func(l matrix.Line) bool { return table.Label(l) == row })
		if i < 0 {
			t.Fatalf("there is no row %s", row)
		}
		var got []string
		for _, c := range table.Rows[i].Cells {
			if c.Verdict == matrix.Violated {
				got = append(got, fmt.Sprint(c.Length))
			} else {
				got = append(got, map[bool]string{true: "-", false: string(c.Verdict)}[c.Verdict == matrix.Holds])
			}
		}
		if text := strings.Join(got, " "); text != lengths {
			t.Errorf("%s: %s, want %s", row, text, lengths)
		}
	}
}

// counted is a model that counts how often it is explored.
type counted struct {
	registry.Entry
	runs *atomic.Int32
}

func (c counted) Check(ctx context.Context, job registry.Job) (*report.Outcome, error) {
	c.runs.Add(1)
	return c.Entry.Check(ctx, job)
}

// TestMatrixExploresOnce holds that cells with the same protocol are explored
// once, that a second run explores nothing, and that a different limit, a
// damaged entry or no cache are reasons to explore again.
func TestMatrixExploresOnce(t *testing.T) {
	found, err := shipped.Find("v09-diverging-answer-shows")
	if err != nil {
		t.Fatal(err)
	}
	row, err := matrix.RowOf(shipped, found[0], "K13")
	if err != nil {
		t.Fatal(err)
	}
	var runs atomic.Int32
	row.Entry, row.States = counted{row.Entry, &runs}, 300
	columns, err := matrix.Columns(kafka.Variants, "kip-497,3.1,kip-279,2.0") // two protocols by four names
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	kept, err := cache.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	fill := func(kept *cache.Cache, want int32) *matrix.Table {
		t.Helper()
		runs.Store(0)
		table, err := matrix.Fill(t.Context(), []matrix.Row{row}, columns, matrix.Options{Workers: 2, Cache: kept})
		if err != nil {
			t.Fatal(err)
		}
		if runs.Load() != want {
			t.Errorf("explored %d times, want %d", runs.Load(), want)
		}
		return table
	}
	first := fill(kept, 2)
	if diff := cmp.Diff(first, fill(kept, 0)); diff != "" {
		t.Errorf("the kept table differs:\n%s", diff)
	}
	if diff := cmp.Diff(first, fill(nil, 2)); diff != "" {
		t.Errorf("the table without a cache differs:\n%s", diff)
	}
	row.States = 400
	fill(kept, 2)
}
