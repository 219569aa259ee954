package rating

import (
	"fmt"
	"math"
)

// SPRT is a sequential test: is the player better by Elo1, or only by Elo0?
// It may be looked at after every observation, and decides with the smallest
// expected number of them.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // of accepting the one where the other holds; 0 is 0.05
	Normalized  bool    // Elo0 and Elo1 are normalized Elo
}

// Decision is the result of a sequential test.
type Decision int

// The results of a test.
const (
	Undecided Decision = iota // more observations are needed
	Accept0                   // not better than Elo0
	Accept1                   // better by Elo1
)

// Bounds are the ratios of likelihood at which the test ends.
func (t SPRT) Bounds() (low, high float64) {
	alpha, beta := t.Alpha, t.Beta
	if alpha == 0 {
		alpha = 0.05
	}
	if beta == 0 {
		beta = 0.05
	}
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// Decide applies the test to a sample.
func (t SPRT) Decide(s Sample) Decision {
	low, high := t.Bounds()
	switch llr := t.LLR(s); {
	case llr <= low:
		return Accept0
	case llr >= high:
		return Accept1
	}
	return Undecided
}

// Validate returns what is wrong with a test.
func (t SPRT) Validate() error {
	low, high := t.Bounds()
	switch {
	case !(t.Elo0 < t.Elo1):
		return fmt.Errorf("elo0 %g is not below elo1 %g", t.Elo0, t.Elo1)
	case math.Abs(t.Elo0) > 4000 || math.Abs(t.Elo1) > 4000:
		return fmt.Errorf("elo0 and elo1 lie within -4000 and 4000")
	case math.IsNaN(low) || math.IsNaN(high) || !(low < 0 && high > 0):
		return fmt.Errorf("alpha %g and beta %g lie between 0 and 0.5", t.Alpha, t.Beta)
	}
	return nil
}

// emptyCell stands for a result that never came, as fishtest has it: without
// it one result too many would count for ever.
const emptyCell = 1e-3

// LLR is the generalized logarithm of the ratio of likelihoods (Van den Bergh,
// "A practical introduction to the GSPRT"). It is 0 without an observation.
func (t SPRT) LLR(s Sample) float64 {
	n := s.N()
	if n == 0 {
		return 0
	}
	p := make([]float64, len(s.counts))
	total := 0.0
	for i, c := range s.counts {
		p[i] = max(c, emptyCell)
		total += p[i]
	}
	for i := range p {
		p[i] /= total
	}
	fit := s.fitMean
	low, high := Score(t.Elo0), Score(t.Elo1)
	if t.Normalized {
		fit = s.fitT
		scale := math.Ln10 / 800 * math.Sqrt(s.games)
		low, high = t.Elo0*scale, t.Elo1*scale
	}
	p0, p1 := fit(p, low), fit(p, high)
	llr := 0.0
	for i := range p {
		llr += p[i] * math.Log(p1[i]/p0[i])
	}
	return total * llr
}

// fitMean is the distribution nearest to p whose mean is the given score.
func (s Sample) fitMean(p []float64, score float64) []float64 {
	return tilt(p, func(i int) float64 { return s.score(i) - score })
}

// fitT is the distribution nearest to p whose mean, less one half, is t
// standard deviations. It is found by turns: the deviations of the last fit
// make the next one linear.
func (s Sample) fitT(p []float64, t float64) []float64 {
	q := make([]float64, len(p))
	for i := range q {
		q[i] = 1 / float64(len(q))
	}
	for range 50 {
		mean, variance := 0.0, 0.0
		for i := range q {
			mean += q[i] * s.score(i)
		}
		for i := range q {
			variance += q[i] * (s.score(i) - mean) * (s.score(i) - mean)
		}
		sigma := math.Sqrt(variance)
		next := tilt(p, func(i int) float64 {
			d := (mean - s.score(i)) / sigma
			return s.score(i) - 0.5 - t*sigma*(1+d*d)/2
		})
		change := 0.0
		for i := range q {
			change = max(change, math.Abs(next[i]-q[i]))
		}
		q = next
		if change < 1e-12 {
			break
		}
	}
	return q
}

// tilt is p with weights 1/(1 + θ·a): θ is where the weighted mean of a is 0.
func tilt(p []float64, a func(i int) float64) []float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range p {
		low, high = min(low, a(i)), max(high, a(i))
	}
	// θ lies where all weights are positive; there the sum falls.
	from, to := -1/high, -1/low
	margin := (to - from) * 1e-12
	from, to = from+margin, to-margin
	sum := func(theta float64) (s float64) {
		for i := range p {
			s += p[i] * a(i) / (1 + theta*a(i))
		}
		return s
	}
	for range 200 {
		middle := (from + to) / 2
		if sum(middle) > 0 {
			from = middle
		} else {
			to = middle
		}
	}
	theta := (from + to) / 2
	q := make([]float64, len(p))
	for i := range p {
		q[i] = p[i] / (1 + theta*a(i))
	}
	return q
}
