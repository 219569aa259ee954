package referee

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// says is a player that answers turns with these lines, as hosttest.Scripted has it,
// with its turn where a line has %d.
func says(answers ...string) *hosttest.FakePlayer {
	answers = slices.Clone(answers)
	for i, text := range answers {
		answers[i] = strings.ReplaceAll(text, "%d", strconv.Itoa(i+1))
	}
	acts := hosttest.Scripted("\n", answers...)
	return hosttest.New(func(p *hosttest.FakePlayer, text string) {
		if strings.HasSuffix(text, "\n"+AskAction) {
			acts(p, text)
		}
	})
}

// row is a field of one row: 1 and 2 are tiles, and A and B agents on their own.
func row(cells string) *dpt.Field {
	f := &dpt.Field{Width: len(cells), Height: 1}
	for x, c := range cells {
		f.Values = append(f.Values, x+1)
		switch c {
		case 'A', 'B':
			team := int(c - 'A')
			f.Agents[team] = append(f.Agents[team], dpt.Point{X: x})
			f.Tiles = append(f.Tiles, uint8(team+1))
		default:
			f.Tiles = append(f.Tiles, uint8(c-'0'))
		}
	}
	return f
}

// outcome is what came of a game.
type outcome struct {
	verdict host.Verdict
	record  string
	turns   []Turn
	fouls   []string // "seat kind reason"
}

// referee plays a game and verifies its record.
func played(t *testing.T, c Config, first, second *hosttest.FakePlayer) (o outcome) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		m, err := c.Game(host.Seat{Player: first}, host.Seat{Player: second})
		require.NoError(t, err)
		var record bytes.Buffer
		m.Record = &record
		o.verdict, err = m.Run(t.Context())
		require.NoError(t, err)
		o.record = record.String()
	})
	games, err := record.Read(strings.NewReader(o.record))
	require.NoError(t, err)
	report, err := Verify(&games[0])
	require.NoError(t, err)
	require.True(t, report.Complete)
	require.Equal(t, o.verdict.Scores, report.Verdict.Scores)
	for _, e := range games[0].Events {
		switch {
		case e.Type == record.EventFouled:
			o.fouls = append(o.fouls, fmt.Sprintf("%d %s %s", e.Foul.Seat, e.Foul.Kind, e.Foul.Reason))
		case e.Type == record.EventNote && e.Name == NoteTurn:
			var n Turn
			require.NoError(t, json.Unmarshal(e.Data, &n))
			o.turns = append(o.turns, n)
		}
	}
	return o
}

func rules(field string, turns int) Config {
	return Config{Move: time.Second, Rules: dpt.Rules{Field: row(field), Turns: turns}}
}

// Every seed of 64 bits can be recorded and verified.
func TestLargeSeeds(t *testing.T) {
	for _, seed := range []uint64{1 << 63, 1<<64 - 1} {
		o := played(t, Config{Move: time.Second, Rules: dpt.Rules{Seed: seed, Turns: 1}}, says("1"), says("1"))
		require.Contains(t, o.record, fmt.Sprintf(`"seed":"%d"`, seed))
	}
}

// A whole game: what is told, what is played, how it ends.
func TestGame(t *testing.T) {
	first, second := says("1 1 1 0", "2 1 1 0", "3"), says("1 1 -1 0", "2 2 -1 0", "3 0 0 0")
	o := played(t, rules("A00B", 3), first, second)
	require.Equal(t, `turn 1 3 4 1 1 1
time 1000 500
points 1 0 4 0
own 0 0
other 3 0
did 0 0 0 1
other-did 0 0 0 1
1 2 3 4
1002
?`, first.Heard()[0])
	require.Equal(t, `turn 3 3 4 1 1 1
time 1000 500
points 7 0 3 0
own 2 0
other 1 0
did 2 -1 0 0
other-did 1 1 0 -1
1 2 3 4
2211
?`, second.Heard()[2])
	require.True(t, strings.HasSuffix(first.Heard()[3], "\n1122\n"+EndLost), first.Heard()[3])
	require.True(t, strings.HasPrefix(first.Heard()[3], "turn 3 3 "), first.Heard()[3])
	require.True(t, strings.HasSuffix(second.Heard()[3], EndWon))
	require.Len(t, first.Heard(), 4)
	require.Equal(t, 1, o.verdict.Winner)
	require.Equal(t, "total", o.verdict.Reason)
	require.Equal(t, []int{3, 7}, o.verdict.Scores)
	require.Equal(t, 3, o.verdict.Ply)
	require.Equal(t, "first have 3 tile + 0 area points, second have 7 + 0", o.verdict.Detail)
	require.Empty(t, o.fouls)
	require.Equal(t, Turn{
		Turn: 2, Actions: [2][][3]int{{{1, 1, 0}}, {{2, -1, 0}}}, Apply: [2][]dpt.ActionStatus{{-1}, {0}},
		Agents: [2][][2]int{{{1, 0}}, {{2, 0}}}, Tile: [2]int{3, 7},
	}, o.turns[1])
}

// A pause of none is told, and recorded.
func TestNoPause(t *testing.T) {
	c := rules("A0B", 1)
	c.Pause = -1
	first := says("1")
	o := played(t, c, first, says("1"))
	require.Contains(t, first.Heard()[0], "\ntime 1000 0\n")
	require.Contains(t, o.record, `"interval":0`)
}

// A draw is nobody's.
func TestDraw(t *testing.T) {
	c := rules("A0B", 1)
	c.Rules.Field.Values = []int{1, 5, 1}
	first := says("1")
	o := played(t, c, first, says("1"))
	require.True(t, o.verdict.Draw)
	require.Equal(t, host.NoWinner, o.verdict.Winner)
	require.True(t, strings.HasSuffix(first.Heard()[1], EndDrawn))
}

// Whatever a player does wrong costs its turn and no more; the other plays on.
func TestFaults(t *testing.T) {
	const step, steps = "%d 1 1 0", "1 1 0"
	for name, c := range map[string]struct {
		answers []string
		fouls   []string
		at      int // where its agent stands after three turns
	}{
		"none":                   {[]string{step, step, step}, nil, 3},
		"late":                   {[]string{"@1500ms %d 1 1 0", step, step}, []string{"0 silent no-byte"}, 2},
		"late, then its own":     {[]string{"@1500ms %d 1 1 0", "@600ms %d 1 1 0", step}, []string{"0 silent no-byte"}, 2},
		"always late":            {[]string{"@1500ms %d 1 1 0", "@1500ms %d 1 1 0", "@1500ms %d 1 1 0"}, []string{"0 silent no-byte", "0 silent no-byte", "0 silent no-byte"}, 0},
		"silent":                 {[]string{step, "", step}, []string{"0 silent no-byte"}, 2},
		"gone":                   {[]string{step, "!", step}, []string{"0 gone closed"}, 1},
		"gone at once":           {[]string{"!"}, []string{"0 gone closed"}, 0},
		"not numbers":            {[]string{"hello", step, "%d move 1 0"}, []string{"0 garbled answer", "0 garbled answer"}, 1},
		"half an action":         {[]string{"%d 1 1", step, step}, []string{"0 garbled answer"}, 2},
		"more than its agents":   {[]string{"%d 1 1 0 1 1 0", step, step}, []string{"0 garbled answer"}, 2},
		"an unknown type":        {[]string{"%d 3 1 0", step, step}, []string{"0 garbled answer"}, 2},
		"a huge number":          {[]string{"%d 1 99999999999999999999 0", step, step}, []string{"0 garbled answer"}, 2},
		"a wide step":            {[]string{"%d 1 3000000000 0", step, step}, nil, 2},
		"no turn":                {[]string{"", "1 1 0", step}, []string{"0 silent no-byte", "0 silent no-byte"}, 1},
		"a turn to come":         {[]string{"2 " + steps, step, step}, []string{"0 garbled turn"}, 2},
		"an empty answer":        {[]string{" ", step, step}, []string{"0 garbled answer"}, 2},
		"no bytes of text":       {[]string{"%d 1 1 0\x00", step, step}, []string{"0 garbled binary"}, 2},
		"a long line":            {[]string{"%d" + strings.Repeat(" ", 300) + steps, step, step}, []string{"0 garbled answer"}, 2},
		"blanks and CR":          {[]string{"  %d  1\t1 0 \r", step, step}, nil, 3},
		"two lines":              {[]string{"%d 1 1 0\n%d 0", step, step}, nil, 3},
		"old answers, then more": {[]string{"%d 1 1 0", "1 2 3\n1 4\n%d 1 1 0", step}, nil, 3},
		"many old answers":       {[]string{"%d 1 1 0", strings.Repeat("1\n", 30) + "%d 1 1 0", step}, []string{"0 garbled turn"}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			for seat := range 2 {
				bad, good := says(c.answers...), says("1 1 -1 0", "2", "3")
				field := "A0000000B"
				players := [2]*hosttest.FakePlayer{bad, good}
				if seat == 1 {
					field, players = "B0000000A", [2]*hosttest.FakePlayer{good, bad}
				}
				o := played(t, rules(field, 3), players[0], players[1])
				var fouls []string
				for _, f := range o.fouls {
					require.Equal(t, fmt.Sprint(seat), f[:1])
					fouls = append(fouls, "0"+f[1:])
				}
				require.Equal(t, c.fouls, fouls)
				require.Len(t, o.turns, 3)
				require.Equal(t, [][2]int{{c.at, 0}}, o.turns[2].Agents[seat])
				require.Equal(t, [][2]int{{7, 0}}, o.turns[2].Agents[1-seat])
				require.Nil(t, o.verdict.Foul)
			}
		})
	}
}

// Strict reading minds a line that nobody asked for: it costs the turn.
func TestStrict(t *testing.T) {
	for strict, at := range map[bool]int{false: 3, true: 2} {
		c := rules("A0000000B", 3)
		c.Strict = strict
		o := played(t, c, says("1 1 1 0\nhello", "2 1 1 0", "3 1 1 0"), says("@100ms 1", "2", "3"))
		require.Equal(t, [][2]int{{at, 0}}, o.turns[2].Agents[0])
	}
}

// Both gone: the turns that are left pass at once, and the points decide.
func TestBothGone(t *testing.T) {
	o := played(t, rules("A00B", 40), says("!"), says("1 1 -1 0", "!"))
	require.Equal(t, []string{"0 gone closed", "1 gone closed"}, o.fouls)
	require.Equal(t, []int{1, 7}, o.verdict.Scores)
	require.Len(t, o.turns, 40)
}

// TestDeafAtTheEnd has a player take no more lines once it has given its last answer: that it never heard how the game
// ended is a foul, and changes nothing of the verdict.
func TestDeafAtTheEnd(t *testing.T) {
	for deaf := range 2 {
		players := [2]*hosttest.FakePlayer{says("1 1 1 0", "2 1 1 0"), says("1 1 -1 0", "2")}
		answers := players[deaf].Script
		players[deaf].Script = func(p *hosttest.FakePlayer, text string) {
			answers(p, text)
			p.Unresponsive = strings.HasPrefix(text, "turn 2 ")
		}
		o := played(t, rules("A00000B", 2), players[0], players[1])
		require.Equal(t, []string{fmt.Sprint(deaf, " silent unread")}, o.fouls)
		require.Nil(t, o.verdict.Foul)
		require.Equal(t, 1, o.verdict.Winner)
		require.Equal(t, []int{6, 13}, o.verdict.Scores)
		require.Len(t, o.turns, 2)
		other := players[1-deaf].Heard()
		require.True(t, strings.HasSuffix(other[2], map[int]string{0: EndWon, 1: EndLost}[deaf]), other[2])
	}
}

// A record whose settings were changed is no game of DPT.
func TestFromRecord(t *testing.T) {
	opening := func(change func(*record.Event)) *record.Event {
		c := Config{Rules: dpt.Rules{Seed: 5}}
		options := c.options()
		c = c.filled()
		e := &record.Event{Game: Name, Limits: map[string]record.Micros{}, Options: options,
			Seats: []record.EventSeat{{Name: SeatNames[0]}, {Name: SeatNames[1]}}}
		for name, l := range c.limits() {
			e.Limits[name] = record.Micros(l.Microseconds())
		}
		change(e)
		return e
	}
	_, err := FromRecord(opening(func(*record.Event) {}))
	require.NoError(t, err)
	for want, change := range map[string]func(*record.Event){
		`record is of game "chess"`:      func(e *record.Event) { e.Game = "chess" },
		"record has 3 seats, dpt has 2":  func(e *record.Event) { e.Seats = make([]record.EventSeat, 3) },
		`seed "x": want a whole number`:  func(e *record.Event) { e.Options[optionSeed] = "x" },
		`turns "": want a whole number`:  func(e *record.Event) { delete(e.Options, optionTurns) },
		"field: not a JSON object":       func(e *record.Event) { e.Options[optionField] = "" },
		"follows from the seed":          func(e *record.Event) { e.Options[optionSeed] = "6" },
		"whose field":                    func(e *record.Event) { e.Options["more"] = "6" },
		`limit "more" of 6 µs`:           func(e *record.Event) { e.Limits["more"] = 6 },
		`there is no redraw "sometimes"`: func(e *record.Event) { e.Options[optionRedraw] = "sometimes" },
	} {
		_, err := FromRecord(opening(change))
		require.ErrorContains(t, err, want)
	}
}

// What has no room in lines is refused before a game.
func TestSayable(t *testing.T) {
	wide := &dpt.Field{Width: 64, Height: 1, Values: make([]int, 64), Tiles: make([]uint8, 64)}
	for i := range wide.Values {
		wide.Values[i] = -1000
	}
	_, err := Config{Rules: dpt.Rules{Field: wide}}.Game(host.Seat{}, host.Seat{})
	require.ErrorContains(t, err, "row 0 of the values makes a line of more than 255 bytes")
	many := &dpt.Field{Width: 30, Height: 1, Values: make([]int, 30), Tiles: make([]uint8, 30)}
	for x := range 21 {
		many.Agents[1] = append(many.Agents[1], dpt.Point{X: x})
	}
	_, err = Config{Rules: dpt.Rules{Field: many}}.Game(host.Seat{}, host.Seat{})
	require.ErrorContains(t, err, "team 1 has 21 agents")
}

// Situations are read as they are written, from both sides, in short lines.
func TestSituation(t *testing.T) {
	f := row("A0B12A0B")
	s := &TurnState{
		Turn: 3, Turns: 40, Limit: time.Second, Pause: time.Millisecond, Points: [2]dpt.Points{{Tile: -3, Area: 4}, {Tile: 5}}, Field: f,
		Last:    [2][]dpt.Action{{{Type: dpt.Move, DX: 1}, {}}, {{Type: dpt.Remove, DY: -1}, {}}},
		Applied: [2][]dpt.ActionStatus{{1, 0}, {-1, 1}},
	}
	for team := range 2 {
		text := s.Of(team).Text(AskAction)
		lines := strings.Split(text, "\n")
		for _, line := range lines {
			require.LessOrEqual(t, len(line), maxLine)
		}
		got, err := ParseTurnState(lines[:len(lines)-1])
		require.NoError(t, err)
		require.Equal(t, s.Of(team), got)
	}
	require.Equal(t, s, s.Of(1).Of(1))
	require.Equal(t, "7 1 1 0 2 0 -1", Answer(7, []dpt.Action{{Type: dpt.Move, DX: 1}, {Type: dpt.Remove, DY: -1}}))
}

// FuzzLines wants a contestant to survive whatever it is told, and an answer to
// be read or refused.
func FuzzLines(f *testing.F) {
	c := Config{Rules: dpt.Rules{Seed: 5}}.filled()
	r := &referee{config: c, game: dpt.New(c.Rules)}
	r.begin()
	f.Add(r.situation().Text(AskAction), "1 1 1 0", 3)
	f.Add("turn 1 2 3 4 5 6\n?", "", 0)
	f.Fuzz(func(t *testing.T, question, answer string, agents int) {
		who := &Responder{Strategy: stayer{}, Say: func(string) {}}
		for line := range strings.SplitSeq(question, "\n") {
			if said := who.Answer(t.Context(), line); said != "" {
				_, ok := answeredTurn(said)
				require.True(t, ok)
			}
		}
		actions, err := ParseAnswer(answer, agents&63)
		if err == nil {
			require.LessOrEqual(t, len(actions), agents&63)
		}
	})
}

// stayer stays.
type stayer struct{}

func (stayer) Choose(_ context.Context, s *TurnState, _ time.Duration) []dpt.Action {
	return make([]dpt.Action, len(s.Field.Agents[0]))
}
