package record

import (
	"bytes"
	"strings"
)

// Diff returns the first difference between two events in a field that can be derived
// from the rest of the record: the field's name, empty if there is none, and both values.
// The times of writing and of ruling and the sentences cannot be derived.
func Diff(recorded, derived *Event) (what string, was, is []byte) {
	if recorded.Type != derived.Type {
		return "type", []byte(recorded.Type), []byte(derived.Type)
	}
	return diffFields(recorded, derived, formats[recorded.Type])
}

// diffFields returns the name of the first derived field in which two values of T differ,
// empty if there is none, and both values.
func diffFields[T any](a, b *T, fields []field[T]) (what string, was, is []byte) {
	for i := range fields {
		f := &fields[i]
		if f.derived == "" {
			continue
		}
		if inner, ok := f.codec.(interface {
			Differ(a, b *T) (what string, was, is []byte, both bool)
		}); ok {
			if what, was, is, both := inner.Differ(a, b); both && what == "" {
				continue
			} else if both {
				return f.derived + "'s " + what, was, is
			}
		}
		was, is = f.codec.Append(was[:0], a, Version), f.codec.Append(is[:0], b, Version)
		if !bytes.Equal(was, is) {
			return f.derived, was, is
		}
	}
	return "", nil, nil
}

// Differ compares two objects field by field; both is false unless both are
// there.
func (o objectCodec[T, E]) Differ(a, b *T) (what string, was, is []byte, both bool) {
	x, y := *o.at(a), *o.at(b)
	if x == nil || y == nil {
		return "", nil, nil, false
	}
	what, was, is = diffFields(x, y, o.fields)
	return what, was, is, true
}

// CompareNotes orders notes, and fouls that did not end the game, by their content without
// sentences; it returns 0 if the content is equal.
func CompareNotes(a, b *Event) int { return strings.Compare(noteKey(a), noteKey(b)) }

func noteKey(e *Event) string {
	if e.Foul == nil {
		return e.Name + string(e.Data)
	}
	f := *e.Foul
	f.Detail = ""
	return string(appendObject(nil, &f, foulFields, Version))
}
