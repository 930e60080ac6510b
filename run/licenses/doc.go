// Package licenses knows the modules that a program of this module is built
// from, and under which licences: their names, versions and texts are part of
// the binary. They are written by the test of this package, from what go list
// says of cmd/mc and from the license files in the module cache.
package licenses
