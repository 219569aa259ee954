package host

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
)

// Limits of what is read, so that no file can take all memory.
const (
	maxGames    = 1 << 20 // games that ReadRecord collects
	maxEvents   = 1 << 20 // events of one game
	maxMicros   = 1 << 50 // 35 years: no time is longer
	maxDistance = 1       // wrong bytes in a line's end that are damage
)

// ReadRecord reads all games of a record. A game that was cut by the end of
// its host comes back as incomplete, wherever in the record it is. Anything
// else that is not as it was written is an error, "name:line: …", and ends
// the reading; the games before it are returned. The name is r's Name() when
// it has one.
func ReadRecord(r io.Reader) ([]RecordedGame, error) {
	var games []RecordedGame
	for g, err := range Games(r) {
		if err != nil {
			return games, err
		}
		if len(games) == maxGames {
			return games, fmt.Errorf("%s: more than %d games: split the file",
				g.Name, maxGames)
		}
		games = append(games, g)
	}
	return games, nil
}

// Games is ReadRecord one game at a time, for records that are larger than
// memory. An error is the last thing it yields.
func Games(r io.Reader) iter.Seq2[RecordedGame, error] {
	return func(yield func(RecordedGame, error) bool) {
		p := &reader{lines: newLineReader(r), name: recordName(r)}
		for {
			g, err := p.game()
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

func recordName(r io.Reader) string {
	if named, ok := r.(interface{ Name() string }); ok {
		return named.Name()
	}
	return "record"
}

// reader reads events and groups them into games.
type reader struct {
	lines *lineReader
	name  string
	chain chain
	next  *Event // a game event that ended the game before it
}

// errCut is the error of a line that a killed writer left behind.
var errCut = errors.New("line is cut short")

// game reads one game; io.EOF when there is none.
func (p *reader) game() (RecordedGame, error) {
	first, err := p.opening()
	if err != nil {
		return RecordedGame{Name: p.name}, err
	}
	g := RecordedGame{Name: p.name, Events: []Event{*first}}
	for {
		e, err := p.event()
		switch {
		case errors.Is(err, io.EOF):
			return g, nil
		case errors.Is(err, errCut):
			g.Cut = p.lines.number
			return g, p.afterCut()
		case err != nil:
			return g, err
		case e.Type == EventGame:
			p.next = e
			return g, nil
		case len(g.Events) == maxEvents:
			return g, p.errorf("game has more than %d events", maxEvents)
		}
		if err := p.fits(e, first); err != nil {
			return g, err
		}
		g.Events = append(g.Events, *e)
		if e.Type == EventVerdict {
			g.Complete = true
			return g, nil
		}
	}
}

// opening reads the event that starts a game.
func (p *reader) opening() (*Event, error) {
	e := p.next
	p.next = nil
	for e == nil {
		var err error
		if e, err = p.event(); errors.Is(err, errCut) {
			// A writer was killed in its first line: it holds nothing.
			if err := p.afterCut(); err != nil {
				return nil, err
			}
			e = p.next
			p.next = nil
			if e == nil {
				return nil, io.EOF
			}
		} else if err != nil {
			return nil, err
		}
	}
	if e.Type != EventGame {
		return nil, p.errorf("%s event outside a game: the record's beginning "+
			"is missing", e.Type)
	}
	if e.Version < 1 || e.Version > RecordVersion {
		return nil, p.errorf("record has version %d, this program reads 1 to %d",
			e.Version, RecordVersion)
	}
	if n := len(e.Seats); n == 0 || n > maxSeats {
		return nil, p.errorf("game has %d seats, want 1 to %d", n, maxSeats)
	}
	return e, nil
}

// afterCut reads on behind a cut line. Only the end of the file or the next
// game may follow: the writer of the cut line is dead.
func (p *reader) afterCut() error {
	cut := p.lines.number
	e, err := p.event()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err == nil && e.Type == EventGame:
		p.next = e
		return nil
	}
	return fmt.Errorf("%s:%d: line is cut in the middle of a game: the record is "+
		"damaged", p.name, cut)
}

// event reads one event and checks its sum. io.EOF ends the record.
func (p *reader) event() (*Event, error) {
	line, err := p.lines.next()
	if errors.Is(err, io.EOF) {
		return nil, err
	}
	if err != nil {
		return nil, p.errorf("%w", err)
	}
	body, sum, wrong := splitSum(line)
	if wrong > maxDistance {
		return nil, errCut
	}
	if wrong > 0 {
		return nil, p.errorf("end of the line is damaged: %q", line[len(body):])
	}
	if bytes.HasPrefix(body, []byte(`{"type":"game"`)) {
		p.chain.restart()
	}
	if want := p.chain.next(body); string(want[:]) != string(sum) {
		return nil, p.errorf("sum is %s, but the line and those before it give %s: "+
			"the record was changed", sum, want[:])
	}
	return p.decode(line)
}

func (p *reader) decode(line []byte) (*Event, error) {
	e := &Event{Line: p.lines.number}
	if err := json.Unmarshal(line, e); err != nil {
		return nil, p.errorf("no event: %w", err)
	}
	e.Line = p.lines.number
	switch e.Type {
	case EventGame, EventTell, EventAsk, EventStray, EventNoise, EventEcho,
		EventStall, EventAnswer, EventFault, EventNote, EventLog, EventVerdict:
	default:
		return nil, p.errorf("unknown event type %.40q", e.Type)
	}
	if _, err := hex.DecodeString(e.Hex); err != nil {
		return nil, p.errorf("field hex: %w", err)
	}
	return e, p.inRange(e)
}

// inRange checks the times that are counted with.
func (p *reader) inRange(e *Event) error {
	times := []Micros{
		e.Limit, e.Sent, e.Drained, e.First, e.Last, e.Used, e.Judged, e.At,
		e.From, e.To, e.Waited, e.Credit,
	}
	for _, t := range slices.AppendSeq(times, maps.Values(e.Limits)) {
		if t > maxMicros || t < -maxMicros {
			return p.errorf("time of %d µs is out of range", t)
		}
	}
	return nil
}

// fits checks what an event says against the game it is in.
func (p *reader) fits(e, game *Event) error {
	if n := len(game.Seats); e.Seat < 0 || e.Seat >= n {
		return p.errorf("seat %d does not exist, the game has %d", e.Seat, n)
	}
	if e.Type == EventStall && game.Version < 2 {
		return p.errorf("stall event in a record of version %d", game.Version)
	}
	return nil
}

func (p *reader) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", p.name, p.lines.number,
		fmt.Errorf(format, args...))
}
