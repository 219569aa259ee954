package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

// coreBench has a core answer turn and moves vectors. It goes from one
// position to the next by taking turns back and playing on.
type coreBench struct {
	core *Core
	kind vectors.Kind
	at   []string // the moves to where the core is
}

func (b *Builder) newCoreBench(ctx context.Context, c CoreConfig, kind vectors.Kind) (*coreBench, error) {
	m, err := b.BuildCore(ctx, c)
	if err != nil {
		return nil, err
	}
	core, err := m.Start(ctx, 1)
	if err != nil {
		return nil, err
	}
	k := &coreBench{core: core, kind: kind}
	_, err = core.Do(Command{Op: New})
	return k, err
}

// Close ends the core.
func (k *coreBench) Close() error { return k.core.Close() }

// asked is a vector on its way: its commands are those from one index on.
type asked struct {
	setup, ask int // where the setup begins, and the question
	end        int
	played     bool // the turn is played and taken back
	want       json.RawMessage
}

// answer answers a batch in one exchange with the core.
func (k *coreBench) answer(batch []vectors.Vector, t *Tally) ([]json.RawMessage, error) {
	var commands []Command
	all := make([]asked, len(batch))
	for i, v := range batch {
		var q struct{ Moves, Move string }
		if err := json.Unmarshal(v.Ask, &q); err != nil {
			return nil, fmt.Errorf("vector %d: %w", v.ID, err)
		}
		a := &all[i]
		a.want, a.setup = v.Want, len(commands)
		commands = k.goTo(commands, strings.Fields(q.Moves))
		a.ask = len(commands)
		if k.kind == vectors.Moves {
			commands = append(commands, Command{Op: Gen})
		} else {
			commands = k.turn(commands, q.Move, a)
		}
		a.end = len(commands)
	}
	results, err := k.core.Do(commands...)
	if err != nil {
		return nil, err
	}
	for i, r := range results {
		t.add(commands[i].Op, r.Status, r.Cycles)
	}
	answers := make([]json.RawMessage, len(batch))
	for i := range all {
		answers[i] = k.judge(&all[i], commands, results)
	}
	return answers, nil
}

// goTo appends the commands that lead from one position to another.
func (k *coreBench) goTo(dst []Command, moves []string) []Command {
	same := 0
	for same < min(len(k.at), len(moves)) && k.at[same] == moves[same] {
		same++
	}
	if same == 0 && len(k.at) > 0 {
		dst = append(dst, Command{Op: New})
	} else {
		for range len(k.at) - same {
			dst = append(dst, Command{Op: Undo})
		}
	}
	for _, text := range moves[same:] {
		dst = append(dst, Command{Op: Play, Move: moveOf(text)})
	}
	k.at = moves
	return dst
}

// moveOf is the move that a text is; one without a shape if it is none.
func moveOf(text string) trax.Move {
	m, err := trax.ParseMove(text)
	if err != nil {
		return trax.Move{}
	}
	return m
}

// turn appends the question of a turn vector: the turn is tried, played, and
// taken back if it ought to be legal; then the board is looked at.
func (k *coreBench) turn(dst []Command, move string, a *asked) []Command {
	m := moveOf(latin(move))
	dst = append(dst, Command{Op: Try, Move: m}, Command{Op: Play, Move: m})
	var w struct {
		Status string
		Full   bool
	}
	room := 1<<k.core.logSize - 2
	if json.Unmarshal(a.want, &w) == nil && w.Status == vectors.OK.String() {
		// Whether a larger board has room is not in the file.
		a.played = !w.Full || k.fits(m, room)
	}
	if a.played {
		dst = append(dst, Command{Op: Undo})
	}
	return append(dst, Command{Op: Show})
}

// fits tells whether a turn at the present position has room in a box of the
// given size.
func (k *coreBench) fits(m trax.Move, room int) bool {
	o := newOracle(room)
	for _, text := range k.at {
		if o.play(moveOf(text)) != 0 {
			return false
		}
	}
	return !o.full(m.Cell)
}

// latin turns one character a byte back into bytes.
func latin(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = append(b, byte(r))
	}
	return string(b)
}

// judge makes the core's answers the answer to a vector. What keeps the core
// from the question stands in it instead: then the fields that are wanted are
// missing.
func (k *coreBench) judge(a *asked, commands []Command, results []Result) json.RawMessage {
	for i := a.setup; i < a.end; i++ {
		if i >= len(results) {
			return problem("it was not asked any more")
		}
		r := &results[i]
		switch {
		case r.Fault != 0:
			return problem("at %s %s", commands[i], r.Fault)
		case i < a.ask && r.Status != 0:
			return problem("%s on the way to the position is refused: %s", commands[i], statusName(r.Status))
		}
	}
	if k.kind == vectors.Moves {
		return movesAnswer(&results[a.ask], a.want)
	}
	return turnAnswer(a, results[a.ask:a.end])
}

// problemField begins an answer that is none.
const problemField = `{"problem":`

// problem is an answer that is none.
func problem(format string, args ...any) json.RawMessage {
	text, err := json.Marshal(fmt.Sprintf(format, args...))
	if err != nil {
		return json.RawMessage(problemField + "null}")
	}
	return slices.Concat([]byte(problemField), text, []byte("}"))
}

// turnAnswer is the answer to a turn vector: TRY, PLAY, perhaps UNDO, SHOW.
func turnAnswer(a *asked, r []Result) json.RawMessage {
	tried, played, show := &r[0], &r[1], &r[len(r)-1]
	if d := differs(tried, played); d != "" {
		return problem("TRY answers %s, PLAY %s", tried, played)
	}
	if a.played && r[2].Status != 0 {
		return problem("UNDO answers %s", statusName(r[2].Status))
	}
	dst := fmt.Appendf(nil, `{"status":%q`, statusName(played.Status))
	if played.Status == 0 {
		dst = appendTurn(dst, played)
	}
	return fmt.Appendf(dst, `,"back":{"width":%d,"height":%d,"tiles":%d,"crc":"%08x"}}`,
		show.Width, show.Height, show.Tiles, boardSum(show))
}

// differs tells in what two answers differ that should not.
func differs(tried, played *Result) string {
	d := Divergence{Want: *tried, Got: *played}
	return strings.Join(d.Fields(), "; ")
}

// appendTurn appends what a legal turn did, as vectors have it.
func appendTurn(dst []byte, r *Result) []byte {
	dst = append(dst, `,"written":"`...)
	forced := 0
	for _, p := range r.Placed {
		if p.Forced {
			if forced++; forced == 1 {
				dst = append(dst, `","forced":["`...)
			} else {
				dst = append(dst, `","`...)
			}
		}
		dst = append(p.Cell.Append(dst), p.Tile.Letter())
	}
	if forced > 0 {
		dst = append(dst, `"]`...)
	} else {
		dst = append(dst, `","forced":[]`...)
	}
	dst = fmt.Appendf(dst, `,"width":%d,"height":%d,"tiles":%d`, r.Width, r.Height, r.Tiles)
	if !r.Over {
		return append(dst, `,"winner":null,"reason":null,"completed":[]`...)
	}
	out := trax.Outcome{Over: true, Winner: r.Winner, Completed: r.Completed}
	dst = fmt.Appendf(dst, `,"winner":%q,"reason":%q,"completed":[`, out.Winner, out.Reason())
	for i, name := range r.Completed.Names() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = fmt.Appendf(dst, "%q", name)
	}
	return append(dst, ']')
}

// boardSum is the CRC-32 of the board's rows of letters.
func boardSum(show *Result) uint32 {
	var text bytes.Buffer
	for i, t := range show.Board {
		text.WriteByte(t.Letter())
		if (i+1)%show.Width == 0 {
			text.WriteByte('\n')
		}
	}
	return crc32.ChecksumIEEE(text.Bytes())
}

// movesAnswer is the answer to a moves vector. For what the board has no room,
// a core cannot say what the rules would: such a move is put where the vector
// has it.
func movesAnswer(r *Result, want json.RawMessage) json.RawMessage {
	var w struct {
		Legal  []string
		Forced []string `json:"forced_illegal"`
	}
	if err := json.Unmarshal(want, &w); err != nil {
		return problem("the vector: %v", err)
	}
	legal, forced, full := []string{}, []string{}, []string{}
	for _, m := range r.Moves {
		text := m.Move.String()
		switch vectors.Status(m.Status) {
		case vectors.OK:
			legal = append(legal, text)
		case vectors.ForcedPlay:
			forced = append(forced, text)
		default:
			if slices.Contains(w.Forced, text) {
				forced = append(forced, text)
			} else {
				legal, full = append(legal, text), append(full, text)
			}
		}
	}
	for _, list := range [...][]string{legal, forced, full} {
		slices.Sort(list)
	}
	answer, err := json.Marshal(map[string][]string{"legal": legal, "forced_illegal": forced, "full": full})
	if err != nil {
		return problem("%v", err)
	}
	return answer
}
