// Package matrix takes scenarios to the variants of their model: which of them
// does a scenario hit?
//
//	rows, leftOut, err := matrix.NamedRows(suite, []string{"kip-101-data-loss"})
//	columns, err := matrix.Columns(rows[0].Entry.Variants(), "releases")
//	table, err := matrix.Fill(ctx, rows, columns, matrix.Options{Workers: 2})
//	err = table.Text(os.Stdout, report.Style{})
//
// A scenario is the part of a spec that its protocol has no say in: sizes,
// budgets of failures, rules left out, the property that is checked. The
// protocol is the constants whose role is model.OfVariant, and the column gives
// them. A cell is one exploration within the row's limit of states.
//
// [CuratedRows] are the rows that a suite comes with; [Fill] explores what the
// cache does not have; a [Table] is what comes out, and is written as text,
// markdown, JSON or a page.
package matrix
