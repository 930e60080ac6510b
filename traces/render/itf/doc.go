// Package itf writes and reads traces in the Informal Trace Format of Apalache
// (ADR 015), so that tools which know that format can show them.
//
//	err := itf.Write(w, f)
//	if itf.Is(text) {
//		f, err = itf.Parse(text)
//	}
//
// The variables of a state are the fields of the model's state. What the format
// has no place for is kept in #meta, so nothing is lost there and back.
package itf
