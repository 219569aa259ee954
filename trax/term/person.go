package term

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/trax"
)

// Person is a referee.Strategy that asks a person at a terminal. Several people
// may share one: who is asked is who reads.
type Person struct {
	Seat  string // that the person plays
	Out   io.Writer
	Style terminal.Style

	// Read returns the next line that is typed, or io.EOF when there will be
	// none.
	Read func(ctx context.Context) (string, error)
}

// Move shows the board and asks until it gets a legal move. The end of the
// input gives the game up, with io.EOF.
func (h *Person) Move(ctx context.Context, p *trax.Position, _ time.Duration) (trax.Move, error) {
	fmt.Fprintf(h.Out, "\n%s", Append(nil, p, h.Style, terminal.Unbounded))
	for {
		fmt.Fprintf(h.Out, "%s, ply %d (? lists the moves, Ctrl-D gives up): ", h.Seat, p.Ply()+1)
		text, err := h.Read(ctx)
		if err == io.EOF {
			fmt.Fprintln(h.Out)
		}
		if err != nil {
			return trax.Move{}, err
		}
		if m, ok := h.understand(p, strings.TrimSpace(trax.Typed(text))); ok {
			return m, nil
		}
	}
}

// understand parses a typed line as a legal move, or says why it is invalid.
func (h *Person) understand(p *trax.Position, text string) (trax.Move, bool) {
	switch text {
	case "":
		return trax.Move{}, false
	case "?":
		for _, m := range p.AppendMoves(nil) {
			fmt.Fprintf(h.Out, "%s ", m)
		}
		fmt.Fprintln(h.Out)
		return trax.Move{}, false
	}
	m, err := trax.ParseMove(text)
	if err == nil {
		err = p.Play(m)
	}
	if err != nil {
		fmt.Fprintln(h.Out, err)
		return m, false
	}
	p.Undo()
	return m, true
}
