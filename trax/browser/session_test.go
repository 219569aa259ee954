package browser_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/browser"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/svg"
)

// ask returns all parts of an answer; the last one alone is done.
func ask(t *testing.T, s *Session, q Question) (parts []Answer, last Answer) {
	t.Helper()
	return askUntil(t, t.Context(), s, q)
}

func askUntil(t *testing.T, ctx context.Context, s *Session, q Question) (parts []Answer, last Answer) {
	t.Helper()
	text, err := json.Marshal(q)
	require.NoError(t, err)
	s.Answer(ctx, text, func(answer []byte) {
		var a Answer
		require.NoError(t, json.Unmarshal(answer, &a))
		require.Equal(t, q.ID, a.ID)
		require.False(t, last.Done, "nothing follows the last part")
		parts, last = append(parts, a), a
	})
	require.True(t, last.Done)
	return parts[:len(parts)-1], last
}

// game returns the moves of a random game.
func game(rng *rand.Rand, most int) (moves []string) {
	p := trax.NewPosition()
	for p.Ply() < most && !p.Outcome().Over {
		legal := p.AppendMoves(nil)
		m := legal[rng.IntN(len(legal))]
		_ = p.Play(m)
		moves = append(moves, m.String())
	}
	return moves
}

func positionAfter(t *testing.T, moves []string) *trax.Position {
	t.Helper()
	p := trax.NewPosition()
	for _, m := range moves {
		require.NoError(t, p.PlayText(m))
	}
	return p
}

// A position has its legal moves, and arrows: to each forced tile one, and along what a threat or a
// win completes to the tile that does. One session answers them in any order.
func TestPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := NewSession(nil)
	kinds := map[string]int{}
	for range 12 {
		whole := game(rng, 30)
		for _, n := range rng.Perm(len(whole) + 1)[:min(8, len(whole))] {
			moves := whole[:n]
			p := positionAfter(t, moves)
			_, a := ask(t, s, Question{ID: n, Do: "position", Moves: moves})
			require.Empty(t, a.Error)
			got := a.Position
			require.Equal(t, n, got.Ply)
			require.Equal(t, int(p.Turn()), got.Seat)
			require.Equal(t, p.Outcome().Over, got.Over)
			var answers, legal []string
			for _, c := range got.Choices {
				for _, o := range c.Options {
					answers = append(answers, o.Answer)
					require.NotEmpty(t, o.Draw)
				}
			}
			for _, m := range p.AppendMoves(nil) {
				legal = append(legal, m.String())
			}
			require.Equal(t, legal, answers)
			forced := 0
			for _, arrow := range got.Arrows {
				kinds[arrow.Kind]++
				if arrow.Kind == "forced" {
					forced++
					from, to := arrow.Points[0], arrow.Points[1]
					require.Equal(t, svg.Cell, max(from[0]-to[0], to[0]-from[0])+max(from[1]-to[1], to[1]-from[1]))
					continue
				}
				m, err := trax.ParseMove(arrow.Move)
				require.NoError(t, err)
				require.NoError(t, p.Play(m))
				require.Equal(t, trax.Outcome{Over: true, Winner: trax.Color(arrow.Seat), Completed: p.Outcome().Completed}, p.Outcome())
				first, last, ends := p.First(), arrow.Points[len(arrow.Points)-1], false
				for _, tile := range p.AppendPlaced(nil) {
					before := positionAfter(t, moves).First()
					x, y := svg.Corner(trax.Cell{Col: tile.Cell.Col + before.Col - first.Col, Row: tile.Cell.Row + before.Row - first.Row})
					ends = ends || last == [2]int{x + svg.Cell/2, y + svg.Cell/2}
				}
				require.True(t, ends || len(arrow.Points) >= 8, "%v ends elsewhere", arrow) // a line may
				p.Undo()
				require.Equal(t, arrow.Kind == "win", trax.Color(arrow.Seat) == p.Turn())
			}
			require.Equal(t, p.Forced(), forced)
		}
	}
	for _, kind := range []string{"forced", "threat", "win"} {
		require.Positive(t, kinds[kind], kind)
	}
}

// What cannot be answered has an error, and the session goes on.
func TestRefusals(t *testing.T) {
	s := NewSession(nil)
	for _, c := range []struct {
		q    Question
		want Answer
	}{
		{Question{Do: "position", Moves: []string{"@0/", "A2+", "Z9/"}}, Answer{Error: ErrIllegal, At: 2, Reason: "off-board"}},
		{Question{Do: "position", Moves: []string{"<script>"}}, Answer{Error: ErrIllegal, Reason: "syntax"}},
		{Question{Do: "position", Moves: make([]string, MaxMoves+1)}, Answer{Error: ErrTooLarge}},
		{Question{Do: "guess"}, Answer{Error: ErrQuestion}},
		{Question{Do: "move", Level: 11}, Answer{Error: ErrQuestion}},
		{Question{Do: "review", Moves: []string{"@0/"}, At: 1}, Answer{Error: ErrQuestion}},
		{Question{Do: "review", Moves: []string{"@0/"}, At: -1}, Answer{Error: ErrQuestion}},
		{Question{Do: "review", Moves: []string{"@0/", "@0/", "@0/"}, At: 2}, Answer{Error: ErrIllegal, At: 1, Reason: "isolated"}},
		{Question{Do: "review", Moves: []string{"@0/", "A1/"}, At: 1}, Answer{Error: ErrIllegal, At: 1}},
	} {
		_, got := ask(t, s, c.q)
		c.want.Done = true
		require.Equal(t, c.want, got, "%v", c.q)
	}
	var last Answer
	s.Answer(t.Context(), []byte(`{"id":`), func(text []byte) { require.NoError(t, json.Unmarshal(text, &last)) })
	require.Equal(t, Answer{Done: true, Error: ErrQuestion}, last)
	_, a := ask(t, s, Question{Do: "position"})
	require.Len(t, a.Position.Choices[0].Options, 2)
}

// A text of a game has its moves and names; what is illegal or is no game is said.
func TestRead(t *testing.T) {
	s := NewSession(nil)
	for text, want := range map[string]Answer{
		"1. @0/, then 2. A2\\!":                                  {Moves: []string{"@0/", `A2\`}},
		"Trax\nAnn vs Ben\n@0/ A2\\":                             {Moves: []string{"@0/", `A2\`}, Players: []string{"Ann", "Ben"}},
		"(;GM[Trax];P0[1 dropb 4 @ 0 /];P1[2 dropb 3 A 2 \\\\])": {Moves: []string{"@0/", `A2\`}},
		"@0/ A2+ Z9/ A1/":                                        {Moves: []string{"@0/", "A2+", "Z9/", "A1/"}, Error: ErrIllegal, At: 2, Reason: "off-board"},
		"":                                                       {Error: ErrText},
		"Nothing to see here.":                                   {Error: ErrText},
		"(;GM[Trax]\n;P0[1 dropb": {Error: ErrText, At: 2, Reason: "SGF breaks off: a ] is missing",
			Said: &Said{Format: "SGF breaks off: a ] is missing", Text: "SGF breaks off: a ] is missing"}},
		strings.Repeat("@0/ ", MaxText):    {Error: ErrTooLarge},
		strings.Repeat("@0/ ", MaxMoves+1): {Error: ErrTooLarge},
		"(;P0[1 dropb 4 A])": {Error: ErrText, At: 1, Reason: `"1 dropb 4 A": want a column and a row`, Said: &Said{
			Format: "%.60q: %s", Text: `"1 dropb 4 A": want a column and a row`,
			Parts: []any{`"1 dropb 4 A"`, map[string]any{"format": "want a column and a row", "text": "want a column and a row"}},
		}},
	} {
		_, got := ask(t, s, Question{Do: "read", Text: text})
		want.Done = true
		require.Equal(t, want, got, "%.60s", text)
	}
}

// A bound of nodes makes an analysis reproducible, and it is what the bot plays.
func TestAnalyse(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	s := NewSession(nil)
	for range 5 {
		moves := game(rng, 10)
		p := positionAfter(t, moves)
		if p.Outcome().Over {
			continue
		}
		q := Question{Do: "analyse", Moves: moves, Nodes: 2000, Seed: 7}
		infos, last := ask(t, s, q)
		again, _ := ask(t, s, q)
		require.Equal(t, infos, again)
		bot, err := engine.New("search", engine.Options{Nodes: 2000, Seed: 7})
		require.NoError(t, err)
		m, err := bot.Move(t.Context(), p, engine.NoLimit)
		require.NoError(t, err)
		require.Equal(t, m.String(), last.Move)
		deepest := infos[len(infos)-1].Info
		require.NotEmpty(t, deepest.Line)
		_, won, decisive := engine.DecisivePlies(deepest.Value)
		require.Equal(t, decisive, deepest.Win == 0 || deepest.Win == 100, "%+v", deepest)
		require.Equal(t, decisive && won == (p.Turn() == trax.White), deepest.Win == 100, "%+v", deepest)
	}
}

// An analysis without a bound ends with its context, and the answer has a move all the same.
func TestStops(t *testing.T) {
	s := NewSession(nil)
	ctx, cancel := context.WithCancel(t.Context())
	text := `{"id":1,"do":"analyse","moves":["@0/"],"time":3600000}`
	var last Answer
	began := time.Now()
	s.Answer(ctx, []byte(text), func(answer []byte) {
		require.NoError(t, json.Unmarshal(answer, &last))
		if last.Info != nil && last.Info.Depth == 2 {
			cancel()
		}
	})
	require.Less(t, time.Since(began), time.Minute)
	require.True(t, last.Done)
	require.NotEmpty(t, last.Move)
}

// The level bot answers, from a seed the same.
func TestMove(t *testing.T) {
	s := NewSession(nil)
	q := Question{Do: "move", Moves: []string{"@0/", "A2+"}, Level: 4, Seed: 9}
	_, a := ask(t, s, q)
	_, again := ask(t, s, q)
	require.NotEmpty(t, a.Move)
	require.Equal(t, a, again)
}

// A review finds a win that was missed and a loss that was walked into, and nothing to say of the
// best move.
func TestReview(t *testing.T) {
	s := NewSession(nil)
	won := strings.Fields(`@0+ A2/ B1\ @2\ C3/ B3/ @3/`)
	_, a := ask(t, s, Question{Do: "review", Moves: won, At: 6})
	require.Equal(t, 0, a.Review.Loss)
	require.Equal(t, "@3/", a.Review.Best)
	require.Equal(t, 0, a.Review.Seat)
	met := map[string]int{}
	rng := rand.New(rand.NewPCG(5, 6))
	for met["missed"] < 3 || met["walked"] < 3 {
		moves := game(rng, 14)
		for at := len(moves) - 1; at >= 0; at-- {
			_, a := ask(t, s, Question{Do: "review", Moves: moves, At: at})
			require.Empty(t, a.Error)
			r := a.Review
			p := positionAfter(t, moves[:at])
			require.Equal(t, int(p.Turn()), r.Seat)
			require.True(t, r.Loss >= 0 && r.Loss <= 100)
			_, win, canWin := p.Tactics().Threats(nil)
			require.NoError(t, p.PlayText(moves[at]))
			certain := map[trax.Color]int{trax.White: 100, trax.Red: 0}
			mover := trax.Color(r.Seat)
			switch o := p.Outcome(); {
			case o.Over:
				require.Equal(t, certain[o.Winner], r.Win)
				if o.Winner != mover && canWin {
					require.Equal(t, 100, r.Loss)
				}
				continue
			}
			if _, _, lost := p.Tactics().Threats(nil); lost {
				require.Equal(t, certain[mover.Other()], r.Win)
				met["walked"]++
				if canWin {
					require.Equal(t, 100, r.Loss)
				}
			} else if canWin {
				require.True(t, r.Win == certain[mover] || r.Loss > 0, "%s was not played: %+v", win, r)
				met["missed"]++
			}
		}
	}
}
