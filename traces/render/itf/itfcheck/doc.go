// Package itfcheck holds a text against the description of the Informal Trace
// Format (Apalache's ADR 015), written from that description and not from what
// package traces happens to write. Tests of both use it.
//
// A trace is an object with "vars" and "states", and if it likes "#meta",
// "params" and "loop". A state gives each variable an expression and may have
// "#meta". An expression is a Boolean, a string, an integer that JSON carries
// exactly, {"#bigint": "digits"}, a list, a record, or one of {"#tup": [...]},
// {"#set": [...]}, {"#map": [[key, value], ...]}, {"#unserializable": "text"}.
package itfcheck
