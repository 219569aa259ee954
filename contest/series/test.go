package series

import (
	"fmt"

	"github.com/loopline/loopline/contest/rating"
	"github.com/loopline/loopline/host"
)

// test is a sequential test of the first player against the second, over pairs of
// games with the seats exchanged.
type test struct {
	pairs [5]int
	score int // of the first player in the pair that is played, in halves
	games int // of the pair that counted
	pair  int // that is played
}

// add takes in a game that counted, the number-th from 0.
func (t *test) add(number, winner int, v host.Verdict) {
	if pair := number / 2; pair != t.pair || number%2 == 0 {
		t.score, t.games, t.pair = 0, 0, pair
	}
	switch {
	case v.Draw:
		t.score++
	case winner == 0:
		t.score += 2
	}
	if t.games++; number%2 == 1 && t.games == 2 {
		t.pairs[t.score]++
	}
}

// decided reports whether the test has decided, after whole pairs.
func (s *Series) decided(number int) bool {
	return s.Test != nil && number%2 == 1 && s.Test.Decide(rating.Pairs(s.test.pairs)) != rating.Undecided
}

func (s *Series) testLine() string {
	sample := rating.Pairs(s.test.pairs)
	words := map[rating.Decision]string{
		rating.Undecided: "undecided", rating.Accept0: "the first is not better by elo1: H0 accepted",
		rating.Accept1: "the first is better: H1 accepted",
	}
	low, high := s.Test.Bounds()
	return fmt.Sprintf("SPRT %g,%g: pairs LL %d, LD %d, LW or DD %d, DW %d, WW %d; LLR %.3f between %.3f and %.3f: %s",
		s.Test.Elo0, s.Test.Elo1, s.test.pairs[0], s.test.pairs[1], s.test.pairs[2], s.test.pairs[3], s.test.pairs[4],
		s.Test.LLR(sample), low, high, words[s.Test.Decide(sample)])
}
