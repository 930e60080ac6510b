// Package explorer visits every reachable state of a model and decides its
// properties.
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
//     property is decided or no states are left; limits end it earlier, and
//     the result says so.
//  4. Counterexamples are rebuilt backwards, no parent is stored: of the
//     states in level d-1 that have the target as a successor, the least is
//     taken, then the first action that leads on. With symmetry the path of
//     representatives is replayed forward, so that a trace is a real run.
//
// What is promised: a trace is as short as any; counts, levels, verdicts and
// traces are the same for any number of workers, because a run that stops
// early reports complete levels only. `new` of a rule counts the states that
// no earlier rule of the model reaches in the same level.
//
// By default the states are kept whole (store "exact"), so nothing can be
// omitted; the store "interned" keeps them whole in less memory, "fp64" and
// "fp128" keep hashes and say how likely an omission is. With a directory the
// states move to disk when memory is short, and a run can be saved and
// resumed. None of this changes a result: only what depends on the clock (a
// timeout, an interrupt) and omissions of the hashing stores can.
//
// Two other orders are there for deep bugs, depth first and guided. They visit
// the same states, but promise neither shortest traces nor levels.
package explorer
