// Package oracletest holds the engine and the models of kafkaspec against the
// published counts and verdicts, all in ../../model/kafkaspec/testdata. It is
// a package of its own because models do not import the engine nor the engine
// models. It consists of tests: go test runs the smaller rows, and with -tags
// oracle every row, the largest of which has 65 million states.
package oracletest
