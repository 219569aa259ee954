package record

// The format of a record is said here once: which fields an event of each type
// has, in which order, since which version, and which of them host.Verify derives
// again. The encoder, the scanner and Diff follow these tables, and a test
// holds docs/record.md to them.

// field is one member of a JSON object that describes a T.
type field[T any] struct {
	name    string
	value   value[T]
	since   int    // the first version that has it; 0 is all
	derived string // what Diff calls it; empty: it does not follow from the rest
	omit    func(*T) bool

	key string // what stands before its value
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

// value is how a field's value is written and read.
type value[T any] interface {
	// Append appends the value as this version of the format writes it.
	Append(dst []byte, of *T, version int) []byte
	// Scan reads the value from where s is.
	Scan(s *scanner, of *T)
}

// formats are the fields of each type of event, behind its type.
var formats = keyedEvents(map[string][]field[Event]{
	EventGame: {
		{name: "version", value: number(func(e *Event) *int { return &e.Version })},
		{name: "game", value: text(func(e *Event) *string { return &e.Game })},
		{name: "id", value: text(func(e *Event) *string { return &e.ID })},
		{name: "match", value: text(func(e *Event) *string { return &e.Match }), since: 3},
		{name: "number", value: number(func(e *Event) *int { return &e.Number }), since: 3},
		{name: "games", value: number(func(e *Event) *int { return &e.Games }), since: 3},
		{name: "time", value: text(func(e *Event) *string { return &e.Time })},
		{name: "host", value: text(func(e *Event) *string { return &e.Host })},
		{name: "seats", value: list(func(e *Event) *[]EventSeat { return &e.Seats }, seatFields)},
		{name: "limits", value: named[Event, Micros]{func(e *Event) *map[string]Micros { return &e.Limits }, appendMicros, (*scanner).micros}},
		{name: "options", value: named[Event, string]{func(e *Event) *map[string]string { return &e.Options }, appendText, (*scanner).text}},
		{name: "strict", value: truth(func(e *Event) *bool { return &e.Strict })},
		{name: "credit", value: span64(func(e *Event) *Micros { return &e.Credit }), since: 2},
	},
	EventTell:  {seatField, lineField, lineEndField, sentField, drainedField, sentClockField},
	EventAsk:   {seatField, lineField, lineEndField, limitField, sentField, drainedField, sentClockField},
	EventHear:  {seatField, limitField, sentField, drainedField},
	EventStray: {seatField, lineField, firstField, lastField, clockField},
	EventNoise: {seatField, lineField, firstField, lastField, clockField},
	EventEcho:  {seatField, lineField, firstField, lastField, clockField},
	EventStall: {
		seatField,
		{name: "from", value: span64(func(e *Event) *Micros { return &e.From }), derived: "from"},
		{name: "to", value: span64(func(e *Event) *Micros { return &e.To }), derived: "to"},
		{name: "waited", value: span64(func(e *Event) *Micros { return &e.Waited }), derived: "waited"},
		{name: "own", value: span64(func(e *Event) *Micros { return &e.Own }), since: 3, derived: "own"},
		{name: "read", value: amount(func(e *Event) *int64 { return &e.Read }), since: 3, derived: "read"},
	},
	EventAnswer: {
		seatField, questionField, lineField, sentField, drainedField, firstField, lastField,
		{name: "used", value: span64(func(e *Event) *Micros { return &e.Used }), derived: "used"},
		grantedField,
		clockField,
		{name: "judged", value: span64(func(e *Event) *Micros { return &e.Judged })},
	},
	EventFault: {
		seatField,
		{name: "kind", value: text(func(e *Event) *string { return &e.Kind }), derived: "fault"},
		detailField, questionField, lineField, sentField, drainedField, grantedField, atField,
	},
	EventFouled: {
		seatField,
		{name: "foul", value: object(func(e *Event) **EventFoul { return &e.Foul }, foulFields), derived: "foul"},
		atField,
	},
	EventNote: {
		{name: "name", value: text(func(e *Event) *string { return &e.Name }), derived: "name"},
		atField,
		{name: "data", value: rawJSON(func(e *Event) *[]byte { return (*[]byte)(&e.Data) }), derived: "data"},
	},
	EventLog: {seatField, lineField, atField},
	EventVerdict: {
		{name: "winner", value: textOrNull(func(e *Event) **string { return &e.Winner }), derived: "winner"},
		{name: "draw", value: truth(func(e *Event) *bool { return &e.Draw }), since: 3, derived: "draw",
			omit: func(e *Event) bool { return !e.Draw }},
		{name: "scores", value: numbers(func(e *Event) *[]int { return &e.Scores }), since: 3, derived: "scores",
			omit: func(e *Event) bool { return len(e.Scores) == 0 }},
		{name: "reason", value: text(func(e *Event) *string { return &e.Reason }), derived: "reason"},
		{name: "ply", value: number(func(e *Event) *int { return &e.Ply }), derived: "ply"},
		{name: "void", value: truth(func(e *Event) *bool { return &e.Void }), derived: "void"},
		detailField,
		{name: "foul", value: objectOrNull(func(e *Event) **EventFoul { return &e.Foul }, foulFields), derived: "foul"},
		{name: "times", value: list(func(e *Event) *[]EventTimes { return &e.Times }, timesFields), derived: "answer times"},
		atField,
	},
})

func keyedEvents(all map[string][]field[Event]) map[string][]field[Event] {
	for _, fields := range all {
		keyed(fields)
	}
	return all
}

// brought is the version that brought a type of event.
func brought(eventType string) int {
	switch eventType {
	case EventStall:
		return 2
	case EventHear, EventFouled:
		return 3
	}
	return 1
}

// Fields that several types of event have.
var (
	seatField = field[Event]{
		name: "seat", value: number(func(e *Event) *int { return &e.Seat }), derived: "seat"}
	lineField = field[Event]{
		value: line(func(e *Event) (text, hex *string) { return &e.Text, &e.Hex }), derived: "line"}
	questionField = field[Event]{
		name: "question", value: text(func(e *Event) *string { return &e.Question }), derived: "question"}
	lineEndField = field[Event]{
		name: "line_end", value: text(func(e *Event) *string { return &e.LineEnd }), since: 3, derived: "line end",
		omit: func(e *Event) bool { return e.LineEnd == "" }}
	limitField = field[Event]{
		name: "limit", value: span64(func(e *Event) *Micros { return &e.Limit }), derived: "limit"}
	sentField = field[Event]{
		name: "sent", value: span64(func(e *Event) *Micros { return &e.Sent }), derived: "sent"}
	drainedField = field[Event]{
		name: "drained", value: span64(func(e *Event) *Micros { return &e.Drained }), derived: "drained"}
	firstField = field[Event]{
		name: "first", value: span64(func(e *Event) *Micros { return &e.First }), derived: "first"}
	lastField = field[Event]{
		name: "last", value: span64(func(e *Event) *Micros { return &e.Last }), derived: "last"}
	grantedField = field[Event]{
		name: "credit", value: span64(func(e *Event) *Micros { return &e.Credit }), derived: "credit",
		omit: func(e *Event) bool { return e.Credit == 0 }}
	sentClockField = field[Event]{
		name: "clock", value: object(func(e *Event) **EventClock { return &e.Clock }, sentClockFields), since: 4, derived: "clock",
		omit: func(e *Event) bool { return e.Clock == nil }}
	clockField = field[Event]{
		name: "clock", value: object(func(e *Event) **EventClock { return &e.Clock }, clockFields), since: 4, derived: "clock",
		omit: func(e *Event) bool { return e.Clock == nil }}
	detailField = field[Event]{
		name: "detail", value: text(func(e *Event) *string { return &e.Detail })}
	atField = field[Event]{
		name: "at", value: span64(func(e *Event) *Micros { return &e.At })}
)

var seatFields = keyed([]field[EventSeat]{
	{name: "name", value: text(func(s *EventSeat) *string { return &s.Name })},
	{name: "address", value: text(func(s *EventSeat) *string { return &s.Address })},
	{name: "polled", value: truth(func(s *EventSeat) *bool { return &s.Polled }), since: 3,
		omit: func(s *EventSeat) bool { return !s.Polled }},
	{name: "uncounted", value: truth(func(s *EventSeat) *bool { return &s.Uncounted }), since: 4,
		omit: func(s *EventSeat) bool { return !s.Uncounted }},
	{name: "away", value: object(func(s *EventSeat) **EventAway { return &s.Away }, awayFields), since: 4,
		omit: func(s *EventSeat) bool { return s.Away == nil }},
})

var awayFields = keyed([]field[EventAway]{
	{name: "agent", value: text(func(a *EventAway) *string { return &a.Agent })},
	{name: "trusted", value: truth(func(a *EventAway) *bool { return &a.Trusted })},
	{name: "forfeit", value: truth(func(a *EventAway) *bool { return &a.Forfeit })},
	{name: "wait", value: span64(func(a *EventAway) *Micros { return &a.Wait })},
	{name: "share", value: span64(func(a *EventAway) *Micros { return &a.Share }), since: 4,
		omit: func(a *EventAway) bool { return a.Share == 0 }},
})

// Fields of a clock.
var (
	judgeField  = field[EventClock]{name: "judge", value: text(func(c *EventClock) *string { return &c.Judge }), derived: "judge"}
	zeroField   = field[EventClock]{name: "zero", value: span64(func(c *EventClock) *Micros { return &c.Zero })}
	withinField = field[EventClock]{name: "within", value: span64(func(c *EventClock) *Micros { return &c.Within })}
	tripField   = field[EventClock]{name: "trip", value: span64(func(c *EventClock) *Micros { return &c.Trip })}
	outField    = field[EventClock]{name: "out", value: span64(func(c *EventClock) *Micros { return &c.Out })}
	inField     = field[EventClock]{name: "in", value: span64(func(c *EventClock) *Micros { return &c.In })}
)

// startField and endField are named after the stamps that they are the agent's of.
func startField(name string) field[EventClock] {
	return field[EventClock]{name: name, value: span64(func(c *EventClock) *Micros { return &c.Start })}
}

func endField(name string) field[EventClock] {
	return field[EventClock]{name: name, value: span64(func(c *EventClock) *Micros { return &c.End })}
}

var (
	sentClockFields = keyed([]field[EventClock]{
		judgeField, zeroField, withinField, tripField, outField, inField, startField("sent"), endField("drained"),
	})
	clockFields = keyed([]field[EventClock]{
		judgeField, zeroField, withinField, tripField, inField, startField("first"), endField("last"),
	})
)

var foulFields = keyed([]field[EventFoul]{
	{name: "seat", value: number(func(f *EventFoul) *int { return &f.Seat }), derived: "seat"},
	{name: "kind", value: text(func(f *EventFoul) *string { return &f.Kind }), derived: "kind"},
	{name: "reason", value: text(func(f *EventFoul) *string { return &f.Reason }), derived: "reason"},
	{name: "detail", value: text(func(f *EventFoul) *string { return &f.Detail })},
	{name: "question", value: text(func(f *EventFoul) *string { return &f.Question }), derived: "question"},
	{value: line(func(f *EventFoul) (text, hex *string) { return &f.Text, &f.Hex }), derived: "bytes"},
	{name: "used", value: span64(func(f *EventFoul) *Micros { return &f.Used }), derived: "time"},
	{name: "limit", value: span64(func(f *EventFoul) *Micros { return &f.Limit }), derived: "limit"},
})

var timesFields = keyed([]field[EventTimes]{
	{name: "answers", value: number(func(t *EventTimes) *int { return &t.Answers }), derived: "answers"},
	{name: "min", value: span64(func(t *EventTimes) *Micros { return &t.Min }), derived: "min"},
	{name: "median", value: span64(func(t *EventTimes) *Micros { return &t.Median }), derived: "median"},
	{name: "p99", value: span64(func(t *EventTimes) *Micros { return &t.P99 }), derived: "p99"},
	{name: "max", value: span64(func(t *EventTimes) *Micros { return &t.Max }), derived: "max"},
})
