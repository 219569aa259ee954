package rating

import "math"

// Sample counts the games with each score: of games 0, ½ and 1, of pairs of games
// the mean of both, 0, ¼, ½, ¾ and 1.
type Sample struct {
	counts []float64
	games  float64 // in one observation
}

// Games is the sample of single games.
func Games(wins, draws, losses int) Sample {
	return Sample{[]float64{float64(losses), float64(draws), float64(wins)}, 1}
}

// Pairs is the sample of pairs of games, from two losses (LL) over one point of
// two (LW or DD) to two wins (WW): LL, LD, LW+DD, DW, WW. Pairs of games from
// one opening with the seats exchanged tell more than twice as many single
// games.
func Pairs(counts [5]int) Sample {
	s := Sample{games: 2}
	for _, n := range counts {
		s.counts = append(s.counts, float64(n))
	}
	return s
}

// N is the number of observations.
func (s Sample) N() (n float64) {
	for _, c := range s.counts {
		n += c
	}
	return n
}

// score is the score of the cell at index i.
func (s Sample) score(i int) float64 { return float64(i) / float64(len(s.counts)-1) }

// moments are the mean and the variance of the scores.
func (s Sample) moments() (mean, variance float64) {
	n := s.N()
	for i, c := range s.counts {
		mean += c * s.score(i) / n
	}
	for i, c := range s.counts {
		variance += c * (s.score(i) - mean) * (s.score(i) - mean) / n
	}
	return mean, variance
}

// Comparison holds the estimated strength of one player against another.
type Comparison struct {
	N      float64 // observations: games, or pairs of them
	Score  float64 // 0 to 1
	Elo    float64 // difference; infinite where one won everything
	Margin float64 // half the 95 % interval of Elo
	NElo   float64 // normalized: independent of how often games are drawn
	NError float64 // half the 95 % interval of NElo
	LOS    float64 // likelihood that the first is stronger
}

// Compare estimates the difference in strength from a sample. Without an observation all but N is
// zero, LOS one half. The margins assume a normal distribution: below 30
// games use [Exact].
func Compare(s Sample) Comparison {
	c := Comparison{N: s.N(), LOS: 0.5}
	if c.N == 0 {
		return c
	}
	mean, variance := s.moments()
	sigma := math.Sqrt(variance)
	se := sigma / math.Sqrt(c.N)
	c.Score, c.Elo = mean, Elo(mean)
	c.Margin = (Elo(mean+z95*se) - Elo(mean-z95*se)) / 2
	perN := 800 / math.Ln10 / math.Sqrt(s.games)
	c.NError = z95 * perN / math.Sqrt(c.N)
	switch {
	case sigma > 0:
		c.NElo = (mean - 0.5) / sigma * perN
		c.LOS = phi((mean - 0.5) / se)
	case mean != 0.5:
		c.NElo = math.Copysign(math.Inf(1), mean-0.5)
		c.LOS = math.Max(0, math.Copysign(1, mean-0.5))
	}
	return c
}
