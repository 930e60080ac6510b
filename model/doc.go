// Package model is the vocabulary in which a transition system is written
// down: a Model is a value, a list of named Rules over a plain, fixed-size
// state, with the Properties that are to hold of it.
//
// The package knows no engine and no protocol. An engine takes a Model and
// explores it; everything that a person reads about a run (rule names,
// sentences, pictures of a state, KIP references) is derived from the same
// value.
//
// A state type S must be plain: booleans, integers, arrays and structs of
// them, without padding. Its bytes are its identity. A state may be roomy
// (sized for the largest configuration); Model.Widest tells which bits a run
// can use, and the engine stores only those.
//
// A rule is a guard and an effect:
//
//	{Name: "FillSmall", Doc: "Fill the small jug to the brim.",
//		Expand: func(s *Jugs, out *model.Steps[Jugs]) { out.Step().Small = 3 }}
//
// Expand may call Step any number of times, once per successor; Step hands
// out a copy of s to be edited in place.
package model
