// Package shards keeps a search that many processes carry out, none of which knows of the
// others, in a directory that all of them see.
//
//	folder := shards.Folder{Disk: disk, Dir: dir, Run: digest, Words: words}
//	plan, err := shards.Latest[State](folder)      // what is to be done
//	task, err := plan.Task(i)                      // a part of that
//	first, err := shards.Report(folder, report)    // that it is done
//
// The directory holds
//
//	plan-000012.json         what is to be done, and all that is known of the search;
//	                         whoever writes it first has written it
//	report-000012-003.json   that task 3 of plan 12 is done, with the files that it made;
//	                         the first report of a task is the one that counts
//	failed-000012-003.json   that no retry will help
//	ID-KIND-000012-003.run   states (package runs), of an attempt at that task: its ID is
//	                         drawn at random, so that attempts do not meet
//
// A level of the search is expanded by tasks that take some blocks of it each, and
// leave what they found as candidates, sorted; then it is merged by tasks that take a range
// of keys each, and keep what no earlier level has. Results of tasks are sums and minima,
// so it does not matter who does what in which order, nor how often.
//
// Nothing depends on what a listing of the directory shows: names are computed. Only
// Sweep lists it, to remove the files of attempts that nobody named.
package shards
