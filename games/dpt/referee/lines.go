package referee

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/internal/say"
)

// The lines that end what a player is sent.
const (
	AskAction = "?" // an answer is due

	EndWon   = "end won" // the game is over
	EndLost  = "end lost"
	EndDrawn = "end drawn"
)

// maxLine is the longest line that a player is sent or may send, in bytes.
const maxLine = 255

// maxAgents is the most agents of a team whose actions have room in a line.
const maxAgents = 20

// TurnState is the state that the referee sends a player in a turn. Team 0 is its own.
type TurnState struct {
	Turn, Turns int           // Turn is counted from 1
	Limit       time.Duration // for the answer, in whole milliseconds
	Pause       time.Duration // before the turn, for clients that poll
	Points      [2]dpt.Points
	Field       *dpt.Field

	// Last are the actions of the turn before and their results; stays in
	// the first turn.
	Last    [2][]dpt.Action
	Applied [2][]dpt.ActionStatus
}

// Of is the same situation as the other team sees it.
func (s *TurnState) Of(team int) *TurnState {
	if team == 0 {
		return s
	}
	other, field := *s, *s.Field
	for i := range 2 {
		other.Points[i], other.Last[i], other.Applied[i] = s.Points[1-i], s.Last[1-i], s.Applied[1-i]
		field.Agents[i], field.TeamIDs[i], field.AgentIDs[i] = s.Field.Agents[1-i], s.Field.TeamIDs[1-i], s.Field.AgentIDs[1-i]
	}
	field.Tiles = make([]uint8, len(s.Field.Tiles))
	for i, t := range s.Field.Tiles {
		if t != dpt.Nobody {
			field.Tiles[i] = 3 - t
		}
	}
	other.Field = &field
	return &other
}

// Text is the lines that tell a player the situation, and the last line.
func (s *TurnState) Text(last string) string {
	f := s.Field
	b := make([]byte, 0, 4*len(f.Values)+256)
	b = fmt.Appendf(b, "turn %d %d %d %d %d %d\n", s.Turn, s.Turns, f.Width, f.Height, len(f.Agents[0]), len(f.Agents[1]))
	b = fmt.Appendf(b, "time %d %d\n", s.Limit.Milliseconds(), s.Pause.Milliseconds())
	b = fmt.Appendf(b, "points %d %d %d %d\n", s.Points[0].Tile, s.Points[0].Area, s.Points[1].Tile, s.Points[1].Area)
	for team, word := range [2]string{"own", "other"} {
		b = append(b, word...)
		for _, at := range f.Agents[team] {
			b = fmt.Appendf(b, " %d %d", at.X, at.Y)
		}
		b = append(b, '\n')
	}
	for team, word := range [2]string{"did", "other-did"} {
		b = append(b, word...)
		for i, a := range s.Last[team] {
			b = fmt.Appendf(b, " %d %d %d %d", a.Type, a.DX, a.DY, s.Applied[team][i])
		}
		b = append(b, '\n')
	}
	for y := range f.Height {
		for x := range f.Width {
			if x > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, int64(f.Values[y*f.Width+x]), 10)
		}
		b = append(b, '\n')
	}
	for y := range f.Height {
		for _, t := range f.Tiles[y*f.Width : (y+1)*f.Width] {
			b = append(b, '0'+t)
		}
		b = append(b, '\n')
	}
	return string(append(b, last...))
}

// sayable returns an error if a field cannot be written in lines.
func sayable(f *dpt.Field) error {
	for team, agents := range f.Agents {
		if len(agents) > maxAgents {
			return fmt.Errorf("team %d has %d agents; a line has room for the actions of %d", team, len(agents), maxAgents)
		}
	}
	for y := range f.Height {
		bytes := f.Width
		for _, v := range f.Values[y*f.Width : (y+1)*f.Width] {
			bytes += len(strconv.Itoa(v))
		}
		if bytes > maxLine {
			return fmt.Errorf("row %d of the values makes a line of more than %d bytes", y, maxLine)
		}
	}
	return nil
}

// Answer is the line of these actions in a turn.
func Answer(turn int, actions []dpt.Action) string {
	b := strconv.AppendInt(nil, int64(turn), 10)
	for _, a := range actions {
		b = fmt.Appendf(b, " %d %d %d", a.Type, a.DX, a.DY)
	}
	return string(b)
}

// answeredTurn is the turn that an answer is of: its first number.
func answeredTurn(line string) (turn int, ok bool) {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	turn, err := strconv.Atoi(word)
	return turn, err == nil
}

// ParseAnswer reads the actions of an answer, for the given number of agents: a type and the
// two parts of a step for each. Those that are not named stay.
func ParseAnswer(line string, agents int) ([]dpt.Action, error) {
	if len(line) > maxLine {
		return nil, say.Errorf("the answer has %d bytes, more than %d", len(line), maxLine)
	}
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil, say.Errorf("the answer is empty")
	}
	words = words[1:] // the turn
	if len(words)%3 != 0 || len(words) > 3*agents {
		return nil, say.Errorf("%d numbers follow the turn; three belong to each of %d agents", len(words), agents)
	}
	actions := make([]dpt.Action, 0, agents)
	for ; len(words) > 0; words = words[3:] {
		var n [3]int
		for i := range n {
			var err error
			if n[i], err = strconv.Atoi(words[i]); err != nil {
				return nil, say.Errorf("%.20q: want a whole number", words[i])
			}
		}
		if n[0] < int(dpt.Stay) || n[0] > int(dpt.Remove) {
			return nil, say.Errorf("there is no type %d; 0 stays, 1 moves, 2 removes", n[0])
		}
		actions = append(actions, dpt.Action{Type: dpt.Type(n[0]), DX: n[1], DY: n[2]})
	}
	return actions, nil
}
