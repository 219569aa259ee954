package rating

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Result is a game of a field of players, who are counted from 0.
type Result struct {
	First, Second int     // players, the first one moved first
	Score         float64 // of the first: 1 won, ½ drawn, 0 lost
	Count         float64 // how often it came; 0 is once
}

// Ranking holds the Bradley–Terry ratings of a field of players.
type Ranking struct {
	Players []Rating // in the order of the field

	// First is the advantage of moving first, in Elo, and half its 95 % interval;
	// both are 0 where it was not asked for.
	First, FirstMargin float64

	// Groups is the number of groups of players that met only each other.
	// Ratings of different groups are not comparable.
	Groups int
}

// Rating is one player's.
type Rating struct {
	Group  int     // from 0
	Games  float64 // played
	Score  float64 // points in them
	Elo    float64 // above the mean of its group
	Margin float64 // half the 95 % interval of Elo

	// Prior tells that the results alone bound no rating: somebody, or a set of
	// players, won or lost everything against the others. The rating then takes
	// in a draw with an average player, which is an assumption and no result.
	Prior bool
}

// Options of Fit.
type Options struct {
	FirstMove bool // fit the advantage of moving first

	// Spread is the standard deviation, in Elo, of the normal distribution from which the strengths are
	// taken to come; 0 assumes none. Where ratings decide who meets whom, likelihood alone stretches them:
	// whose difference came out too large do not meet again, so it stays. With it all players are one group,
	// the first move's advantage is taken to come from the same distribution, and no other prior is used:
	// no rating jumps when results connect players.
	Spread float64
}

// Fit fits the strengths of a field of the given number of players by maximum likelihood.
// The probability that the first of two wins follows from the difference of their
// ratings plus the first move's advantage.
func Fit(players int, results []Result, o Options) (Ranking, error) {
	if err := checkResults(players, results); err != nil {
		return Ranking{}, err
	}
	f := newFit(players, results, o)
	if err := f.solve(); o.Spread > 0 {
		if err != nil {
			return Ranking{}, err
		}
	} else if err != nil || f.runsAway() {
		// Together with the first move's worth the results bound no rating.
		f = newFit(players, results, o)
		f.addPriors()
		if err := f.solve(); err != nil {
			return Ranking{}, err
		}
	}
	return f.ranking()
}

func checkResults(players int, results []Result) error {
	for i, r := range results {
		switch {
		case r.First < 0 || r.First >= players || r.Second < 0 || r.Second >= players:
			return fmt.Errorf("result %d names a player outside 0 to %d", i, players-1)
		case r.First == r.Second:
			return fmt.Errorf("result %d has a player meet itself", i)
		case !(r.Score >= 0 && r.Score <= 1):
			return fmt.Errorf("result %d has a score of %g, outside 0 to 1", i, r.Score)
		case !(r.Count >= 0) || math.IsInf(r.Count, 1):
			return fmt.Errorf("result %d came %g times", i, r.Count)
		}
	}
	return nil
}

// fit is a fit under way. Its last variable is the first move's worth.
type fit struct {
	players        int
	spread         float64 // of the strengths; 0 is none
	results        []Result
	first          bool
	group          []int
	groups         int
	prior          []bool // by group
	firstMovePrior bool   // the first move's worth has a prior
	value          []float64
	inverse        [][]float64 // of the information, at the end
}

func newFit(players int, results []Result, o Options) *fit {
	f := &fit{players: players, first: o.FirstMove, spread: o.Spread * perElo, value: make([]float64, players+1)}
	for _, r := range results {
		if r.Count == 0 {
			r.Count = 1
		}
		f.results = append(f.results, r)
	}
	if f.spread > 0 {
		f.group, f.groups, f.prior = make([]int, players), 1, make([]bool, 1)
		return f
	}
	f.group, f.groups = components(players, f.results)
	f.prior = make([]bool, f.groups)
	strong := strongComponents(players, f.results)
	for p := range players {
		for q := range players {
			if f.group[p] == f.group[q] && strong[p] != strong[q] {
				f.prior[f.group[p]] = true
			}
		}
	}
	f.firstMovePrior = !f.firstBounded()
	return f
}

// firstBounded reports whether the first mover both scored and gave points.
func (f *fit) firstBounded() bool {
	won, lost := false, false
	for _, r := range f.results {
		won, lost = won || r.Score > 0, lost || r.Score < 1
	}
	return won && lost
}

// addPriors gives everybody a prior.
func (f *fit) addPriors() {
	for g := range f.prior {
		f.prior[g] = true
	}
	f.firstMovePrior = true
}

// farAway is a strength, in natural logarithms, that no number of games shows.
const farAway = 25

// runsAway reports whether a strength grew beyond what results can show.
func (f *fit) runsAway() bool {
	return slices.ContainsFunc(f.value, func(v float64) bool { return !(math.Abs(v) < farAway) })
}

// solve maximizes the likelihood by Newton's method, a step halved until it
// gains.
func (f *fit) solve() error {
	likelihood := f.likelihood(f.value)
	for range 200 {
		gradient, information := f.derivatives()
		inverse, ok := invert(information)
		if !ok {
			return errors.New("the results do not determine the ratings")
		}
		f.inverse = inverse
		step, longest := make([]float64, len(f.value)), 0.0
		for i := range step {
			for j := range step {
				step[i] += inverse[i][j] * gradient[j]
			}
			longest = max(longest, math.Abs(step[i]))
		}
		if longest < 1e-10 {
			return nil
		}
		for share := 1.0; ; share /= 2 {
			next := slices.Clone(f.value)
			for i := range next {
				next[i] += share * step[i]
			}
			// A step that loses no more than rounding does is a gain.
			if l := f.likelihood(next); l >= likelihood-1e-12*(1+math.Abs(likelihood)) || share < 1e-6 {
				f.value, likelihood = next, l
				break
			}
		}
	}
	return errors.New("the ratings do not converge")
}

// priorWeight sets how many draws with an average player a prior is.
const priorWeight = 1

// observed calls do with the strength that stands for the first's advantage in
// each result, its variables, and with the priors as results of one variable.
func (f *fit) observed(do func(plus, minus, first int, score, count float64)) {
	home := -1
	if f.first {
		home = f.players
	}
	for _, r := range f.results {
		do(r.First, r.Second, home, r.Score, r.Count)
	}
	for p := range f.players {
		if f.prior[f.group[p]] {
			do(p, -1, -1, 0.5, priorWeight)
		}
	}
	if f.first && f.firstMovePrior {
		do(-1, -1, home, 0.5, priorWeight)
	}
}

func (f *fit) likelihood(value []float64) (l float64) {
	f.observed(func(plus, minus, first int, score, count float64) {
		x := advantage(value, plus, minus, first)
		// ln of the logistic function, without overflow.
		l += count * (score*-math.Log1p(math.Exp(-x)) + (1-score)*(-x-math.Log1p(math.Exp(-x))))
	})
	if f.spread > 0 {
		for _, v := range f.drawn(value) {
			l -= v * v / (2 * f.spread * f.spread)
		}
	}
	return l
}

// drawn are the variables that come from the distribution of the strengths.
func (f *fit) drawn(value []float64) []float64 {
	if f.first {
		return value
	}
	return value[:f.players]
}

func advantage(value []float64, plus, minus, first int) (x float64) {
	if plus >= 0 {
		x += value[plus]
	}
	if minus >= 0 {
		x -= value[minus]
	}
	if first >= 0 {
		x += value[first]
	}
	return x
}

// derivatives are the gradient of the likelihood and the information. The sum
// of each group is held at 0.
func (f *fit) derivatives() (gradient []float64, information [][]float64) {
	n := f.players + 1
	gradient, information = make([]float64, n), make([][]float64, n)
	for i := range information {
		information[i] = make([]float64, n)
	}
	f.observed(func(plus, minus, first int, score, count float64) {
		p := 1 / (1 + math.Exp(-advantage(f.value, plus, minus, first)))
		signed := [3]struct {
			at   int
			sign float64
		}{{plus, 1}, {minus, -1}, {first, 1}}
		for _, a := range signed {
			if a.at < 0 {
				continue
			}
			gradient[a.at] += a.sign * count * (score - p)
			for _, b := range signed {
				if b.at >= 0 {
					information[a.at][b.at] += a.sign * b.sign * count * p * (1 - p)
				}
			}
		}
	})
	for i := range f.players {
		for j := range f.players {
			if f.spread == 0 && f.group[i] == f.group[j] && !f.prior[f.group[i]] {
				information[i][j]++
			}
		}
	}
	if f.spread > 0 {
		for i, v := range f.drawn(f.value) {
			gradient[i] -= v / (f.spread * f.spread)
			information[i][i] += 1 / (f.spread * f.spread)
		}
	}
	if !f.first {
		information[f.players][f.players] = 1
	}
	return gradient, information
}

// ranking brings the fit into Elo.
func (f *fit) ranking() (Ranking, error) {
	r := Ranking{Groups: f.groups, Players: make([]Rating, f.players)}
	mean, members := make([]float64, f.groups), make([]float64, f.groups)
	for p := range f.players {
		mean[f.group[p]] += f.value[p]
		members[f.group[p]]++
	}
	for p := range f.players {
		g := f.group[p]
		r.Players[p] = Rating{
			Group: g, Prior: f.prior[g], Elo: (f.value[p] - mean[g]/members[g]) / perElo,
			Margin: z95 * math.Sqrt(f.variance(p, members[g])) / perElo,
		}
	}
	for _, x := range f.results {
		r.Players[x.First].Games += x.Count
		r.Players[x.Second].Games += x.Count
		r.Players[x.First].Score += x.Count * x.Score
		r.Players[x.Second].Score += x.Count * (1 - x.Score)
	}
	if f.first {
		r.First = f.value[f.players] / perElo
		r.FirstMargin = z95 * math.Sqrt(f.inverse[f.players][f.players]) / perElo
	}
	return r, nil
}

func (f *fit) variance(p int, members float64) float64 {
	weight := func(q int) float64 {
		if f.group[q] != f.group[p] {
			return 0
		}
		w := -1 / members
		if q == p {
			w++
		}
		return w
	}
	v := 0.0
	for i := range f.players {
		for j := range f.players {
			v += weight(i) * weight(j) * f.inverse[i][j]
		}
	}
	return max(0, v)
}
