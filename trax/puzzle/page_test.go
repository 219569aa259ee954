package puzzle_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/puzzle"
)

// ofPage returns a position of docs/bots.
func ofPage(t *testing.T, name string) *trax.Position {
	t.Helper()
	text, err := os.ReadFile("../../docs/bots/" + name + ".trx")
	require.NoError(t, err)
	g, err := trax.ParseTrxFile(text)
	require.NoError(t, err)
	p := trax.NewPosition()
	for _, m := range g.Moves {
		require.NoError(t, p.PlayText(m), name)
	}
	return p
}

// solved says in how many turns, up to three, and by which moves the side to
// move wins.
func solved(t *testing.T, p *trax.Position) string {
	t.Helper()
	s, err := Solve(context.Background(), p, 3)
	require.NoError(t, err)
	var moves []string
	for _, m := range s.Answers {
		moves = append(moves, m.String())
	}
	return fmt.Sprintf("%d: %s", s.Turns, strings.Join(moves, " "))
}

// attacked says by which moves the side to move is about to lose, how many
// moves it has, and which parry, with what solved says of the other side then.
// It plays every move.
func attacked(t *testing.T, p *trax.Position) (threats string, legal int, parries map[string]string) {
	t.Helper()
	mover := p.Turn()
	var endings []string // the moves that end it
	for _, e := range p.Tactics().AppendEndings(nil) {
		require.False(t, e.Wins(mover))
		if e.Wins(mover.Other()) {
			endings = append(endings, e.Move.String())
		}
	}
	parries = map[string]string{}
	moves := p.AppendMoves(nil)
	for _, m := range moves {
		require.NoError(t, p.Play(m))
		if !p.Outcome().Over && len(plainWins(p, 1)) == 0 {
			parries[m.String()] = solved(t, p)
		}
		p.Undo()
	}
	slices.Sort(endings)
	return strings.Join(endings, " "), len(moves), parries
}

// TestBotsPage: what docs/bots.md says of its pictures is so.
func TestBotsPage(t *testing.T) {
	for _, c := range []struct {
		name, threats string
		legal         int
		parries       map[string]string
	}{
		{"attack", `B1\ B2/`, 18, map[string]string{"B1+": "0: ", "B1/": "0: ", "B2+": "0: ", `B2\`: "0: "}},
		{"l", `A3\ B3/ D1\ D2/`, 30, map[string]string{}},
		{"edge", `@1/ @2\`, 30, map[string]string{"@1+": "2: E1/", `@1\`: "2: E1/", "@2+": "2: E1/", "@2/": "2: E1/"}},
		{"edge-l", `C0/ D0\ F1\ F2/`, 36, map[string]string{}},
		{"cave", "C1+", 40, map[string]string{}},
	} {
		threats, legal, parries := attacked(t, ofPage(t, c.name))
		require.Equal(t, c.threats, threats, c.name)
		require.Equal(t, c.legal, legal, c.name)
		require.Equal(t, c.parries, parries, c.name)
	}
	require.Equal(t, `2: C2\`, solved(t, ofPage(t, "l-before")))
	require.Equal(t, `3: A0\ D0/`, solved(t, ofPage(t, "edge-before")))
	require.Equal(t, `2: D1+ E1\`, solved(t, ofPage(t, "cave-before")))
}
