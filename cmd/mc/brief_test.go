//go:build !oracle

package main

// thorough is for -tags oracle.
const thorough = false
