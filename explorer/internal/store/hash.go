package store

import "math/bits"

// Hash is a hash of a packed state under a seed, mixed word by word with a
// 64x64 to 128 bit multiplication. Its high bits choose the place in the table,
// bits from the low end are the tag. A seed that is drawn for each run keeps
// those who choose states from choosing what they collide with.
func Hash(w []uint64, seed uint64) uint64 {
	h := seed ^ 0x9e3779b97f4a7c15
	for _, x := range w {
		hi, lo := bits.Mul64(x^h, 0xd6e8feb86659fd93)
		h = hi ^ lo ^ bits.RotateLeft64(x, 32)
	}
	hi, lo := bits.Mul64(h^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	return hi ^ lo
}
