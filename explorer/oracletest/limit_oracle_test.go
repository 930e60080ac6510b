//go:build oracle

package oracletest

import "math"

// limit lets every row through.
const limit = math.MaxInt
