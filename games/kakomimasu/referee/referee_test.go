package referee

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func small() *kakomimasu.Field {
	return &kakomimasu.Field{Name: "small", Width: 3, Height: 2, Agents: 2, Turns: 3, Points: []int{1, 2, 3, -4, 5, 6}}
}

// says answers the nth question with the nth text, with its line ends, as
// hosttest.Scripted has it. Behind the last it is silent.
func says(answers ...string) *hosttest.FakePlayer {
	return hosttest.New(hosttest.Scripted("\n", answers...))
}

// play plays a game of a small board, verifies its record and returns it.
func play(t *testing.T, c Config, players ...*hosttest.FakePlayer) (v host.Verdict, recorded string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		if c.Board == nil {
			c.Board = small()
		}
		seats := make([]host.Seat, len(players))
		for i, p := range players {
			seats[i] = host.Seat{Player: p, Address: "test"}
		}
		m, err := c.Game(seats...)
		require.NoError(t, err)
		var out bytes.Buffer
		m.Record = &out
		v, err = m.Run(t.Context())
		require.NoError(t, err)
		recorded = out.String()
	})
	games, err := record.Read(strings.NewReader(recorded))
	require.NoError(t, err)
	report, err := Verify(&games[0])
	require.NoError(t, err)
	require.True(t, report.Complete)
	require.Equal(t, v.Reason, report.Verdict.Reason)
	return v, recorded
}

func TestLines(t *testing.T) {
	first := says("one", "1 0 P 0 0 1 P 1 0", "2 1 M 2 1", "3")
	v, record := play(t, Config{}, first, says("旭川高専", "1 0 P 1 0", "2 0 P 2 0 0 P 9 9 5 N 0 0", "3 0 P 2 0"))
	heard := first.Heard()
	require.Len(t, heard, 5)
	require.Equal(t, "kakomimasu 3 2 2 2 3 0 1000 1000\n1 2 3\n-4 5 6\nname", heard[0])
	require.Equal(t, "turn 1\nplayer 0 0 0 -1 -1 -1 -1\nplayer 1 0 0 -1 -1 -1 -1\ndid 0\ndid 1\n...\n...\nact", heard[1])
	require.Equal(t, "turn 2\nplayer 0 0 1 0 0 -1 -1\nplayer 1 0 0 -1 -1 -1 -1\n"+
		"did 0 0 P 0 0 0 1 P 1 0 1\ndid 1 0 P 1 0 1\nA..\n...\nact", heard[2])
	require.Equal(t, "turn 3\nplayer 0 0 1 0 0 -1 -1\nplayer 1 0 0 -1 -1 -1 -1\n"+
		"did 0 1 M 2 1 5\ndid 1 0 P 2 0 3 0 P 9 9 3 5 N 0 0 4\nA..\n...\nact", heard[3])
	require.Equal(t, "end 1\nplayer 0 0 1 0 0 -1 -1\nplayer 1 0 3 2 0 -1 -1\ndid 0\ndid 1 0 P 2 0 0\nA.B\n...\nover", heard[4])
	require.Equal(t, 1, v.Winner)
	require.Equal(t, []int{1, 3}, v.Scores)
	require.Equal(t, "total", v.Reason)
	require.Contains(t, record, `"name":"names","at":`)
	require.Contains(t, record, `"data":["one","旭川高専"]`)
	require.NotContains(t, record, `"type":"foul"`)
	for _, question := range heard {
		for line := range strings.SplitSeq(question, "\n") {
			require.LessOrEqual(t, len(line), 255)
		}
	}
}

// What a player does wrong costs it the turn, never the game.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []string
		fouls   []string // kinds and reasons
		scores  [2]int   // of the faulty one and of the other
	}{
		{"as it should be", []string{"a", "1 0 P 2 1", "2", "3"}, nil, [2]int{6, 1}},
		{"late for a turn", []string{"a", "@1500ms 1 0 P 2 0", "2 0 P 2 1", "3"}, []string{"silent no-byte"}, [2]int{6, 1}},
		{"late, and then in one with the next", []string{"a", "@1500ms 1 0 P 2 0", "@600ms 2 0 P 2 1", "3"}, []string{"silent no-byte"}, [2]int{6, 1}},
		{"silent from the start", nil, []string{"silent no-byte", "silent no-byte", "silent no-byte", "silent no-byte"}, [2]int{0, 1}},
		{"an unknown word", []string{"a", "hello", "2 0 P 2 1", "3"}, []string{"illegal answer"}, [2]int{6, 1}},
		{"three words of an action", []string{"a", "1 0 P 2", "2 0 P 2 1", "3"}, []string{"illegal answer"}, [2]int{6, 1}},
		{"an unknown action", []string{"a", "1 0 X 2 0", "2 0 P 2 1", "3"}, []string{"illegal answer"}, [2]int{6, 1}},
		{"a huge number", []string{"a", "1 0 P 4294967296 0", "2 0 P 2 1", "3"}, []string{"illegal answer"}, [2]int{6, 1}},
		{"the turn before", []string{"a", "1 0 P 2 1", "1", "3"}, []string{"illegal answer"}, [2]int{6, 1}},
		{"too many actions", []string{"a", "1" + strings.Repeat(" 0 P 2 0", 19), "2 0 P 2 1", "3"}, []string{"illegal answer"}, [2]int{6, 1}},
		{"not ASCII", []string{"a", "1 \xff", "2 0 P 2 1", "3"}, []string{"garbled binary"}, [2]int{6, 1}},
		{"off the board", []string{"a", "1 0 P -9 99", "2 0 P 2 1", "3"}, nil, [2]int{6, 1}},
		{"gone", []string{"a", "1 0 P 2 1", "!"}, []string{"gone closed"}, [2]int{6, 1}},
		{"gone at once", []string{"!"}, []string{"gone closed"}, [2]int{0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seat := range 2 {
				good := says("good", "1 0 P 0 0", "2", "3")
				players := []*hosttest.FakePlayer{good, good}
				players[seat] = says(c.answers...)
				v, recorded := play(t, Config{}, players...)
				require.Nil(t, v.Foul)
				require.Equal(t, c.scores[0], v.Scores[seat])
				require.Equal(t, c.scores[1], v.Scores[1-seat])
				var fouls []string
				games, err := record.Read(strings.NewReader(recorded))
				require.NoError(t, err)
				for _, e := range games[0].Events {
					if e.Type == record.EventFouled {
						require.Equal(t, seat, e.Seat)
						fouls = append(fouls, e.Foul.Kind+" "+e.Foul.Reason)
					}
				}
				require.Equal(t, c.fouls, fouls)
			}
		})
	}
}

// Four play, and nobody is left in the end.
func TestFour(t *testing.T) {
	v, _ := play(t, Config{}, says("a", "!"), says("b", "1 0 P 1 0", "!"), says("c", "1 0 P 2 0", "!"), says("d", "1 0 P 0 1", "!"))
	require.Equal(t, 2, v.Winner)
	require.Equal(t, []int{0, 2, 3, -4}, v.Scores)
}

func TestMatchRefuses(t *testing.T) {
	for want, change := range map[string]func(*kakomimasu.Field){
		"at most 40 x 40 cells": func(b *kakomimasu.Field) { b.Width, b.Points = 41, make([]int, 82) },
		"1 to 18 agents":        func(b *kakomimasu.Field) { b.Agents = 19 },
		"is worth -999 to 999":  func(b *kakomimasu.Field) { b.Points[0] = 1000 },
		"points are 6":          func(b *kakomimasu.Field) { b.Width = 2 },
	} {
		b := small()
		change(b)
		_, err := Config{Board: b}.Game(make([]host.Seat, 2)...)
		require.ErrorContains(t, err, want)
	}
}

// A forged action is found, and so are options and limits that are none.
func TestForged(t *testing.T) {
	_, recorded := play(t, Config{}, says("a", "1 0 P 2 1", "2", "3"), says("b", "1", "2", "3"))
	for want, forge := range map[string][2]string{
		"record has ask":               {`"text":"1 0 P 2 1"`, `"text":"1 0 P 2 0"`},
		"kakomimasu has no such limit": {`"operation"`, `"operations"`},
		"option board":                 {`\"width\":3`, `\"width\":4`},
		"alone":                        {`,\"points\":[1,2,3,-4,5,6]}"`, `,\"points\":[1,2,3,-4,5,6]}","x":"y"`},
		"of game \"go\"":               {`"game":"kakomimasu"`, `"game":"go"`},
	} {
		forged := strings.Replace(recorded, forge[0], forge[1], 1)
		require.NotEqual(t, recorded, forged)
		games, err := record.Read(record.RepairChecksums(strings.NewReader(forged), nil))
		require.NoError(t, err)
		_, err = Verify(&games[0])
		require.ErrorContains(t, err, want)
	}
}

// keeper remembers what it is told.
type keeper struct {
	opening *Opening
	seen    []*TurnState
}

func (k *keeper) Begin(o *Opening) string { k.opening = o; return "keeper" }
func (k *keeper) End(s *TurnState)        { k.seen = append(k.seen, s) }
func (k *keeper) Turn(_ context.Context, s *TurnState) ([]kakomimasu.Action, error) {
	k.seen = append(k.seen, s)
	return []kakomimasu.Action{{Agent: 0, Type: kakomimasu.Put, To: kakomimasu.Cell{X: 1 << 40, Y: -1 << 40}}}, nil
}

// A contestant reads what the referee writes, and passes over the rest.
func TestContestant(t *testing.T) {
	k := &keeper{}
	var remarks []string
	c := &Responder{Strategy: k, Say: func(text string) { remarks = append(remarks, text) }}
	script := hosttest.New(func(p *hosttest.FakePlayer, text string) {
		for line := range strings.SplitSeq(text, "\n") {
			answer, err := c.Answer(t.Context(), line)
			require.NoError(t, err)
			if answer != "" {
				p.Say(0, answer+"\n")
			}
		}
	})
	play(t, Config{}, says("a", "1 0 P 2 1", "2 0 M 1 1", "3"), script)
	require.Equal(t, "small", small().Name)
	require.Equal(t, 1, k.opening.Me)
	require.Equal(t, time.Second, k.opening.Operation)
	require.Len(t, k.seen, 4)
	require.Equal(t, "....AA", k.seen[2].Position.Tiles())
	require.Equal(t, kakomimasu.Illegal, k.seen[1].Did[1][0].Result)
	require.Equal(t, 0, k.seen[3].Winner)
	require.Empty(t, remarks)
	for _, line := range []string{"kakomimasu 1", "name", "turn 1", "act", "turn x", "over"} {
		answer, err := c.Answer(t.Context(), line)
		require.NoError(t, err)
		require.Empty(t, answer)
	}
	require.Len(t, remarks, 3)
}

func FuzzParseAnswer(f *testing.F) {
	f.Add("1 0 P 2 1 1 M 0 0")
	f.Fuzz(func(t *testing.T, line string) {
		actions, err := ParseAnswer(1, line)
		if err != nil {
			return
		}
		again, err := ParseAnswer(1, Answer(1, actions))
		require.NoError(t, err)
		require.Equal(t, actions, again)
	})
}

// FuzzContestant gives a player any lines.
func FuzzContestant(f *testing.F) {
	f.Add("kakomimasu 3 2 2 2 3 0 1000 1000\n1 2 3\n-4 5 6\nname\nturn 1\nplayer 0 0 0 -1 -1 -1 -1\nplayer 1 0 0 -1 -1 -1 -1\ndid 0\ndid 1\n...\n...\nact")
	f.Fuzz(func(t *testing.T, text string) {
		c := &Responder{Strategy: &keeper{}, Say: func(string) {}}
		for line := range strings.SplitSeq(text, "\n") {
			_, err := c.Answer(t.Context(), line)
			require.NoError(t, err)
		}
	})
}
