// Package pack turns a roomy, plain state into the few words that tell it
// apart and back: the bits that a mask names are gathered, word by word, into
// a dense form. The mask is a state in which every bit is set that any state
// of the run may have, so the packing is lossless by construction, and a bit
// outside the mask is detected, never dropped.
//
// On amd64 with BMI2 the gathering is one PEXT per word of state and the
// scattering one PDEP; elsewhere runs of bits are shifted one by one. Pack
// takes many states at once, and goes through them word by word.
package pack
