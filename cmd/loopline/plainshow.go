package main

import (
	"fmt"
	"io"

	"github.com/loopline/loopline/host"
)

// plainShow prints a line a ply.
type plainShow struct {
	out   io.Writer
	paint painter
	game  *follower
	seats []host.Seat
	err   error
	room  func() size // for the board; nil is without bounds
}

func (s *plainShow) begin(m *host.Match, title string) {
	s.seats, s.game = m.Seats, newFollower()
	if title != "" {
		title += ": "
	}
	s.print("%swhite %s, red %s\n", title, m.Seats[0].Address, m.Seats[1].Address)
}

func (s *plainShow) event(e host.Event) {
	ply, ok := s.game.take(e)
	if ok {
		s.print("%s\n", ply.words())
	}
	if words := remark(s.seats, e, len(s.game.plies)+1); words != "" {
		s.print("%s\n", words)
	}
}

func (s *plainShow) end(v host.Verdict) {
	room := wholeBoard
	if s.room != nil {
		room = s.room()
	}
	s.print("%s", s.paint.append(nil, s.game.pos, room))
	for _, line := range verdictWords(s.seats, v) {
		s.print("%s\n", line)
	}
}

func (s *plainShow) finish(lines []string) {
	for _, line := range lines {
		s.print("%s\n", line)
	}
}

func (s *plainShow) close() error { return s.err }

// print prints until an error, which close returns.
func (s *plainShow) print(format string, args ...any) {
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.out, format, args...)
	}
}
