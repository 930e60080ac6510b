// Package explain says what a topic is: a variant of a model, an axis, a
// switch or another constant, a rule, a property, a scenario, a KIP or a
// ticket. Nothing is written here by hand. An [Article] is gathered from a
// [Library]: the specs, the models and their tables, and the recorded matrix;
// the story of a scenario is the trace of a breadth-first run.
package explain
