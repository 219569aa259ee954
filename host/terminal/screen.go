package terminal

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/termsafe"
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

// Screen draws the game in place on a terminal. The terminal is given back
// at the end of each game, whatever ended it.
type Screen struct {
	out   io.Writer
	file  *os.File // the terminal
	plain *Plain   // for what stays on the screen

	mu      sync.Mutex // guards all below
	game    *follower
	seats   []host.Seat
	title   string
	stop    chan struct{}
	stopped chan struct{}
	err     error
}

// NewScreen draws on the terminal that out is, see [IsTerminal]. View makes the view of each game.
func NewScreen(out io.Writer, view func() View) *Screen {
	file, _ := File(out)
	s := &Screen{out: termsafe.Unwrap(out), file: file, plain: NewPlain(out, view)}
	s.plain.room = func() Size { return SizeOf(file) }
	return s
}

// Begin implements Display.
func (s *Screen) Begin(seats []host.Seat, title string) {
	s.game, s.seats, s.title = newFollower(s.plain.view(), len(seats)), seats, title
	s.stop, s.stopped = make(chan struct{}), make(chan struct{})
	s.write(enterScreen)
	s.draw()
	go s.animate()
}

// animate draws until stop: when something happened, and the running clock.
func (s *Screen) animate() {
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

// Event implements Display.
func (s *Screen) Event(e record.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.game.observe(e)
}

// End implements Display.
func (s *Screen) End(v host.Verdict) {
	close(s.stop)
	<-s.stopped
	s.write(leaveScreen)
	s.plain.seats, s.plain.game = s.seats, s.game
	if s.title != "" {
		s.plain.line(s.title)
	}
	s.plain.End(v)
}

// Finish implements Display.
func (s *Screen) Finish(lines []string) { s.plain.Finish(lines) }

// Close returns the first error of the output.
func (s *Screen) Close() error {
	if s.err != nil {
		return s.err
	}
	return s.plain.Close()
}

// draw draws one picture.
func (s *Screen) draw() {
	s.mu.Lock()
	room := SizeOf(s.file)
	picture := s.picture(room, time.Now())
	s.mu.Unlock()
	s.write(picture)
}

func (s *Screen) write(text string) {
	if _, err := io.WriteString(s.out, text); err != nil && s.err == nil {
		s.err = err
	}
}

// picture is one frame: who plays, the board, the last moves. It never has
// more lines or columns than there is room for.
func (s *Screen) picture(room Size, now time.Time) string {
	var lines []string
	for seat := range s.seats {
		lines = append(lines, s.seatLine(seat, now))
	}
	if s.title != "" {
		lines = append([]string{s.title}, lines...)
	}
	moves := slices.Clone(s.game.lines)
	left := Size{room.Columns, room.Rows - len(lines) - lastMoves - 2}
	var b strings.Builder
	b.WriteString(home)
	for _, line := range lines {
		b.WriteString(fit(line, room.Columns) + clearLine + "\r\n")
	}
	b.WriteString(clearLine + "\r\n")
	if left.Rows >= 4 && left.Columns >= 12 {
		board := s.game.view.Draw(nil, s.game.view.Moves(), s.plain.style, left)
		b.WriteString(strings.ReplaceAll(string(board), "\n", clearLine+"\r\n"))
	} else {
		moves = append([]string{"the window is too small for the board"}, moves...)
		moves = moves[:min(len(moves), max(0, room.Rows-len(lines)-2))]
	}
	for _, line := range moves {
		b.WriteString(fit(line, room.Columns) + clearLine + "\r\n")
	}
	b.WriteString(clearRest)
	return b.String()
}

// seatLine shows a player and its clock.
func (s *Screen) seatLine(seat int, now time.Time) string {
	clock := humanize.Duration(s.game.used[seat])
	mark := " "
	if since := s.game.since[seat]; !since.IsZero() {
		mark, clock = ">", humanize.Duration(now.Sub(since))
	}
	return fmt.Sprintf("%s %-5s %s  %s", mark, s.seats[seat].Name, s.seats[seat].Address, clock)
}

// fit cuts a line to the columns there are, and takes from it what acts on the
// terminal.
func fit(line string, columns int) string {
	line = termsafe.Escape(line)
	if utf8.RuneCountInString(line) <= columns {
		return line
	}
	return string([]rune(line)[:max(0, columns)])
}
