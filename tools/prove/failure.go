package main

import (
	"errors"
	"fmt"
)

// Kind classifies a failed proof.
type Kind string

const (
	ToolMissing     Kind = "tool missing"      // a command is not installed
	NoFile          Kind = "no file"           // a file of the manifest cannot be read
	SyntaxError     Kind = "syntax"            // Yosys refuses the sources
	NoAsserts       Kind = "no asserts"        // Yosys found nothing to prove
	CountDiffers    Kind = "count differs"     // Yosys found other asserts or covers than the manifest says
	AssertFailed    Kind = "assert failed"     // there is a counter-example
	StepFailed      Kind = "step failed"       // an induction does not go through; no counter-example is known
	NotReached      Kind = "not reached"       // a cover, or the premise of an assert, is never met
	Contradiction   Kind = "contradiction"     // the assumptions exclude each other
	MutantStale     Kind = "mutant stale"      // its text does not occur exactly once
	MutantNotCaught Kind = "mutant not caught" // the proof holds in spite of the bug
	TimeOut         Kind = "time-out"          // the limit passed
	EngineConfused  Kind = "engine"            // an engine ended without an answer
	Interrupted     Kind = "interrupted"       // by the user
)

// Failure is the error of a proof: the problem, its place and the remedy.
type Failure struct {
	Kind Kind
	Text string
}

// Error is the kind and the text.
func (f *Failure) Error() string { return string(f.Kind) + ": " + f.Text }

func fail(k Kind, format string, args ...any) error {
	return &Failure{k, fmt.Sprintf(format, args...)}
}

// kindOf returns "" for nil.
func kindOf(err error) Kind {
	var f *Failure
	switch {
	case err == nil:
		return ""
	case errors.As(err, &f):
		return f.Kind
	default:
		return EngineConfused
	}
}

// wrong reports whether a failure of this kind is a finding, rather than a proof that did not run.
func (k Kind) wrong() bool {
	switch k {
	case NoAsserts, CountDiffers, AssertFailed, StepFailed, NotReached, Contradiction, MutantStale, MutantNotCaught:
		return true
	}
	return false
}

// exitOf returns the exit status: a finding has priority over a proof that did not run.
func exitOf(results []result) int {
	status := exitOK
	for _, r := range results {
		for _, err := range r.failures {
			if kindOf(err).wrong() {
				return exitWrong
			}
			status = exitCouldNot
		}
	}
	return status
}
