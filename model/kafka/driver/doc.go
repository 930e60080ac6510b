// Package driver makes a driver of a run of the model: what has to be done to a real
// cluster so that it goes the same way, as a text that brokers/cluster carries out.
//
// On a cluster only some steps can be brought about: a produce, an election, a kill.
// The others, fetches and what brokers learn, happen by themselves, and all that can be
// done about them is to hold a process by a signal, and to wait for what must be seen.
// So the plan is sought as a game against the cluster: after each operation all processes
// that are not held run until nothing new can come of it, in whatever order, and what the
// trace shows has to hold of every state in which they can end. Of all plans with the
// operations of the trace the one with the fewest holds is taken.
package driver
