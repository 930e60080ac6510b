// Package simulate takes random walks of a model: for models that are too large
// to explore, and as a quick look.
//
// # Usage
//
//	result, err := simulate.Walk(ctx, m, simulate.Options{Seed: 1, Walks: 10_000, Depth: 100})
//	for _, p := range result.Properties {
//		fmt.Println(p.Name, p.Found, p.Witness) // p.Path leads there, p.Short by fewer steps
//	}
//
// It proves nothing: what no walk has met may be there. There is no verdict, only
// what was found and how much was walked. Of a claim about runs that go on for
// ever not even that: a walk has an end, and no walk decides such a claim.
//
// # What is promised
//
// A walk begins in an initial state, any as likely as another. For each step a
// rule is drawn by weight among those that are enabled, then one of its steps,
// any as likely as another. A step out of the constraint is not taken. A walk
// ends after Depth steps, or where nothing is enabled.
//
// Walk n of a seed is always the same, whatever else is walked, with however many
// workers. Walks go by rounds: once every property is decided, the round is walked
// to its end and no other is begun, so that counts do not depend on the workers
// either. Of several walks that decide a property the one of the lowest number is
// reported. Only a timeout, or an interrupt, makes results depend on the clock.
//
// Swarm leaves out some rules in each walk, faults more often than others, weighs
// the rest anew, and gives some faults a budget of their own: walks that can do
// everything tend to do the same, and walks with every fault soon do little else.
//
// # Inside
//
// A walker draws a rule first and expands that alone; of a rule that is not
// enabled it draws no more in this state. So a step costs a few rules and not all.
// Nothing is kept of a walk but its number. The walk that decides a property is
// taken a second time, and written down; then steps are left out of it as long as
// the rest still decides the property.
package simulate
