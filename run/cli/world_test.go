package cli

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"mc/explorer"
	"mc/run/verdict"
	"mc/traces"
)

// TestCodeOf holds the exit codes of errors.
func TestCodeOf(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want verdict.Code
	}{
		{usage("no such thing"), verdict.Usage},
		{&outputError{io.ErrShortWrite}, verdict.IO},
		{&faultError{&explorer.ModelError{Model: "m", Detail: "overflow"}}, verdict.Fault},
		{fmt.Errorf("t.json: %w", &explorer.ModelError{Model: "m", Detail: "panic: boo"}), verdict.Fault},
		{fmt.Errorf("t.json: %w", &traces.Divergence{Step: 3}), verdict.Fault},
		{&traces.FileError{Where: "line 1"}, verdict.Usage},
		{errors.Join(usage("a"), usage("b")), verdict.Usage},
	} {
		if got := codeOf(tc.err); got != tc.want {
			t.Errorf("%v: code %d, want %d", tc.err, got, tc.want)
		}
	}
}
