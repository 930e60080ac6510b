// Package registry is where types end. A model has a state type of its own;
// the command line has only names. An Entry stands between: it builds the
// model of a Template, has the explorer check it or a trace replayed on it,
// and hands back plain results.
package registry
