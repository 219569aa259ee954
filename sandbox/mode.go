package sandbox

import "fmt"

// Mode selects how strictly programs are isolated.
type Mode string

// The modes. The zero value is Auto.
const (
	Auto    Mode = "auto"    // isolate where that works, else say so once
	Require Mode = "require" // isolate, or do not run
	None    Mode = "none"    // do not isolate
)

// ParseMode reads the word of a mode.
func ParseMode(s string) (Mode, error) {
	switch m := Mode(s); m {
	case Auto, Require, None:
		return m, nil
	}
	return "", fmt.Errorf("there is no isolation %.40q; write auto, require or none", s)
}

// String is the word of the mode. With Set and Type it makes a Mode the value
// of a flag.
func (m *Mode) String() string {
	if *m == "" {
		return string(Auto)
	}
	return string(*m)
}

// Set reads the word of a mode.
func (m *Mode) Set(s string) (err error) {
	if parsed, err := ParseMode(s); err == nil {
		*m = parsed
	} else {
		return err
	}
	return nil
}

// Type returns the type that help shows.
func (m *Mode) Type() string { return "MODE" }
