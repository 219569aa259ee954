package battle2048

import (
	"strconv"
	"strings"

	"github.com/loopline/loopline/games/jsonvalue"
)

// Limits are times in milliseconds. A longer time loses.
type Limits struct{ Init, Turn, Total int }

// ContestLimits are the limits of the contest.
var ContestLimits = Limits{Init: 1000, Turn: 1000, Total: 100_000}

// outcome is the answer to a game.
type outcome struct {
	Winner *int      `json:"winner"`
	Turn   int       `json:"turn"`
	Reason *Reason   `json:"defeatReason"`
	Scores [2]int64  `json:"scores"`
	Boards [2]string `json:"boards"`
}

// Replay answers a game as a JSON object,
//
//	{"moves":["1 4","1 4","D 1 1 5 3",...]}
//	{"init":["3 3","3 3"],"p0":["L 1 1 2 2",...],"p1":[...]}
//	{"commands":[{"playerIndex":0,"aioutput":"1 4"},...]}
//
// the start cells and then turns by turns, or the raw lines of each player:
// there a player that runs out of lines has closed its output, and "SLEEP n "
// before a line says that it came n ms after the question. The last is a game.log;
// of it only what the players answered counts, not when.
func Replay(question []byte) (any, error) {
	v, err := jsonvalue.Object(question)
	if err != nil {
		return nil, err
	}
	var g *Position
	if v.Has("commands") {
		g = replayMoves(logged(v))
	} else if v.Has("moves") || !v.Has("init") {
		g = replayMoves(v.Key("moves").Texts())
	} else {
		init := v.Key("init").ListOf(2)
		p0, p1 := v.Key("p0").Texts(), v.Key("p1").Texts()
		if v.Err() == nil {
			g = replayLines([2]string{init[0].Text(), init[1].Text()}, [2][]string{p0, p1}, ContestLimits)
		}
	}
	if v.Err() != nil {
		return nil, v.Err()
	}
	out := outcome{Turn: g.Turn(), Scores: g.Scores}
	for player := range g.Boards {
		out.Boards[player] = g.Boards[player].String()
	}
	if g.Over {
		winner := g.Winner()
		out.Winner, out.Reason = &winner, &g.Reason
	}
	return out, nil
}

// logged are the answers in a game.log.
func logged(v jsonvalue.Value) (moves []string) {
	for i, c := range v.Key("commands").List() {
		if player := c.Key("playerIndex"); player.Int(0, 1) != i%2 {
			player.Fail("is not %d: players answer by turns", i%2)
		}
		moves = append(moves, c.Key("aioutput").Text())
	}
	return moves
}

// replayMoves plays lines by turns, up to the end of the game.
func replayMoves(moves []string) *Position {
	g := &Position{}
	for _, line := range moves {
		switch {
		case g.Over:
			return g
		case !g.Started():
			g.Start(line)
		default:
			g.Play(line)
		}
	}
	return g
}

// replayLines plays the raw lines of both players.
func replayLines(init [2]string, lines [2][]string, limits Limits) *Position {
	g := &Position{}
	for player, line := range init {
		ms, line := slept(line)
		switch {
		case g.Over:
		case ms > limits.Init:
			g.Lose(player, TimeAtInit)
		default:
			g.Start(line)
		}
	}
	var used [2]int
	for !g.Over {
		player := g.Next()
		if len(lines[player]) == 0 {
			g.Lose(player, PresentationAtTurn)
			break
		}
		ms, line := slept(lines[player][0])
		lines[player] = lines[player][1:]
		used[player] += ms
		switch {
		case ms > limits.Turn:
			g.Lose(player, TurnTime)
		case used[player] > limits.Total:
			g.Lose(player, TotalTime)
		default:
			g.Play(line)
		}
	}
	return g
}

// slept takes the time off a line.
func slept(line string) (ms int, rest string) {
	words, found := strings.CutPrefix(line, "SLEEP ")
	number, rest, _ := strings.Cut(words, " ")
	ms, err := strconv.Atoi(number)
	if !found || err != nil || ms < 0 || ms > 1<<30 {
		return 0, line
	}
	return ms, rest
}

type slide struct {
	Merges int    `json:"merges"`
	Gain   int64  `json:"gain"`
	After  string `json:"after"`
}

// Moves answers a board, {"board":"25 exponents"}, with what each slide makes of
// it; one that changes nothing is null.
func Moves(question []byte) (any, error) {
	v, err := jsonvalue.Object(question)
	if err != nil {
		return nil, err
	}
	text := v.Key("board").Text()
	if v.Err() != nil {
		return nil, v.Err()
	}
	b, err := ParseGrid(text)
	if err != nil {
		return nil, err
	}
	var out struct {
		Slides struct {
			U, R, D, L *slide
		} `json:"slides"`
	}
	for d, to := range []**slide{&out.Slides.U, &out.Slides.R, &out.Slides.D, &out.Slides.L} {
		after := b
		if merges, gain, moved := after.Slide(Direction(d)); moved {
			*to = &slide{merges, gain, after.String()}
		}
	}
	return out, nil
}
