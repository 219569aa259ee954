package main

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/trax/vectors"
)

// answer is the testbench's report of one command.
type answer struct {
	status, completed, width, height, tiles int
	over, red, winner                       int
	latency, cycles                         int // to the answer, and to the next command
	digest                                  string
	placed                                  []string // as vectors name tiles, the written one first
}

// answersOf takes apart what the testbench printed.
func answersOf(printed []byte) (answers []answer, cycles int, err error) {
	lines := bufio.NewScanner(bytes.NewReader(printed))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 3 && fields[0] == "end" {
			cycles, err = strconv.Atoi(fields[1])
			return answers, cycles, err
		}
		a, err := parseAnswer(fields)
		if err != nil {
			return nil, 0, fmt.Errorf("the testbench printed %q: %w", lines.Text(), err)
		}
		answers = append(answers, a)
	}
	return nil, 0, fmt.Errorf("the testbench ended early, after %d reports", len(answers))
}

func parseAnswer(fields []string) (answer, error) {
	const before = 11 // fields before the tiles
	if len(fields) < before || (len(fields)-before)%4 != 0 {
		return answer{}, fmt.Errorf("%d fields", len(fields))
	}
	n := make([]int, len(fields))
	for i, f := range fields {
		if i == before-1 {
			continue
		}
		var err error
		if n[i], err = strconv.Atoi(f); err != nil {
			return answer{}, err
		}
	}
	a := answer{
		status: n[0], completed: n[1], width: n[2], height: n[3], tiles: n[4], over: n[5], red: n[6], winner: n[7],
		latency: n[8], cycles: n[9], digest: fields[before-1],
	}
	for i := before; i < len(n); i += 4 {
		a.placed = append(a.placed, tileName(n[i], n[i+1], n[i+2]))
	}
	return a, nil
}

// tileLetters are the letters of tiles, by their red sides.
const tileLetters = "...B.Ps..Sp.b..."

// tileName names a tile as vectors do: "B2s".
func tileName(col, row, sides int) string {
	return columnName(col) + strconv.Itoa(row) + tileLetters[sides&15:sides&15+1]
}

// columnName names a column of the box: 1 is A, 27 AA.
func columnName(col int) string {
	name := ""
	for ; col > 0; col = (col - 1) / 26 {
		name = string(rune('A'+(col-1)%26)) + name
	}
	return name
}

// check compares a core's answer with the reference model and returns the first difference.
func (s *script) check(answers []answer) error {
	if len(answers) != len(s.reports) {
		return fmt.Errorf("%d answers instead of %d", len(answers), len(s.reports))
	}
	for i, r := range s.reports {
		if err := r.check(answers[i]); err != nil {
			t := r.turn
			return fmt.Errorf("vector %d, after %q, %s %s: %w", t.ID, t.Ask.Moves, opName(r.op), t.Ask.Move, err)
		}
	}
	return nil
}

func opName(op int) string { return []string{"NEW", "PLAY", "UNDO", "TRY", "GEN"}[op] }

func (r report) check(a answer) error {
	w := &r.turn.Want
	back := []int{w.Back.Width, w.Back.Height, w.Back.Tiles}
	box := []int{a.width, a.height, a.tiles}
	switch r.op {
	case opGen:
		return nil // its moves are in the digest
	case opUndo:
		return same("width, height and tiles", box, back)
	}
	status := w.Status
	if w.Full {
		status = vectors.BoardFull.String()
	}
	if err := same("status", vectors.Status(a.status).String(), status); err != nil {
		return err
	}
	if status != vectors.OK.String() {
		return same("width, height and tiles", box, back)
	}
	if err := same("width, height and tiles", box, []int{w.Width, w.Height, w.Tiles}); err != nil {
		return err
	}
	placed := slices.Clone(a.placed)
	slices.Sort(placed)
	wanted := append([]string{w.Written}, w.Forced...)
	slices.Sort(wanted)
	if err := same("tiles", placed, wanted); err != nil {
		return err
	}
	completed := slices.Sorted(slices.Values(w.Completed))
	return same("winner and completed", []any{winner(a), completedNames(a.completed)}, []any{w.Winner, completed})
}

func winner(a answer) string {
	if a.over == 0 {
		return ""
	}
	return []string{"white", "red"}[a.winner&1]
}

// completedNames are the names of a set of loops and lines, sorted.
func completedNames(set int) []string {
	var names []string
	for i, name := range []string{"white-loop", "white-line", "red-loop", "red-line"} {
		if set>>i&1 == 1 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func same(what string, got, want any) error {
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		return fmt.Errorf("%s %s instead of %s", what, g, w)
	}
	return nil
}
