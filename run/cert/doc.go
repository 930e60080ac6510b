// Package cert keeps what a run established in a file that others can hold a run of
// their own to, and says what a change did to the states of a model.
//
//	f, err := cert.Of(entry, spec, job, outcome)
//	text := f.Text()
//	f, err := cert.Parse(text)
//	differences := cert.Compare(f, again)
//	d := cert.Between(a, b)
//
// It knows no flags and runs nothing.
package cert
