package record

// The format of a record is said here once: which fields an event of each type
// has, in which order, since which version, and which of them host.Verify derives
// again. The encoder, the scanner and Diff follow these tables, and a test
// holds docs/record.md to them.

// field is one member of a JSON object that describes a T.
type field[T any] struct {
	name    string
	codec   codec[T]
	since   int    // the first version that has it; 0 is all
	derived string // what Diff calls it; empty: it does not follow from the rest
	omit    func(*T) bool

	key string // with its punctuation
}

// keyed sets the keys of fields.
func keyed[T any](fields []field[T]) []field[T] {
	for i := range fields {
		f := &fields[i]
		if f.key = ","; f.name != "" {
			f.key = `,"` + f.name + `":`
		}
	}
	return fields
}

type codec[T any] interface {
	// Append appends the value as this version of the format writes it.
	Append(dst []byte, of *T, version int) []byte
	// Scan reads the value from where s is.
	Scan(s *scanner, of *T)
}

// formats are the fields of each type of event, behind its type.
var formats = keyedEvents(map[string][]field[Event]{
	EventGame: {
		{name: "version", codec: intField(func(e *Event) *int { return &e.Version })},
		{name: "game", codec: textField(func(e *Event) *string { return &e.Game })},
		{name: "id", codec: textField(func(e *Event) *string { return &e.ID })},
		{name: "match", codec: textField(func(e *Event) *string { return &e.Match }), since: 3},
		{name: "number", codec: intField(func(e *Event) *int { return &e.Number }), since: 3},
		{name: "games", codec: intField(func(e *Event) *int { return &e.Games }), since: 3},
		{name: "time", codec: textField(func(e *Event) *string { return &e.Time })},
		{name: "host", codec: textField(func(e *Event) *string { return &e.Host })},
		{name: "seats", codec: listField(func(e *Event) *[]EventSeat { return &e.Seats }, seatFields)},
		{name: "limits", codec: mapCodec[Event, Micros]{func(e *Event) *map[string]Micros { return &e.Limits }, appendMicros, (*scanner).micros}},
		{name: "options", codec: mapCodec[Event, string]{func(e *Event) *map[string]string { return &e.Options }, appendText, (*scanner).text}},
		{name: "strict", codec: boolField(func(e *Event) *bool { return &e.Strict })},
		{name: "credit", codec: microsField(func(e *Event) *Micros { return &e.Credit }), since: 2},
		{name: "credit_void", codec: boolField(func(e *Event) *bool { return &e.CreditVoid }), since: 4,
			omit: func(e *Event) bool { return !e.CreditVoid }},
	},
	EventTell:  {seatField, lineField, lineEndField, sentField, drainedField, sentClockField},
	EventAsk:   {seatField, lineField, lineEndField, limitField, sentField, drainedField, sentClockField},
	EventHear:  {seatField, limitField, sentField, drainedField},
	EventStray: {seatField, lineField, firstField, lastField, clockField},
	EventNoise: {seatField, lineField, firstField, lastField, clockField},
	EventEcho:  {seatField, lineField, firstField, lastField, clockField},
	EventStall: {
		seatField,
		{name: "from", codec: microsField(func(e *Event) *Micros { return &e.From }), derived: "from"},
		{name: "to", codec: microsField(func(e *Event) *Micros { return &e.To }), derived: "to"},
		{name: "waited", codec: microsField(func(e *Event) *Micros { return &e.Waited }), derived: "waited"},
		{name: "own", codec: microsField(func(e *Event) *Micros { return &e.Own }), since: 3, derived: "own"},
		{name: "read", codec: int64Field(func(e *Event) *int64 { return &e.Read }), since: 3, derived: "read"},
	},
	EventWait: {
		seatField,
		{name: "from", codec: microsField(func(e *Event) *Micros { return &e.From }), derived: "from"},
		{name: "to", codec: microsField(func(e *Event) *Micros { return &e.To }), derived: "to"},
		{name: "held", codec: microsField(func(e *Event) *Micros { return &e.Held }), derived: "held"},
		{name: "stopped", codec: microsField(func(e *Event) *Micros { return &e.Stopped }), derived: "stopped"},
		{name: "late", codec: microsField(func(e *Event) *Micros { return &e.Late }), derived: "late"},
		{name: "own", codec: microsField(func(e *Event) *Micros { return &e.Own }), derived: "own"},
		{name: "read", codec: int64Field(func(e *Event) *int64 { return &e.Read }), derived: "read"},
	},
	EventAnswer: {
		seatField, questionField, lineField, sentField, drainedField, firstField, lastField,
		{name: "used", codec: microsField(func(e *Event) *Micros { return &e.Used }), derived: "used"},
		grantedField,
		clockField,
		{name: "judged", codec: microsField(func(e *Event) *Micros { return &e.Judged })},
	},
	EventFault: {
		seatField,
		{name: "kind", codec: textField(func(e *Event) *string { return &e.Kind }), derived: "fault"},
		detailField, questionField, lineField, sentField, drainedField, grantedField, atField,
	},
	EventFouled: {
		seatField,
		{name: "foul", codec: objectField(func(e *Event) **EventFoul { return &e.Foul }, foulFields), derived: "foul"},
		atField,
	},
	EventNote: {
		{name: "name", codec: textField(func(e *Event) *string { return &e.Name }), derived: "name"},
		atField,
		{name: "data", codec: rawJSONField(func(e *Event) *[]byte { return (*[]byte)(&e.Data) }), derived: "data"},
	},
	EventLog: {seatField, lineField, atField},
	EventVerdict: {
		{name: "winner", codec: textOrNullField(func(e *Event) **string { return &e.Winner }), derived: "winner"},
		{name: "draw", codec: boolField(func(e *Event) *bool { return &e.Draw }), since: 3, derived: "draw",
			omit: func(e *Event) bool { return !e.Draw }},
		{name: "scores", codec: intsField(func(e *Event) *[]int { return &e.Scores }), since: 3, derived: "scores",
			omit: func(e *Event) bool { return len(e.Scores) == 0 }},
		{name: "reason", codec: textField(func(e *Event) *string { return &e.Reason }), derived: "reason"},
		{name: "ply", codec: intField(func(e *Event) *int { return &e.Ply }), derived: "ply"},
		{name: "void", codec: boolField(func(e *Event) *bool { return &e.Void }), derived: "void"},
		detailField,
		{name: "foul", codec: objectOrNullField(func(e *Event) **EventFoul { return &e.Foul }, foulFields), derived: "foul"},
		{name: "times", codec: listField(func(e *Event) *[]EventTimes { return &e.Times }, timesFields), derived: "answer times"},
		atField,
	},
})

func keyedEvents(all map[string][]field[Event]) map[string][]field[Event] {
	for _, fields := range all {
		keyed(fields)
	}
	return all
}

// introducedIn is the version that brought a type of event.
func introducedIn(eventType string) int {
	switch eventType {
	case EventStall:
		return 2
	case EventHear, EventFouled:
		return 3
	case EventWait:
		return 4
	}
	return 1
}

// Fields that several types of event have.
var (
	seatField = field[Event]{
		name: "seat", codec: intField(func(e *Event) *int { return &e.Seat }), derived: "seat"}
	lineField = field[Event]{
		codec: textOrHexField(func(e *Event) (text, hex *string) { return &e.Text, &e.Hex }), derived: "line"}
	questionField = field[Event]{
		name: "question", codec: textField(func(e *Event) *string { return &e.Question }), derived: "question"}
	lineEndField = field[Event]{
		name: "line_end", codec: textField(func(e *Event) *string { return &e.LineEnd }), since: 3, derived: "line end",
		omit: func(e *Event) bool { return e.LineEnd == "" }}
	limitField = field[Event]{
		name: "limit", codec: microsField(func(e *Event) *Micros { return &e.Limit }), derived: "limit"}
	sentField = field[Event]{
		name: "sent", codec: microsField(func(e *Event) *Micros { return &e.Sent }), derived: "sent"}
	drainedField = field[Event]{
		name: "drained", codec: microsField(func(e *Event) *Micros { return &e.Drained }), derived: "drained"}
	firstField = field[Event]{
		name: "first", codec: microsField(func(e *Event) *Micros { return &e.First }), derived: "first"}
	lastField = field[Event]{
		name: "last", codec: microsField(func(e *Event) *Micros { return &e.Last }), derived: "last"}
	grantedField = field[Event]{
		name: "credit", codec: microsField(func(e *Event) *Micros { return &e.Credit }), derived: "credit",
		omit: func(e *Event) bool { return e.Credit == 0 }}
	sentClockField = field[Event]{
		name: "clock", codec: objectField(func(e *Event) **EventClock { return &e.Clock }, sentClockFields), since: 4, derived: "clock",
		omit: func(e *Event) bool { return e.Clock == nil }}
	clockField = field[Event]{
		name: "clock", codec: objectField(func(e *Event) **EventClock { return &e.Clock }, clockFields), since: 4, derived: "clock",
		omit: func(e *Event) bool { return e.Clock == nil }}
	detailField = field[Event]{
		name: "detail", codec: textField(func(e *Event) *string { return &e.Detail })}
	atField = field[Event]{
		name: "at", codec: microsField(func(e *Event) *Micros { return &e.At })}
)

var seatFields = keyed([]field[EventSeat]{
	{name: "name", codec: textField(func(s *EventSeat) *string { return &s.Name })},
	{name: "address", codec: textField(func(s *EventSeat) *string { return &s.Address })},
	{name: "polled", codec: boolField(func(s *EventSeat) *bool { return &s.PollingClient }), since: 3,
		omit: func(s *EventSeat) bool { return !s.PollingClient }},
	{name: "uncounted", codec: boolField(func(s *EventSeat) *bool { return &s.Uncounted }), since: 4,
		omit: func(s *EventSeat) bool { return !s.Uncounted }},
	{name: "away", codec: objectField(func(s *EventSeat) **EventAgent { return &s.Agent }, agentFields), since: 4,
		omit: func(s *EventSeat) bool { return s.Agent == nil }},
})

var agentFields = keyed([]field[EventAgent]{
	{name: "agent", codec: textField(func(a *EventAgent) *string { return &a.Name })},
	{name: "trusted", codec: boolField(func(a *EventAgent) *bool { return &a.Trusted })},
	{name: "forfeit", codec: boolField(func(a *EventAgent) *bool { return &a.Forfeit })},
	{name: "wait", codec: microsField(func(a *EventAgent) *Micros { return &a.Wait })},
	{name: "share", codec: microsField(func(a *EventAgent) *Micros { return &a.Share }), since: 4,
		omit: func(a *EventAgent) bool { return a.Share == 0 }},
})

// Fields of a clock.
var (
	byField          = field[EventClock]{name: "judge", codec: textField(func(c *EventClock) *string { return &c.By }), derived: "judge"}
	clockOffsetField = field[EventClock]{name: "zero", codec: microsField(func(c *EventClock) *Micros { return &c.ClockOffset })}
	offsetErrorField = field[EventClock]{name: "within", codec: microsField(func(c *EventClock) *Micros { return &c.OffsetError })}
	rttField         = field[EventClock]{name: "trip", codec: microsField(func(c *EventClock) *Micros { return &c.RTT })}
	outField         = field[EventClock]{name: "out", codec: microsField(func(c *EventClock) *Micros { return &c.Out })}
	inField          = field[EventClock]{name: "in", codec: microsField(func(c *EventClock) *Micros { return &c.In })}
)

// startField and endField are named after the stamps that they are the agent's of.
func startField(name string) field[EventClock] {
	return field[EventClock]{name: name, codec: microsField(func(c *EventClock) *Micros { return &c.Start })}
}

func endField(name string) field[EventClock] {
	return field[EventClock]{name: name, codec: microsField(func(c *EventClock) *Micros { return &c.End })}
}

var (
	sentClockFields = keyed([]field[EventClock]{
		byField, clockOffsetField, offsetErrorField, rttField, outField, inField, startField("sent"), endField("drained"),
	})
	clockFields = keyed([]field[EventClock]{
		byField, clockOffsetField, offsetErrorField, rttField, inField, startField("first"), endField("last"),
	})
)

var foulFields = keyed([]field[EventFoul]{
	{name: "seat", codec: intField(func(f *EventFoul) *int { return &f.Seat }), derived: "seat"},
	{name: "kind", codec: textField(func(f *EventFoul) *string { return &f.Kind }), derived: "kind"},
	{name: "reason", codec: textField(func(f *EventFoul) *string { return &f.Reason }), derived: "reason"},
	{name: "detail", codec: textField(func(f *EventFoul) *string { return &f.Detail })},
	{name: "question", codec: textField(func(f *EventFoul) *string { return &f.Question }), derived: "question"},
	{codec: textOrHexField(func(f *EventFoul) (text, hex *string) { return &f.Text, &f.Hex }), derived: "bytes"},
	{name: "used", codec: microsField(func(f *EventFoul) *Micros { return &f.Used }), derived: "time"},
	{name: "limit", codec: microsField(func(f *EventFoul) *Micros { return &f.Limit }), derived: "limit"},
})

var timesFields = keyed([]field[EventTimes]{
	{name: "answers", codec: intField(func(t *EventTimes) *int { return &t.Answers }), derived: "answers"},
	{name: "min", codec: microsField(func(t *EventTimes) *Micros { return &t.Min }), derived: "min"},
	{name: "median", codec: microsField(func(t *EventTimes) *Micros { return &t.Median }), derived: "median"},
	{name: "p99", codec: microsField(func(t *EventTimes) *Micros { return &t.P99 }), derived: "p99"},
	{name: "max", codec: microsField(func(t *EventTimes) *Micros { return &t.Max }), derived: "max"},
})
