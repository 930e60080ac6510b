// Package runs keeps packed states in files, such that a file is either whole
// and intact or not believed.
//
// A run file is written from front to back by a Writer and appears under its
// name only when it is complete and on disk. A Reader checks head and foot
// when it opens the file and every block when it reads it. What a long run
// needs to go on after an interruption stands in a manifest, a small JSON file
// written the same way.
//
// All of it goes through a Disk, the only door to the file system, so that
// tests can let any operation fail; package runstest has such disks.
//
// # Form of a run file
//
// Numbers are little-endian.
//
//	head    64 bytes: magic (8), version (4), words per state (4), flags (4:
//	        bit 0 = with rules), records per block (4), run (16), part (8),
//	        zero (12), CRC of the foregoing (4)
//	blocks  each: the states' words, the rule bytes if any, number of
//	        records (4), CRC (4). Every block but the last is full.
//	foot    32 bytes: magic (8), records (8), seal (4), zero (8), CRC (4)
//
// Every CRC is CRC-32C. That of a block covers the head's CRC, the block's
// index and its count as well, so a block of another file or place does not
// pass for this one. The seal is the CRC of all blocks' CRCs in order; a
// manifest that lists a file together with its seal notices when the file is
// replaced by another intact one. The foot's CRC starts from the head's.
//
// The head keeps its size and the places of magic, version and CRC in every
// version, so that an old program can say that a file is too new.
package runs
