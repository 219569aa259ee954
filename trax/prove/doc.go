// Package prove checks a Trax core by bounded model checking, for any command after an
// opening, by the ports of docs/rtl-interface.md alone. Yosys makes a model of the core and
// the checks, ABC searches it, and a counterexample becomes commands, boards and a waveform.
package prove

import (
	"fmt"
	"slices"
	"strings"
)

// Check is one property of a core.
type Check struct {
	Name string
	Says string // what holds
	mode int    // of the sequence that shows it
}

// The sequences of commands, parameter Mode of checks.sv.
const (
	anyCommand = iota
	playUndo
	tryTwice
	completes
	afterNew
)

var modeNames = [...]string{"command", "undo", "again", "completed", "new"}

// Opening is the check that the moves of an opening are answered, and legal.
const Opening = "opening"

// Checks returns the checks in the order of a report.
func Checks() []Check {
	return []Check{
		{Opening, "the core plays the opening", anyCommand},
		{"tile", "a tile lies on an empty cell, touches another, matches all around, and is written or forced", anyCommand},
		{"forced", "a forced tile has two edges of a colour, and no cell that has them stays empty", anyCommand},
		{"status", "the status is the one that the rules give", anyCommand},
		{"state", "tiles, box, side to move, end and winner follow from the turn", anyCommand},
		{"refused", "a refused turn, and TRY, leave board and state as they were", anyCommand},
		{"answer", "each command has one answer, in time, and the handshake holds", anyCommand},
		{"undo", "UNDO restores board and state from before the turn", playUndo},
		{"again", "TRY has the same answer again", tryTwice},
		{"completed", "completed names the loops and lines on the board", completes},
		{"new", "NEW empties the board, and nothing from before decides the next answer", afterNew},
	}
}

// Names returns the names of all checks.
func Names() (names []string) {
	for _, c := range Checks() {
		names = append(names, c.Name)
	}
	return names
}

// choose returns the checks with the given names; none are all.
func choose(names []string) ([]Check, error) {
	for _, name := range names {
		if !slices.Contains(Names(), name) {
			return nil, fmt.Errorf("no check is named %.40q; the checks are %s", name, strings.Join(Names(), ", "))
		}
	}
	return slices.DeleteFunc(Checks(), func(c Check) bool {
		return len(names) > 0 && c.Name != Opening && !slices.Contains(names, c.Name)
	}), nil
}
