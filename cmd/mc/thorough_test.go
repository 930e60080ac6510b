//go:build oracle

package main

// thorough takes every trace through every format.
const thorough = true
