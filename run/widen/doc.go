// Package widen raises the budgets of a run, cheapest first, until what held
// within them breaks, nothing is left to raise, or the time or the states for it
// are spent.
package widen
