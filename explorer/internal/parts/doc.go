// Package parts keeps packed states in files of a run's directory, and reads
// them again in the ways that a search needs: all of one level, those between
// two keys, or whether given ones are there.
//
// A part is a complete file. Its records are states, in order or not. Three
// kinds of records there are: a state alone, of one level; a state with the
// rule that it is credited to, a candidate; and a state with the number of its
// level behind it, in a part that several levels share. Such parts keep deep
// searches, of many small levels, in few files: Merge makes one of many.
//
// A Window reads single levels of a shared part: it keeps as many neighbours
// as it has room for, so that going through levels in either direction reads
// the file few times.
//
// Records are states in memory, to be sorted and merged.
package parts
