package referee

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/internal/say"
)

// The words of the line form.
const (
	wordGame   = "kakomimasu" // begins the first question
	wordName   = "name"       // ends it: say your name
	wordTurn   = "turn"       // begins the question of a turn
	wordAct    = "act"        // ends it: say what your agents do
	wordEnd    = "end"        // begins the situation after the end
	wordOver   = "over"       // ends it
	wordPlayer = "player"
	wordDid    = "did"
)

// letters of the types of actions.
var letters = map[string]kakomimasu.Type{
	"P": kakomimasu.Put, "N": kakomimasu.None, "M": kakomimasu.Move, "R": kakomimasu.Remove,
}

func letterOf(t kakomimasu.Type) string {
	for letter, is := range letters {
		if is == t {
			return letter
		}
	}
	return "N"
}

// Opening is the state that the referee sends a player before the first turn.
type Opening struct {
	Board                 *kakomimasu.Field
	Me                    int // whose lines these are
	Operation, Transition time.Duration
}

// Text is the first question.
func (o *Opening) Text() string {
	b := o.Board
	all := []string{fmt.Sprintf("%s %d %d %d %d %d %d %d %d", wordGame, b.Width, b.Height, b.Players, b.Agents, b.Turns,
		o.Me, o.Operation.Milliseconds(), o.Transition.Milliseconds())}
	for y := range b.Height {
		row := make([]string, b.Width)
		for x := range row {
			row[x] = strconv.Itoa(b.Point(kakomimasu.Cell{X: x, Y: y}))
		}
		all = append(all, strings.Join(row, " "))
	}
	return strings.Join(append(all, wordName), "\n")
}

// parseOpening reads the first question.
func parseOpening(lines []string) (*Opening, error) {
	var head [8]int
	if err := numbers(head[:], lines[0], wordGame); err != nil {
		return nil, err
	}
	b := &kakomimasu.Field{Width: head[0], Height: head[1], Players: head[2], Agents: head[3], Turns: head[4]}
	if len(lines) != b.Height+2 {
		return nil, fmt.Errorf("%d lines for %d rows", len(lines), b.Height)
	}
	for _, line := range lines[1 : len(lines)-1] {
		for _, word := range strings.Fields(line) {
			n, err := strconv.Atoi(word)
			if err != nil {
				return nil, fmt.Errorf("point %.20q: want a number", word)
			}
			b.Points = append(b.Points, n)
		}
	}
	return &Opening{Board: b, Me: head[5],
		Operation: time.Duration(head[6]) * time.Millisecond, Transition: time.Duration(head[7]) * time.Millisecond,
	}, check(b)
}

// ActionResult is an action and its result.
type ActionResult struct {
	kakomimasu.Action
	Result kakomimasu.Result
}

// TurnState is the state that the referee sends a player in a turn, and at the end.
type TurnState struct {
	*Opening
	Turn     int // that is asked for, from 1; at the end 0
	Winner   int // at the end: the player, or -1
	Position *kakomimasu.Position
	Did      [][]ActionResult // of each player in the turn before
}

// Text is the question of a turn, or the situation at the end.
func (s *TurnState) Text() string {
	first, last := fmt.Sprintf("%s %d", wordTurn, s.Turn), wordAct
	if s.Turn == 0 {
		first, last = fmt.Sprintf("%s %d", wordEnd, s.Winner), wordOver
	}
	b, p := s.Position.Field(), s.Position
	all := []string{first}
	for player := range b.Players {
		score := p.Score(player)
		line := fmt.Sprintf("%s %d %d %d", wordPlayer, player, score.Area, score.Wall)
		for agent := range b.Agents {
			at := p.Agent(player, agent)
			line += fmt.Sprintf(" %d %d", at.X, at.Y)
		}
		all = append(all, line)
	}
	for player := range b.Players {
		line := fmt.Sprintf("%s %d", wordDid, player)
		if player < len(s.Did) {
			for _, d := range s.Did[player] {
				line += fmt.Sprintf(" %s %d", text(d.Action), int(d.Result))
			}
		}
		all = append(all, line)
	}
	tiles := p.Tiles()
	for y := range b.Height {
		all = append(all, tiles[y*b.Width:][:b.Width])
	}
	return strings.Join(append(all, last), "\n")
}

// text is an action as lines have it.
func text(a kakomimasu.Action) string {
	return fmt.Sprintf("%d %s %d %d", a.Agent, letterOf(a.Type), a.To.X, a.To.Y)
}

// parseSituation reads a question of a turn, or the situation at the end.
func parseSituation(o *Opening, lines []string) (*TurnState, error) {
	b := o.Board
	if len(lines) != 2+2*b.Players+b.Height {
		return nil, fmt.Errorf("%d lines, not the %d of a turn", len(lines), 2+2*b.Players+b.Height)
	}
	s := &TurnState{Opening: o, Winner: -1, Position: kakomimasu.New(b), Did: make([][]ActionResult, b.Players)}
	var n [1]int
	to := &s.Turn
	word := wordTurn
	if strings.HasPrefix(lines[0], wordEnd+" ") {
		word, to = wordEnd, &s.Winner
	}
	if err := numbers(n[:], lines[0], word); err != nil {
		return nil, err
	}
	*to = n[0]
	rows := lines[1+2*b.Players : len(lines)-1]
	if err := s.Position.SetTiles(strings.Join(rows, "")); err != nil {
		return nil, err
	}
	for player := range b.Players {
		if err := s.parsePlayer(player, lines[1+player]); err != nil {
			return nil, err
		}
		words := strings.Fields(lines[1+b.Players+player])
		if len(words) < 2 || words[0] != wordDid || (len(words)-2)%5 != 0 {
			return nil, fmt.Errorf("%.40q does not say what a player did", lines[1+b.Players+player])
		}
		for i := 2; i < len(words); i += 5 {
			a, err := parseAction(words[i:])
			result, wrong := strconv.Atoi(words[i+4])
			if err = errors.Join(err, wrong); err != nil {
				return nil, err
			}
			s.Did[player] = append(s.Did[player], ActionResult{a, kakomimasu.Result(result)})
		}
	}
	return s, nil
}

// parsePlayer reads where a player's agents are.
func (s *TurnState) parsePlayer(player int, line string) error {
	n := make([]int, 3+2*s.Board.Agents)
	if err := numbers(n, line, wordPlayer); err != nil {
		return err
	}
	for agent := range s.Board.Agents {
		if err := s.Position.SetAgent(player, agent, kakomimasu.Cell{X: n[3+2*agent], Y: n[4+2*agent]}); err != nil {
			return err
		}
	}
	return nil
}

// numbers reads a word and len(to) numbers, which are the whole line.
func numbers(to []int, line, word string) error {
	words := strings.Fields(line)
	if len(words) != 1+len(to) || words[0] != word {
		return fmt.Errorf("%.40q is not %s and %d numbers", line, word, len(to))
	}
	for i := range to {
		n, err := strconv.Atoi(words[1+i])
		if err != nil {
			return fmt.Errorf("%.20q: want a number", words[1+i])
		}
		to[i] = n
	}
	return nil
}

// The least and the largest coordinate that an answer may have, on the board or
// not.
const (
	least   = -9
	largest = 99
)

// maxActions is the most actions of an answer.
const maxActions = MaxAgents

// Answer returns a player's line in a turn: the turn, then four words for each
// action.
func Answer(turn int, actions []kakomimasu.Action) string {
	line := strconv.Itoa(turn)
	for _, a := range actions[:min(len(actions), maxActions)] {
		a.To.X, a.To.Y = min(max(a.To.X, least), largest), min(max(a.To.Y, least), largest)
		a.Agent = min(max(a.Agent, least), largest)
		line += " " + text(a)
	}
	return line
}

// ParseAnswer reads the answer of a turn. The error says what is wrong with its
// form.
func ParseAnswer(turn int, line string) (actions []kakomimasu.Action, err error) {
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return nil, say.Errorf("is empty; say %d and the actions", turn)
	case words[0] != strconv.Itoa(turn):
		return nil, say.Errorf("begins with %.20q, not with the turn, %d", words[0], turn)
	case len(words)%4 != 1:
		return nil, say.Errorf("has %d words after the turn, not four for each action", len(words)-1)
	case len(words)/4 > maxActions:
		return nil, say.Errorf("has %d actions, more than %d", len(words)/4, maxActions)
	}
	for i := 1; i < len(words); i += 4 {
		a, err := parseAction(words[i:])
		if err != nil {
			return nil, err
		}
		actions = append(actions, a)
	}
	return actions, nil
}

// parseAction reads the four words of an action.
func parseAction(words []string) (kakomimasu.Action, error) {
	kind, ok := letters[words[1]]
	if !ok {
		return kakomimasu.Action{}, say.Errorf("has the action %.20q; there are P, M, R and N", words[1])
	}
	var n [3]int
	for i, word := range []string{words[0], words[2], words[3]} {
		var err error
		if n[i], err = strconv.Atoi(word); err != nil || n[i] < least || n[i] > largest {
			return kakomimasu.Action{}, say.Errorf("has %.20q where a number from %d to %d is due", word, least, largest)
		}
	}
	return kakomimasu.Action{Agent: n[0], Type: kind, To: kakomimasu.Cell{X: n[1], Y: n[2]}}, nil
}
