package main

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/trax"
)

// escapes are the sequences that colour and place.
var escapes = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

func position(t *testing.T, moves string) *trax.Position {
	p, err := positionAfter(moves)
	require.NoError(t, err)
	return p
}

func TestPaintTracks(t *testing.T) {
	got := string(painter{fancy: true}.append(nil, position(t, `@0/ A2\ B1\`), wholeBoard))
	require.Equal(t, ""+
		"   @ A B C\n"+
		" 0 · · · ·\n"+
		" 1 ·╯╭╮╰ ·\n"+
		" 2 ·╮╰╯╭ ·\n"+
		" 3 · · · ·\n", escapes.ReplaceAllString(got, ""))
	require.Contains(t, got, "48;5;94m", "the loop is marked")
	require.NotContains(t, got, "48;5;236m", "all of it")
}

func TestPaintPlain(t *testing.T) {
	p := position(t, `@0/ A2\`)
	require.Equal(t, string(p.AppendText(nil)), string(painter{}.append(nil, p, wholeBoard)))
}

// TestPaintFits wants every board to fit every window.
func TestPaintFits(t *testing.T) {
	g := &sparring{pos: position(t, ""), policy: rightwards}
	for rng := rand.New(rand.NewPCG(1, 1)); g.ply() < 200 && !g.pos.Outcome().Over; {
		g.move(rng)
	}
	p := g.pos
	require.Greater(t, p.Width(), 30)
	for _, room := range []size{{80, 24}, {20, 5}, {200, 100}, {12, 4}} {
		for _, fancy := range []bool{true, false} {
			text := escapes.ReplaceAllString(string(painter{fancy}.append(nil, p, room)), "")
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			require.LessOrEqual(t, len(lines), room.rows)
			for _, line := range lines {
				require.LessOrEqual(t, len([]rune(line)), room.columns, "%q", line)
			}
		}
	}
}

// TestLivePictureFits wants no frame of a game to leave the window.
func TestLivePictureFits(t *testing.T) {
	s := &liveShow{paint: painter{fancy: true}, game: newFollower()}
	s.seats = []host.Seat{
		{Name: "white", Address: "exec:" + strings.Repeat("x", 300)}, {Name: "red", Address: "bot"},
	}
	for _, move := range strings.Fields(`@0/ A2\ @2/ B3+`) {
		require.NoError(t, s.game.pos.PlayText(move))
		s.game.plies = append(s.game.plies, shownPly{})
	}
	for _, room := range []size{{80, 24}, {40, 12}, {20, 8}, {10, 5}} {
		picture := escapes.ReplaceAllString(s.picture(room, time.Now()), "")
		lines := strings.Split(strings.TrimSuffix(picture, "\r\n"), "\r\n")
		require.LessOrEqual(t, len(lines), room.rows, "%v", room)
		for _, line := range lines {
			require.LessOrEqual(t, len([]rune(line)), room.columns, "%v %q", room, line)
		}
	}
}
