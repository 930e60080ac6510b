package kafka

import "mc/model"

// What a broken claim means to whoever writes to a partition and reads it.
const (
	ackedLost     = "acknowledged record lost"
	committedLost = "committed record lost or diverging"
	readGone      = "read and later gone"
	readTwice     = "read twice or out of order"
	ackedOneLost  = "acks=1 record lost"
	unavailable   = "unavailable"
	refused       = "refused"
	delayed       = "slow"
	inside        = "internal only"
)

// Impacts are the consequences, the worst first.
var Impacts = model.Impacts{
	{Name: ackedLost, Doc: "A producer with acks=all was told that its record is safe, and it is gone."},
	{Name: committedLost, Doc: "A record that some leader showed to consumers is gone, or replicas have different records there."},
	{Name: readGone, Doc: "A consumer was given a record that later readers do not get."},
	{Name: readTwice, Doc: "A consumer is given a record twice, or in another order than its producer wrote."},
	{Name: ackedOneLost, Doc: "A record that was acknowledged by the leader alone is gone. That is allowed."},
	{Name: unavailable, Doc: "Nobody leads, a broker stops itself, or clients are not answered any more."},
	{Name: refused, Doc: "A producer is told that its record was not taken."},
	{Name: delayed, Doc: "Nothing is lost: something waits longer than it has to, or an offset goes back for a while."},
	{Name: inside, Doc: "A belief or an order inside the brokers is not as it should be. By itself nobody notices; where it leads to " +
		"more, another claim breaks."},
}

// impacts are those of the properties by name.
var impacts = map[string]string{
	"committed-on-leader":       committedLost,
	"acked-all-never-lost":      ackedLost,
	"committed-somewhere":       committedLost,
	"committed-stable":          committedLost,
	"never-truncates-committed": inside,

	"hw-within-maximal-isr":    inside,
	"hw-within-controller-isr": inside,
	"hw-within-eligible":       inside,
	"hw-within-local-isr":      inside,
	"strong-isr":               inside,

	"hw-within-recorded":         inside,
	"leader-hw-monotone":         inside,
	"leader-hw-behind-committed": inside,
	"follower-hw-within-log":     inside,
	"follower-hw-monotone":       inside,
	"hw-needs-min-isr":           inside,

	"log-matching-below-hw":   committedLost,
	"no-uncommitted-exposure": readGone,
	"epoch-cache-matches-log": inside,
	"log-epochs-monotone":     inside,
	"recovered-is-durable":    inside,

	"log-start-within-hw":      inside,
	"hw-not-below-log-start":   inside,
	"log-start-within-log":     inside,
	"full-truncation-needed":   delayed,
	"remote-matches-committed": committedLost,
	"history-has-no-hole":      committedLost,
	"hw-position-known":        unavailable,
	"log-start-monotone":       inside,

	"remote-leo-sound":      inside,
	"isr-recorded-sound":    inside,
	"remote-prefix-matches": inside,
	"isr-within-maximal":    inside,
	"single-pending":        inside,
	"one-leader-per-epoch":  inside,
	"append-needs-min-isr":  inside,

	"leader-in-isr":                 inside,
	"isr-non-empty":                 inside,
	"fenced-not-in-isr":             inside,
	"epochs-monotone":               inside,
	"epoch-bumped-only-when-needed": inside,
	"stale-proposal-rejected":       inside,
	"reassignment-ends-in-sync":     inside,
	"partition-offline":             unavailable,

	"elr-well-formed":          inside,
	"elr-complete":             inside,
	"unclean-restart-excluded": inside,

	"consumer-repeatable":    readGone,
	"latest-offset-monotone": delayed,
	"ack-implies-copies":     inside,
	"ack-is-own-record":      inside,
	"wait-belongs-to-leader": inside,
	"no-duplicate-committed": readTwice,
	"sequence-in-order":      readTwice,
	"after-append-reachable": refused,
	"produce-refused":        refused,
	"acked-one-lost":         ackedOneLost,
	"reader-not-reset":       readTwice,
	"reader-misses-nothing":  committedLost,
	"preferred-in-sync":      inside,
	"open-has-owner":         delayed,

	"pending-change-under-way":   delayed,
	"stale-leader-has-news":      delayed,
	"hw-raised-when-possible":    delayed,
	"hw-waits-only-for-eligible": delayed,
	"epoch-start-fixed":          delayed,
	"newcomer-caught-up":         delayed,
	"newcomer-not-alone-behind":  delayed,
	"removes-only-laggards":      delayed,
	"divergence-shrinks":         delayed,
	"fetcher-alive":              delayed,
	"nobody-halts":               unavailable,

	"offline-heals":         unavailable,
	"follower-catches-up":   delayed,
	"joins-isr":             delayed,
	"pending-resolves":      delayed,
	"produce-answered":      unavailable,
	"isr-stabilises":        delayed,
	"isr-settles":           delayed,
	"fetcher-joins-isr":     delayed,
	"hw-advances":           unavailable,
	"broker-recovers":       unavailable,
	"follower-hw-converges": delayed,
	"shutdown-completes":    delayed,
	"reader-advances":       unavailable,
	"lso-advances":          unavailable,
	"elr-recovers":          unavailable,
}
