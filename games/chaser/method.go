package chaser

import (
	"fmt"
	"strings"
)

// Action is the verb of a method.
type Action uint8

// The actions, in the order of the contest's letters.
const (
	Walk   Action = iota // step onto the next cell
	Look                 // see the 3 x 3 cells around the second cell ahead
	Search               // see the nine cells straight ahead
	Put                  // put a block onto the next cell
)

// actionLetters are the letters of the actions.
const actionLetters = "wlsp"

// Method is a player's action in a turn.
type Method struct {
	Action    Action
	Direction Direction
}

// Methods lists all methods.
func Methods() (all []Method) {
	for a := range Action(len(actionLetters)) {
		for d := range Direction(len(directionLetters)) {
			all = append(all, Method{a, d})
		}
	}
	return all
}

// String is the two letters of the method, such as wu.
func (m Method) String() string {
	return actionLetters[m.Action:m.Action+1] + directionLetters[m.Direction:m.Direction+1]
}

// ParseMethod reads the two letters of a method.
func ParseMethod(text string) (Method, error) {
	if len(text) == 2 {
		a := strings.IndexByte(actionLetters, text[0])
		d := strings.IndexByte(directionLetters, text[1])
		if a >= 0 && d >= 0 {
			return Method{Action(a), Direction(d)}, nil
		}
	}
	return Method{}, &methodError{text}
}

// methodError reports a text that is not a method.
type methodError struct{ text string }

func (e *methodError) Error() string {
	format, parts := e.Parts()
	return fmt.Sprintf(format, parts...)
}

// Parts is the format of Error, and its parts.
func (e *methodError) Parts() (format string, parts []any) {
	return "unknown method %.20q; want a letter of %s and one of %s", []any{e.text, actionLetters, directionLetters}
}
