package cli

import "mc/run/licenses"

// licensesCommand is mc licenses.
type licensesCommand struct {
	Text bool `help:"Print the licenses themselves."`
}

// Run names the modules that the program contains, with their licenses.
func (c *licensesCommand) Run(w *world) error {
	if c.Text {
		return written(licenses.Texts(w.out, licenses.Program()))
	}
	return written(licenses.Table(w.out, licenses.Program()))
}
