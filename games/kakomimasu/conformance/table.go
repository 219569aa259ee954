// Package conformance says what a player of Kakomimasu is checked for.
package conformance

import (
	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/referee"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/record"
)

// The names of the rules.
const (
	form  = "answers with the turn's number, and four words for each action"
	once  = "names agents of its own, each once"
	legal = "plays nothing that is against the rules"
	walls = "steps onto nobody else's wall"
	puts  = "puts an agent onto the board"
	acts  = "does something else with it than stay"
)

// Steps is the steps of Kakomimasu.
func Steps() check.GameSteps {
	return check.GameSteps{
		Rules: []check.Rule{
			{Name: form, Reasons: []string{referee.ReasonAnswer}, Expected: "such as 3 0 M 5 6 in turn 3: agent, P, M, R or N, x, y"},
			{Name: once, Advice: true, Expected: "agents from 0 to one less than there are; two actions of one agent cancel both"},
			{Name: legal, Advice: true, Expected: "P of an agent that is not on the board, M or R to one of 8 cells on it, R of a wall"},
			{Name: walls, Advice: true, Expected: "R before M: another's wall stays until the end of the turn"},
			{Name: puts, Advice: true, NotExercised: "no match had five turns with an answer", Expected: "a P, which any agent can do that is not on the board"},
			{Name: acts, Advice: true, Expected: "an M or an R, now and then", NotExercised: "no agent was on the board"},
		},
		Trials: []check.Scenario{
			{Name: "plays on the smallest board", Options: map[string]string{"seed": smallest, "turns": "10"}},
			{Name: "plays on the largest board", Options: map[string]string{"seed": largest, "turns": "10"}, Seat: 1},
			{Name: "plays with one agent", Options: map[string]string{"agents": "1", "turns": "10"}},
			{Name: "plays with as many agents as there can be", Options: map[string]string{"agents": "18", "turns": "10"}, Seat: 1},
			{Name: "takes the end after one turn", Options: map[string]string{"turns": "1"}},
			{Name: "keeps to strict reading: nothing beside the answers", Options: map[string]string{"turns": "5"}, Strict: true, Advice: true},
		},
		Watch: func(seat int) func(*record.Event) []string {
			w := monitor{seat: seat}
			return w.take
		},
	}
}

// Seeds of boards as small and as large as any that is drawn: 10 x 10 cells with
// 6 agents, 24 x 24 with 7.
const (
	smallest = "16"
	largest  = "27"
)

// monitor follows a match to see which rules were put to the test.
type monitor struct {
	seat     int
	reader   referee.EventReader
	answered bool // in this turn, and without a foul
	turns    int  // answered so
	placed   bool // an agent was put
	acted    bool // one moved or removed
}

func (w *monitor) take(e *record.Event) []string {
	turn := w.reader.Take(e)
	switch {
	case e.Type == record.EventAnswer && e.Seat == w.seat:
		w.answered = true
	case e.Type == record.EventFouled && e.Seat == w.seat:
		w.answered = false
	case e.Type == record.EventNote && e.Name == referee.NoteNames:
		w.answered = false // with its name
	case turn != nil && w.answered:
		w.answered = false
		w.turns++
		return w.turn(turn)
	case e.Type == record.EventVerdict:
		return w.end()
	}
	return nil
}

func (w *monitor) turn(t *referee.Turn) []string {
	var results [kakomimasu.Illegal + 1]int
	onWall := 0
	for _, did := range t.Did[w.seat] {
		kind, result := kakomimasu.Type(did[1]), kakomimasu.Result(did[4])
		results[result]++
		switch result {
		case kakomimasu.Several, kakomimasu.NoAgent, kakomimasu.Illegal:
			continue
		case kakomimasu.Reverted:
			if tile := w.reader.Position.At(kakomimasu.Cell{X: did[2], Y: did[3]}); kind != kakomimasu.Remove && tile.Wall && tile.Player != w.seat {
				onWall++
			}
		}
		w.placed = w.placed || kind == kakomimasu.Put
		w.acted = w.acted || kind == kakomimasu.Move || kind == kakomimasu.Remove
	}
	if len(t.Did[w.seat]) == 0 {
		return []string{form}
	}
	return []string{
		form,
		unless(results[kakomimasu.Several]+results[kakomimasu.NoAgent] > 0, once),
		unless(results[kakomimasu.Illegal] > 0, legal),
		unless(onWall > 0, walls),
	}
}

// enough is the number of turns of an agent to come onto the board, and to act.
const enough = 5

func (w *monitor) end() []string {
	switch {
	case w.turns < enough:
		return nil
	case !w.placed:
		return []string{"!" + puts}
	}
	return []string{puts, unless(!w.acted, acts)}
}

// unless is a rule that was kept, or broken.
func unless(broken bool, rule string) string {
	if broken {
		return "!" + rule
	}
	return rule
}
