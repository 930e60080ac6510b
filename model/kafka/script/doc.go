// Package script plays scripts on the Kafka model: commands such as `produce`,
// `fetch b2`, `freeze b3` or `advance 12s`, each carried out as actions of the
// model, and what can be seen after them (`leo`, `hw`, `isr`, `sees`, ...).
//
//	commands.go     the table of commands
//	replication.go  control.go  machine.go  clients.go   what each does
//	settle.go       what brokers do on their own when nothing stops them
//	clock.go        time: lag, sessions, checkpoints, request timeouts
//	sights.go       the table of what can be seen
//
// Time and frozen processes are outside the model's state: they decide which
// of its actions happen, never what an action does. So a script is a run of
// the model as any other, only with a reason why it took this course.
package script
