// Package browser drives the explorer's page in Chromium, as a reader would: it clicks what
// it sees, and looks at what the page then shows.
//
//	cd browser && go test -timeout 10m ./...
//
// It is a module of its own, so that the driver is no dependency of the product. The tests
// build what they open: the program, the same program for browsers, and the folder of the page.
package browser
