// Package vectors makes files of golden test vectors, reads them back and
// compares answers with them: what a design, a program or a testbench is asked
// and the expected response. It knows no game. Their subject is
// a [Set] of kinds, which the caller hands in.
//
// A file holds vectors of one kind. Its first line is a [Header] that says how
// the file was made and what its body must add up to; [Read] believes nothing
// else. [Generate] is deterministic: the same [Options] give the same bytes on
// every machine, whatever the number of threads.
//
// Random vectors almost never meet what breaks a design. Kinds therefore have
// lists of bins, each met at least the number of times asked for, or
// generation fails and names the bin.
//
// The [Target] answers, which is, or drives, the DUT: a program behind a [ModelPipe], a simulated design,
// or the kind's own oracle. [Check] compares what it answers.
package vectors
