// Package jsonvalue reads JSON whose shape has to be exactly right: a missing
// key, a null or a string where a number is due is an error that names the
// place. It is lenient where nothing can be misunderstood: unknown keys are
// passed over, 4.0 is the whole number 4, and a byte order mark is not part of the text.
package jsonvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// Value is a value of a document. Reading one that is not of the kind that is
// asked for notes the first error, which Err returns, and gives a zero: a
// function may read all it needs and ask once. A Value is not safe for
// concurrent use.
type Value struct {
	doc *document
	at  string // its place, such as turns[3].actions
	v   any
}

type document struct{ err error }

// WithoutMark is a text without the byte order mark that some editors and clients
// put before it.
func WithoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }

// Object reads a JSON object. Anything else, and what follows one, is an error.
func Object(text []byte) (Value, error) {
	d := json.NewDecoder(bytes.NewReader(WithoutMark(text)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return Value{}, fmt.Errorf("not a JSON object: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Value{}, errors.New("not a JSON object: something follows it")
	}
	if _, ok := v.(map[string]any); !ok {
		return Value{}, errors.New("not a JSON object")
	}
	return Value{doc: &document{}, v: v}, nil
}

// Err is the first error that was met in the whole document.
func (v Value) Err() error { return v.doc.err }

// Fail notes an error at the value, unless there is one already. The words
// follow the value's place.
func (v Value) Fail(format string, args ...any) {
	if v.doc.err != nil {
		return
	}
	at := v.at
	if at == "" {
		at = "the object"
	}
	v.doc.err = fmt.Errorf("%s "+format, append([]any{at}, args...)...)
}

// Has reports whether an object has a key, whatever its value.
func (v Value) Has(key string) bool {
	object, _ := v.v.(map[string]any)
	_, ok := object[key]
	return ok
}

// Key is the value of a key of an object.
func (v Value) Key(key string) Value {
	at := key
	if v.at != "" {
		at = v.at + "." + key
	}
	object, ok := v.v.(map[string]any)
	value, has := object[key]
	in := Value{v.doc, at, value}
	switch {
	case !ok && v.v != nil:
		v.Fail("is not an object")
	case !has:
		in.Fail("is missing")
	}
	return in
}

// List is the elements of a list.
func (v Value) List() []Value {
	list, ok := v.v.([]any)
	if !ok {
		v.Fail("is not a list")
		return nil
	}
	values := make([]Value, len(list))
	for i, e := range list {
		values[i] = Value{v.doc, v.at + "[" + strconv.Itoa(i) + "]", e}
	}
	return values
}

// ListOf is the elements of a list that must have so many.
func (v Value) ListOf(n int) []Value {
	list := v.List()
	if list != nil && len(list) != n {
		v.Fail("has %d elements, not %d", len(list), n)
		return nil
	}
	if len(list) != n {
		return nil
	}
	return list
}

// Text is a string.
func (v Value) Text() string {
	s, ok := v.v.(string)
	if !ok {
		v.Fail("is not a string")
	}
	return s
}

// Texts is a list of strings.
func (v Value) Texts() []string {
	list := v.List()
	texts := make([]string, 0, len(list))
	for _, e := range list {
		texts = append(texts, e.Text())
	}
	return texts
}

// Int is a whole number from low to high.
func (v Value) Int(low, high int) int {
	number, ok := v.v.(json.Number)
	if !ok {
		v.Fail("is not a number")
		return low
	}
	n, err := strconv.Atoi(number.String())
	if err != nil {
		f, wrong := number.Float64()
		if wrong != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
			v.Fail("is %.20s, not a whole number from %d to %d", number, low, high)
			return low
		}
		n = int(f)
	}
	if n < low || n > high {
		v.Fail("is %.20s, outside %d to %d", number, low, high)
		return low
	}
	return n
}

// Ints is a list of the given number of whole numbers from low to high.
func (v Value) Ints(n, low, high int) []int {
	list := v.ListOf(n)
	numbers := make([]int, 0, len(list))
	for _, e := range list {
		numbers = append(numbers, e.Int(low, high))
	}
	return numbers
}

// IsList reports whether a value is a list.
func (v Value) IsList() bool {
	_, ok := v.v.([]any)
	return ok
}

// IsNull reports whether a value is null.
func (v Value) IsNull() bool { return v.v == nil }

// Bool is true or false.
func (v Value) Bool() bool {
	b, ok := v.v.(bool)
	if !ok {
		v.Fail("is neither true nor false")
	}
	return b
}
