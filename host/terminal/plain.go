package terminal

import (
	"fmt"
	"io"
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/termsafe"
)

// Plain prints a line a move, and the last position. What players and addresses
// say in it cannot act on the terminal.
type Plain struct {
	out   io.Writer
	style Style
	view  func() View
	room  func() Size // for the position; nil is without bounds

	game  *follower
	seats []host.Seat
	err   error
}

// NewPlain prints to out. View makes the view of each game.
func NewPlain(out io.Writer, view func() View) *Plain {
	return &Plain{out: termsafe.Unwrap(out), style: StyleOf(out), view: view}
}

// NewSummary prints the players, verdicts and what Finish gets to out, and no moves.
func NewSummary(out io.Writer) *Plain { return &Plain{out: termsafe.Unwrap(out)} }

// Begin implements Display.
func (s *Plain) Begin(seats []host.Seat, title string) {
	if s.seats = seats; s.view != nil {
		s.game = newFollower(s.view(), len(seats))
	}
	if title != "" {
		title += ": "
	}
	var who []string
	for _, seat := range seats {
		who = append(who, seat.Name+" "+seat.Address)
	}
	s.line(title + strings.Join(who, ", "))
}

// Event implements Display.
func (s *Plain) Event(e record.Event) {
	if s.game == nil {
		return
	}
	if line, ok := s.game.observe(e); ok {
		s.line(line)
	}
	if line := remark(s.seats, e, s.game.view.Moves()+1); line != "" {
		s.line(line)
	}
}

// End implements Display.
func (s *Plain) End(v host.Verdict) {
	room := Unbounded
	if s.room != nil {
		room = s.room()
	}
	if s.game != nil {
		s.print("%s", s.game.view.Draw(nil, s.game.view.Moves(), s.style, room))
	}
	for _, line := range VerdictLines(s.seats, v) {
		s.line(line)
	}
}

// Finish implements Display.
func (s *Plain) Finish(lines []string) {
	for _, line := range lines {
		s.line(line)
	}
}

// Close returns the first error of the output.
func (s *Plain) Close() error { return s.err }

// line prints a line of text.
func (s *Plain) line(text string) { s.print("%s\n", termsafe.Escape(text)) }

// print prints until an error, which Close returns.
func (s *Plain) print(format string, args ...any) {
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.out, format, args...)
	}
}
