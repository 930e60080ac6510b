package main

import (
	"io"

	"mc/run/cli"
	"mc/run/suite"
	"mc/run/verdict"
)

// shipped is what comes with mc.
var shipped = &suite.Suite{Models: models(), Specs: shippedSpecs}

// mc carries out a command line.
func mc(args []string, out, err io.Writer) verdict.Code { return cli.Main(*shipped, args, out, err) }
