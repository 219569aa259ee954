package sandbox_test

import (
	"testing"

	"github.com/loopline/loopline/sandbox"
)

// BenchmarkStart is what starting and ending a program costs.
func BenchmarkStart(b *testing.B) {
	for _, mode := range []sandbox.Mode{sandbox.Require, sandbox.None} {
		b.Run(string(mode), func(b *testing.B) {
			i := sandbox.New(mode, nil)
			for b.Loop() {
				q, err := i.Start(&sandbox.Program{Args: []string{"true"}})
				if err != nil {
					b.Fatal(err)
				}
				<-q.Exited()
			}
		})
	}
}

// BenchmarkStop is what stopping a program and letting it go on costs.
func BenchmarkStop(b *testing.B) {
	q, err := sandbox.New(sandbox.Require, nil).Start(&sandbox.Program{Args: []string{"sleep", "1000"}})
	if err != nil {
		b.Fatal(err)
	}
	defer q.Kill()
	for b.Loop() {
		if err := q.Stop(); err != nil {
			b.Fatal(err)
		}
		if err := q.Continue(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCPUTime is what asking for the processor time costs.
func BenchmarkCPUTime(b *testing.B) {
	q, err := sandbox.New(sandbox.Require, nil).Start(&sandbox.Program{Args: []string{"sleep", "1000"}})
	if err != nil {
		b.Fatal(err)
	}
	defer q.Kill()
	for b.Loop() {
		q.CPUTime()
	}
}
