package record

import (
	"maps"
	"slices"
	"strconv"
)

// The kinds of values that the fields of a record have. Each is made from a
// function that tells where in a T the value lies.

func number[T any](at func(*T) *int) value[T] { return numberAt[T](at) }

type numberAt[T any] func(*T) *int

// Append implements value.
func (at numberAt[T]) Append(dst []byte, of *T, _ int) []byte {
	return strconv.AppendInt(dst, int64(*at(of)), 10)
}

// Scan implements value.
func (at numberAt[T]) Scan(s *scanner, of *T) { *at(of) = int(s.integer(maxNumber)) }

func amount[T any](at func(*T) *int64) value[T] { return amountAt[T](at) }

// amountAt is a number that may be large.
type amountAt[T any] func(*T) *int64

// Append implements value.
func (at amountAt[T]) Append(dst []byte, of *T, _ int) []byte {
	return strconv.AppendInt(dst, *at(of), 10)
}

// Scan implements value.
func (at amountAt[T]) Scan(s *scanner, of *T) { *at(of) = s.integer(maxMicros) }

func numbers[T any](at func(*T) *[]int) value[T] { return numbersAt[T](at) }

// numbersAt is a list of numbers.
type numbersAt[T any] func(*T) *[]int

// Append implements value.
func (at numbersAt[T]) Append(dst []byte, of *T, _ int) []byte {
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
func (at numbersAt[T]) Scan(s *scanner, of *T) {
	s.items('[', ']', func() { *at(of) = append(*at(of), int(s.integer(maxNumber))) })
}

// span64 is a time in whole microseconds.
func span64[T any](at func(*T) *Micros) value[T] { return span64At[T](at) }

type span64At[T any] func(*T) *Micros

// Append implements value.
func (at span64At[T]) Append(dst []byte, of *T, version int) []byte {
	return appendMicros(dst, *at(of), version)
}

// Scan implements value.
func (at span64At[T]) Scan(s *scanner, of *T) { *at(of) = s.micros() }

func truth[T any](at func(*T) *bool) value[T] { return truthAt[T](at) }

type truthAt[T any] func(*T) *bool

// Append implements value.
func (at truthAt[T]) Append(dst []byte, of *T, _ int) []byte {
	return strconv.AppendBool(dst, *at(of))
}

// Scan implements value.
func (at truthAt[T]) Scan(s *scanner, of *T) { *at(of) = s.oneOf("false", "true") == 1 }

func text[T any](at func(*T) *string) value[T] { return textAt[T](at) }

type textAt[T any] func(*T) *string

// Append implements value.
func (at textAt[T]) Append(dst []byte, of *T, version int) []byte {
	return appendText(dst, *at(of), version)
}

// Scan implements value.
func (at textAt[T]) Scan(s *scanner, of *T) { *at(of) = s.text() }

func textOrNull[T any](at func(*T) **string) value[T] { return textOrNullAt[T](at) }

type textOrNullAt[T any] func(*T) **string

// Append implements value.
func (at textOrNullAt[T]) Append(dst []byte, of *T, version int) []byte {
	if *at(of) == nil {
		return append(dst, "null"...)
	}
	return appendText(dst, **at(of), version)
}

// Scan implements value.
func (at textOrNullAt[T]) Scan(s *scanner, of *T) {
	if !s.null() {
		word := s.text()
		*at(of) = &word
	}
}

// line is a line of a player, which is two fields, of which one is there: text,
// or hex when the line is no clean text.
func line[T any](at func(*T) (text, hex *string)) value[T] { return lineAt[T](at) }

type lineAt[T any] func(*T) (text, hex *string)

const (
	textKey = `"text":`
	hexKey  = `"hex":`
)

// Append implements value.
func (at lineAt[T]) Append(dst []byte, of *T, version int) []byte {
	text, hexed := at(of)
	if *hexed != "" {
		return appendText(append(dst, hexKey...), *hexed, version)
	}
	return appendText(append(dst, textKey...), *text, version)
}

// Scan implements value.
func (at lineAt[T]) Scan(s *scanner, of *T) {
	text, hexed := at(of)
	if s.oneOf(textKey, hexKey) == 0 {
		*text = s.text()
		return
	}
	*hexed = s.hex()
}

// rawJSON is a value of the game's own, a part of what is scanned.
func rawJSON[T any](at func(*T) *[]byte) value[T] { return rawJSONAt[T](at) }

type rawJSONAt[T any] func(*T) *[]byte

// Append implements value.
func (at rawJSONAt[T]) Append(dst []byte, of *T, _ int) []byte {
	if len(*at(of)) == 0 {
		return append(dst, "null"...)
	}
	return append(dst, *at(of)...)
}

// Scan implements value.
func (at rawJSONAt[T]) Scan(s *scanner, of *T) { *at(of) = s.json() }

// named is an object with names that are not known before, in their order.
type named[T, V any] struct {
	at         func(*T) *map[string]V
	appendItem func(dst []byte, v V, version int) []byte
	scanItem   func(*scanner) V
}

// Append implements value.
func (n named[T, V]) Append(dst []byte, of *T, version int) []byte {
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
func (n named[T, V]) Scan(s *scanner, of *T) {
	all := map[string]V{}
	s.items('{', '}', func() {
		name := s.text()
		s.literal(":")
		all[name] = n.scanItem(s)
	})
	*n.at(of) = all
}

// list is an array of objects.
func list[T, E any](at func(*T) *[]E, fields []field[E]) value[T] {
	return listOf[T, E]{at, fields}
}

type listOf[T, E any] struct {
	at     func(*T) *[]E
	fields []field[E]
}

// Append implements value.
func (l listOf[T, E]) Append(dst []byte, of *T, version int) []byte {
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
func (l listOf[T, E]) Scan(s *scanner, of *T) {
	s.items('[', ']', func() {
		var one E
		scanObject(s, &one, l.fields)
		*l.at(of) = append(*l.at(of), one)
	})
}

// objectOrNull is an object, or null for none.
func objectOrNull[T, E any](at func(*T) **E, fields []field[E]) value[T] {
	return objectOf[T, E]{at, fields, true}
}

// object is an object that is there.
func object[T, E any](at func(*T) **E, fields []field[E]) value[T] {
	return objectOf[T, E]{at, fields, false}
}

type objectOf[T, E any] struct {
	at     func(*T) **E
	fields []field[E]
	orNull bool
}

// Append implements value.
func (o objectOf[T, E]) Append(dst []byte, of *T, version int) []byte {
	if *o.at(of) == nil {
		return append(dst, "null"...)
	}
	return appendObject(dst, *o.at(of), o.fields, version)
}

// Scan implements value.
func (o objectOf[T, E]) Scan(s *scanner, of *T) {
	if !o.orNull || !s.null() {
		*o.at(of) = new(E)
		scanObject(s, *o.at(of), o.fields)
	}
}
