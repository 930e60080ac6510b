// Package byhand explores one model, kip-320 with three brokers, by a loop
// written for it alone: states are two words in registers, rules are bit
// operations on them, the table knows its states, one goroutine does it all.
// It says what a general engine costs: mc bench runs both on the same
// constants, and both must count the same.
//
// Layout of a state. Word a, 19 bits per broker from the low end: the log
// (three records of a 2-bit number and a 2-bit epoch), its end, the high
// watermark (2 bits each) and the leader epoch plus one (3 bits). Word b, from
// the low end: the brokers' ISRs (3 bits each), four requests (leader plus one
// in 2 bits, ISR in 3), the controller's epoch (3), its ISR (3), and the
// number of the next record (2).
package byhand
