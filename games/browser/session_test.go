package browser_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/games/browser"
	"github.com/loopline/loopline/games/chaser"
	chaserpage "github.com/loopline/loopline/games/chaser/page"
	"github.com/loopline/loopline/games/dpt"
	dptpage "github.com/loopline/loopline/games/dpt/page"
	"github.com/loopline/loopline/games/kakomimasu"
	kakomimasupage "github.com/loopline/loopline/games/kakomimasu/page"
)

// starts are what a game of each kind begins with.
func starts() map[string]json.RawMessage {
	field := kakomimasu.RandomField(3)
	field.Turns = 12
	m := chaser.RandomMap(5)
	m.Turns = 30
	rules := dpt.Rules{Seed: 4, Turns: 12}.Filled()
	g := dpt.New(rules)
	var values [][]int
	for range rules.Turns {
		g.Play([2][]dpt.Action{})
		values = append(values, g.Field().Values)
	}
	return map[string]json.RawMessage{
		"kakomimasu": kakomimasupage.Start(field), "battle2048": nil, "chaser": chaserpage.Start(m), "dpt": dptpage.StartOf(rules, values),
	}
}

// asks answers a question, and returns the parts of the answer.
func asks(t *testing.T, s *Session, q Question) (all []Answer) {
	t.Helper()
	text, err := json.Marshal(q)
	require.NoError(t, err)
	s.Answer(t.Context(), text, func(part []byte) {
		var a Answer
		require.NoError(t, json.Unmarshal(part, &a))
		all = append(all, a)
	})
	require.True(t, all[len(all)-1].Done)
	return all
}

// ask is asks for an answer of one part.
func ask(t *testing.T, s *Session, q Question) Answer {
	t.Helper()
	all := asks(t, s, q)
	require.Len(t, all, 1)
	return all[0]
}

// act answers the questions for a seat's action by chance, as a person at the page would, and
// returns its code.
func act(t *testing.T, s *Session, q Question, rng *rand.Rand) string {
	t.Helper()
	for q.Answers = nil; ; {
		a := ask(t, s, q)
		require.Empty(t, a.Error, "%+v", q)
		if a.Code != "" {
			return a.Code
		}
		require.Contains(t, a.Position.Picture, "<svg")
		var answers []string
		for i := range a.Position.Parts {
			p := &a.Position.Parts[i]
			if p.Like != nil {
				p.Choices = a.Position.Parts[*p.Like].Choices
			}
			if p.Optional && rng.IntN(4) == 0 {
				answers = append(answers, "")
				continue
			}
			c := p.Choices[rng.IntN(len(p.Choices))]
			answers = append(answers, c.Options[rng.IntN(len(c.Options))].Answer)
		}
		q.Answers = append(q.Answers, answers)
	}
}

// played plays a game by chance through the questions of a page.
func played(t *testing.T, s *Session, q Question, most int, rng *rand.Rand) []string {
	t.Helper()
	for len(q.Moves) < most {
		q.Do = "position"
		p := ask(t, s, q).Position
		require.NotNil(t, p)
		if p.Over {
			break
		}
		if p.Seat >= 0 {
			q.Moves = append(q.Moves, act(t, s, q, rng))
			continue
		}
		var codes []string
		for q.Seat = range 2 {
			codes = append(codes, act(t, s, q, rng))
		}
		q.Moves = append(q.Moves, strings.Join(codes, "_"))
	}
	return q.Moves
}

// Whole games are played by what a page offers; every position has a value, an action of each
// bot that can be played, and each move a review. A page that jumps about hears the same as one
// that goes through the game.
func TestGames(t *testing.T) {
	for name, start := range starts() {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			s := NewSession(nil)
			q := Question{Game: name, Start: start}
			moves := played(t, s, q, 24, rng)
			require.GreaterOrEqual(t, len(moves), 5)
			for at := range moves {
				q := Question{Game: name, Start: start, Moves: moves, At: at, Do: "review"}
				a := ask(t, s, q)
				require.Empty(t, a.Error)
				require.NotNil(t, a.Review)
				require.Equal(t, at, a.Review.At)
				for _, m := range a.Review.Misses {
					require.NotEmpty(t, m.Best)
					require.GreaterOrEqual(t, m.Loss, 0.0)
				}
				if at%5 == 0 {
					require.Equal(t, a, ask(t, NewSession(nil), q), "a new session")
				}
			}
			ply := len(moves) / 2
			q.Moves, q.Do = moves[:ply], "analyse"
			all := asks(t, s, q)
			require.NotNil(t, all[0].Value)
			seat := ask(t, s, Question{Game: name, Start: start, Moves: moves[:ply], Do: "position"}).Position.Seat
			seats := 1
			if seat < 0 {
				seats = 2
			}
			require.Len(t, all, 2+2*seats)
			for bot, advice := range map[string][]Answer{"greedy": all[1 : 1+seats], "search": all[1+seats : 1+2*seats]} {
				var codes []string
				for i, a := range advice {
					require.Len(t, a.Advice, 1)
					require.Equal(t, bot, a.Advice[0].Bot)
					require.Equal(t, max(seat, i), a.Advice[0].Seat)
					require.NotEmpty(t, a.Advice[0].Words)
					codes = append(codes, a.Advice[0].Code)
				}
				on := append(moves[:ply:ply], strings.Join(codes, "_"))
				p := ask(t, s, Question{Game: name, Start: start, Moves: on, Do: "position"})
				require.Empty(t, p.Error, on)
				require.Equal(t, ply+1, p.Position.Ply)
				require.NotEmpty(t, p.Position.Words)
			}
		})
	}
}

// What can't be is answered with an error, and the session goes on.
func TestWrong(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for name, start := range starts() {
		s := NewSession(nil)
		moves := played(t, s, Question{Game: name, Start: start}, 4, rng)
		for _, code := range []string{"", "x", "_", "__", "a_b", "0p1:1", "m9:9,_", "99999999999999999999", "0p999999999999999999999:1_n", "ww", "-", "U-1-1", "s,s_s,s", "日本", strings.Repeat("9", MaxCode+1)} {
			a := ask(t, s, Question{Game: name, Start: start, Moves: append(moves[:3:3], code), Do: "position"})
			require.Equal(t, ErrIllegal, a.Error, "%s %q", name, code)
			require.Equal(t, 3, a.At)
			a = ask(t, s, Question{Game: name, Start: start, Moves: append(moves[:3:3], code), At: 3, Do: "review"})
			require.NotEmpty(t, a.Error, "%s %q", name, code)
		}
		for _, q := range []Question{
			{Do: "position", Seat: -1, Answers: [][]string{{"nothing"}}}, {Do: "position", Seat: 0, Answers: [][]string{nil}}, {Do: "nothing"}, {Do: "review", At: -1}, {Do: "review", At: 9},
			{Do: "advise", Bot: "bot", Seats: []int{0}}, {Do: "advise", Bot: "search", Seats: []int{7}},
		} {
			q.Game, q.Start, q.Moves = name, start, moves[:3]
			require.NotEmpty(t, ask(t, s, q).Error, "%s %+v", name, q)
		}
		for _, wrong := range []string{`{}`, `[]`, `"x"`, `3`, `{"field":{},"turns":-1}`, `"C:1,1\nH:2,2"`} {
			if name != "battle2048" {
				require.Equal(t, ErrQuestion, ask(t, s, Question{Game: name, Start: json.RawMessage(wrong), Do: "position"}).Error, "%s %s", name, wrong)
			}
		}
		require.NotNil(t, ask(t, s, Question{Game: name, Start: start, Moves: moves, Do: "position"}).Position)
	}
	require.Equal(t, ErrQuestion, ask(t, NewSession(nil), Question{Game: "chess", Do: "position"}).Error)
	NewSession(nil).Answer(t.Context(), []byte("{"), func(a []byte) {
		require.JSONEq(t, fmt.Sprintf(`{"id":0,"done":true,"error":%q}`, ErrQuestion), string(a))
	})
}
