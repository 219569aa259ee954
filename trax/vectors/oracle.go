package vectors

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

// Oracle answers vectors by the rules: what a model ought to say. It is for
// one goroutine.
type Oracle struct {
	kind Kind
	g    *game
	e    turnGenerator
}

// NewOracle returns an oracle for vectors of a kind made for a board.
func NewOracle(kind Kind, b Board) *Oracle { return &Oracle{kind: kind, g: newGame(b)} }

// Answer returns what a vector ought to want, and its bins. The error says
// that ask isn't a question of the kind.
func (o *Oracle) Answer(ask json.RawMessage) (want json.RawMessage, classes []string, err error) {
	v, err := o.answer(ask)
	if err != nil {
		return nil, nil, err
	}
	if t, ok := v.(*turn); ok {
		t.classes.Each(func(i int) { classes = append(classes, catalogue.classes[i].Name) })
	}
	return v.AppendWant(nil), classes, nil
}

// question has the fields of all kinds' asks.
type question struct {
	Moves     *string
	Move      *string
	Text      *string
	Events    []map[string]string
	Direction string
	Divider   int
	Hex       string
	Runs      [][2]int
}

func (o *Oracle) answer(ask json.RawMessage) (vectors.Item, error) {
	var q question
	if err := json.Unmarshal(ask, &q); err != nil {
		return nil, err
	}
	switch {
	case o.kind == Turn && q.Moves != nil && q.Move != nil:
		if err := o.replay(*q.Moves); err != nil {
			return nil, err
		}
		m, err := trax.ParseMove(latin(*q.Move))
		if err != nil {
			return o.e.tryText(o.g, *q.Move), nil
		}
		return o.e.try(o.g, m), nil
	case o.kind == Moves && q.Moves != nil:
		if err := o.replay(*q.Moves); err != nil {
			return nil, err
		}
		return (&movesGenerator{g: o.g}).scan(), nil
	case o.kind == Notation && q.Text != nil:
		return newNotation(latin(*q.Text)), nil
	case o.kind == Protocol && q.Events != nil:
		return answerProtocol(q.Events)
	case o.kind == UART && q.Divider >= 2 && q.Divider <= 1<<16:
		return answerUART(&q)
	}
	return nil, fmt.Errorf("%.80q asks nothing about %s", ask, o.kind)
}

// replay sets a position up.
func (o *Oracle) replay(moves string) error {
	o.g.reset()
	for _, text := range strings.Fields(moves) {
		m, err := trax.ParseMove(text)
		if err != nil {
			return err
		}
		if err := o.g.pos.Play(m); err != nil {
			return err
		}
		o.g.pos.Undo()
		o.g.play(m)
	}
	return nil
}

// latin turns one character a byte back into bytes.
func latin(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = append(b, byte(r))
	}
	return string(b)
}

// answerUART sends or receives.
func answerUART(q *question) (vectors.Item, error) {
	v := &uartVector{divider: q.Divider, send: q.Direction == "send"}
	for _, r := range q.Runs {
		v.runs = append(v.runs, run{r[0], r[1]})
	}
	if v.send {
		bytes, err := hex.DecodeString(q.Hex)
		v.bytes, v.runs = bytes, nil
		for _, c := range v.bytes {
			v.frame(c, 1, func(k int) int { return k * v.divider })
		}
		return v, err
	}
	const longest = 1 << 24 // cycles
	var line []byte
	for _, r := range q.Runs {
		if r[1] < 0 || len(line)+r[1] > longest {
			return nil, fmt.Errorf("the line is longer than %d cycles", longest)
		}
		for range r[1] {
			line = append(line, byte(r[0]))
		}
	}
	v.listen(line)
	return v, nil
}

// listen receives as a UART does: a falling edge, a look at the middle of the
// start bit, then at the middle of each bit. After a frame without a stop bit
// it waits for quiet.
func (v *uartVector) listen(line []byte) {
	at := func(i int) byte {
		if i >= len(line) {
			return 1
		}
		return line[i]
	}
	for i := 1; i < len(line); i++ {
		if at(i) != 0 || at(i-1) != 1 {
			continue
		}
		middle := i + v.divider/2
		if at(middle) != 0 {
			i = middle - 1
			continue
		}
		var c byte
		for k := range 8 {
			c |= at(middle+(k+1)*v.divider) << k
		}
		i = middle + 9*v.divider
		if at(i) == 1 {
			v.bytes = append(v.bytes, c)
			continue
		}
		v.errors++
		for i < len(line) && at(i) == 0 {
			i++
		}
	}
}

func colorOf(seat string) trax.Color {
	if seat == trax.Red.String() {
		return trax.Red
	}
	return trax.White
}

// answerProtocol judges a game by what passed on the wires.
func answerProtocol(events []map[string]string) (vectors.Item, error) {
	v := &protocolVector{}
	pos := trax.NewPosition()
	named := map[string]bool{} // seats that have said their team code
	for _, e := range events {
		line, ok := e["from"]
		v.events = append(v.events, event{colorOf(e["seat"]), ok, latin(line + e["to"])})
		if !ok {
			continue
		}
		line = strings.TrimRight(latin(line), " \r\n")
		if !named[e["seat"]] {
			named[e["seat"]] = len(line) == 2 && line[0] != '-'
			continue
		}
		mover := pos.Turn()
		if err := pos.PlayText(line); err != nil {
			var illegal *trax.IllegalError
			if errors.As(err, &illegal) {
				v.status = statusOf(illegal.Reason)
			}
			v.winner, v.reason = mover.Other(), "illegal"
			break
		}
		v.moves = appendWordTo(v.moves, line)
	}
	if o := pos.Outcome(); o.Over {
		v.winner, v.reason = o.Winner, o.Reason()
	}
	if v.reason == "" {
		return nil, fmt.Errorf("the game has no end")
	}
	v.plies = pos.Ply()
	return v, nil
}
