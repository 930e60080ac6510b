// Package traces holds what is known of one run of a model: the path itself,
// the file it is kept in, its replay under the same or other rules, and the
// ways to show it. It knows model and no concrete model: everything in words
// or pictures comes from the model's Story and View.
package traces
