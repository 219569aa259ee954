// Package conformance says what a player of 2048 versus is checked for.
package conformance

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/referee"
	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/host/record"
)

// The names of the rules.
const (
	startCell = "names a start cell of the other's board"
	turnForm  = "writes a turn as D M V r1 c1 ... rM cM"
	slides    = "slides so that its board changes"
	sums      = "attacks with tiles that add up to 2^(X+1)"
	onBoard   = "attacks on the board"
	onEmpty   = "attacks empty cells"
	exponents = "attacks with exponents, not with values"
	totalTime = "keeps to the time for all its turns"
)

// Steps is the steps of 2048 versus.
func Steps() check.GameSteps {
	reasons := func(all ...battle2048.Reason) (names []string) {
		for _, r := range all {
			names = append(names, string(r))
		}
		return names
	}
	return check.GameSteps{
		Rules: []check.Rule{
			{Name: startCell, Reasons: reasons(battle2048.PresentationAtInit, battle2048.PositionAtInit),
				Expected: "two numbers from 1 to 5 with one space between them"},
			{Name: turnForm, Reasons: reasons(battle2048.PresentationAtTurn),
				Expected: "U, R, D or L, the number of tiles, their exponent, and a row and a column for each; one space between two words"},
			{Name: slides, Reasons: reasons(battle2048.CannotMove), Expected: "a direction that moves or merges a tile",
				NotExercised: "in no turn was there a direction that changes nothing"},
			{Name: sums, Reasons: reasons(battle2048.AttackSum), Expected: "M times 2^V is 2^(X+1) after X merges",
				NotExercised: "no turn merged a tile"},
			{Name: onBoard, Reasons: reasons(battle2048.PositionAtAttack), Expected: "rows and columns from 1 to 5"},
			{Name: onEmpty, Reasons: reasons(battle2048.Occupied), Expected: "cells of the other's board that are empty, each named once",
				NotExercised: "the other's board was never half full"},
			{Name: exponents, Expected: "V, of tiles that are 2^V",
				NotExercised: "no attack was of more than a 2"},
			{Name: totalTime, Reasons: reasons(battle2048.TotalTime), Expected: "a player that looks at the time that is left"},
		},
		Trials: []check.Scenario{
			{Name: "plays a long game", Opponent: "greedy?seed=7"},
			{Name: "hurries when little of its time is left", Options: map[string]string{"total": "2000"}, Seat: 1, Advice: true},
			{Name: "answers only when it is asked", Strict: true, Advice: true},
		},
		Watch: func(seat int) func(*record.Event) []string {
			w := monitor{seat: seat}
			return w.take
		},
	}
}

// monitor follows a match to see which rules were put to the test.
type monitor struct {
	seat int
	game battle2048.Position
}

func (w *monitor) take(e *record.Event) []string {
	if e.Type == record.EventVerdict && e.Foul != nil && e.Foul.Seat == w.seat && w.wroteValue(e.Foul) {
		return []string{"!" + exponents}
	}
	if e.Type != record.EventNote {
		return nil
	}
	switch e.Name {
	case referee.NoteStart:
		var start referee.Start
		if json.Unmarshal(e.Data, &start) != nil || w.game.Start(start.Cell) != battle2048.None || start.Seat != w.seat {
			return nil
		}
		return []string{startCell}
	case referee.NoteTurn:
		var turn referee.Turn
		if json.Unmarshal(e.Data, &turn) != nil {
			return nil
		}
		shown := w.turn(&turn)
		w.game.Play(turn.Answer)
		return shown
	}
	return nil
}

func (w *monitor) turn(turn *referee.Turn) (shown []string) {
	if turn.Seat != w.seat {
		return nil
	}
	shown = []string{turnForm, onBoard, totalTime}
	own, other := w.game.Boards[turn.Seat], &w.game.Boards[1-turn.Seat]
	for d := battle2048.Up; d <= battle2048.Left; d++ {
		after := own
		if _, _, moved := after.Slide(d); !moved {
			shown = append(shown, slides)
			break
		}
	}
	if other.Empty() <= battle2048.Cells/2 {
		shown = append(shown, onEmpty)
	}
	words := strings.Fields(turn.Answer)
	if len(words) < 3 {
		return shown
	}
	if m, v := number(words[1]), number(words[2]); m > 1 || v > 1 {
		shown = append(shown, sums)
		if v > 1 {
			shown = append(shown, exponents)
		}
	}
	return shown
}

// wroteValue reports whether an attack would be right if its exponent were the
// value of the tiles.
func (w *monitor) wroteValue(f *record.EventFoul) bool {
	words := strings.Fields(f.Text)
	if f.Reason != string(battle2048.AttackSum) || len(words) < 3 {
		return false
	}
	own := w.game.Boards[w.seat]
	merges, _, moved := own.Slide(battle2048.Direction(strings.Index("URDL", words[0])))
	m, v := number(words[1]), number(words[2])
	return moved && m > 0 && v > 0 && v <= 1<<battle2048.Cells && m*v == 1<<(merges+1)
}

func number(word string) int {
	n, _ := strconv.Atoi(word)
	return n
}
