package prove

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/rtl"
)

// Config holds a core, the checks to make and their bounds.
type Config struct {
	Source   sources.Source
	LogSize  int      // of the core, 3 to 8; lines need 4
	Cycles   int      // in which each command must be answered, 4 to 500; 0 are those of the usual openings
	Openings []string // moves; none are the usual ones
	Checks   []string // names; none are all
	Without  []rtl.Op // of Undo, Try and Gen, which the core lacks
	Timeout  time.Duration
}

// DefaultCycles bounds a command after an opening that is not one of the usual.
const DefaultCycles = 90

// usualOpening is an opening, the sequences that are tried after it, and in how many cycles a
// command must be answered. The reference core needs fewer; a search takes longer with each.
type usualOpening struct {
	moves  string
	cycles int
	modes  []int
}

// usual are the openings without a choice: the empty board, an ended game, a loop about to close,
// boxes in which much is forced, turns of each shape that forced play forbids, and some that the board has no room for.
func usual() []usualOpening {
	return []usualOpening{
		{"", 20, []int{anyCommand}},
		{`@0/ A2\ B1\`, 20, []int{anyCommand, afterNew}},
		{`@0/ A0\`, 36, []int{anyCommand, playUndo, tryTwice, completes}},
		{`@0+ @1\ A2+ C1+`, 60, []int{anyCommand}},
		{`@0/ B1+ @1+ C2/ C3\ C4\ B4\ A4\ @4\ @4/ F2/`, DefaultCycles, []int{anyCommand}},
	}
}

// run is one question: a sequence of commands after an opening.
type run struct {
	name   string
	mode   int
	moves  []trax.Move
	text   string
	cycles int // in which each command must be answered
	config *Config
	checks []Check
}

// Check returns an error that says what is wrong with the settings; the source is not looked at.
func (c *Config) Check() error {
	_, err := c.plan()
	return err
}

// plan returns the runs that a configuration asks for.
func (c *Config) plan() ([]run, error) {
	if c.LogSize < rtl.MinLogSize || c.LogSize > rtl.MaxLogSize {
		return nil, fmt.Errorf("a board of %d columns: the sizes are %d to %d", 1<<c.LogSize, 1<<rtl.MinLogSize, 1<<rtl.MaxLogSize)
	}
	if c.Cycles != 0 && (c.Cycles < 4 || c.Cycles > 500) {
		return nil, fmt.Errorf("%d cycles for a command: 4 to 500 can be searched", c.Cycles)
	}
	if c.Timeout < time.Second {
		return nil, fmt.Errorf("a timeout of %v is below 1s", c.Timeout)
	}
	checks, err := choose(c.Checks)
	if err != nil {
		return nil, err
	}
	openings := usual()
	if len(c.Openings) > 0 {
		openings = nil
		for _, moves := range c.Openings {
			openings = append(openings, usualOpening{moves, DefaultCycles, []int{anyCommand, playUndo, tryTwice, completes, afterNew}})
		}
	}
	var runs []run
	for i, o := range openings {
		if c.Cycles != 0 {
			o.cycles = c.Cycles
		}
		moves, err := c.opening(o.moves)
		if err != nil {
			return nil, err
		}
		for _, mode := range o.modes {
			of := slices.DeleteFunc(slices.Clone(checks), func(k Check) bool { return k.mode != mode })
			if mode == anyCommand && len(of) == 1 && len(checks) > 1 || len(of) == 0 || !c.has(mode) {
				continue // the opening is checked with every sequence
			}
			runs = append(runs, run{
				name: fmt.Sprintf("%s-%d", modeNames[mode], i), mode: mode, moves: moves,
				text: strings.Join(strings.Fields(o.moves), " "), cycles: o.cycles, config: c, checks: of,
			})
		}
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("nothing is left to check: the checks %s need operations that --skip-ops leaves out", strings.Join(c.Checks, ", "))
	}
	return runs, nil
}

// within returns the cycles in which commands must be answered, in words.
func (c *Config) within() string {
	runs, err := c.plan()
	if err != nil || len(runs) == 0 {
		return fmt.Sprint(c.Cycles)
	}
	byCycles := func(a, b run) int { return a.cycles - b.cycles }
	least, most := slices.MinFunc(runs, byCycles).cycles, slices.MaxFunc(runs, byCycles).cycles
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// has reports whether the core has the operations of a sequence.
func (c *Config) has(mode int) bool {
	return !(mode == playUndo && slices.Contains(c.Without, rtl.Undo) || mode == tryTwice && slices.Contains(c.Without, rtl.Try))
}

// room is how many columns and rows the box may have.
func (c *Config) room() int { return 1<<c.LogSize - 2 }

// maxPlies bounds an opening.
const maxPlies = 200

// opening reads the moves of an opening, which must be legal and fit the board.
func (c *Config) opening(text string) (moves []trax.Move, err error) {
	p := trax.NewPosition()
	for _, word := range strings.Fields(text) {
		m, err := trax.ParseMove(word)
		if err == nil {
			err = p.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("opening %q, move %d: %w", text, len(moves)+1, err)
		}
		moves = append(moves, m)
	}
	room := c.room()
	switch {
	case p.Width() > room || p.Height() > room:
		return nil, fmt.Errorf("opening %q needs a box of %dx%d, a board of %d columns has room for %d; take a larger --size",
			text, p.Width(), p.Height(), 1<<c.LogSize, room)
	case len(moves) > maxPlies:
		return nil, fmt.Errorf("opening %.40q… has %d moves; %d are the most", text, len(moves), maxPlies)
	}
	return moves, nil
}

// start is the number of cycles simulated for reset and opening. A core may clear its board
// after the reset, as ours does.
func (r *run) start() int {
	return 64 + 4<<(2*r.config.LogSize) + len(r.moves)*(cmp.Or(r.config.Cycles, DefaultCycles)+2)
}

// depth is the number of cycles that the proof searches: up to the one in which the last command
// must have been answered.
func (r *run) depth() int {
	commands := 1
	if r.mode == playUndo || r.mode == tryTwice || r.mode == afterNew {
		commands = 2
	}
	return unsettled + commands*r.cycles + 1
}

// module is the opening in SystemVerilog, with what the rules say of each turn after it.
func (r *run) module() []byte {
	b := fmt.Appendf(nil, "// The opening %s\n", r.text)
	b = append(b, `module ll_prove_opening #(
    parameter int LogSize = 3
) (
    input logic [7:0] ply_i,
    output logic [7:0] plies_o,
    output logic [LogSize:0] col_o,
    output logic [LogSize:0] row_o,
    output logic [1:0] shape_o,
    input logic [LogSize:0] next_col_i,
    input logic [LogSize:0] next_row_i,
    input logic [1:0] next_shape_i,
    output logic legal_o,
    output logic [3:0] completed_o
);
`...)
	b = fmt.Appendf(b, "  assign plies_o = %d;\n  always_comb begin\n    col_o = 0;\n    row_o = 0;\n    shape_o = 0;\n    case (ply_i)\n", len(r.moves))
	p := trax.NewPosition()
	for i, m := range r.moves {
		b = fmt.Appendf(b, "      %d: begin\n        col_o = %d;\n        row_o = %d;\n        shape_o = %d;\n      end\n",
			i, m.Cell.Col, m.Cell.Row, shapeNumber(m.Shape))
		_ = p.Play(m) // which is legal, as plan has found
	}
	b = append(b, `      default: ;
    endcase
  end
  always_comb begin
    legal_o = 0;
    completed_o = 0;
    case ({next_col_i, next_row_i, next_shape_i})
`...)
	room, bits := r.config.room(), r.config.LogSize+1
	for _, m := range p.AppendMoves(nil) {
		if p.Play(m) != nil {
			continue
		}
		if p.Width() <= room && p.Height() <= room {
			b = fmt.Appendf(b, "      %d: begin // %s\n        legal_o = 1;\n        completed_o = %d;\n      end\n",
				m.Cell.Col<<(bits+2)|m.Cell.Row<<2|shapeNumber(m.Shape), m, p.Outcome().Completed)
		}
		p.Undo()
	}
	return append(b, "      default: ;\n    endcase\n  end\nendmodule\n"...)
}

// shapes maps the numbers of docs/rtl-interface.md to shapes.
var shapes = [...]trax.Shape{trax.Plus, trax.Slash, trax.Backslash}

func shapeNumber(s trax.Shape) int { return slices.Index(shapes[:], s) }
