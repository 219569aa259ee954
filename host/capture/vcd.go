package capture

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/host/record"
)

// A Frame is a byte on the wire: start bit, eight data bits, the lowest first, stop bit.
type Frame struct {
	Byte  byte
	Start time.Duration // of the start bit
}

// Wire is the bytes to and from a seat, in order of time.
type Wire struct{ TX, RX []Frame }

// Of places the bytes that a seat was sent and that it sent in a recorded game. The last
// byte of what was sent ends at the stamp drained, and that of a line at the stamp last;
// the bytes before it are back to back. LineEnd ends each line for which the record names
// no other; lines of the player end with a line feed.
func Of(g *record.Game, seat int, baud float64, lineEnd string) Wire {
	var w Wire
	for i := range g.Events {
		e := &g.Events[i]
		if e.Seat != seat {
			continue
		}
		switch e.Type {
		case record.EventTell, record.EventAsk:
			end := cmp.Or(e.LineEnd, lineEnd)
			w.TX = place(w.TX, strings.ReplaceAll(e.Received(), "\n", end)+end, e.Drained, baud)
		case record.EventAnswer, record.EventStray, record.EventNoise, record.EventEcho:
			w.RX = place(w.RX, e.Received()+"\n", e.Last, baud)
		}
	}
	for _, f := range [...][]Frame{w.TX, w.RX} {
		slices.SortStableFunc(f, func(a, b Frame) int { return cmp.Compare(a.Start, b.Start) })
	}
	return w
}

// place adds bytes of which the last ends at a stamp.
func place(to []Frame, bytes string, end record.Micros, baud float64) []Frame {
	for i := range len(bytes) {
		before := float64(10*(len(bytes)-i)) / baud * float64(time.Second)
		to = append(to, Frame{bytes[i], end.Duration() - time.Duration(before)})
	}
	return to
}

// WriteVCD writes the bytes as the levels of tx, to the seat, and rx, from it. A time
// before the first stamp is moved to 0; bytes that overlap by their stamps are moved apart.
func (w Wire) WriteVCD(out io.Writer, baud float64) error {
	type edge struct {
		at    time.Duration
		id    byte
		level byte
	}
	var edges []edge
	bit := float64(time.Second) / baud
	zero := time.Duration(0)
	for _, frames := range [...][]Frame{w.TX, w.RX} {
		if len(frames) > 0 {
			zero = min(zero, frames[0].Start)
		}
	}
	for id, frames := range map[byte][]Frame{'t': w.TX, 'r': w.RX} {
		free, level := time.Duration(0), byte(1)
		for _, f := range frames {
			start := max(f.Start-zero, free)
			bits := uint16(f.Byte)<<1 | 1<<9
			for i := range 10 {
				if next := byte(bits >> i & 1); next != level {
					edges = append(edges, edge{start + time.Duration(float64(i)*bit), id, next})
					level = next
				}
			}
			free = start + time.Duration(10*bit)
		}
	}
	slices.SortStableFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) })
	b := bufio.NewWriter(out)
	fmt.Fprint(b, "$timescale 1 ns $end\n$scope module wire $end\n$var wire 1 t tx $end\n$var wire 1 r rx $end\n"+
		"$upscope $end\n$enddefinitions $end\n#0\n1t\n1r\n")
	last := time.Duration(0)
	for _, e := range edges {
		if e.at != last {
			fmt.Fprintf(b, "#%d\n", e.at.Nanoseconds())
			last = e.at
		}
		fmt.Fprintf(b, "%d%c\n", e.level, e.id)
	}
	return b.Flush()
}
