// Package matrix takes scenarios to protocols: which generation of Kafka, or
// which release, does a scenario hit?
//
// A scenario is the part of a spec that its protocol has no say in: brokers,
// budgets of failures and records, rules left out, the property that is
// checked. The protocol is the part that history changed, and the column's
// generation or release gives it. A cell is one exploration within the row's
// limit of states.
//
// [Columns] names the columns, [Curated] the rows that mc comes with;
// [Fill] explores what the cache does not have; a [Table] is what comes out,
// and is written as text, markdown, JSON or a page.
package matrix
