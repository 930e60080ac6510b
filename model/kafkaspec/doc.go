// Package kafkaspec holds the models of Kafka replication that its
// maintainers published in 2018: a ladder of five protocols for one
// partition, from truncation to the high watermark to KIP-320, and a small
// model of asynchronous ISR changes. They are reproduced count for count.
//
// A partition has a controller, which elects leaders and shrinks the ISR by
// publishing numbered requests (LeaderAndIsr), and brokers, which act on any
// request newer than the last they saw. The five protocols share every rule.
// They differ in one table, ladder, whose columns are:
//
//   - truncateTo: where a new follower cuts its log (truncation.go), and
//     whether it waits for the leader of the epoch to do so;
//   - fetchers: whose fetches a leader accepts (fencing.go), whether it also
//     compares the epochs of the last records, and whether a follower truncates
//     on what it finds then;
//   - expandInEpoch: whether the ISR grows only once the high watermark is in
//     the leader's epoch.
//
// To read the package, begin with state.go, then ladder.go and the two files
// of policies; controller.go, leader.go and follower.go hold the rules, one
// small function each, and tell.go says each of them in words.
//
// The claims are WeakIsr (every broker in a leader's own ISR has what that
// leader's high watermark covers) and StrongIsr (the same of the
// controller's ISR). Two claims are false as published and are kept beside
// the form that was meant: LeaderInIsr here and TypeOk in async-isr.
package kafkaspec
