//go:build !amd64

package store

// look finds out where the states of a stage stand in their home lines, and
// fetches the states that they may be.
func look(v *view, s *stage) { lookPlain(v, s) }

func seek(table *uint64, s *stage) { seekPlain(table, s) }
