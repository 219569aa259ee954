// Package addropts reads the options after the question mark of an address:
// TARGET?KEY=VALUE&KEY=VALUE. Values are literal: there is no escape.
package addropts

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Option is one KEY=VALUE.
type Option struct{ Key, Value string }

// Options are the options of an address, in its order.
type Options []Option

// Error says which option cannot be read.
type Error struct {
	Option string // as it is written, or its key if it is given twice
	Twice  bool   // the key is given twice; otherwise it has no key or no value
}

// Error names the option and the remedy.
func (e *Error) Error() string {
	if e.Twice {
		return fmt.Sprintf("option %.40q is given twice; leave one of them", e.Option)
	}
	return fmt.Sprintf("option %.40q has no value; write KEY=VALUE", e.Option)
}

// Split cuts an address at its question mark and reads the options. The error
// is an [*Error].
func Split(s string) (target string, o Options, err error) {
	target, rest, found := strings.Cut(s, "?")
	if !found {
		return target, nil, nil
	}
	for pair := range strings.SplitSeq(rest, "&") {
		key, value, ok := strings.Cut(pair, "=")
		if !ok || key == "" || value == "" {
			return target, nil, &Error{Option: pair}
		}
		if _, twice := o.Get(key); twice {
			return target, nil, &Error{Option: key, Twice: true}
		}
		o = append(o, Option{key, value})
	}
	return target, o, nil
}

// Get returns the value of a key.
func (o Options) Get(key string) (value string, ok bool) {
	at := slices.IndexFunc(o, func(p Option) bool { return p.Key == key })
	if at < 0 {
		return "", false
	}
	return o[at].Value, true
}

// With returns options in which a key has a value, at its place or the last.
func (o Options) With(key, value string) Options {
	o = slices.Clone(o)
	if at := slices.IndexFunc(o, func(p Option) bool { return p.Key == key }); at >= 0 {
		o[at].Value = value
		return o
	}
	return append(o, Option{key, value})
}

// String returns the options as Split reads them behind the question mark, if no value of another origin has an
// ampersand.
func (o Options) String() string {
	words := make([]string, len(o))
	for i, p := range o {
		words[i] = p.Key + "=" + p.Value
	}
	return strings.Join(words, "&")
}

// Address returns a target with the options, as Split reads them.
func (o Options) Address(target string) string {
	if len(o) == 0 {
		return target
	}
	return target + "?" + o.String()
}

// Take returns the value of a key and removes it.
func (o *Options) Take(key string) (value string, ok bool) {
	value, ok = o.Get(key)
	*o = slices.DeleteFunc(*o, func(p Option) bool { return p.Key == key })
	return value, ok
}

// Numbers sets those of the whole numbers that are given by their key. The error
// names the option, and the keys that there are.
func (o Options) Numbers(numbers map[string]uint64) error {
	for _, p := range o {
		if _, ok := numbers[p.Key]; !ok {
			return fmt.Errorf("no option %.40q; known: %s", p.Key, strings.Join(slices.Sorted(maps.Keys(numbers)), ", "))
		}
		n, err := strconv.ParseUint(p.Value, 10, 64)
		if err != nil {
			return fmt.Errorf("%s %.40q is not a whole number", p.Key, p.Value)
		}
		numbers[p.Key] = n
	}
	return nil
}
