package prove

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/scoreboard"
)

// Example is a counterexample: commands after which an assert of the checks fails.
type Example struct {
	Assert   string
	Cycle    int    // of the proof, in which it fails
	Opening  string // moves
	Commands []string
	Boards   string // what differs from the rules, and both boards
	Wave     []byte // VCD
}

// Moves returns the moves that lead to the failure, for loopline replay.
func (e *Example) Moves() string {
	moves := strings.Fields(e.Opening)
	for _, c := range e.Commands {
		if op, move, ok := strings.Cut(c, " "); ok && op != "GEN" {
			moves = append(moves, move)
		}
	}
	return strings.Join(moves, " ")
}

// AppendText appends the counterexample as a person reads it.
func (e *Example) AppendText(dst []byte) []byte {
	dst = fmt.Appendf(dst, "  %s fails in cycle %d\n", e.Assert, e.Cycle)
	dst = fmt.Appendf(dst, "  opening:  %s\n  commands: %s\n", strings.TrimSpace(e.Opening), strings.Join(e.Commands, ", "))
	dst = fmt.Appendf(dst, "  moves:    loopline replay %s\n", humanize.ShellQuote(e.Moves()))
	for line := range strings.Lines(e.Boards) {
		dst = fmt.Appendf(dst, "  %s", line)
	}
	return dst
}

// ports are the signals of checks.sv that an example is made of.
func ports() []string {
	return []string{
		"valid", "ready", "op", "col", "row", "shape", "answer", "status", "completed", "width", "height", "tiles",
		"reset", "live", "red", "over", "winner", "trace", "undone", "forced", "x", "y", "tile", "origin_x", "origin_y",
	}
}

// example makes commands and boards of a waveform, whose cycles the scoreboard sees.
func (r *run) example(assert string, cycle int, wave []byte) (*Example, error) {
	s, err := readVCD(wave, ports())
	if err != nil {
		return nil, err
	}
	e := &Example{Assert: assert, Cycle: cycle, Opening: r.text, Wave: wave}
	board := scoreboard.NewScoreboard(r.config.LogSize)
	settling := false
	for t := range s.cycles {
		e.observe(board, s, t, &settling)
	}
	if strings.HasPrefix(assert, "a_answer_in_time") {
		board.Timeout()
	}
	e.Boards = board.Difference()
	if e.Boards == "" {
		e.Boards = "The answers, tiles and states until then are those of the rules: what differs are other signals of the waveform,\n" +
			"or what it shows follows from a register that neither a reset nor a declaration sets.\n"
	}
	return e, nil
}

// observe shows the scoreboard a cycle, and notes its command.
func (e *Example) observe(board *scoreboard.Scoreboard, s *signals, t int, settling *bool) {
	at := func(name string) int { return s.at(name, t) }
	is := func(name string) bool { return at(name) != 0 }
	board.State(scoreboard.State{
		Width: at("width"), Height: at("height"), Tiles: at("tiles"), Red: is("red"), Over: is("over"), RedWon: is("winner"),
		OriginX: at("origin_x"), OriginY: at("origin_y"),
	})
	if is("reset") {
		board.Reset()
		return
	}
	if is("trace") {
		board.Trace(is("undone"), is("forced"), at("x"), at("y"), trax.Tile(at("tile")), at("origin_x"), at("origin_y"))
	}
	if is("answer") {
		board.Response(uint8(at("status")), uint8(at("completed")))
		*settling = true
	}
	if is("ready") && *settling {
		board.Ready()
		*settling = false
	}
	if is("valid") && is("ready") {
		c := scoreboard.Command{Op: scoreboard.Op(at("op")), Move: trax.Move{Cell: trax.Cell{Col: at("col"), Row: at("row")}}}
		if n := at("shape"); n < len(shapes) {
			c.Move.Shape = shapes[n]
		}
		board.Command(c)
		if is("live") {
			e.Commands = append(e.Commands, c.String())
		}
	}
}
