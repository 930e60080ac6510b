// Package explorer visits every reachable state of a model and decides its
// properties.
//
// # Usage
//
// There is one function, Check. It takes a model and says what is true of it:
//
//	result, err := explorer.Check(ctx, m, explorer.Options{})
//	if err != nil {
//		return err // the model or the machine is at fault, not a property
//	}
//	for _, p := range result.Properties {
//		fmt.Println(p.Name, p.Verdict, p.Witness) // p.Path leads to a violation
//	}
//
// Options.Continue goes on past what decides a property, and counts all that
// does; Options.Coverage tells what rules and premises came to. Options bound
// the run (MaxDepth, MaxStates, Timeout, Memory), choose the properties
// (Check), the order (Search) and how seen states are kept (Store, Dir). What
// there is to choose from is data, Stores and Searches, and Options.Validate
// says what does not go together. A run that a limit ended says so in
// Result.Cut, and no verdict of it claims more than was seen.
//
// # What is promised
//
// Check works level by level, breadth first:
//
//  1. The initial states are level 1.
//  2. Every state of a level is taken from the frontier, unpacked, judged by
//     the properties that are still open, and expanded by every rule in the
//     model's order. Successors that the constraint excludes are counted and
//     judged, but not kept. The others go to the next level unless they have
//     been seen before.
//  3. At the end of a level the least violating state, by its words in memory,
//     decides each property that broke in it. The run goes on until every
//     property is decided (Options.KeepGoing: also after that) or no states
//     are left; limits end it earlier, and the result says so.
//  4. Counterexamples are rebuilt backwards, no parent is stored: of the
//     states in level d-1 that have the target as a successor, the least is
//     taken, then the first action that leads on. With symmetry the path of
//     representatives is replayed forward, so that a trace is a real run.
//
// A trace is as short as any; counts, levels, verdicts and traces are the same
// for any number of workers, because a run that stops early reports complete
// levels only. New of a rule counts the states that no earlier rule of the
// model reaches in the same level.
//
// By default the states are kept whole, so nothing can be omitted; other
// stores take less memory, and those that keep hashes say how likely an
// omission is. With a directory the states move to disk when memory is short,
// and a run can be saved and resumed. None of this changes a result: only what
// depends on the clock (a timeout, an interrupt) and omissions of the hashing
// stores can.
//
// Two other orders are there for deep bugs, depth first and guided. They visit
// the same states, but promise neither shortest traces nor levels.
//
// Claims about runs that go on for ever are decided when the exploration has
// ended, under their fairness, on the graph of the states that were expanded. A
// violation is a lasso (PropertyResult.Run) with a shortest stem; what holds only
// because budgets are spent says so (Excuse). A run that was cut never says that
// such a claim holds.
//
// # Inside
//
// All orders drive one expander (internal/expand), which unpacks, judges,
// expands, canonicalises and packs, and hands what it finds to a sink. A level
// by level search puts it into a set (internal/store); the others number it
// and push it to a frontier (internal/frontier). What is kept of states lies
// outside the heap (internal/mem) and is counted before it is taken, so that
// Options.Memory holds in every order and store; a process needs some 20 MB
// beside it. Where no limit is given, it is what the machine or the container
// leaves (internal/machine).
package explorer
