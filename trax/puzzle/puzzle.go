package puzzle

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"github.com/loopline/loopline/trax"
)

// Puzzle is a position of a game in which one move alone wins in the least number of
// turns.
type Puzzle struct {
	Moves      []string // that lead to it from the empty board
	Side       trax.Color
	Turns      int // of the side to move until it has won, the answer among them
	Answer     trax.Move
	Difficulty int // 1 to 10
}

// String returns a line such as
// "white wins in 2, difficulty 3: C2/ after @0/ A2+".
func (p Puzzle) String() string {
	return fmt.Sprintf("%s wins in %d, difficulty %d: %s after %s", p.Side, p.Turns, p.Difficulty, p.Answer, strings.Join(p.Moves, " "))
}

// AppendJSON appends the puzzle as a JSON object, and a line feed. Id is a JSON
// value, or nil.
func (p Puzzle) AppendJSON(dst, id []byte) []byte {
	dst = append(dst, '{')
	if id != nil {
		dst = append(append(append(dst, `"id":`...), id...), ',')
	}
	return fmt.Appendf(dst, `"moves":%q,"side":%q,"turns":%d,"answer":%q,"difficulty":%d}`+"\n",
		strings.Join(p.Moves, " "), p.Side, p.Turns, p.Answer, p.Difficulty)
}

// mostTiles is the largest number of tiles of a position that Find solves. Nearly all games end before; on larger
// boards a single turn may force a hundred tiles.
const mostTiles = 80

// Find returns the puzzles of a game that are won in least to most turns, on boards of up to 80 tiles. It fails at an
// illegal move and when ctx ends.
func Find(ctx context.Context, moves []string, least, most int) (found []Puzzle, err error) {
	p := trax.NewPosition()
	for i, m := range moves {
		if err := p.PlayText(m); err != nil {
			return found, err
		}
		if p.Outcome().Over || p.Tiles() > mostTiles {
			break
		}
		s, err := Solve(ctx, p, most)
		if err != nil {
			return found, err
		}
		if s.Turns >= max(least, 1) && len(s.Answers) == 1 {
			found = append(found, Puzzle{moves[:i+1], p.Turn(), s.Turns, s.Answers[0], difficulty(p, s)})
		}
	}
	return found, nil
}

// Append appends the puzzles of a game, each as a line of text or as
// [Puzzle.AppendJSON] has it. The error comes from [Find].
func Append(ctx context.Context, dst, id []byte, moves []string, least, most int, asJSON bool) ([]byte, error) {
	found, err := Find(ctx, moves, least, most)
	for _, p := range found {
		if asJSON {
			dst = p.AppendJSON(dst, id)
		} else {
			dst = append(append(dst, p.String()...), '\n')
		}
	}
	return dst, err
}

// difficulty rates the only answer in p: it grows with the turns, with every doubling of the
// threats that do not win, and if the answer does not threaten; for a win at once, with every
// doubling of the tiles that it forces.
func difficulty(p *trax.Position, s Solution) int {
	if s.Turns == 1 {
		if err := p.Play(s.Answers[0]); err != nil {
			panic(err) // the answer has been played before
		}
		defer p.Undo()
		return max(1, min(bits.Len(uint(p.Forced())), 10))
	}
	d := 2*(s.Turns-1) - 1 + bits.Len(uint(s.FailedThreats))
	if s.QuietMove {
		d += 2
	}
	return min(d, 10)
}
