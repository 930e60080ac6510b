// Package runstest has disks for tests: Memory keeps files in memory and can
// lose power, and Faulty lets chosen operations of another disk go wrong.
package runstest
