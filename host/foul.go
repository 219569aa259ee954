package host

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/echo"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// Kind is a way to lose. The constants below are all there are.
type Kind string

const (
	Illegal  Kind = "illegal"  // an answer the game's rules forbid
	Late     Kind = "late"     // a line or part of one came, its end too late
	Silent   Kind = "silent"   // not one byte since the question
	Gone     Kind = "gone"     // hung up or died, also after half a line
	Garbled  Kind = "garbled"  // over-long line, binary noise, too many lines
	Protocol Kind = "protocol" // wrong or missing handshake, unasked line
)

// Reasons of the fouls that the host itself calls; a game adds its own.
const (
	ReasonOverdue    = "overdue"       // late: a whole line, after the limit
	ReasonUnfinished = "unfinished"    // late: a line begun and not ended
	ReasonNoByte     = "no-byte"       // silent: nothing came
	ReasonUnread     = "unread"        // silent: the question was not taken
	ReasonClosed     = "closed"        // gone: hung up between lines
	ReasonHalfLine   = "half-line"     // gone: hung up inside a line
	ReasonUnsent     = "unsent"        // gone: the question could not be sent
	ReasonNetwork    = "network"       // gone: its agent has lost its connection
	ReasonMemory     = "out-of-memory" // gone: it had used up its memory, and was ended
	ReasonOverrun    = "overrun"       // gone: ended, for it took more processor time than it may
	ReasonFraming    = "framing"       // garbled: what came is not lines
	ReasonBinary     = "binary"        // garbled: bytes that are not text
	ReasonTooMany    = "too-many"      // garbled: unsolicited lines
	ReasonUnaccepted = "unaccepted"    // protocol: lines, but none an answer
	ReasonStray      = "stray"         // protocol: unasked line, when strict
)

// evidence limits the bytes of a player's line that are kept with a foul.
const evidence = 256

// Foul is an offence of a seat, and an error. A referee that returns it loses the game
// for that seat. A referee may also play on, and put it into the record with
// Session.Foul.
//
// A referee that plays on after a late answer must expect it as the answer to a later
// question: AskFor with an Accept that tells them apart.
type Foul struct {
	Seat     int
	Kind     Kind
	Reason   string        // one word, finer than the kind
	Detail   string        // the same in a sentence, in English
	Text     say.Text      // Detail, for readers of any language; zero of one that was read
	Question string        // what the seat was to answer, if anything
	Bytes    []byte        // what it sent, at most 256 bytes
	Used     time.Duration // time taken, when the foul is about time
	Limit    time.Duration // time allowed for the question

	echo bool // all that the seat sent are lines that it was sent; Detail says so

	// Stderr holds the last lines that the player wrote to standard error, where it is
	// mute: see StderrLog.TakeTail. A record has them as its log, not with the foul.
	Stderr []string
}

// event is the foul as the record holds it.
func (f *Foul) event() *record.EventFoul {
	e := &record.EventFoul{
		Seat: f.Seat, Kind: string(f.Kind), Reason: f.Reason, Detail: f.Detail,
		Question: f.Question, Used: record.MicrosOf(f.Used), Limit: record.MicrosOf(f.Limit),
	}
	e.SetReceived(string(clip(f.Bytes)))
	return e
}

// Echo reports whether all that the seat sent are lines that it was sent.
func (f *Foul) Echo() bool { return f.echo }

// setEcho has the foul say that all that the seat sent are lines that it was sent, where that is why.
func (f *Foul) setEcho() {
	switch f.Reason {
	case ReasonTooMany, ReasonFraming, ReasonBinary, ReasonUnread, ReasonStray:
		return
	}
	if f.Kind != Late && f.Kind != Gone {
		f.echo, f.Text = true, echo.Only()
		f.Detail = f.Text.String()
	}
}

// Error says which seat fouled and how.
func (f *Foul) Error() string {
	return fmt.Sprintf("seat %d %s (%s): %s", f.Seat, f.Kind, f.Reason, f.Detail)
}

// FoulCounts counts the games that a player has lost by fouls, by their kind.
type FoulCounts map[Kind]int

// Lines is a line for people, "bot:x lost 3 games by fouls: illegal 1, silent 2", or none.
func (c FoulCounts) Lines(player string) []string {
	var kinds []string
	all := 0
	for _, kind := range slices.Sorted(maps.Keys(c)) {
		all += c[kind]
		kinds = append(kinds, fmt.Sprintf("%s %d", kind, c[kind]))
	}
	if all == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s lost %s by fouls: %s", player, humanize.Plural(all, "game", "games"), strings.Join(kinds, ", "))}
}

// timed reports whether the player's time was over.
func (f *Foul) timed() bool {
	return f.Kind == Late || f.Reason == ReasonNoByte || f.Reason == ReasonUnaccepted
}

// clip copies at most as much as is kept as evidence.
func clip(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return append([]byte(nil), b[:min(len(b), evidence)]...)
}
