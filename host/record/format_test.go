package record

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Nasty are texts that a record must hold without harm.
var nasty = []string{
	"", "A1/", `B2\`, `"`, "a\tb", "\x1b]0;x\x07", "\x00", "\x7f", "\u009b2J", "ü", "\u202e", "\U000e0041", "\u2028",
	"\\u0041", "{\"type\":\"verdict\"}", "\n{\"type\":\"game\"",
}

// someEvent is an event of a type with every field set to something.
func someEvent(r *rand.Rand, kind string) *Event {
	word := func() string { return nasty[r.IntN(len(nasty))] }
	num := func() int { return r.IntN(100) - r.IntN(5) }
	us := func() Micros { return Micros(r.Int64N(maxMicros)) - Micros(r.Int64N(100)) }
	winner := word()
	e := &Event{
		Type: kind, Version: Version, Game: word(), ID: word(), Match: word(), Number: num(), Games: num(),
		Time: word(), Host: word(), Strict: r.IntN(2) == 0, Seat: r.IntN(2), Question: word(),
		Limit: us(), Sent: us(), Drained: us(), First: us(), Last: us(), Used: us(), Judged: us(),
		From: us(), To: us(), Waited: us(), Own: us(), Read: r.Int64N(maxMicros), LineEnd: []string{"", "\r\n", "\r"}[r.IntN(3)],
		Draw: r.IntN(2) == 0, Scores: []int{num(), num()}[:r.IntN(3)], Credit: us() * Micros(r.IntN(2)), At: us(),
		Name: word(), Data: json.RawMessage([]string{`null`, `{"a":[1,"x"]}`, `7`, `"\u0041"`}[r.IntN(4)]),
		Kind: word(), Detail: word(), Reason: word(), Ply: num(), Void: r.IntN(2) == 0,
		Limits: map[string]Micros{word(): us(), "b": us()}, Options: map[string]string{word(): word(), "b": word()},
		Seats: []EventSeat{{word(), word(), true, true, &EventAgent{word(), true, false, us(), us()}}, {word(), word(), false, false, nil}},
		Foul:  &EventFoul{Seat: num(), Kind: word(), Reason: word(), Detail: word(), Question: word(), Used: us(), Limit: us()},
		Times: []EventTimes{{num(), us(), us(), us(), us()}, {}},
	}
	if r.IntN(2) == 0 {
		e.Clock = &EventClock{word(), us(), us(), us(), us(), us(), us(), us()}
	}
	e.SetReceived(word())
	e.Foul.SetReceived(word())
	if e.Winner = &winner; r.IntN(4) == 0 {
		e.Winner, e.Times = nil, nil
		if kind == EventVerdict {
			e.Foul = nil
		}
	}
	return e
}

// Every type of event comes back from the record as it was written, with all
// fields that the type has, and what is read is written again the same.
func TestEveryEventComesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for kind, fields := range formats {
		require.NotEmpty(t, fields, kind)
		for range 200 {
			text := summed(someEvent(r, kind))
			e := scanned(t, text)
			again := summed(e)
			require.Equal(t, text, again)
			require.True(t, json.Valid([]byte(text)), text)
			for _, c := range text {
				require.True(t, ' ' <= c && c != 0x7f && (c < 0x80 || c > 0x9f), "%q", text)
			}
		}
	}
	// Field by field, where the values are known.
	winner := "a"
	for _, e := range []Event{
		{Type: EventGame, Version: 4, Game: "g", ID: "i", Match: "m", Number: 2, Games: 3, Time: "t", Host: "h",
			Seats: []EventSeat{{"a", "x", true, false, &EventAgent{"n", true, true, 9, 0}}}, Limits: map[string]Micros{"l": 1}, Options: map[string]string{"o": "p"}, Strict: true, Credit: 4},
		{Type: EventTell, Seat: 1, Text: "x", LineEnd: "\r\n", Sent: 1, Drained: 2},
		{Type: EventAsk, Seat: 1, Text: "x", Limit: 3, Sent: 1, Drained: 2},
		{Type: EventAsk, Seat: 1, Text: "x", Limit: 3, Sent: 1, Drained: 2, Clock: &EventClock{"host", -1, 2, 3, 4, 5, 6, 7}},
		{Type: EventHear, Seat: 1, Limit: 3, Sent: 1, Drained: 2},
		{Type: EventStray, Seat: 1, Hex: "00", First: 1, Last: 2},
		{Type: EventNoise, Seat: 1, Text: "x", First: -1, Last: 2},
		{Type: EventEcho, Seat: 1, Text: "x", First: 1, Last: 2},
		{Type: EventStall, Seat: 1, From: 1, To: 2, Waited: 3, Own: 4, Read: 5},
		{Type: EventWait, Seat: 1, From: 1, To: 9, Held: 3, Stopped: 4, Late: 5, Own: 6, Read: 7},
		{Type: EventAnswer, Seat: 1, Question: "q", Text: "x", Sent: 1, Drained: 2, First: 3, Last: 4, Used: 5, Credit: 6, Judged: 7,
			Clock: &EventClock{By: "agent", ClockOffset: -1, OffsetError: 2, RTT: 3, In: 5, Start: 6, End: 7}},
		{Type: EventFault, Seat: 1, Kind: "eof", Detail: "d", Question: "q", Text: "x", Sent: 1, Drained: 2, Credit: 3, At: 4},
		{Type: EventFouled, Seat: 1, Foul: &EventFoul{1, "late", "r", "d", "q", "", "00", 1, 2}, At: 3},
		{Type: EventNote, Name: "n", At: 1, Data: json.RawMessage(`{"a":1}`)},
		{Type: EventLog, Seat: 1, Text: "x", At: 1},
		{Type: EventVerdict, Winner: &winner, Draw: true, Scores: []int{1, -2}, Reason: "r", Ply: 1, Void: true, Detail: "d",
			Foul:  &EventFoul{1, "late", "r", "d", "q", "x", "", 1, 2},
			Times: []EventTimes{{1, 2, 3, 4, 5}}, At: 9},
	} {
		back := scanned(t, summed(&e))
		back.Line, back.Sum = 0, ""
		require.Equal(t, &e, back)
		require.Contains(t, formats, e.Type)
	}
}

// summed is the line of an event.
func summed(e *Event) string {
	body := appendEvent(nil, e, Version)
	sum := new(HashChain).after(body, Version)
	return string(body) + sumKey + string(sum.bytes()) + sumEnd
}

func scanned(t *testing.T, line string) *Event {
	t.Helper()
	s := &scanner{in: []byte(line), version: Version}
	e, _ := scanEvent(s, true)
	require.NoError(t, s.wrong, line)
	require.False(t, s.cut, line)
	return e
}

// A line cut at any byte is the beginning of an event; with anything else
// behind it, it is not.
func TestCutIsToldFromGarbage(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for kind := range formats {
		line := summed(someEvent(r, kind))
		for n := 1; n < len(line); n++ {
			s := &scanner{in: []byte(line[:n]), version: Version}
			scanEvent(s, true)
			require.True(t, s.cut, "%s: %v", line[:n], s.wrong)
			s = &scanner{in: []byte(line[:n] + "\x00"), version: Version}
			scanEvent(s, true)
			require.Error(t, s.wrong, line[:n])
			require.LessOrEqual(t, s.at, n)
		}
		s := &scanner{in: []byte(line + " "), version: Version}
		scanEvent(s, true)
		require.ErrorContains(t, s.wrong, "the line has ended before")
	}
}

func TestNumbersOutOfRange(t *testing.T) {
	for _, number := range []string{strings.Repeat("9", 60), "9223372036854775808", "-9000000000000000000", "1125899906842625"} {
		line := `{"type":"tell","seat":0,"text":"x","sent":` + number + `,"drained":1}`
		s := &scanner{in: []byte(line), version: Version}
		scanEvent(s, true)
		require.ErrorContains(t, s.wrong, "digits is out of range")
		require.NotContains(t, s.wrong.Error(), number)
	}
}

// order is the order of the events in docs/record.md.
var order = []string{
	EventGame, EventTell, EventAsk, EventHear, EventStray, EventNoise, EventEcho, EventStall, EventWait, EventAnswer, EventFault,
	EventFouled, EventNote, EventLog, EventVerdict,
}

// page is the table of the fields for docs/record.md.
func page() string {
	var b strings.Builder
	b.WriteString("| event | fields |\n| --- | --- |\n")
	for _, kind := range order {
		b.WriteString("| `" + kind + "`" + inBrackets(introducedIn(kind)) + " | " + listed(formats[kind]) + " |\n")
	}
	b.WriteString("| a seat of `seats` | " + listed(seatFields) + " |\n")
	b.WriteString("| `away` (4) | " + listed(agentFields) + " |\n")
	b.WriteString("| `clock` (4) of `tell`, `ask` | " + listed(sentClockFields) + " |\n")
	b.WriteString("| `clock` (4) of others | " + listed(clockFields) + " |\n")
	b.WriteString("| `foul` | " + listed(foulFields) + " |\n")
	b.WriteString("| one of `times` | " + listed(timesFields) + " |\n")
	return b.String()
}

func inBrackets(version int) string {
	if version <= 1 {
		return ""
	}
	return fmt.Sprintf(" (%d)", version)
}

func listed[T any](fields []field[T]) string {
	var names []string
	for i := range fields {
		name := fields[i].name
		if name == "" {
			name = "text"
		}
		name = "`" + name + "`"
		if fields[i].omit != nil {
			name += "?"
		}
		names = append(names, name+inBrackets(fields[i].since))
	}
	return strings.Join(names, ", ")
}

// TestRecordPage holds docs/record.md to the format.
func TestRecordPage(t *testing.T) {
	require.Len(t, order, len(formats))
	text, err := os.ReadFile("../../docs/record.md")
	require.NoError(t, err)
	require.Contains(t, string(text), page(), "the table of the fields is another")
	require.Contains(t, string(text), fmt.Sprintf("This page is of version %d", Version))
}
