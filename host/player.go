package host

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// A Player answers lines with lines. A board, a process and a person are all
// players. The host uses a player from one goroutine at a time and does not
// close it.
type Player interface {
	// Send writes text and the player's line end, and returns when the last
	// byte has left the host: that moment is drained. Text may be several lines
	// with a line feed between them: each gets its line end, all go out in one
	// write. The stamp sent is taken before the first byte is written. Bytes that have left are a success even if
	// ctx ended meanwhile; when ctx ends first the error wraps ctx.Err().
	Send(ctx context.Context, text string) (sent, drained time.Time, err error)

	// Receive returns the next line without its line end and the arrival
	// times of its first and last byte, the line end included. A line that
	// is already there is returned even when ctx has ended: this is how an
	// answer that arrived in time but was delivered late still counts. With
	// none there and ctx ended the error wraps ctx.Err(). When the player
	// can answer no more it is any other error.
	Receive(ctx context.Context) (text string, first, last time.Time, err error)
}

// A LineEnder is a player that can end a line otherwise than it usually does.
type LineEnder interface {
	// SendLines is Send of one or several lines, with a line feed between them in
	// text, in one write. Each is ended with end.
	SendLines(ctx context.Context, text, end string) (sent, drained time.Time, err error)
}

// A LineReturner is a player that plays several games and may begin the next one before the host has ended
// its last.
type LineReturner interface {
	// ReturnLine takes a line back: Receive returns it in the player's next game.
	ReturnLine(text string)
}

// A SendTimer is a player behind a wire that takes time for each byte.
type SendTimer interface {
	// SendTime returns how long so many bytes are on the wire to a player that takes them
	// as they come; 0 if the wire has no rate.
	SendTime(bytes int) time.Duration
}

// SendTime returns how long so many bytes are on the wire to a player; 0 unless it is a
// SendTimer. A player that wraps another one passes it on.
func SendTime(p Player, bytes int) time.Duration {
	if t, ok := p.(SendTimer); ok {
		return max(0, t.SendTime(bytes))
	}
	return 0
}

// sendSlack is how many times its time on the wire a line may take to leave: drivers and
// adapters hold bytes back, and rates are not exact.
const sendSlack = 2

// longestLineEnd is CR LF.
const longestLineEnd = 2

// sendBound returns how long the wire may take for a question, whoever reads it.
func (s *seatState) sendBound(q *question) time.Duration {
	bytes := len(q.Text) + longestLineEnd*(strings.Count(q.Text, "\n")+1)
	return sendSlack * SendTime(s.player, bytes)
}

// lineEndError is the error of a game that wants a line end which the player
// cannot send.
type lineEndError struct{ name, end string }

func (e *lineEndError) Error() string {
	return fmt.Sprintf("player of seat %s cannot end a line with %q: it has one line end", e.name, e.end)
}

// send sends a question to the seat's player.
func (s *seatState) send(ctx context.Context, q *question) (sent, drained time.Time, err error) {
	if q.LineEnd == "" {
		return s.player.Send(ctx, q.Text)
	}
	p, ok := s.player.(LineEnder)
	if !ok {
		return sent, drained, &lineEndError{s.name, q.LineEnd}
	}
	return p.SendLines(ctx, q.Text, q.LineEnd)
}

// A Listener is a player with a clock of its own, such as a simulated one: it has to know
// that the host waits for a line without having sent one. A player that wraps another one
// passes this on by [Listen].
type Listener interface {
	// Listen begins the wait and returns when it began, on the clock of the player's
	// stamps. Receive returns what comes from then on, and what is there already.
	Listen() (began time.Time, err error)
}

// Listen begins a wait for a line without sending one: now, or when a Listener says.
func Listen(p Player) (began time.Time, err error) {
	if l, ok := p.(Listener); ok {
		return l.Listen()
	}
	return time.Now(), nil
}

// garbledLine is the error of a player that sent something other than a line: too
// long, too many, or noise. Garbled returns the bytes as evidence.
type garbledLine interface {
	error
	Garbled() []byte
}

// overrunError is the error of a player that was ended because it took more of the
// machine than it may. Overrun says what.
type overrunError interface {
	error
	Overrun() string
}

// partialLine is an error that knows what had arrived of an unfinished line when
// the wait ended or the player went.
type partialLine interface {
	error
	Partial() []byte
}
