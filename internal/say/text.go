// Package say keeps messages for users as a format and its parts until they are shown,
// and then renders them in the reader's language. The catalogue ja.txt has a line for
// each text. Lookups never use finished English: texts of others, such as names and
// errors of the system, are shown as they are.
package say

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// Text is a message that isn't rendered in a language yet. The zero value is empty.
// JSON and String render it in English.
type Text struct {
	key     string // the English format, or the name of a line of the catalogue
	named   bool   // the key is a name
	parts   []any
	english string // where own is set; it is else made by the key
	own     bool
}

// Format is a text by an English format, which is its key. Parts that have a text, such as
// Texts and errors of Errorf, are said in the language too; all others are as in fmt.
func Format(format string, parts ...any) Text {
	if false {
		_ = fmt.Sprintf(format, parts...) // go vet checks the callers
	}
	return Text{key: format, parts: parts}
}

// Word is a text without parts. One that the catalogue does not have stays as it is.
func Word(english string) Text { return Text{key: english, english: english, own: true} }

// Plural is a number with its noun: formats for one, and for any other number.
func Plural(n int, one, many string) Text {
	if n == 1 {
		return Text{key: one, parts: []any{n}}
	}
	return Text{key: many, parts: []any{n}}
}

// ByName is the text of a line of the catalogue that has a name. A name that is not there
// is a mistake in the program, and panics where it is said.
func ByName(name string, parts ...any) Text { return Text{key: name, named: true, parts: parts} }

// Named is a text whose English stands somewhere else, such as in a record, and is not
// the catalogue's; other languages say the line with the name, or where there is none
// the English. An English that says nothing says nothing in all.
func Named(name, english string, parts ...any) Text {
	return Text{key: name, named: true, parts: parts, english: english, own: true}
}

// Raw is the text of others, which is shown as it is.
func Raw(text string) Text { return Text{english: text, own: true} }

// Join is several texts in a row, with a separator that the catalogue knows between
// them: "%s, %s". Those that say nothing are left out.
func Join(separator string, texts ...Text) (all Text) {
	for _, t := range texts {
		switch {
		case t.IsZero():
		case all.IsZero():
			all = t
		default:
			all = Text{key: "%s" + separator + "%s", parts: []any{all, t}}
		}
	}
	return all
}

// As is the text with other English: what a record says that was written before.
func (t Text) As(english string) Text {
	t.english, t.own = english, true
	return t
}

// IsZero reports whether nothing is said.
func (t Text) IsZero() bool { return t.english == "" && (t.own || t.key == "") }

// String is the text in English.
func (t Text) String() string {
	switch {
	case t.own || t.key == "":
		return t.english
	case t.named:
		return fill(line(t.key).english, t.parts)
	}
	return fmt.Sprintf(t.key, t.parts...)
}

// Text implements Sayer.
func (t Text) Text() Text { return t }

// MarshalText is the text in English: what programs read is in no other language.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText takes English that was written for programs.
func (t *Text) UnmarshalText(english []byte) error {
	*t = Raw(string(english))
	return nil
}

// fill is a format with its parts; without parts it is as it stands.
func fill(format string, parts []any) string {
	if len(parts) == 0 {
		return format
	}
	return fmt.Sprintf(format, parts...)
}

// Sayer is a value that has a text, such as an error with fields.
type Sayer interface{ Text() Text }

// parter is a Sayer of a package that does not know this one: a format, and its parts.
type parter interface {
	Parts() (format string, parts []any)
}

// TextOf is the text of a value: of a Sayer, of a value with a method Parts, of an error that
// wraps one of these, or what fmt says of it.
func TextOf(v any) Text {
	if t, ok := textOf(v); ok {
		return t
	}
	if v == nil {
		return Text{}
	}
	if err, is := v.(error); is {
		if t, ok := wrapped(err); ok {
			return t
		}
	}
	return Raw(fmt.Sprint(v))
}

// textOf is the text that a value has.
func textOf(v any) (Text, bool) {
	switch v := v.(type) {
	case Sayer:
		return v.Text(), true
	case parter:
		format, parts := v.Parts()
		return Text{key: format, parts: parts}, true
	case syscall.Errno: // a number that the system has one text for
		return Word(v.Error()), true
	case interface{ ExitCode() int }: // how a program ended, of os/exec
		if code := v.ExitCode(); code >= 0 {
			return Format("exit status %d", code).As(fmt.Sprint(v)), true
		}
		return Word(fmt.Sprint(v)), true
	case error:
		if v == io.EOF || v == os.ErrDeadlineExceeded || v == exec.ErrNotFound {
			return Word(v.Error()), true
		}
	}
	return Text{}, false
}

// Errorf is fmt.Errorf of an error that can be said in another language.
func Errorf(format string, parts ...any) error {
	err := fmt.Errorf(format, parts...)
	return &textError{err, Text{key: format, parts: parts, english: err.Error(), own: true}}
}

// textError is an error with a text.
type textError struct {
	error
	text Text
}

// Unwrap returns what the error wraps, by way of that of fmt.
func (e *textError) Unwrap() error { return e.error }

// Text implements Sayer.
func (e *textError) Text() Text { return e.text }

// Error is an error in a language; nil stays nil. It unwraps to the other.
func (l Language) Error(err error) error {
	if err == nil || l == English {
		return err
	}
	return &inLanguage{l.Say(err), err}
}

// inLanguage is an error that was said.
type inLanguage struct {
	text string
	err  error
}

// Error is the text in the language.
func (e *inLanguage) Error() string { return e.text }

// Unwrap returns the error that was said.
func (e *inLanguage) Unwrap() error { return e.err }

// unwrap returns the wrapped error, or nil if there are none or several.
func unwrap(err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) == 1 {
		return joined.Unwrap()[0]
	}
	return errors.Unwrap(err)
}

// wrapped is the text of an error of fmt that puts something, such as an address,
// before one that has a text.
func wrapped(err error) (Text, bool) {
	for inner := unwrap(err); inner != nil; inner = unwrap(inner) {
		if t, ok := textOf(inner); ok {
			before, is := strings.CutSuffix(err.Error(), inner.Error())
			return Text{key: "%s%s", english: err.Error(), own: true, parts: []any{before, t}}, is
		}
	}
	return Text{}, false
}
