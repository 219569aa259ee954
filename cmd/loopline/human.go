package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/loopline/loopline/trax"
)

// maxTyped bounds a line from the keyboard in bytes.
const maxTyped = 4096

// keyboard reads lines that somebody types. Several people may share it: who
// is asked is who reads.
type keyboard struct {
	in    io.Reader
	out   io.Writer
	paint painter
	start sync.Once
	lines chan string // closed when the input ends
}

func newKeyboard(in io.Reader, out io.Writer, paint painter) *keyboard {
	return &keyboard{in: in, out: out, paint: paint, lines: make(chan string)}
}

// read hands on line by line until the input ends. It ends with the program:
// a read of a terminal cannot be called back.
func (k *keyboard) read() {
	defer close(k.lines)
	scanner := bufio.NewScanner(k.in)
	scanner.Buffer(nil, maxTyped)
	for scanner.Scan() {
		k.lines <- scanner.Text()
	}
}

// chooser is a person who plays the seat with the given name.
func (k *keyboard) chooser(seat string) chooser { return &person{k, seat} }

// person is asked for moves on the terminal.
type person struct {
	*keyboard
	seat string
}

// Move implements chooser: it shows the board and asks until it gets a legal
// move. The end of the input gives the game up, with io.EOF.
func (h *person) Move(ctx context.Context, p *trax.Position, _ time.Duration) (trax.Move, error) {
	h.start.Do(func() { go h.read() })
	fmt.Fprintf(h.out, "\n%s", h.paint.append(nil, p, wholeBoard))
	for {
		fmt.Fprintf(h.out, "%s, ply %d (? lists the moves, Ctrl-D gives up): ", h.seat, p.Ply()+1)
		var text string
		var ok bool
		select {
		case text, ok = <-h.lines:
		case <-ctx.Done():
			return trax.Move{}, ctx.Err()
		}
		if !ok {
			fmt.Fprintln(h.out)
			return trax.Move{}, io.EOF
		}
		if m, ok := h.understand(p, strings.TrimSpace(text)); ok {
			return m, nil
		}
	}
}

// understand makes a legal move of what was typed, or says why it is none.
func (h *person) understand(p *trax.Position, text string) (trax.Move, bool) {
	switch text {
	case "":
		return trax.Move{}, false
	case "?":
		for _, m := range p.AppendMoves(nil) {
			fmt.Fprintf(h.out, "%s ", m)
		}
		fmt.Fprintln(h.out)
		return trax.Move{}, false
	}
	m, err := trax.ParseMove(text)
	if err == nil {
		err = p.Play(m)
	}
	if err != nil {
		fmt.Fprintln(h.out, err)
		return m, false
	}
	p.Undo()
	return m, true
}
