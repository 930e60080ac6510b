package registry

import (
	"fmt"

	"mc/explorer"
)

// guard makes an error of a panic in the model's own code, where no search does
// that: in scripts, sessions and replays.
func (e *entry[S]) guard(err *error) {
	if p := recover(); p != nil {
		*err = &explorer.ModelError{Model: e.template.Name, Detail: fmt.Sprintf("panic: %v", p)}
	}
}
