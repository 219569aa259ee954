package rating

import "math"

// Interval is an interval of Elo; its ends may be infinite.
type Interval struct{ Low, High float64 }

// Exact is the 95 % interval of Elo after the given numbers of wins and losses, after Clopper
// and Pearson: it is honest for any number of games, also when one player won
// all of them. Each draw counts as half a win and half a loss, which makes the
// interval wider than it need be.
func Exact(wins, draws, losses int) Interval {
	w, l := float64(wins)+float64(draws)/2, float64(losses)+float64(draws)/2
	if w+l == 0 {
		return Interval{math.Inf(-1), math.Inf(1)}
	}
	const tail = 0.025
	low, high := 0.0, 1.0
	if w > 0 {
		low = betaQuantile(tail, w, l+1)
	}
	if l > 0 {
		high = betaQuantile(1-tail, w+1, l)
	}
	return Interval{Elo(low), Elo(high)}
}

// LOS is the likelihood that the winner of the given number of games is the
// stronger one, where nothing was known before: half of all before the first
// game.
func LOS(wins, losses int) float64 {
	return 1 - betaCDF(0.5, float64(wins)+1, float64(losses)+1)
}

// betaQuantile is the x below which the share p of a beta distribution lies.
func betaQuantile(p, a, b float64) float64 {
	low, high := 0.0, 1.0
	for range 200 {
		middle := (low + high) / 2
		if betaCDF(middle, a, b) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// betaCDF is the regularized incomplete beta function, by its continued
// fraction (Abramowitz and Stegun, 26.5.8).
func betaCDF(x, a, b float64) float64 {
	switch {
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	}
	if x > (a+1)/(a+b+2) {
		return 1 - betaCDF(1-x, b, a)
	}
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	lab, _ := math.Lgamma(a + b)
	front := math.Exp(lab-la-lb+a*math.Log(x)+b*math.Log(1-x)) / a
	return front * betaFraction(x, a, b)
}

// betaFraction evaluates the continued fraction by Lentz's method.
func betaFraction(x, a, b float64) float64 {
	const tiny = 1e-300
	guard := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d := 1.0, 1/guard(1-(a+b)*x/(a+1))
	f := d
	for m := 1.0; m < 10_000; m++ {
		for _, term := range [2]float64{
			m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m)),
			-(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1)),
		} {
			d = 1 / guard(1+term*d)
			c = guard(1 + term/c)
			f *= c * d
		}
		if math.Abs(c*d-1) < 1e-15 {
			break
		}
	}
	return f
}
