package rtl

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// coreDriver has a core answer turn and moves vectors. It goes from one
// position to the next by taking turns back and playing on.
type coreDriver struct {
	core  *Core
	kind  vectors.Kind
	lacks [Gen + 1]bool // operations that are left out
	at    []string      // the moves to where the core is
}

func newCoreDriver(ctx context.Context, b *model.Builder, c CoreConfig, kind vectors.Kind) (*coreDriver, error) {
	m, err := BuildCore(ctx, b, c)
	if err != nil {
		return nil, err
	}
	core, err := m.Start(ctx, 1)
	if err != nil {
		return nil, err
	}
	k := &coreDriver{core: core, kind: kind}
	for _, op := range c.Without {
		k.lacks[op] = true
	}
	_, err = core.Do(Command{Op: New})
	return k, err
}

// Close ends the core.
func (k *coreDriver) Close() error { return k.core.Close() }

// pendingVector is a vector on its way: its commands are those from one index on.
type pendingVector struct {
	setup, ask int // where the setup begins, and the question
	end        int
	tries      int         // where the turn is tried; 0 is nowhere
	plays      int         // where it is played
	undoes     int         // where it is taken back; 0 is nowhere
	shows      int         // where the board is looked at that must be as it was
	each       []candidate // of a moves vector without Gen
	want       json.RawMessage
}

// answer answers a batch in one exchange with the core.
func (k *coreDriver) answer(batch []vectors.Vector, t *RunStats) ([]json.RawMessage, error) {
	var commands []Command
	all := make([]pendingVector, len(batch))
	for i, v := range batch {
		var q struct{ Moves, Move string }
		if err := json.Unmarshal(v.Ask, &q); err != nil {
			return nil, fmt.Errorf("vector %d: %w", v.ID, err)
		}
		a := &all[i]
		a.want, a.setup = v.Want, len(commands)
		commands = k.goTo(commands, strings.Fields(q.Moves))
		a.ask = len(commands)
		switch {
		case k.kind != vectors.Moves:
			commands = k.turn(commands, q.Move, a)
		case k.lacks[Gen]:
			commands = k.moves(commands, a)
		default:
			commands = append(commands, Command{Op: Gen})
		}
		a.end = len(commands)
	}
	results, err := k.do(commands)
	if err != nil {
		return nil, err
	}
	for i, r := range results {
		t.add(commands[i].Op, r.Status, r.Cycles)
	}
	answers := make([]json.RawMessage, len(batch))
	for i := range all {
		answers[i] = k.answerTo(&all[i], commands, results)
	}
	return answers, nil
}

// do has the core carry out commands, up to a fault.
func (k *coreDriver) do(commands []Command) (results []Result, err error) {
	const most = 1 << 16 // at once
	for part := range slices.Chunk(commands, most) {
		r, err := k.core.Do(part...)
		if err != nil {
			return nil, err
		}
		results = append(results, r...)
		if len(r) < len(part) || r[len(r)-1].Violation != 0 {
			break
		}
	}
	return results, nil
}

// goTo appends the commands that lead from one position to another.
func (k *coreDriver) goTo(dst []Command, moves []string) []Command {
	same := 0
	for same < min(len(k.at), len(moves)) && k.at[same] == moves[same] {
		same++
	}
	back := len(k.at) - same
	switch {
	case back > 0 && (same == 0 || k.lacks[Undo]):
		dst, same = append(dst, Command{Op: New}), 0
	default:
		for range back {
			dst = append(dst, Command{Op: Undo})
		}
	}
	for _, text := range moves[same:] {
		dst = append(dst, Command{Op: Play, Move: moveOf(text)})
	}
	k.at = moves
	return dst
}

// moveOf parses a move; the result has no shape if the text is invalid.
func moveOf(text string) trax.Move {
	m, err := trax.ParseMove(text)
	if err != nil {
		return trax.Move{}
	}
	return m
}

// turn appends the question of a turn vector: the turn is tried, played, and
// taken back if it ought to be legal; then the board is looked at. Without
// Undo it is looked at before a legal turn.
func (k *coreDriver) turn(dst []Command, move string, a *pendingVector) []Command {
	m := moveOf(latin(move))
	ask := func(op Op) int {
		dst = append(dst, Command{Op: op, Move: m})
		return len(dst) - 1
	}
	if !k.lacks[Try] {
		a.tries = ask(Try)
	}
	legal := k.legal(m, a.want)
	if legal && k.lacks[Undo] {
		a.shows = ask(Show)
	}
	a.plays = ask(Play)
	if legal && k.lacks[Undo] {
		k.at = append(slices.Clone(k.at), m.String())
		return dst
	}
	if legal {
		a.undoes = ask(Undo)
	}
	a.shows = ask(Show)
	return dst
}

// legal reports whether the core ought to take the turn of a vector.
func (k *coreDriver) legal(m trax.Move, want json.RawMessage) bool {
	var w struct {
		Status string
		Full   bool
	}
	if json.Unmarshal(want, &w) != nil || w.Status != vectors.OK.String() {
		return false
	}
	// Whether a larger board has room is not in the file.
	return !w.Full || k.fits(m, 1<<k.core.logSize-2)
}

// fits reports whether a turn at the present position has room in a box of the
// given size.
func (k *coreDriver) fits(m trax.Move, room int) bool {
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
