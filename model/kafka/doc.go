// Package kafka is a model of how Kafka replicates one partition: two to five
// brokers with their logs, high watermarks and epoch caches, the leader's
// view of its followers, an ISR change on its way to the controller and back,
// and a controller that fences, elects and remembers eligible leaders.
//
//	m, values, err := kafka.Template.Build(map[string]string{"generation": "kip-101", "records": "2"})
//	result, err := explorer.Check(ctx, m, explorer.Options{MaxStates: 1e6})
//
// The template of package invariants/kafka has the same rules and the
// catalogue of claims.
//
// A Protocol is one way to run it: a generation (generations.go, oldest
// first), with any axis or switch overridden (switches.go, the table), and the
// bounds and budgets of its environment (constants.go). Whoever adds a switch
// writes its row and its field in switches.go, and reads it where it acts.
//
// Each question of the protocol has one file, with all answers that history
// gave to it side by side:
//
//	truncation.go      where does a follower cut its log?
//	highwatermark.go   when may the leader raise the high watermark?
//	isr.go             when does a leader propose to grow or shrink the ISR?
//	alterpartition.go  what does the controller answer, and what does one do that no longer is the controller?
//	election.go        who leads next, and who is still eligible?
//	reassignment.go    who are the replicas, and how do they change?
//	metadata.go        what does a broker do with what it learns?
//	files.go           what does a broker find on its disk when it is back, and what becomes of a
//	                   replica whose log directory fails?
//	fetcher.go         what becomes of an answer, and of the thread that waits for it?
//	reader.go          where does a reader read on, and from whom?
//	transaction.go     what ends a transaction, and up to where is a log stable?
//	producer.go        what becomes of a record that is sent again?
//	logstart.go        where does a log begin, and what does a follower out of its leader's range do?
//	tier.go            what is in remote storage, and what does a broker take to be there?
//	symmetry.go        who may be elected where brokers are interchangeable, and what is a state with other names?
//	canonical.go       which of the states that are the same but for names stands for them?
//	start.go           what does a state have in which runs start by request?
//	fetch.go, clients.go, restart.go, epochcache.go
//
// The state keeps both truths apart: what a leader believes (Remote, Isr,
// Change) and what is so (the logs, Controller.Isr). Ghosts are what the
// properties need to remember; rules write them and never read them.
package kafka
