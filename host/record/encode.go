package record

import (
	"strconv"
	"unicode/utf8"

	"github.com/loopline/loopline/termsafe"
)

// appendEvent appends an event as a version of the record writes it, without
// its sum and without the closing brace. It writes by hand: an event is written
// between an answer and the next question, where reflection would be most of
// the cost.
func appendEvent(dst []byte, e *Event, version int) []byte {
	dst = append(dst, `{"type":"`...)
	dst = append(append(dst, e.Type...), '"')
	return appendFields(dst, e, formats[e.Type], version)
}

// appendFields appends the fields that a version has, each with a comma before
// it.
func appendFields[T any](dst []byte, of *T, fields []field[T], version int) []byte {
	for i := range fields {
		f := &fields[i]
		if f.since > version || f.omit != nil && f.omit(of) {
			continue
		}
		dst = f.codec.Append(append(dst, f.key...), of, version)
	}
	return dst
}

// appendObject appends the fields as an object.
func appendObject[T any](dst []byte, of *T, fields []field[T], version int) []byte {
	at := len(dst)
	dst = appendFields(dst, of, fields, version)
	dst[at] = '{' // in the place of the first comma
	return append(dst, '}')
}

func appendMicros(dst []byte, m Micros, _ int) []byte {
	return strconv.AppendInt(dst, int64(m), 10)
}

// appendText appends s as a JSON string. Since version 3 it holds nothing that
// acts on a terminal. What is not UTF-8 becomes U+FFFD: lines of players never
// come here in that state, error texts may.
func appendText(dst []byte, s string, version int) []byte {
	dst = append(dst, '"')
	for i := 0; ; {
		n := plainPrefix(s[i:])
		dst = append(dst, s[i:i+n]...)
		if i += n; i == len(s) {
			return append(dst, '"')
		}
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ' || c == 0x7f && version >= 3:
			dst = termsafe.AppendEscape(dst, rune(c))
		case c < utf8.RuneSelf:
			dst = append(dst, c)
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if version < 3 || termsafe.IsSafe(r) {
				dst = utf8.AppendRune(dst, r)
			} else {
				dst = termsafe.AppendEscape(dst, r)
			}
			i += n
			continue
		}
		i++
	}
}

func plainPrefix(s string) int {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return i
		}
	}
	return len(s)
}
