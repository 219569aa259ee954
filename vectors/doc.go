// Package vectors makes golden test vectors from the rules of package trax and
// reads them back: what a design, a program or a testbench is asked and what
// is right to answer.
//
// A file holds vectors of one [Kind]. Its first line is a [Header] that says
// how the file was made and what its body must add up to; [Read] believes
// nothing else. [Generate] is deterministic: the same [Options] give the same
// bytes on every machine, whatever the number of threads.
//
// Random play almost never meets what breaks a design. Turn vectors therefore
// come with a list of [Classes], each met at least the number of times asked
// for, or generation fails and names the class.
//
// The package knows nothing of hardware or of models: who is asked, and over
// which wire, is for the caller. [Compare] judges an answer.
package vectors
