//go:build !oracle

package oracletest

// limit is the number of distinct states beyond which a row is left to
// -tags oracle.
const limit = 250_000
