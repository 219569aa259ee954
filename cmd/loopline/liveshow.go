package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/loopline/loopline/host"
)

// Sequences for terminals: the other screen, where a game is drawn in place,
// and back to the one with the scroll.
const (
	enterScreen = "\x1b[?1049h\x1b[?25l\x1b[2J"
	leaveScreen = "\x1b[?25h\x1b[?1049l"
	home        = "\x1b[H"
	clearLine   = "\x1b[K"
	clearRest   = "\x1b[J"
)

// frameInterval is the time between two pictures.
const frameInterval = 50 * time.Millisecond

// lastPlies is how many plies are listed.
const lastPlies = 6

// liveShow draws the game in place on a terminal. The terminal is given back
// at the end of each game, whatever ended it.
type liveShow struct {
	out   *os.File
	paint painter
	plain plainShow // for what stays on the screen

	mu      sync.Mutex // guards all below
	game    *follower
	seats   []host.Seat
	title   string
	stop    chan struct{}
	stopped chan struct{}
	err     error
}

func newLiveShow(out *os.File) *liveShow {
	p := newPainter(out)
	s := &liveShow{out: out, paint: p, plain: plainShow{out: out, paint: p}}
	s.plain.room = func() size { return terminalSize(out) }
	return s
}

func (s *liveShow) begin(m *host.Match, title string) {
	s.game, s.seats, s.title = newFollower(), m.Seats, title
	s.stop, s.stopped = make(chan struct{}), make(chan struct{})
	s.write(enterScreen)
	s.draw()
	go s.animate()
}

// animate draws until stop: when something happened, and the running clock.
func (s *liveShow) animate() {
	defer close(s.stopped)
	ticks := time.NewTicker(frameInterval)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			s.draw()
		case <-s.stop:
			return
		}
	}
}

func (s *liveShow) event(e host.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.game.take(e)
}

func (s *liveShow) end(v host.Verdict) {
	close(s.stop)
	<-s.stopped
	s.write(leaveScreen)
	s.plain.seats, s.plain.game = s.seats, s.game
	if s.title != "" {
		s.plain.print("%s\n", s.title)
	}
	s.plain.end(v)
}

func (s *liveShow) finish(lines []string) { s.plain.finish(lines) }

func (s *liveShow) close() error {
	if s.err != nil {
		return s.err
	}
	return s.plain.close()
}

// draw draws one picture.
func (s *liveShow) draw() {
	s.mu.Lock()
	room := terminalSize(s.out)
	picture := s.picture(room, time.Now())
	s.mu.Unlock()
	s.write(picture)
}

func (s *liveShow) write(text string) {
	if _, err := s.out.WriteString(text); err != nil && s.err == nil {
		s.err = err
	}
}

// picture is one frame: who plays, the board, the last moves. It never has
// more lines or columns than there is room for.
func (s *liveShow) picture(room size, now time.Time) string {
	var lines []string
	for seat := range s.seats {
		lines = append(lines, s.seatLine(seat, now))
	}
	if s.title != "" {
		lines = append([]string{s.title}, lines...)
	}
	from := max(0, len(s.game.plies)-lastPlies)
	var moves []string
	for _, ply := range s.game.plies[from:] {
		moves = append(moves, ply.words())
	}
	left := size{room.columns, room.rows - len(lines) - lastPlies - 2}
	var b strings.Builder
	b.WriteString(home)
	for _, line := range lines {
		b.WriteString(fit(line, room.columns) + clearLine + "\r\n")
	}
	b.WriteString(clearLine + "\r\n")
	if left.rows >= 4 && left.columns >= 12 {
		board := s.paint.append(nil, s.game.pos, left)
		b.WriteString(strings.ReplaceAll(string(board), "\n", clearLine+"\r\n"))
	} else {
		moves = append([]string{"the window is too small for the board"}, moves...)
		moves = moves[:min(len(moves), max(0, room.rows-len(lines)-2))]
	}
	for _, line := range moves {
		b.WriteString(fit(line, room.columns) + clearLine + "\r\n")
	}
	b.WriteString(clearRest)
	return b.String()
}

// seatLine shows a player and its clock.
func (s *liveShow) seatLine(seat int, now time.Time) string {
	clock := brief(s.game.used[seat])
	mark := " "
	if s.game.asked == seat {
		mark, clock = ">", brief(now.Sub(s.game.since))
	}
	return fmt.Sprintf("%s %-5s %s  %s", mark, s.seats[seat].Name, s.seats[seat].Address, clock)
}

// fit cuts a line to the columns there are.
func fit(line string, columns int) string {
	if utf8.RuneCountInString(line) <= columns {
		return line
	}
	return string([]rune(line)[:max(0, columns)])
}
