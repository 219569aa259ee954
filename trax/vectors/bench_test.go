package vectors_test

import (
	"context"
	"runtime"
	"testing"

	. "github.com/loopline/loopline/trax/vectors"
)

// nowhere is a file that keeps nothing.
type nowhere struct{}

func (nowhere) Write(p []byte) (int, error)        { return len(p), nil }
func (nowhere) Seek(o int64, _ int) (int64, error) { return o, nil }

// BenchmarkGenerate measures random turn vectors as JSON Lines in vectors a
// second.
func BenchmarkGenerate(b *testing.B) {
	const count = 200_000
	for _, threads := range []int{1, runtime.GOMAXPROCS(0)} {
		b.Run(map[bool]string{true: "threads=1", false: "threads=all"}[threads == 1], func(b *testing.B) {
			n := 0
			for b.Loop() {
				h, err := Generate(context.Background(), nowhere{}, Options{Seed: 1, Count: count, Threads: threads})
				if err != nil {
					b.Fatal(err)
				}
				n += h.Count
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "vectors/s")
		})
	}
}
