package prove

import (
	"fmt"
	"strings"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/sim/waves"
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
	View     *waves.View

	texts    []textChange
	complete bool // what follows isn't of the counterexample
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

// lateAnswer is the assert that fails when the time is over.
const lateAnswer = "a_answer_in_time"

// example makes commands and boards of a waveform, whose cycles the scoreboard sees. It goes on for some
// cycles more behind the one in which the assert fails.
func (r *run) example(assert string, cycle, more int, wave []byte) (*Example, error) {
	s, err := readVCD(wave, ports())
	if err != nil {
		return nil, err
	}
	e := &Example{Assert: assert, Cycle: cycle, Opening: r.text, View: r.view()}
	board := scoreboard.NewScoreboard(r.config.LogSize)
	settling := false
	failure := s.cycles - 1 - more
	for t := 0; t < s.cycles && (t <= failure || !board.Differs()); t++ {
		e.observe(board, s, t, &settling)
		if t == failure {
			e.View.Marks = append([]waves.Mark{{Name: "failure", Time: risingEdge(t)}}, e.View.Marks...)
			e.complete = true
		}
	}
	e.Wave = withTexts(wave, e.texts)
	if assert == lateAnswer {
		board.Timeout()
	}
	e.Boards = board.Difference()
	if e.Boards == "" {
		e.Boards = "By the scoreboard all answers, tiles and states until then are right. The assert looks at more: at each cycle's\n" +
			"handshake, state and trace. See the mark \"failure\" in the waveform. If nothing is wrong there, a register has no initial\n" +
			"value, by reset or declaration, and the search chose another than the simulation.\n"
	}
	return e, nil
}

// view is the ports of the core and the texts.
func (r *run) view() *waves.View {
	v := &waves.View{Scope: "ll_prove_replay.checks", Signals: []waves.Signal{
		{Name: askedCode, Bits: textBits, Text: true}, {Name: answeredCode, Bits: textBits, Text: true}, {Name: clock, Bits: 1},
	}}
	n := r.config.LogSize
	bits := map[string]int{
		"op": 3, "col": n + 1, "row": n + 1, "shape": 2, "status": 4, "completed": 4, "width": n + 1, "height": n + 1, "tiles": 2*n + 1,
		"x": n, "y": n, "tile": 4, "origin_x": n, "origin_y": n,
	}
	for _, name := range ports() {
		v.Signals = append(v.Signals, waves.Signal{Name: name, Bits: max(bits[name], 1)})
	}
	return v
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
		e.texts = append(e.texts, textChange{t, answeredCode, scoreboard.StatusName(uint8(at("status")))})
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
		e.texts = append(e.texts, textChange{t, askedCode, c.String()})
		if is("live") && !e.complete {
			e.View.Marks = append(e.View.Marks, waves.Mark{Name: "command", Time: risingEdge(t)})
			e.Commands = append(e.Commands, c.String())
		}
	}
}
