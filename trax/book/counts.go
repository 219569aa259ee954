package book

import "math"

// Counts are the games in which a move was played. Those without a result were cut, or ended
// otherwise than by a loop or a line: by a foul, or a limit.
type Counts struct {
	Games  uint64
	Wins   uint64 // of the side that played the move
	Losses uint64 // of that side
	Rated  uint64 // in which that side's rating is known
	Rating int64  // the sum of those ratings, in Elo
}

// add adds c to k.
func (k *Counts) add(c Counts) {
	k.Games += c.Games
	k.Wins += c.Wins
	k.Losses += c.Losses
	k.Rated += c.Rated
	k.Rating += c.Rating
}

// Undecided returns the number of games without a result.
func (k Counts) Undecided() uint64 { return k.Games - k.Wins - k.Losses }

// Score returns the share of decided games that the side won, and Wilson's 95 % interval around it;
// ok is false where no game was decided.
func (k Counts) Score() (score, low, high float64, ok bool) {
	n := float64(k.Wins + k.Losses)
	if n == 0 {
		return 0, 0, 0, false
	}
	const z = 1.96
	score = float64(k.Wins) / n
	middle := (score + z*z/(2*n)) / (1 + z*z/n)
	margin := z / (1 + z*z/n) * math.Sqrt(score*(1-score)/n+z*z/(4*n*n))
	return score, max(middle-margin, 0), min(middle+margin, 1), true
}

// MeanRating returns the mean rating of the players that played the move; ok is false where none is known.
func (k Counts) MeanRating() (elo float64, ok bool) {
	if k.Rated == 0 {
		return 0, false
	}
	return float64(k.Rating) / float64(k.Rated), true
}
