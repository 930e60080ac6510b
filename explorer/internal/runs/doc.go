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
//	blocks  one behind the other, each compressed by itself (S2) if it is
//	        shorter than its contents, and else these: the records' words, the
//	        first of each record as the difference to that of the record
//	        before, and then the rule bytes if any. Every block but the last
//	        is of the same number of records.
//	index   for each block: its first record's words, its length (4), its
//	        CRC (4)
//	foot    32 bytes: magic (8), records (8), seal (4), CRC of the index (4),
//	        zero (4), CRC (4)
//
// Every CRC is CRC-32C. That of a block is of its bytes in the file and covers
// the head's CRC, the block's number and its count of records as well, so a
// block of another file or place does not pass for this one. The seal is the
// CRC of all blocks' CRCs in order; a manifest that lists a file together with
// its seal notices when the file is replaced by another intact one. Those of
// index and foot start from the head's. Who opens a file reads head, index and
// foot; a block is checked when it is read.
//
// The head keeps its size and the places of magic, version and CRC in every
// version, so that an old program can say that a file is too new.
package runs
