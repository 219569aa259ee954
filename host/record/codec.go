package record

import (
	"maps"
	"slices"
	"strconv"
)

// The kinds of values that the fields of a record have. Each is made from a
// function that tells where in a T the value lies.

func intField[T any](at func(*T) *int) codec[T] { return intCodec[T](at) }

type intCodec[T any] func(*T) *int

// Append implements value.
func (at intCodec[T]) Append(dst []byte, of *T, _ int) []byte {
	return strconv.AppendInt(dst, int64(*at(of)), 10)
}

// Scan implements value.
func (at intCodec[T]) Scan(s *scanner, of *T) { *at(of) = int(s.integer(maxNumber)) }

func int64Field[T any](at func(*T) *int64) codec[T] { return int64Codec[T](at) }

// int64Codec is a number that may be large.
type int64Codec[T any] func(*T) *int64

// Append implements value.
func (at int64Codec[T]) Append(dst []byte, of *T, _ int) []byte {
	return strconv.AppendInt(dst, *at(of), 10)
}

// Scan implements value.
func (at int64Codec[T]) Scan(s *scanner, of *T) { *at(of) = s.integer(maxMicros) }

func intsField[T any](at func(*T) *[]int) codec[T] { return intsCodec[T](at) }

// intsCodec is a list of numbers.
type intsCodec[T any] func(*T) *[]int

// Append implements value.
func (at intsCodec[T]) Append(dst []byte, of *T, _ int) []byte {
	dst = append(dst, '[')
	for i, n := range *at(of) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, ']')
}

// Scan implements value.
func (at intsCodec[T]) Scan(s *scanner, of *T) {
	s.items('[', ']', func() { *at(of) = append(*at(of), int(s.integer(maxNumber))) })
}

// microsField is a time in whole microseconds.
func microsField[T any](at func(*T) *Micros) codec[T] { return microsCodec[T](at) }

type microsCodec[T any] func(*T) *Micros

// Append implements value.
func (at microsCodec[T]) Append(dst []byte, of *T, version int) []byte {
	return appendMicros(dst, *at(of), version)
}

// Scan implements value.
func (at microsCodec[T]) Scan(s *scanner, of *T) { *at(of) = s.micros() }

func boolField[T any](at func(*T) *bool) codec[T] { return boolCodec[T](at) }

type boolCodec[T any] func(*T) *bool

// Append implements value.
func (at boolCodec[T]) Append(dst []byte, of *T, _ int) []byte {
	return strconv.AppendBool(dst, *at(of))
}

// Scan implements value.
func (at boolCodec[T]) Scan(s *scanner, of *T) { *at(of) = s.oneOf("false", "true") == 1 }

func textField[T any](at func(*T) *string) codec[T] { return textCodec[T](at) }

type textCodec[T any] func(*T) *string

// Append implements value.
func (at textCodec[T]) Append(dst []byte, of *T, version int) []byte {
	return appendText(dst, *at(of), version)
}

// Scan implements value.
func (at textCodec[T]) Scan(s *scanner, of *T) { *at(of) = s.text() }

func textOrNullField[T any](at func(*T) **string) codec[T] { return textOrNullCodec[T](at) }

type textOrNullCodec[T any] func(*T) **string

// Append implements value.
func (at textOrNullCodec[T]) Append(dst []byte, of *T, version int) []byte {
	if *at(of) == nil {
		return append(dst, "null"...)
	}
	return appendText(dst, **at(of), version)
}

// Scan implements value.
func (at textOrNullCodec[T]) Scan(s *scanner, of *T) {
	if !s.null() {
		word := s.text()
		*at(of) = &word
	}
}

// textOrHexField is a line of a player, which is two fields, of which one is there: text,
// or hex when the line is not clean text.
func textOrHexField[T any](at func(*T) (text, hex *string)) codec[T] { return textOrHexCodec[T](at) }

type textOrHexCodec[T any] func(*T) (text, hex *string)

const (
	textKey = `"text":`
	hexKey  = `"hex":`
)

// Append implements value.
func (at textOrHexCodec[T]) Append(dst []byte, of *T, version int) []byte {
	text, hexed := at(of)
	if *hexed != "" {
		return appendText(append(dst, hexKey...), *hexed, version)
	}
	return appendText(append(dst, textKey...), *text, version)
}

// Scan implements value.
func (at textOrHexCodec[T]) Scan(s *scanner, of *T) {
	text, hexed := at(of)
	if s.oneOf(textKey, hexKey) == 0 {
		*text = s.text()
		return
	}
	*hexed = s.hex()
}

// rawJSONField is a value of the game's own, a part of the scanned line.
func rawJSONField[T any](at func(*T) *[]byte) codec[T] { return rawJSONCodec[T](at) }

type rawJSONCodec[T any] func(*T) *[]byte

// Append implements value.
func (at rawJSONCodec[T]) Append(dst []byte, of *T, _ int) []byte {
	if len(*at(of)) == 0 {
		return append(dst, "null"...)
	}
	return append(dst, *at(of)...)
}

// Scan implements value.
func (at rawJSONCodec[T]) Scan(s *scanner, of *T) { *at(of) = s.json() }

// mapCodec is an object with names that are not known before, in their order.
type mapCodec[T, V any] struct {
	at         func(*T) *map[string]V
	appendItem func(dst []byte, v V, version int) []byte
	scanItem   func(*scanner) V
}

// Append implements value.
func (n mapCodec[T, V]) Append(dst []byte, of *T, version int) []byte {
	all := *n.at(of)
	dst = append(dst, '{')
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, name, version), ':')
		dst = n.appendItem(dst, all[name], version)
	}
	return append(dst, '}')
}

// Scan implements value.
func (n mapCodec[T, V]) Scan(s *scanner, of *T) {
	all := map[string]V{}
	s.items('{', '}', func() {
		name := s.text()
		s.literal(":")
		all[name] = n.scanItem(s)
	})
	*n.at(of) = all
}

// listField is an array of objects.
func listField[T, E any](at func(*T) *[]E, fields []field[E]) codec[T] {
	return listCodec[T, E]{at, fields}
}

type listCodec[T, E any] struct {
	at     func(*T) *[]E
	fields []field[E]
}

// Append implements value.
func (l listCodec[T, E]) Append(dst []byte, of *T, version int) []byte {
	dst = append(dst, '[')
	all := *l.at(of)
	for i := range all {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendObject(dst, &all[i], l.fields, version)
	}
	return append(dst, ']')
}

// Scan implements value.
func (l listCodec[T, E]) Scan(s *scanner, of *T) {
	s.items('[', ']', func() {
		var one E
		scanObject(s, &one, l.fields)
		*l.at(of) = append(*l.at(of), one)
	})
}

// objectOrNullField is an object, or null for none.
func objectOrNullField[T, E any](at func(*T) **E, fields []field[E]) codec[T] {
	return objectCodec[T, E]{at, fields, true}
}

// objectField is an object that is there.
func objectField[T, E any](at func(*T) **E, fields []field[E]) codec[T] {
	return objectCodec[T, E]{at, fields, false}
}

type objectCodec[T, E any] struct {
	at     func(*T) **E
	fields []field[E]
	orNull bool
}

// Append implements value.
func (o objectCodec[T, E]) Append(dst []byte, of *T, version int) []byte {
	if *o.at(of) == nil {
		return append(dst, "null"...)
	}
	return appendObject(dst, *o.at(of), o.fields, version)
}

// Scan implements value.
func (o objectCodec[T, E]) Scan(s *scanner, of *T) {
	if !o.orNull || !s.null() {
		*o.at(of) = new(E)
		scanObject(s, *o.at(of), o.fields)
	}
}
