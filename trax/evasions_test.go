package trax_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestParries plays every legal move against threats: one that AppendEvasionMoves leaves
// out parries nothing, few of the others are left in for nothing, and LeavesThreat tells
// many of these. Answers tell the same.
func TestParries(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	attacked, out, in, parry, wide, told, known := 0, 0, 0, 0, 0, 0, 0
	for attacked < 300 {
		p := trax.NewPosition()
		if attacked%10 == 0 {
			p.Scatter()
		}
		for p.Ply() < 40 {
			requireLegal(t, p)
			moves := p.AppendMoves(nil)
			if p.Ply() > 0 {
				require.Len(t, p.Tactics().AppendEvasionMoves(nil, nil), len(moves))
			}
			require.NoError(t, p.Play(moves[rng.IntN(len(moves))]))
			if p.Outcome().Over {
				p.Undo()
				break
			}
			threats, _, won := p.Tactics().Threats(nil)
			if won || len(threats) == 0 {
				continue
			}
			attacked++
			if p.Width() > 7 || p.Height() > 7 {
				wide++
			}
			parries := p.Tactics().AppendEvasionMoves(nil, threats)
			known += requireAnswers(t, p, threats, parries)
			requireAmong(t, p.Clone(), threats)
			for _, m := range p.AppendMoves(nil) {
				saved := parried(t, p, m)
				listed := slices.Contains(parries, m)
				require.True(t, listed || !saved, "%s parries\n%s", m, p)
				loses := p.Tactics().LeavesThreat(m, threats)
				require.False(t, saved && loses, "%s parries\n%s", m, p)
				switch {
				case saved:
					parry++
				case listed:
					in++
					if loses {
						told++
					}
				default:
					out++
				}
			}
			require.Subset(t, p.AppendMoves(nil), parries)
		}
	}
	t.Logf("%d attacks, %d on wide boards; moves that parry %d, listed for nothing %d, of which %d are told to lose, %d at once, left out %d",
		attacked, wide, parry, in, told, known, out)
	require.Greater(t, out, in)
	require.Greater(t, told, in/3)
	require.Positive(t, wide)
	require.Greater(t, known, told/2)
}

// requireAnswers compares answers with the parries and with what else tells of them. It
// returns how many are known to lose.
func requireAnswers(t *testing.T, p *trax.Position, threats []trax.EndingMove, parries []trax.Move) (known int) {
	t.Helper()
	answers := p.Tactics().AppendEvasions(nil, threats)
	require.ElementsMatch(t, slices.DeleteFunc(slices.Clone(answers), func(a trax.Evasion) bool {
		return slices.ContainsFunc(threats, func(e trax.EndingMove) bool { return e.Move.Cell == a.Move.Cell })
	}), p.Tactics().AppendEvasionsElsewhere(nil, threats))
	require.Len(t, answers, len(parries))
	for i, a := range answers {
		require.Equal(t, parries[i], a.Move)
		near, attacks := p.Tactics().MayThreaten(a.Move)
		require.Equal(t, []bool{near, attacks}, []bool{a.Near, a.Threatens}, "%s\n%s", a.Move, p)
		if a.LeavesThreat {
			known++
			require.True(t, p.Tactics().LeavesThreat(a.Move, threats), "%s\n%s", a.Move, p)
		}
	}
	return known
}

// requireAmong compares the answers among a few moves with all answers. Against a single
// threat any legal move elsewhere may be among them, and none is known to lose.
func requireAmong(t *testing.T, p *trax.Position, threats []trax.EndingMove) {
	t.Helper()
	var among []trax.Move
	for _, c := range []trax.Cell{threats[0].Move.Cell, {Col: 1}, {Row: 1}, {Col: -1}} {
		for _, s := range []trax.Shape{trax.Plus, trax.Slash, trax.Backslash} {
			among = append(among, trax.Move{Cell: c, Shape: s})
		}
	}
	for _, m := range p.AppendMoves(nil) {
		_ = p.IsLegal(m) // makes cells on a scattered board, of which MayThreaten then knows
	}
	answers := p.Tactics().AppendEvasions(nil, threats)
	var want []trax.Evasion
	for _, m := range among {
		i := slices.IndexFunc(answers, func(a trax.Evasion) bool { return a.Move == m })
		switch {
		case i >= 0:
			want = append(want, answers[i])
			want[len(want)-1].LeavesThreat = answers[i].LeavesThreat && len(threats) > 1
		case len(threats) == 1 && p.IsLegal(m):
			require.NotEqual(t, threats[0].Move.Cell, m.Cell, "%s\n%s", m, p)
			near, attacks := p.Tactics().MayThreaten(m)
			want = append(want, trax.Evasion{Move: m, Near: near, Threatens: attacks})
		}
	}
	require.Equal(t, want, p.Tactics().AppendEvasionsAmong(nil, threats, among), "\n%s", p)
	p = p.Clone() // of which nothing has been listed
	require.Equal(t, want, p.Tactics().AppendEvasionsAmong(nil, threats, among), "\n%s", p)
}

// requireLegal compares IsLegal with the list of legal moves.
func requireLegal(t *testing.T, p *trax.Position) {
	t.Helper()
	moves := p.AppendMoves(nil)
	for row := -1; row <= p.Height()+2; row++ {
		for col := -1; col <= p.Width()+2; col++ {
			for _, s := range []trax.Shape{trax.Plus, trax.Slash, trax.Backslash} {
				m := trax.Move{Cell: trax.Cell{Col: col, Row: row}, Shape: s}
				require.Equal(t, slices.Contains(moves, m), p.IsLegal(m), "%s\n%s", m, p)
			}
		}
	}
}

// parried reports whether after m the other side does not win at once.
func parried(t *testing.T, p *trax.Position, m trax.Move) bool {
	require.NoError(t, p.Play(m))
	defer p.Undo()
	if o := p.Outcome(); o.Over {
		return o.Winner != p.Turn()
	}
	_, _, won := p.Tactics().Threats(nil)
	return !won
}
