package playertest

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax"
)

var update = flag.Bool("update", false, "rewrite openings.txt")

// Bounds of an opening: plies, and those of a board that players have room for.
const (
	mostOpening = 64
	openingBox  = 30
)

// candidate is an opening, and what makes it good.
type candidate struct {
	Opening
	rules []Rule // that our move meets, and on which what follows depends
	value int    // the higher, the better
}

// maker searches for openings by games in which both sides work to one end.
type maker struct {
	observer
	byRule map[Rule][]candidate // the best of each
	rng    *rand.Rand
}

// keep keeps a candidate among the best for a rule.
func (m *maker) keep(rule Rule, c candidate, most int) {
	all := m.byRule[rule]
	if i := slices.IndexFunc(all, func(o candidate) bool {
		n := min(len(o.Moves), len(c.Moves), 8)
		return slices.Equal(o.Moves[:n], c.Moves[:n]) // the same game
	}); i >= 0 {
		if all[i].value >= c.value {
			return
		}
		all = slices.Delete(all, i, i+1)
	}
	c.For = rule
	all = append(all, c)
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.value, a.value) })
	m.byRule[rule] = all[:min(len(all), most)]
}

// play plays one game of a policy for both sides, and looks at each position of it.
func (m *maker) play(policy Policy, plies int) {
	p := trax.NewPosition()
	var moves []string
	for p.Ply() < plies {
		if p.Ply() > 1 {
			m.look(p, moves)
		}
		var best []trax.Move
		top := 0
		for _, mv := range p.AppendMoves(nil) {
			width := p.Width()
			if p.Play(mv) != nil {
				continue
			}
			over, value := p.Outcome().Over || max(p.Width(), p.Height()) > openingBox, 0
			if !over {
				value = policy(mv, width, p)
			}
			p.Undo()
			if over {
				continue
			}
			if len(best) == 0 || value > top {
				best, top = best[:0], value
			}
			if value == top {
				best = append(best, mv)
			}
		}
		if len(best) == 0 {
			return
		}
		mv := best[m.rng.IntN(len(best))]
		if p.Play(mv) != nil {
			return
		}
		moves = append(moves, mv.String())
	}
}

// look looks at a position: as one that the player is to move in, and at each move of ours.
func (m *maker) look(p *trax.Position, moves []string) {
	here := func(lead string, answers, value int) candidate {
		return candidate{Opening: Opening{Moves: slices.Clone(moves), Lead: lead, Answers: answers}, value: value}
	}
	m.choices(p)
	legal := slices.Clone(m.legal)
	fit := len(legal) + len(m.banned)
	if banned := len(m.banned); banned > 0 && p.Ply() <= 40 {
		share := 1000 * banned / fit
		m.keep(Forbidden, here("", 1, share), 14)
		if m.baits > 0 {
			m.keep("bait", here("", 1, share+400*min(m.baits, 3)), 8)
		}
	}
	var wrote [4]int
	for _, mv := range legal {
		m.found = m.found[:0]
		m.notation(mv, false)
		for i, r := range [...]Rule{WriteLeft, WriteTop, WriteTwoLetters, WriteTwoDigits} {
			if slices.Contains(m.found, r) {
				wrote[i]++
			}
		}
	}
	wins := canWin(p) // which a player takes that sees it
	for i, r := range [...]Rule{WriteLeft, WriteTop, WriteTwoLetters, WriteTwoDigits} {
		if wins {
			break
		}
		m.keep(r, here("", 3, 1000*wrote[i]/len(legal)), 6)
	}
	for _, mv := range legal {
		if p.Play(mv) != nil {
			continue
		}
		if max(p.Width(), p.Height()) > openingBox {
			p.Undo()
			continue
		}
		found := slices.Clone(m.turn(p, mv, true))
		if p.Outcome().Over {
			m.end(p, found, here(mv.String(), 0, 100-p.Ply()))
		} else {
			m.still(p, found, here(mv.String(), 2, 100-p.Ply()))
		}
		p.Undo()
	}
}

// end keeps moves of ours that end the game by what a wrong player misses.
func (m *maker) end(p *trax.Position, found []Rule, c candidate) {
	if len(p.Winning()) > 1 || slices.Contains(found, EndForBoth) {
		return // a player that misses one track sees the other
	}
	path := p.Winning()[0]
	deepest, third := 0, false // of the tiles that the end depends on
	for i, q := range m.placed {
		if slices.Contains(path, q.Cell) {
			deepest = i
			third = third || i > 0 && m.neighbours(p, i) > 2
		}
	}
	c.rules = found
	for _, r := range found {
		switch r {
		case EndForBoth, ForcedTile, NewGame, ReadLeft, ReadTop, ReadTwoDigits, ReadTwoLetters:
		case ForcedThird:
			if third {
				m.keep(r, c, 4)
			}
		case ForcedChain:
			if deepest > 2 && deepest <= longChain {
				m.keep(r, c, 4)
			}
		case LongChain:
			if c.value += 10 * deepest; deepest > longChain+4 {
				m.keep(r, c, 4)
			}
		case LongerChain:
		default:
			c.value += len(found)
			m.keep(r, c, 6)
		}
	}
}

// still keeps moves of ours behind which the player has to go on.
func (m *maker) still(p *trax.Position, found []Rule, c candidate) {
	for _, r := range found {
		switch r {
		case ReadLeft, ReadTop, ReadTwoLetters, ReadTwoDigits, OnAtColumns, OnAtRows, OnInside:
			m.keep(r, c, 4)
		case LongerChain:
			m.behindLongChain(p, append(c.Moves, c.Lead))
		}
	}
}

// behindLongChain keeps moves of ours, behind a chain of more than 64 tiles, that only late tiles of it touch.
func (m *maker) behindLongChain(p *trax.Position, moves []string) {
	var after probe
	after.turn(trax.Move{}, m.placed, 0, 0)
	chain := len(m.placed)
	m.each(p, func(show trax.Move) {
		fits := !p.Outcome().Over && max(p.Width(), p.Height()) <= openingBox
		p.Undo()
		shows := after.shows(p, show.Cell)
		_ = p.Play(show) // it was just taken back
		if fits && shows {
			m.keep(LongerChain, candidate{value: chain, Opening: Opening{
				Moves: slices.Clone(moves), Lead: show.String(), Answers: 1,
			}}, 3)
		}
	})
}

// each plays each legal move, and takes it back.
func (m *maker) each(p *trax.Position, then func(trax.Move)) {
	for _, mv := range p.AppendMoves(nil) {
		if p.Play(mv) == nil {
			then(mv)
			p.Undo()
		}
	}
}

// write writes the openings: for the end of a game as few as meet all rules about it, for the other
// rules the best.
func (m *maker) write(t *testing.T) {
	var b strings.Builder
	b.WriteString("# The rule, the answers asked for, our move, and the moves before it. Made by\n" +
		"#   go test ./trax/playertest -run MakeOpenings -update\n")
	put := func(rule Rule, all []candidate) {
		for _, c := range all {
			fmt.Fprintln(&b, rule, c.Answers, cmp.Or(c.Lead, "-"), strings.Join(c.Moves, " "))
		}
	}
	put(LongerChain, m.byRule[LongerChain])
	for _, r := range []Rule{LongChain, ForcedChain, ForcedThird} {
		put(r, m.byRule[r][:2])
	}
	met := RuleCounts{}
	for i := len(EndRules()) - 1; i >= 0; i-- {
		r := EndRules()[i]
		for _, c := range m.byRule[r] {
			if len(met.Holes(r)) == 0 {
				break
			}
			for _, found := range c.rules {
				met[found]++
			}
			put(r, []candidate{c})
		}
	}
	for _, r := range []Rule{OnAtColumns, OnAtRows, OnInside, ReadLeft, ReadTop, ReadTwoLetters, ReadTwoDigits} {
		put(r, m.byRule[r][:3])
	}
	for _, r := range []Rule{WriteLeft, WriteTop, WriteTwoLetters, WriteTwoDigits} {
		put(r, m.byRule[r])
	}
	for _, c := range m.byRule["bait"] {
		m.keep(Forbidden, c, 14)
	}
	put(Forbidden, m.byRule[Forbidden])
	require.NoError(t, os.WriteFile("openings.txt", []byte(b.String()), 0o644))
}

// beyondZ grows the board to column Z, and then only behind it.
func beyondZ(mv trax.Move, width int, _ *trax.Position) int {
	switch {
	case mv.Cell.Col > lastLetter+1:
		return 2
	case mv.Cell.Col > width:
		return 1
	}
	return 0
}

func downwards(mv trax.Move, _ int, after *trax.Position) int {
	if mv.Cell.Row == after.Height() && after.Height() > 1 {
		return 1
	}
	return 0
}

func TestMakeOpenings(t *testing.T) {
	if !*update {
		t.Skip("-update makes them")
	}
	tier.Slow(t)
	m := &maker{byRule: map[Rule][]candidate{}, rng: rand.New(rand.NewPCG(1, 2))}
	policies := []func() Policy{
		func() Policy { return Anywhere }, func() Policy { return Forcing }, Forbidding, Baiting, Forbidding, Baiting,
		func() Policy { return Stretching(false, 8) }, func() Policy { return Stretching(true, 8) },
		func() Policy { return Stretching(false, 1<<20) }, func() Policy { return Rightwards },
		func() Policy { return downwards }, func() Policy { return LeftAndUp },
	}
	for n := range 14 * len(policies) {
		m.play(policies[n%len(policies)](), 48)
	}
	for range 12 {
		m.play(Laddering(), mostOpening)
		m.play(beyondZ, mostOpening)
	}
	m.write(t)
}
