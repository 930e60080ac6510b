// Package twophase is two-phase commit: resource managers, each with its part
// of a transaction, and a transaction manager that decides for all of them. It
// shows what a model looks like: a plain state, rules, claims, a view, symmetry,
// and two variants to put side by side.
//
//	m, _, err := twophase.Template.Build(map[string]string{"variant": "fickle", "managers": "2"})
//	result, err := explorer.Check(ctx, m, explorer.Options{})
//
// Messages are never lost, so that what was sent is what was done; they may
// take their time. Nobody fails. The fickle variant has one fault: a manager
// that has promised to commit may abort all the same.
package twophase
