// Package mem gives the engine memory that the garbage collector neither
// scans nor moves: zeroed, returned to the system as soon as it is free, and
// backed by huge pages where the system has them.
package mem
