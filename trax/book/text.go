package book

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/loopline/loopline/trax"
)

// WriteText writes the n moves of most games as text, for ReadText: a line for each, with its ply,
// the move, games, wins and losses of the side that plays it. The moves that follow a position
// that two orders of moves lead to stand behind the first.
func (b *Book) WriteText(w io.Writer, n int) error {
	top, err := b.Top(n)
	if err != nil {
		return err
	}
	type edge struct{ from, to uint64 }
	open := make(map[edge]bool, len(top))
	for _, e := range top {
		open[edge{e.From, e.To}] = true
	}
	only := func(from, to uint64) bool { // each once
		e := edge{from, to}
		fits := open[e]
		delete(open, e)
		return fits
	}
	out := bufio.NewWriter(w)
	err = b.Walk(nil, Tree{Depth: b.Plies, Only: only}, func(l Line) error {
		_, err := fmt.Fprintf(out, "%d %s %d %d %d\n", len(l.Moves), l.Alike[0], l.Games, l.Wins, l.Losses)
		return err
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// ReadText returns the book that WriteText wrote. Lines that begin with # are comments. Its error
// names the line.
func ReadText(text string) (*Book, error) {
	b := NewBuilder(1)
	p := trax.NewPosition()
	number := 0
	for line := range strings.Lines(text) {
		number++
		f := strings.Fields(line)
		if len(f) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		e, err := b.readLine(p, f)
		if err == nil {
			err = b.Add(e)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return b.Book()
}

// readLine reads a line of WriteText, and brings p to after its move.
func (b *Builder) readLine(p *trax.Position, f []string) (e Entry, err error) {
	if len(f) != 5 {
		return e, fmt.Errorf("%.60q is not a ply, a move, games, wins and losses", strings.Join(f, " "))
	}
	ply, err := strconv.Atoi(f[0])
	if err != nil || ply < 1 || ply > p.Ply()+1 || ply > MaxPlies {
		return e, fmt.Errorf("ply %.20q: write 1 to %d", f[0], p.Ply()+1)
	}
	for p.Ply() >= ply {
		p.Undo()
	}
	e.From = p.SymmetryKey()
	if err := p.PlayText(f[1]); err != nil {
		return e, err
	}
	e.To = p.SymmetryKey()
	b.plies = max(b.plies, ply)
	for i, n := range []*uint64{&e.Games, &e.Wins, &e.Losses} {
		if *n, err = strconv.ParseUint(f[2+i], 10, 32); err != nil {
			return e, fmt.Errorf("%.20q: write a number", f[2+i])
		}
	}
	if e.Games == 0 || e.Wins+e.Losses > e.Games {
		return e, errCounts
	}
	return e, nil
}
