// Package twin holds the model of package kafka to its page. Its tests have a
// second, slow, obvious implementation, written from docs/02-the-model.md
// alone, and compare: state by state, action by action. It imports the model
// only to translate its states. Where the two differ, either the page or the
// model is wrong.
package twin
