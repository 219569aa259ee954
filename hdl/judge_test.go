package hdl_test

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// kind is what the rules say of a move, its reply included.
type kind int

// Kinds, better ones first.
const (
	win  kind = iota // it wins at once
	safe             // no reply wins at once
	gift             // a reply does
	lose             // the opponent wins by it
	kinds
)

var kindNames = [kinds]string{"win", "safe", "gift", "lose"}

// judgement is what the rules say of each legal move of a position.
type judgement [kinds][]trax.Move

// best is the best kind of move that there is.
func (j *judgement) best() kind {
	for k := range kinds {
		if len(j[k]) > 0 {
			return k
		}
	}
	return kinds
}

// of is the kind of a move; kinds if it is illegal.
func (j *judgement) of(m trax.Move) kind {
	for k := range kinds {
		for _, other := range j[k] {
			if other == m {
				return k
			}
		}
	}
	return kinds
}

// glance tries each legal move. Those that do not end the game are gifts, for
// nothing is known of the replies.
func glance(t *testing.T, p *trax.Position) (j judgement) {
	t.Helper()
	own := p.Turn()
	for _, m := range p.AppendMoves(nil) {
		require.NoError(t, p.Play(m))
		k := gift
		if o := p.Outcome(); o.Over && o.Winner == own {
			k = win
		} else if o.Over {
			k = lose
		}
		require.True(t, p.Undo())
		j[k] = append(j[k], m)
	}
	return j
}

// judge tries each legal move and its replies. Naive is the move that makes
// the most threats, then the most tiles, among those that do not end the game:
// what a player takes that does not look at what the opponent wins by.
func judge(t *testing.T, p *trax.Position) (j judgement, naive trax.Move) {
	t.Helper()
	j, own, most := glance(t, p), p.Turn(), -1
	open := j[gift]
	j[gift] = nil
	for _, m := range open {
		require.NoError(t, p.Play(m))
		k, threats := safe, 0
		for _, reply := range p.AppendMoves(nil) {
			// Not require: there are millions, and the race detector counts each.
			if p.Play(reply) != nil {
				t.Fatalf("%s is refused", reply)
			}
			if o := p.Outcome(); o.Over && o.Winner == own {
				threats++
			} else if o.Over {
				k = gift
			}
			p.Undo()
		}
		if worth := min(threats, 7)<<16 + p.Tiles(); worth > most {
			most, naive = worth, m
		}
		require.True(t, p.Undo())
		j[k] = append(j[k], m)
	}
	return j, naive
}

// judgedFile writes positions of random games as ll_chooser_tb.cpp reads them:
// some in which a win is there to be taken, some in which the naive move is a
// gift though another is safe, some in which the first move in reading order
// loses at once, and some in which forced play forbids a move.
func judgedFile(t *testing.T, wins, traps, tempting, forbidden int) (name string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var text []byte
	known := map[string]bool{}
	for tried := 0; wins+traps+tempting+forbidden > 0; tried++ {
		require.Less(t, tried, 20_000, "missing: %d wins, %d traps, %d tempting, %d forbidden",
			wins, traps, tempting, forbidden)
		tower := tempting > 0 && tried%2 == 0
		plies := 3 + rng.IntN(9)
		if wins+traps == 0 {
			plies += 6 // forced play forbids little on a small board
		}
		p, setup := randomGame(t, rng, plies, tower)
		moves := p.AppendMoves(nil)
		if len(moves) == 0 || tower && !losesAtOnce(t, p, moves[0]) {
			continue
		}
		key := strings.Join(setup, " ")
		if known[key] {
			continue
		}
		forbids := len(p.AppendForcedIllegal(nil)) > 0
		j := glance(t, p)
		left := &traps
		switch best := j.best(); {
		case forbids && forbidden > 0:
			left = &forbidden
		case best == win:
			left = &wins
		case best < lose && j.of(moves[0]) == lose:
			left = &tempting
		}
		if *left == 0 {
			continue
		}
		j, naive := judge(t, p)
		if left == &traps && (j.best() != safe || j.of(naive) != gift) {
			continue
		}
		*left--
		known[key] = true
		text = append(text, key...)
		for k := range kinds {
			text = append(append(text, " ; "...), kindNames[k]...)
			for _, m := range j[k] {
				text = m.Append(append(text, ' '))
			}
		}
		text = append(text, '\n')
	}
	name = filepath.Join(t.TempDir(), "judged")
	require.NoError(t, os.WriteFile(name, text, 0o600))
	return name
}

// randomGame plays legal moves at random, until the game ends at the latest.
// Most moves of a tower are straight tiles above the leftmost column: its
// first legal move may complete a line of either side.
func randomGame(t *testing.T, rng *rand.Rand, plies int, tower bool) (p *trax.Position, moves []string) {
	t.Helper()
	p = trax.NewPosition()
	for range plies {
		legal := p.AppendMoves(nil)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		if up := legal[0]; tower && rng.IntN(4) > 0 && up.Shape == trax.Plus && !losesAtOnce(t, p, up) {
			m = up
		}
		require.NoError(t, p.Play(m))
		moves = append(moves, m.String())
	}
	return p, moves
}

// losesAtOnce tells whether the opponent wins by a move.
func losesAtOnce(t *testing.T, p *trax.Position, m trax.Move) bool {
	t.Helper()
	own := p.Turn()
	require.NoError(t, p.Play(m))
	o := p.Outcome()
	require.True(t, p.Undo())
	return o.Over && o.Winner != own
}

// answers are what a transcript of ll_board_tb.cpp has of a board, judged.
type answers struct {
	all, wins, chances int // chances: to give a gift, with a safe move there and the time to see it
}

// judgeTranscript wants every answer of the boards to be as good as the rules
// say that it can be.
func judgeTranscript(t *testing.T, name string) (a answers) {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	known := map[string]judgement{}
	for in := bufio.NewScanner(f); in.Scan(); {
		words := strings.Fields(in.Text())
		require.GreaterOrEqual(t, len(words), 3, in.Text())
		board, whole, moves := words[0], words[1] == "whole", words[2:]
		setup := moves[:len(moves)-1]
		p := trax.NewPosition()
		for _, m := range setup {
			require.NoError(t, p.PlayText(m), in.Text())
		}
		key := words[1] + strings.Join(setup, " ")
		j, ok := known[key]
		if !ok {
			if j = glance(t, p); whole && j.best() != win {
				j, _ = judge(t, p)
			}
			known[key] = j
		}
		m, err := trax.ParseMove(moves[len(moves)-1])
		require.NoError(t, err, in.Text())
		got, best := j.of(m), j.best()
		require.Less(t, got, kinds, "board %s made an illegal move: %s", board, in.Text())
		require.LessOrEqual(t, got, best, "board %s: %s; %s were %v", board, in.Text(), kindNames[best], j[best])
		a.all++
		if best == win {
			a.wins++
		}
		if whole && best == safe && len(j[gift]) > 0 {
			a.chances++
		}
	}
	return a
}
