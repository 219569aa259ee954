package trax_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/trax"
)

// The rim has every open track of a board without holes at both of its ends, each edge
// beside the one that it follows.
func TestRim(t *testing.T) {
	require.Empty(t, NewPosition().Tactics().AppendRim(nil))
	rng := rand.New(rand.NewPCG(31, 1))
	var rim []RimEdge
	for range 300 {
		p := NewPosition()
		for range 1 + rng.IntN(40) {
			legal := p.AppendMoves(nil)
			require.NoError(t, p.Play(legal[rng.IntN(len(legal))]))
			if p.Outcome().Over {
				p.Undo()
				break
			}
		}
		rim = p.Tactics().AppendRim(rim[:0])
		require.Zero(t, checkRim(t, p, rim), "tracks that end in holes")
	}
}

// A row has the longest rim that so many tiles can have.
func TestRimOfRow(t *testing.T) {
	p := NewPosition()
	for n := 1; n < 8; n++ {
		require.NoError(t, p.Play(Move{Cell: Cell{Col: p.Width() + min(n-1, 1), Row: min(n-1, 1)}, Shape: Plus}))
		rim := p.Tactics().AppendRim([]RimEdge{{Col: 7}})
		require.Len(t, rim, 1+2*n+2)
		require.Equal(t, RimEdge{Col: 7}, rim[0])
		require.Zero(t, checkRim(t, p, rim[1:]))
	}
}

// What ends in a hole has no part in the rim, and so no number there.
func TestRimLeavesHolesOut(t *testing.T) {
	p := NewPosition()
	for _, m := range strings.Fields(`@0/ B1+ B2/ @1\ D2/ A2/ A3/ C3\ B0/ @2+ F2/ D0\ B6\ D0+ D0+ C2\ E2\ E1/ E3\ C8+
		E7\ E8+ F3/ C0+ C0/ A10\ F10/ C0/ G6\ @10\ A8+ I6/ J6+ F3/ C4+ E12/ F12+ C1+ D0/ A12/ I8+ H12+ H9\ @11+ H4/
		@10\ D1+ K12\ A9+ A8+ J5\ G14+ D0+ D9/ K14/ G3+ C2+ K5\ L10\ B9/ L14+ I4+ L11+ K15\ L12/`) {
		require.NoError(t, p.PlayText(m))
	}
	require.Positive(t, checkRim(t, p, p.Tactics().AppendRim(nil)), "tracks that end in holes")
}

// checkRim compares the rim with the open tracks, and returns how many end elsewhere.
func checkRim(t *testing.T, p *Position, rim []RimEdge) (holes int) {
	t.Helper()
	at := map[End]int{}
	for i, e := range rim {
		cell, side := Cell{int(e.Col), int(e.Row)}, e.Side
		at[End{cell.Beside(side), side.Opposite()}] = i
		switch e.Bend {
		case Straight:
			cell = cell.Beside((side + 1) & 3)
		case Outward:
			cell, side = cell.Beside((side+1)&3).Beside(side), (side-1)&3
		case Inward:
			side = (side + 1) & 3
		}
		next := rim[(i+1)%len(rim)]
		require.Equal(t, cell, Cell{int(next.Col), int(next.Row)}, "edge %d of\n%s", i, p)
		require.Equal(t, side, next.Side, "edge %d of\n%s", i, p)
	}
	require.Len(t, at, len(rim))
	for _, track := range p.AppendTracks(nil) {
		i, one := at[track.Ends[0]]
		j, other := at[track.Ends[1]]
		if !one || !other {
			holes++
		}
		for _, k := range []int{i, j} {
			if one && other {
				require.Equal(t, track.Color, rim[k].Color)
				require.Equal(t, int32(i+j-k), rim[k].Mate, "\n%s", p)
			}
		}
		if one != other {
			require.Equal(t, int32(-1), rim[i+j].Mate, "one of i and j is 0")
		}
	}
	return holes
}
