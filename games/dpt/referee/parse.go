package referee

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/games/dpt"
)

// headLines are the lines before the values.
const headLines = 7

// ParseTurnState reads the lines of a situation, without the last one.
func ParseTurnState(lines []string) (*TurnState, error) {
	if len(lines) < headLines {
		return nil, fmt.Errorf("%d lines tell no situation", len(lines))
	}
	head, err := numbers(lines[0], "turn", 6)
	if err != nil {
		return nil, err
	}
	s := &TurnState{Turn: head[0], Turns: head[1]}
	f := &dpt.Field{Width: head[2], Height: head[3]}
	s.Field = f
	if f.Width < 1 || f.Width > dpt.MaxSide || f.Height < 1 || len(lines) != headLines+2*f.Height {
		return nil, fmt.Errorf("%d lines do not tell a field of %d x %d", len(lines), f.Width, f.Height)
	}
	times, err := numbers(lines[1], "time", 2)
	if err != nil {
		return nil, err
	}
	s.Limit, s.Pause = milliseconds(times[0]), milliseconds(times[1])
	points, err := numbers(lines[2], "points", 4)
	if err != nil {
		return nil, err
	}
	s.Points = [2]dpt.Points{{Tile: points[0], Area: points[1]}, {Tile: points[2], Area: points[3]}}
	if err := s.parseAgents(lines[3:headLines], head[4:]); err != nil {
		return nil, err
	}
	for _, line := range lines[headLines:][:f.Height] {
		row, err := numbers(line, "", f.Width)
		if err != nil {
			return nil, err
		}
		f.Values = append(f.Values, row...)
	}
	for _, line := range lines[headLines+f.Height:] {
		for _, c := range []byte(line) {
			f.Tiles = append(f.Tiles, c-'0')
		}
	}
	return s, f.Check()
}

// milliseconds are at most a day.
func milliseconds(n int) time.Duration {
	return time.Duration(min(max(0, n), 86_400_000)) * time.Millisecond
}

// parseAgents reads where the agents are and what they did.
func (s *TurnState) parseAgents(lines []string, counts []int) error {
	for team, word := range [2]string{"own", "other"} {
		at, err := numbers(lines[team], word, 2*counts[team])
		if err != nil {
			return err
		}
		for ; len(at) > 0; at = at[2:] {
			s.Field.Agents[team] = append(s.Field.Agents[team], dpt.Point{X: at[0], Y: at[1]})
		}
	}
	for team, word := range [2]string{"did", "other-did"} {
		did, err := numbers(lines[2+team], word, 4*counts[team])
		if err != nil {
			return err
		}
		for ; len(did) > 0; did = did[4:] {
			s.Last[team] = append(s.Last[team], dpt.Action{Type: dpt.Type(did[0]), DX: did[1], DY: did[2]})
			s.Applied[team] = append(s.Applied[team], dpt.ActionStatus(did[3]))
		}
	}
	return nil
}

// numbers reads a line of a word, if there is one, and n numbers.
func numbers(line, word string, n int) ([]int, error) {
	fields := strings.Fields(line)
	if word != "" {
		if len(fields) == 0 || fields[0] != word {
			return nil, fmt.Errorf("line %.40q does not begin with %s", line, word)
		}
		fields = fields[1:]
	}
	if len(fields) != n {
		return nil, fmt.Errorf("line %.40q has %d numbers, not %d", line, len(fields), n)
	}
	all := make([]int, n)
	for i, f := range fields {
		var err error
		if all[i], err = strconv.Atoi(f); err != nil {
			return nil, fmt.Errorf("line %.40q: %.20q: want a whole number", line, f)
		}
	}
	return all, nil
}
