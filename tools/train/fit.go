package main

import (
	"errors"
	"math"
	"slices"

	"github.com/loopline/loopline/trax/engine"
)

// Newton's method finds the weights under which the results of the games are most
// likely, held near zero by a ridge; conjugate gradients find each of its steps. Sums
// go over the samples in their order, in one thread, and products are rounded before
// they are added, so that equal samples give equal weights.

// maxSteps bounds Newton's method, which takes six or seven.
const maxSteps = 30

// converged is the change of every weight, in logits, from which on it has ended: half
// a point.
const converged = 0.5 / engine.PointsPerLogit

// fit learns the weights of the features, in logits, by logistic regression from the training
// samples.
func fit(all []sample, features int, ridge float64) ([]float64, error) {
	w := make([]float64, features)
	for range maxSteps {
		q := newtonStepAt(all, w, ridge)
		step, err := q.solve()
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
	return nil, errNoEnd
}

var errNoEnd = errors.New("the weights do not converge; use a larger ridge")

// newtonStep is one step of Newton's method: the gradient and the second derivatives of the
// loss at some weights.
type newtonStep struct {
	all       []sample
	ridge     float64
	gradient  []float64
	diagonal  []float64 // of its second derivatives
	curvature []float64 // by sample, the second derivative by its logit
}

func newtonStepAt(all []sample, w []float64, ridge float64) *newtonStep {
	n := len(w)
	q := &newtonStep{all, ridge, make([]float64, n), make([]float64, n), make([]float64, len(all))}
	for i := range w {
		q.gradient[i], q.diagonal[i] = float64(ridge*w[i]), ridge
	}
	for k := range all {
		s := &all[k]
		if s.validation {
			continue
		}
		p := logistic(s.logit(w))
		off, bend := p-s.result(), float64(p*(1-p))
		q.curvature[k] = bend
		for _, t := range s.features {
			x := float64(t.count)
			q.gradient[t.feature] += float64(off * x)
			q.diagonal[t.feature] += float64(bend * x * x)
		}
	}
	return q
}

// hessianTimes sets product to the Hessian of the loss times v.
func (q *newtonStep) hessianTimes(v, product []float64) {
	for i := range v {
		product[i] = float64(q.ridge * v[i])
	}
	for k := range q.all {
		s := &q.all[k]
		if s.validation {
			continue
		}
		along := float64(q.curvature[k] * s.logit(v))
		for _, t := range s.features {
			product[t.feature] += float64(along * float64(t.count))
		}
	}
}

// precise is the relative residual at which the conjugate gradients stop.
const precise = 1e-2

// solve is the step to the minimum, to be subtracted, by conjugate gradients that are
// scaled by the diagonal.
func (q *newtonStep) solve() ([]float64, error) {
	n := len(q.gradient)
	x, rest, along, product := make([]float64, n), slices.Clone(q.gradient), make([]float64, n), make([]float64, n)
	scaled := make([]float64, n)
	enough, before := precise*math.Sqrt(dot(rest, rest)), 0.0
	for range n + maxSteps {
		if math.Sqrt(dot(rest, rest)) <= enough {
			return x, nil
		}
		for i, r := range rest {
			if scaled[i] = r / q.diagonal[i]; math.IsNaN(scaled[i]) {
				return nil, errors.New("the features depend on each other; use a larger ridge")
			}
		}
		now, ratio := dot(rest, scaled), 0.0
		if before > 0 {
			ratio = now / before
		}
		before = now
		for i := range along {
			along[i] = scaled[i] + float64(ratio*along[i])
		}
		q.hessianTimes(along, product)
		far := now / dot(along, product)
		for i := range x {
			x[i] += float64(far * along[i])
			rest[i] -= float64(far * product[i])
		}
	}
	return nil, errNoEnd
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

// loss is the mean logarithmic loss of predictions on the validation set, less samples that
// equal a training sample, or on the training set.
func loss(all []sample, held bool, say func(s *sample) float64) float64 {
	sum, n := 0.0, 0
	for k := range all {
		s := &all[k]
		if s.validation != held || s.duplicate {
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
