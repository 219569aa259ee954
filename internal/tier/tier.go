// Package tier lets a test say itself which runs it belongs to, so that
//
//	go test -short ./...    answers in a minute,
//	go test ./...           runs everything but proofs, seeded bugs and emulated machines,
//	go test -race ./...     runs what has goroutines, at the speed of the race detector.
//
// A test says so in its first line, a folder in its TestMain.
package tier

import (
	"flag"
	"os"
	"testing"
)

// restVariable is the environment variable that has [Rest] tests run, and as "long" those that are [Long].
const restVariable = "LOOPLINE_REST"

const long = "long"

// Slow skips a test with -short: it computes or waits for a second or more.
func Slow(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow: run without -short")
	}
}

// NoRace skips a test under the race detector: it runs whole programs, or computes for
// long in one goroutine, so that the detector makes it slower and finds nothing.
func NoRace(t testing.TB) {
	t.Helper()
	if raceDetector {
		t.Skip("nothing for the race detector: run without -race")
	}
}

// Rest skips a test unless the environment has LOOPLINE_REST: it is slow, takes
// minutes, and guards what changes rarely.
func Rest(t testing.TB) {
	t.Helper()
	Slow(t)
	if !RunsRest() {
		t.Skip("takes minutes: set " + restVariable + "=1")
	}
}

// Long skips a test unless LOOPLINE_REST is "long": it takes ten minutes or more, too long for what must pass
// before a change is taken.
func Long(t testing.TB) {
	t.Helper()
	Slow(t)
	if os.Getenv(restVariable) != long {
		t.Skip("takes ten minutes and more: set " + restVariable + "=" + long)
	}
}

// RunsRest reports whether tests that call [Rest] run, for those that are scripts.
func RunsRest() bool { return !testing.Short() && os.Getenv(restVariable) != "" }

// AllSlow is for the TestMain of a folder in which all tests are [Slow], before it runs
// them: with -short none is.
func AllSlow() {
	flag.Parse()
	if testing.Short() {
		_ = flag.Set("test.run", "^$") // package testing has it
	}
}
