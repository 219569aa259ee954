package host

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"
)

// encoder appends one JSON object by hand: an event is written between an
// answer and the next question, where reflection would be most of the cost.
type encoder struct{ buf []byte }

// appendEvent appends e without its sum and without the closing brace.
func appendEvent(dst []byte, e *Event) []byte {
	w := encoder{append(dst, `{"type":`...)}
	w.buf = appendString(w.buf, e.Type)
	switch e.Type {
	case EventGame:
		w.game(e)
	case EventTell:
		w.num("seat", e.Seat)
		w.line(e.Text, e.Hex)
		w.micros("sent", e.Sent)
		w.micros("drained", e.Drained)
	case EventAsk:
		w.num("seat", e.Seat)
		w.line(e.Text, e.Hex)
		w.micros("limit", e.Limit)
		w.micros("sent", e.Sent)
		w.micros("drained", e.Drained)
	case EventStray, EventNoise, EventEcho:
		w.num("seat", e.Seat)
		w.line(e.Text, e.Hex)
		w.micros("first", e.First)
		w.micros("last", e.Last)
	case EventStall:
		w.num("seat", e.Seat)
		w.micros("from", e.From)
		w.micros("to", e.To)
		w.micros("waited", e.Waited)
	case EventAnswer:
		w.answer(e)
	case EventFault:
		w.fault(e)
	case EventNote:
		w.str("name", e.Name)
		w.micros("at", e.At)
		w.raw("data", e.Data)
	case EventLog:
		w.num("seat", e.Seat)
		w.line(e.Text, e.Hex)
		w.micros("at", e.At)
	case EventVerdict:
		w.verdict(e)
	}
	return w.buf
}

func (w *encoder) game(e *Event) {
	w.num("version", e.Version)
	w.str("game", e.Game)
	w.str("id", e.ID)
	w.str("time", e.Time)
	w.str("host", e.Host)
	w.key("seats")
	w.buf = append(w.buf, '[')
	for i, s := range e.Seats {
		w.comma(i)
		w.buf = append(w.buf, `{"name":`...)
		w.buf = appendString(w.buf, s.Name)
		w.str("address", s.Address)
		w.buf = append(w.buf, '}')
	}
	w.buf = append(w.buf, ']')
	w.key("limits")
	w.buf = append(w.buf, '{')
	for i, name := range slices.Sorted(maps.Keys(e.Limits)) {
		w.comma(i)
		w.buf = append(appendString(w.buf, name), ':')
		w.buf = strconv.AppendInt(w.buf, int64(e.Limits[name]), 10)
	}
	w.buf = append(w.buf, '}')
	w.key("options")
	w.buf = append(w.buf, '{')
	for i, name := range slices.Sorted(maps.Keys(e.Options)) {
		w.comma(i)
		w.buf = append(appendString(w.buf, name), ':')
		w.buf = appendString(w.buf, e.Options[name])
	}
	w.buf = append(w.buf, '}')
	w.bool("strict", e.Strict)
	w.micros("credit", e.Credit)
}

func (w *encoder) answer(e *Event) {
	w.num("seat", e.Seat)
	w.str("question", e.Question)
	w.line(e.Text, e.Hex)
	w.micros("sent", e.Sent)
	w.micros("drained", e.Drained)
	w.micros("first", e.First)
	w.micros("last", e.Last)
	w.micros("used", e.Used)
	w.credit(e)
	w.micros("judged", e.Judged)
}

func (w *encoder) fault(e *Event) {
	w.num("seat", e.Seat)
	w.str("kind", e.Kind)
	w.str("detail", e.Detail)
	w.str("question", e.Question)
	w.line(e.Text, e.Hex)
	w.micros("sent", e.Sent)
	w.micros("drained", e.Drained)
	w.credit(e)
	w.micros("at", e.At)
}

// credit writes what was granted, which hardly ever is anything.
func (w *encoder) credit(e *Event) {
	if e.Credit != 0 {
		w.micros("credit", e.Credit)
	}
}

func (w *encoder) verdict(e *Event) {
	w.key("winner")
	if e.Winner == nil {
		w.buf = append(w.buf, "null"...)
	} else {
		w.buf = appendString(w.buf, *e.Winner)
	}
	w.str("reason", e.Reason)
	w.num("ply", e.Ply)
	w.bool("void", e.Void)
	w.str("detail", e.Detail)
	w.key("foul")
	if e.Foul == nil {
		w.buf = append(w.buf, "null"...)
	} else {
		w.foul(e.Foul)
	}
	w.key("times")
	w.buf = append(w.buf, '[')
	for i, t := range e.Times {
		w.comma(i)
		w.times(t)
	}
	w.buf = append(w.buf, ']')
	w.micros("at", e.At)
}

func (w *encoder) foul(f *EventFoul) {
	w.buf = append(w.buf, `{"seat":`...)
	w.buf = strconv.AppendInt(w.buf, int64(f.Seat), 10)
	w.str("kind", string(f.Kind))
	w.str("reason", f.Reason)
	w.str("detail", f.Detail)
	w.str("question", f.Question)
	w.line(f.Text, f.Hex)
	w.micros("used", f.Used)
	w.micros("limit", f.Limit)
	w.buf = append(w.buf, '}')
}

func (w *encoder) times(t EventTimes) {
	w.buf = append(w.buf, `{"answers":`...)
	w.buf = strconv.AppendInt(w.buf, int64(t.Answers), 10)
	w.micros("min", t.Min)
	w.micros("median", t.Median)
	w.micros("p99", t.P99)
	w.micros("max", t.Max)
	w.buf = append(w.buf, '}')
}

func (w *encoder) comma(i int) {
	if i > 0 {
		w.buf = append(w.buf, ',')
	}
}

func (w *encoder) key(name string) {
	w.buf = append(w.buf, ',', '"')
	w.buf = append(w.buf, name...)
	w.buf = append(w.buf, '"', ':')
}

func (w *encoder) str(name, value string) {
	w.key(name)
	w.buf = appendString(w.buf, value)
}

func (w *encoder) num(name string, value int) {
	w.key(name)
	w.buf = strconv.AppendInt(w.buf, int64(value), 10)
}

func (w *encoder) micros(name string, value Micros) {
	w.key(name)
	w.buf = strconv.AppendInt(w.buf, int64(value), 10)
}

func (w *encoder) bool(name string, value bool) {
	w.key(name)
	w.buf = strconv.AppendBool(w.buf, value)
}

func (w *encoder) raw(name string, value json.RawMessage) {
	w.key(name)
	if len(value) == 0 {
		value = json.RawMessage("null")
	}
	w.buf = append(w.buf, value...)
}

// line writes "hex" when it is set and "text" otherwise.
func (w *encoder) line(text, hexed string) {
	if hexed != "" {
		w.str("hex", hexed)
		return
	}
	w.str("text", text)
}

// appendString appends s as a JSON string. What is not UTF-8 becomes U+FFFD:
// lines of players never come here in that state, error texts may.
func appendString(dst []byte, s string) []byte {
	const hexDigits = "0123456789abcdef"
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		case c < utf8.RuneSelf:
			dst = append(dst, c)
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			dst = utf8.AppendRune(dst, r)
			i += n
			continue
		}
		i++
	}
	return append(dst, '"')
}
