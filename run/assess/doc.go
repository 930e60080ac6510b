// Package assess answers in the words of a system's operators: what can happen
// to a cluster with this configuration, that goes through these events?
//
//	know, err := assess.Read(suite)              // what the suite brings
//	setup, err := know.Setup("3.9", settings)    // Kafka's names become constants
//	answer, err := assess.Run(ctx, know, setup, assess.Options{Workers: 2})
//	answer.Text(os.Stdout, 80)
//
// Two files of the suite are all it knows of a system. assess/configuration.yml
// says what a setting and an event stand for in the model. assess/harms.yml lists
// what may go wrong: a property, the budgets under which that shows itself, and
// what to say of it. Whether it does is decided by searches, each time anew; so is
// what helps, and which variant closes it.
//
// Where a harm is looked for, the others are put right as far as they can be
// (Harm.Apart), so that what is found is this one and not another with the same
// end.
package assess
