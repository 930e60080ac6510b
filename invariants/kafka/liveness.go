package kafka

// liveness names the claims about progress, L1 to L12 of the literature, that
// scenarios are about. No search decides them yet; what a scenario checks
// beside them is what the same fault looks like to safety.
var liveness = []string{
	"offline-heals", "follower-catches-up", "joins-isr", "pending-resolves", "produce-answered", "isr-stabilises",
	"hw-advances", "broker-recovers", "follower-hw-converges", "shutdown-completes", "acked-everywhere", "elr-recovers",
}
