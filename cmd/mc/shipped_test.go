package main

import (
	"io"
	"sync"
	"testing"

	"mc/run/cli"
	"mc/run/explain"
	"mc/run/suite"
	"mc/run/verdict"
)

// shipped is what comes with mc.
var shipped = &suite.Suite{Models: models(), Specs: shippedSpecs}

// mc carries out a command line.
func mc(args []string, out, err io.Writer) verdict.Code { return cli.Main(*shipped, args, out, err) }

// opened reads all specs once, for the tests that look things up in them.
var opened = sync.OnceValues(func() (*explain.Library, error) { return explain.Open(shipped) })

func library(t *testing.T) *explain.Library {
	t.Helper()
	l, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	return l
}
