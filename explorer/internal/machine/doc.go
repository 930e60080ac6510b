// Package machine tells how much memory a process may take before somebody
// ends it: what is left of its control groups and those above them, of the
// machine, and of the limits that the process was started with.
package machine
