package record

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	maxMicros = 1 << 50 // 35 years: no time is longer
	maxNumber = 1 << 31 // no count is larger
	maxItems  = 1000    // in a list or an object of an event
)

// scanner reads a line of a record from left to right, as the format has it:
// each field where it belongs and nothing between. It stops at the first byte
// that it does not understand, or at the end when the line is the beginning of
// one. After that, every method does nothing.
type scanner struct {
	in      []byte
	at      int
	version int   // of the format
	cut     bool  // in ended where more was to come
	wrong   error // what is not understood at at
	whole   bool  // it is all of the line, wherever at is
}

func (s *scanner) stopped() bool { return s.cut || s.wrong != nil }

// fail stops at a place.
func (s *scanner) fail(at int, format string, args ...any) {
	if !s.stopped() {
		s.at, s.wrong = at, fmt.Errorf(format, args...)
	}
}

// refuse stops at a line that can be read and says what cannot be.
func (s *scanner) refuse(format string, args ...any) {
	s.fail(s.at, format, args...)
	s.whole = true
}

func (s *scanner) rest() []byte { return s.in[s.at:] }

// literal reads what must stand there.
func (s *scanner) literal(want string) { s.oneOf(want) }

// oneOf reads one of some texts, none of which begins another, and returns its
// index.
func (s *scanner) oneOf(texts ...string) int {
	if s.stopped() {
		return 0
	}
	most := 0
	for i, text := range texts {
		n := common(s.rest(), text)
		if n == len(text) {
			s.at += n
			return i
		}
		if n == len(s.rest()) {
			s.cut = true
		}
		most = max(most, n)
	}
	if !s.cut {
		s.fail(s.at+most, "%s is expected here", strings.Join(texts, " or "))
	}
	return 0
}

func common(a []byte, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// follows reads a text if it stands there.
func (s *scanner) follows(text string) bool {
	if s.stopped() || common(s.rest(), text) < len(text) {
		return false
	}
	s.at += len(text)
	return true
}

// null reads null, or leaves other input.
func (s *scanner) null() bool {
	if s.stopped() || len(s.rest()) > 0 && s.rest()[0] != 'n' {
		return false
	}
	s.literal("null")
	return true
}

// integer reads a number whose amount is at most most.
func (s *scanner) integer(most int64) int64 {
	if s.stopped() {
		return 0
	}
	end := s.at
	for end < len(s.in) && (s.in[end] == '-' && end == s.at || '0' <= s.in[end] && s.in[end] <= '9') {
		end++
	}
	if end == len(s.in) {
		s.cut = true
		return 0
	}
	n, err := strconv.ParseInt(string(s.in[s.at:end]), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && (n > most || n < -most):
		s.fail(s.at, "number of %d digits is out of range", end-s.at)
		return 0
	case err != nil:
		s.fail(end, "a whole number is expected here")
		return 0
	}
	s.at = end
	return n
}

func (s *scanner) micros() Micros { return Micros(s.integer(maxMicros)) }

// text reads a JSON string.
func (s *scanner) text() string {
	s.literal(`"`)
	from := s.at
	for !s.stopped() { // what needs no work, most often all of it
		switch end := s.plainText(); {
		case end == len(s.in):
			s.cut = true
		case s.in[end] == '"':
			s.at = end + 1
			return string(s.in[from:end])
		default:
			return s.escapedText(append([]byte(nil), s.in[from:end]...), end)
		}
	}
	return ""
}

// plainText is the place of the first byte of a string that needs work.
func (s *scanner) plainText() int {
	for i := s.at; i < len(s.in); i++ {
		if c := s.in[i]; c == '"' || c == '\\' || c < ' ' || c >= utf8.RuneSelf {
			return i
		}
	}
	return len(s.in)
}

// escapedText reads the rest of a string, from a place on, after what it
// begins with.
func (s *scanner) escapedText(text []byte, at int) string {
	s.at = at
	for !s.stopped() {
		if len(s.rest()) == 0 {
			s.cut = true
			break
		}
		switch c := s.rest()[0]; {
		case c == '"':
			s.at++
			return string(text)
		case c == '\\':
			text = utf8.AppendRune(text, s.escape())
		case c < ' ':
			s.fail(s.at, "control character in a string")
		case !utf8.FullRune(s.rest()):
			s.cut = true
		default:
			r, n := utf8.DecodeRune(s.rest())
			if r == utf8.RuneError && n == 1 {
				s.fail(s.at, "byte that is not UTF-8")
				break
			}
			text, s.at = utf8.AppendRune(text, r), s.at+n
		}
	}
	return ""
}

// escape reads what a backslash begins.
func (s *scanner) escape() rune {
	r := [...]rune{'"', '\\', -1}[s.oneOf(`\"`, `\\`, `\u`)]
	if r >= 0 || s.stopped() {
		return r
	}
	r = s.fourDigits()
	if utf16.IsSurrogate(r) {
		s.literal(`\u`)
		r = utf16.DecodeRune(r, s.fourDigits())
	}
	return r
}

// fourDigits reads what follows \u.
func (s *scanner) fourDigits() (r rune) {
	for range 4 {
		r = r<<4 | s.hexDigit()
	}
	return r
}

// hexDigit reads one, of those that are written in lower case.
func (s *scanner) hexDigit() rune {
	switch {
	case s.stopped():
	case len(s.rest()) == 0:
		s.cut = true
	case !isHexDigit(s.rest()[0]):
		s.fail(s.at, "a hexadecimal digit is expected here")
	default:
		c := rune(s.rest()[0])
		s.at++
		if c > '9' {
			return c - 'a' + 10
		}
		return c - '0'
	}
	return 0
}

// hex reads a string of hexadecimal digits, two a byte and at least one.
func (s *scanner) hex() string {
	at := s.at
	text := s.text()
	if _, err := hex.DecodeString(text); (err != nil || text == "") && !s.stopped() {
		s.fail(at, "hexadecimal digits, two a byte, are expected here")
	}
	return text
}

// json reads any JSON value.
func (s *scanner) json() []byte {
	if s.stopped() {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(s.rest()))
	var raw json.RawMessage
	err := d.Decode(&raw)
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		s.cut = true
	case errors.As(err, &syntax):
		s.fail(s.at+max(0, int(syntax.Offset)-1), "this is no JSON")
	case err != nil:
		s.fail(s.at, "this is no JSON")
	default:
		s.at += int(d.InputOffset())
	}
	return raw
}

// items reads what stands between two brackets, with commas between.
func (s *scanner) items(open, end byte, item func()) {
	s.literal(string(open))
	if s.follows(string(end)) {
		return
	}
	for n := 0; !s.stopped(); n++ {
		if n == maxItems {
			s.fail(s.at, "more than %d of these", maxItems)
		}
		if item(); s.oneOf(",", string(end)) == 1 {
			return
		}
	}
}

// eventTypes are the types of event with the quotation mark behind each.
var eventTypes = func() (types []string) {
	for name := range formats {
		types = append(types, name+`"`)
	}
	slices.Sort(types)
	return types
}()

// scanEvent reads a whole line: an event and its sum. Outside a game only the
// event that begins one is understood.
func scanEvent(s *scanner, inside bool) (e *Event, sum string) {
	e = &Event{}
	if len(s.in) == 0 {
		s.refuse("line is empty: the record was changed")
	}
	s.literal(`{"type":"`)
	e.Type = s.eventType(inside)
	if e.Type == EventGame {
		s.gameVersion()
	}
	scanFields(s, e, formats[e.Type])
	s.literal(sumKey)
	from := s.at
	for !s.stopped() && s.at < from+sumSize(s.version) {
		s.hexDigit()
	}
	sum = string(s.in[from:s.at])
	s.literal(sumEnd)
	if !s.stopped() && len(s.rest()) > 0 {
		s.fail(s.at, "the line has ended before")
	}
	return e, sum
}

// eventType reads the type of an event.
func (s *scanner) eventType(inside bool) string {
	if s.stopped() {
		return ""
	}
	at := s.at
	known := strings.TrimSuffix(eventTypes[s.oneOf(eventTypes...)], `"`)
	switch word, _, _ := bytes.Cut(s.in[at:], []byte(`"`)); {
	case s.wrong != nil:
		s.wrong = nil
		s.refuse("unknown event type %.40q", word)
	case s.cut && !inside && common(s.in[at:], EventGame) < len(s.in)-at,
		!s.cut && !inside && known != EventGame:
		s.cut = false
		s.refuse("%s event outside a game: the record's beginning is missing", word)
	}
	return known
}

// gameVersion looks at the version of a game event.
func (s *scanner) gameVersion() {
	ahead := *s
	ahead.literal(`,"version":`)
	n := ahead.integer(maxNumber)
	if ahead.stopped() {
		return // told when the field is read
	}
	if n < 1 || n > Version {
		s.refuse("record has version %d, this program reads 1 to %d", n, Version)
		return
	}
	s.version = int(n)
}

// scanFields reads the fields that the version has, each with a comma before
// it.
func scanFields[T any](s *scanner, of *T, fields []field[T]) {
	for i := range fields {
		f := &fields[i]
		if f.since > s.version {
			continue
		}
		if f.omit != nil && !s.mayFollow(f.key) {
			continue
		}
		if f.omit == nil {
			s.literal(f.key)
		}
		if s.stopped() {
			return
		}
		f.codec.Scan(s, of)
	}
}

// mayFollow is follows of a text that the line may also be cut in.
func (s *scanner) mayFollow(text string) bool {
	if s.follows(text) {
		return true
	}
	s.cut = s.cut || s.wrong == nil && common(s.rest(), text) == len(s.rest())
	return false
}

// scanObject reads an object with the fields.
func scanObject[T any](s *scanner, of *T, fields []field[T]) {
	first := &fields[0]
	s.literal("{" + first.key[1:])
	if s.stopped() {
		return
	}
	first.codec.Scan(s, of)
	scanFields(s, of, fields[1:])
	s.literal("}")
}
