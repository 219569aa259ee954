package record

import (
	"encoding/hex"
	"encoding/json"
	"time"
	"unicode/utf8"
)

// Version is the version of the format that this package writes. It reads the
// earlier ones too: version 1 knows no stalls; version 2 stalls without the load
// of the player, and games that stand alone; version 3 no agents.
const Version = 4

// The types of event, in the order in which a game causes them.
const (
	EventGame    = "game"    // first: who plays what under which limits
	EventTell    = "tell"    // a line was sent, no answer is due
	EventAsk     = "ask"     // a question was sent, the clock runs
	EventHear    = "hear"    // the host began to listen, the clock runs
	EventStray   = "stray"   // a line that came before the question
	EventNoise   = "noise"   // a line that is not an answer, passed over
	EventEcho    = "echo"    // our own line, sent back
	EventStall   = "stall"   // the host stalled while a seat's clock ran
	EventWait    = "wait"    // a program on the host's machine could not run while its clock did
	EventAnswer  = "answer"  // the line the question got
	EventFault   = "fault"   // no line: what was seen instead
	EventFouled  = "foul"    // a foul that did not end the game
	EventNote    = "note"    // the game's own event
	EventLog     = "log"     // diagnostic text of a player, such as its standard error
	EventVerdict = "verdict" // last
)

// The kinds of faults.
const (
	FaultEOF         = "eof"          // the player can answer no more
	FaultTimeout     = "timeout"      // the limit passed
	FaultGarbled     = "garbled"      // the input is not a line
	FaultSendError   = "send-error"   // the text could not be sent
	FaultSendTimeout = "send-timeout" // the player did not take the text
	FaultInterrupted = "interrupted"  // the game was stopped from outside
	FaultNetwork     = "network"      // the player's agent has lost its connection
	FaultMemory      = "memory"       // the player was ended because it had used up its memory
	FaultHost        = "host"         // the host could not stop the player, and ended it
	FaultOverrun     = "overrun"      // the player took more of the machine than it may, and was ended
)

// Micros is a time in whole microseconds: a point counts from the start of
// the game, a length is a length.
type Micros int64

// Duration is m as a time.Duration.
func (m Micros) Duration() time.Duration {
	return time.Duration(m) * time.Microsecond
}

// MicrosOf is d in whole microseconds, what is less than one cut off.
func MicrosOf(d time.Duration) Micros { return Micros(d / time.Microsecond) }

// MaxSeats sets how many seats a game of a record has at most: what reads one builds
// something for each.
const MaxSeats = 64

// Event is one line of a record. Type says which fields mean something: see
// formats.
type Event struct {
	Type string
	Line int // in the file it was read from, counted from 1

	// game
	Version int
	Game    string
	ID      string
	Match   string // that the game is one of
	Number  int    // of the game in its match, from 1
	Games   int    // that the game is to have
	Time    string // wall clock, RFC 3339
	Host    string // version of the program
	Seats   []EventSeat
	Limits  map[string]Micros
	Options map[string]string
	Strict  bool

	CreditVoid bool // a verdict that hangs on credit is void

	// tell, ask, answer, stray, noise, echo, stall, log, fault
	Seat     int
	Question string
	Text     string // the line, unless it is in Hex
	Hex      string // the line's bytes when no clean text
	Limit    Micros
	Sent     Micros
	Drained  Micros
	First    Micros
	Last     Micros
	Used     Micros
	Judged   Micros

	From   Micros // stall, wait
	To     Micros // stall, wait
	Waited Micros
	Own    Micros // processor time of the seat's player in a stall
	Read   int64  // bytes that the host read from it in a stall

	// wait: the program was ready and got no processor; the host stood still; the host came late for the
	// answer
	Held, Stopped, Late Micros

	Clock *EventClock // tell, ask, answer, stray, noise, echo: of a seat with an agent

	LineEnd string // tell, ask: when it is not the player's own

	// game: the most for one answer; answer, fault: what was granted
	Credit Micros

	// log, fault, note, verdict: when it was seen, never judged by
	At Micros

	Name string          // note
	Data json.RawMessage // note
	Of   any             // note: what Data was made of, in the game itself; nil where the event was read

	Kind   string // fault
	Detail string // fault, verdict

	// verdict
	Winner *string
	Reason string
	Ply    int
	Void   bool
	Draw   bool
	Scores []int
	Foul   *EventFoul // foul too
	Times  []EventTimes

	Sum string // of the line, where it was read
}

// EventSeat is a seat in a game event.
type EventSeat struct {
	Name          string
	Address       string
	PollingClient bool
	// Uncounted is set where stalls are credited, but not to this seat.
	Uncounted bool
	Agent     *EventAgent // nil of a seat without an agent
}

// EventAgent is a seat's agent in a game event.
type EventAgent struct {
	Name    string
	Trusted bool
	Forfeit bool
	Wait    Micros
	Share   Micros // 0 where the network is never charged
}

// Whose stamps judge a line: see [EventClock].
const (
	ByAgent = "agent"
	ByHost  = "host"
)

// EventClock holds the timestamps of a line on the clocks of the host and of an agent.
// Start and End are on the agent's, all others are on that of the game.
type EventClock struct {
	By                            string // ByAgent or ByHost
	ClockOffset, OffsetError, RTT Micros
	Out, In                       Micros
	Start, End                    Micros
}

// EventFoul is the foul in a verdict event, or in one that did not end the game.
type EventFoul struct {
	Seat     int
	Kind     string // a host.Kind
	Reason   string
	Detail   string
	Question string
	Text     string
	Hex      string
	Used     Micros
	Limit    Micros
}

// EventTimes are a seat's answer times in a verdict event.
type EventTimes struct {
	Answers int
	Min     Micros
	Median  Micros
	P99     Micros
	Max     Micros
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

// SetReceived puts the line that the event is about into Text, or into Hex when it is not clean text.
func (e *Event) SetReceived(line string) { e.Text, e.Hex = textOrHex(line) }

// SetReceived puts what the seat sent into Text, or into Hex when it is not clean text.
func (f *EventFoul) SetReceived(line string) { f.Text, f.Hex = textOrHex(line) }

func textOrHex(line string) (text, hexed string) {
	if readable(line) {
		return line, ""
	}
	return "", hex.EncodeToString([]byte(line))
}

// readable reports whether a line can stand as text in the record: valid
// UTF-8 without control bytes. Any other is written in hexadecimal.
func readable(line string) bool {
	for i := 0; i < len(line); i++ {
		if line[i] < ' ' || line[i] == 0x7f {
			return false
		}
	}
	return utf8.ValidString(line)
}
