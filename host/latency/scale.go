package latency

import (
	"math"
	"slices"
	"time"
)

// scale maps times to positions between two ends: evenly, or by their logarithm when
// they are of very different length.
type scale struct {
	edges []time.Duration // rising, at least two
	log   bool
}

// far is the ratio of two times beyond which a scale is logarithmic.
const far = 20

// newScale returns a scale from low or below to high or above, with at most
// that many steps between round edges.
func newScale(low, high time.Duration, most int) scale {
	low, high = max(low, 0), max(high, low+1)
	if high > far*max(low, 1) && high > 100*time.Microsecond {
		return logScale(max(low, high/1e6, 1), high, most)
	}
	step := roundUp((high - low) / time.Duration(most))
	for {
		s := linearScale(low, high, step)
		if len(s.edges) <= most+1 {
			return s
		}
		step = roundUp(step + 1)
	}
}

func linearScale(low, high, step time.Duration) (s scale) {
	for edge := low / step * step; ; edge += step {
		s.edges = append(s.edges, edge)
		if edge > high {
			return s
		}
	}
}

// roundUp is the next time of 1, 2 or 5 and noughts, at least 1 ns.
func roundUp(t time.Duration) time.Duration {
	for ten := time.Duration(1); ; ten *= 10 {
		for _, digit := range [...]time.Duration{1, 2, 5} {
			if digit*ten >= t {
				return digit * ten
			}
		}
	}
}

// series are the edges within a power of ten, from many to few.
var series = [...][]float64{
	{1, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 3.9, 4.7, 5.6, 6.8, 8.2}, {1, 1.5, 2, 3, 5, 7}, {1, 2, 5}, {1},
}

func logScale(low, high time.Duration, most int) (s scale) {
	for _, digits := range series {
		s = scale{logEdges(low, high, digits), true}
		if len(s.edges) <= most+1 {
			break
		}
	}
	return s
}

// logEdges are the edges from the last one not above low to the first above
// high.
func logEdges(low, high time.Duration, digits []float64) (edges []time.Duration) {
	for ten := math.Pow(10, math.Floor(math.Log10(float64(low)))); ; ten *= 10 {
		for _, digit := range digits {
			edge := time.Duration(math.Round(digit * ten))
			if edge <= low {
				edges = edges[:0]
			}
			if n := len(edges); n == 0 || edge > edges[n-1] {
				edges = append(edges, edge)
			}
			if edge > high {
				return edges
			}
		}
	}
}

// at returns where a time lies: 0 at the first edge, 1 at the last, not beyond.
func (s *scale) at(t time.Duration) float64 {
	from, to := s.edges[0], s.edges[len(s.edges)-1]
	t = min(max(t, from), to)
	if s.log {
		return math.Log(float64(t)/float64(from)) / math.Log(float64(to)/float64(from))
	}
	return float64(t-from) / float64(to-from)
}

// find is the number of the step that a time lies in, the last one for those
// beyond.
func (s *scale) find(t time.Duration) int {
	i, found := slices.BinarySearch(s.edges, t)
	if !found {
		i--
	}
	return min(max(i, 0), len(s.edges)-2)
}
