// Package bench measures the engine on a fixed set of models: the published
// ladder in four sizes, the flagship, every store, one worker and two, a model
// without rules to speak of, and a loop written by hand for one model.
//
// Each measurement is a process of its own, so that its peak of memory is
// its own; the rounds go through all cases in turn, so that a busy minute of
// the machine does not fall on one case alone; what is shown are medians.
// Targets are what the project set itself; the figures of other tools were
// measured once, on another machine, and are repeated as that.
package bench
