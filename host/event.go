package host

import (
	"encoding/hex"
	"encoding/json"
	"time"
)

// RecordVersion is the version of the record this package writes. It reads
// version 1 too, which knows no stalls.
const RecordVersion = 2

// The types of event, in the order in which a match brings them about.
const (
	EventGame    = "game"    // first: who plays what under which limits
	EventTell    = "tell"    // a line was sent, no answer is due
	EventAsk     = "ask"     // a question was sent, the clock runs
	EventStray   = "stray"   // a line that came before the question
	EventNoise   = "noise"   // a line that is no answer, passed over
	EventEcho    = "echo"    // our own line, sent back
	EventStall   = "stall"   // the host stood still while a seat's clock ran
	EventAnswer  = "answer"  // the line the question got
	EventFault   = "fault"   // no line: what was seen instead
	EventNote    = "note"    // the game's own event
	EventLog     = "log"     // what a player says beside the wire
	EventVerdict = "verdict" // last
)

// What a fault event may have seen.
const (
	FaultEOF         = "eof"          // the player can answer no more
	FaultTimeout     = "timeout"      // the limit passed
	FaultGarbled     = "garbled"      // what came is no line
	FaultSendError   = "send-error"   // the text could not be sent
	FaultSendTimeout = "send-timeout" // the player did not take the text
	FaultInterrupted = "interrupted"  // the match was stopped from outside
)

// Micros is a time in whole microseconds: a point counts from the start of
// the match, a length is a length.
type Micros int64

// Duration is m as a time.Duration.
func (m Micros) Duration() time.Duration {
	return time.Duration(m) * time.Microsecond
}

func micros(d time.Duration) Micros { return Micros(d / time.Microsecond) }

// Event is one line of a record. Type says which fields mean something;
// docs/record.md lists them.
type Event struct {
	Type string `json:"type"`
	Line int    `json:"-"` // in the file it was read from, counted from 1

	// game
	Version int               `json:"version"`
	Game    string            `json:"game"`
	ID      string            `json:"id"`
	Time    string            `json:"time"` // wall clock, RFC 3339
	Host    string            `json:"host"` // version of the program
	Seats   []EventSeat       `json:"seats"`
	Limits  map[string]Micros `json:"limits"`
	Options map[string]string `json:"options"`
	Strict  bool              `json:"strict"`

	// tell, ask, answer, stray, noise, echo, stall, log, fault
	Seat     int    `json:"seat"`
	Question string `json:"question"`
	Text     string `json:"text"` // the line, unless it is in Hex
	Hex      string `json:"hex"`  // the line's bytes when no clean text
	Limit    Micros `json:"limit"`
	Sent     Micros `json:"sent"`
	Drained  Micros `json:"drained"`
	First    Micros `json:"first"`
	Last     Micros `json:"last"`
	Used     Micros `json:"used"`
	Judged   Micros `json:"judged"`

	From   Micros `json:"from"` // stall
	To     Micros `json:"to"`   // stall
	Waited Micros `json:"waited"`

	// game: the most for one answer; answer, fault: what was granted
	Credit Micros `json:"credit"`

	// log, fault, note, verdict: when it was seen, never judged by
	At Micros `json:"at"`

	Name string          `json:"name"` // note
	Data json.RawMessage `json:"data"` // note

	Kind   string `json:"kind"`   // fault
	Detail string `json:"detail"` // fault, verdict

	// verdict
	Winner *string      `json:"winner"`
	Reason string       `json:"reason"`
	Ply    int          `json:"ply"`
	Void   bool         `json:"void"`
	Foul   *EventFoul   `json:"foul"`
	Times  []EventTimes `json:"times"`

	Sum string `json:"sum"`
}

// EventSeat is a seat in a game event.
type EventSeat struct {
	Name    string `json:"name"`
	Address string `json:"address"`
}

// EventFoul is the foul in a verdict event.
type EventFoul struct {
	Seat     int    `json:"seat"`
	Kind     Kind   `json:"kind"`
	Reason   string `json:"reason"`
	Detail   string `json:"detail"`
	Question string `json:"question"`
	Text     string `json:"text"`
	Hex      string `json:"hex"`
	Used     Micros `json:"used"`
	Limit    Micros `json:"limit"`
}

// EventTimes are a seat's answer times in a verdict event.
type EventTimes struct {
	Answers int    `json:"answers"`
	Min     Micros `json:"min"`
	Median  Micros `json:"median"`
	P99     Micros `json:"p99"`
	Max     Micros `json:"max"`
}

// Received is the line, or part of one, that the event is about.
func (e *Event) Received() string {
	if e.Hex == "" {
		return e.Text
	}
	b, err := hex.DecodeString(e.Hex)
	if err != nil {
		return ""
	}
	return string(b)
}

// setReceived puts a line into Text or Hex.
func (e *Event) setReceived(line string) {
	e.Text, e.Hex = textOrHex(line)
}

func textOrHex(line string) (text, hexed string) {
	if readable(line) {
		return line, ""
	}
	return "", hex.EncodeToString([]byte(line))
}
