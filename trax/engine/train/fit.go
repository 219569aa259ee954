package main

import (
	"errors"
	"math"
)

// Newton's method finds the weights under which the results of the games are most
// likely, held near zero by a ridge. Sums go over the samples in their order, in
// one thread, and products are rounded before they are added, so that equal
// samples give equal weights.

// mostSteps bounds Newton's method, which takes six or seven.
const mostSteps = 30

// converged is the change of every weight, in logits, from which on it has ended.
const converged = 1e-6

// fit returns the weights of the features, in logits, learned from the samples
// that are not held out.
func fit(all []sample, features int, ridge float64) ([]float64, error) {
	w := make([]float64, features)
	for range mostSteps {
		step, err := newton(all, w, ridge)
		if err != nil {
			return nil, err
		}
		most := 0.0
		for i, d := range step {
			w[i] -= d
			most = math.Max(most, math.Abs(d))
		}
		if most < converged {
			return w, nil
		}
	}
	return nil, errors.New("the weights do not converge; use a larger ridge")
}

// newton is the step from w to the minimum of the quadratic that the loss looks
// like there.
func newton(all []sample, w []float64, ridge float64) ([]float64, error) {
	n := len(w)
	gradient, hessian := make([]float64, n), make([][]float64, n)
	for i := range hessian {
		hessian[i] = make([]float64, n)
		hessian[i][i] = ridge
		gradient[i] = float64(ridge * w[i])
	}
	for k := range all {
		s := &all[k]
		if s.held {
			continue
		}
		p := logistic(s.logit(w))
		off, bend := p-s.result(), float64(p*(1-p))
		for i, a := range s.features {
			x := float64(a.count)
			gradient[a.feature] += float64(off * x)
			row := hessian[a.feature]
			for _, b := range s.features[:i+1] {
				row[b.feature] += float64(bend * x * float64(b.count))
			}
		}
	}
	return solve(hessian, gradient)
}

// solve solves a x = b, where the lower half of a is that of a symmetric matrix
// whose values are all positive, after Cholesky. It writes to both.
func solve(a [][]float64, b []float64) ([]float64, error) {
	for i := range a {
		for j := range i + 1 {
			sum := a[i][j] - dot(a[i][:j], a[j][:j])
			if i != j {
				a[i][j] = sum / a[j][j]
				continue
			}
			if sum <= 0 || math.IsNaN(sum) {
				return nil, errors.New("the features depend on each other; use a larger ridge")
			}
			a[i][i] = math.Sqrt(sum)
		}
	}
	for i := range b {
		b[i] = (b[i] - dot(a[i][:i], b[:i])) / a[i][i]
	}
	for i := len(b) - 1; i >= 0; i-- {
		for k := i + 1; k < len(b); k++ {
			b[i] -= float64(a[k][i] * b[k])
		}
		b[i] /= a[i][i]
	}
	return b, nil
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}

// logit is the logarithm of the odds that the side to move wins.
func (s *sample) logit(w []float64) (sum float64) {
	for _, t := range s.features {
		sum += float64(w[t.feature] * float64(t.count))
	}
	return sum
}

// result is 1 where the side to move won.
func (s *sample) result() float64 {
	if s.won {
		return 1
	}
	return 0
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// loss is the mean logarithmic loss of the chances that say gives samples that are
// held out, or of the others.
func loss(all []sample, held bool, say func(s *sample) float64) float64 {
	sum, n := 0.0, 0
	for k := range all {
		s := &all[k]
		if s.held != held {
			continue
		}
		p := say(s)
		if !s.won {
			p = 1 - p
		}
		sum -= math.Log(math.Max(p, 1e-12))
		n++
	}
	return sum / float64(max(n, 1))
}
