package sandbox

import "fmt"

// Mode selects how strictly programs are isolated.
type Mode string

// The modes. The zero value is Auto.
const (
	Auto    Mode = "auto"    // isolate if possible, else report once
	Require Mode = "require" // isolate, or refuse to run
	None    Mode = "none"    // do not isolate
)

// ParseMode returns the mode of a name. Its error lists the names.
func ParseMode(s string) (Mode, error) {
	switch m := Mode(s); m {
	case Auto, Require, None:
		return m, nil
	}
	return "", fmt.Errorf("unknown isolation %.40q; want auto, require or none", s)
}

// String returns the mode's name; the zero value is auto. String, Set and Type implement pflag.Value.
func (m *Mode) String() string {
	if *m == "" {
		return string(Auto)
	}
	return string(*m)
}

// Set sets the mode by its name.
func (m *Mode) Set(s string) (err error) {
	if parsed, err := ParseMode(s); err == nil {
		*m = parsed
	} else {
		return err
	}
	return nil
}

// Type returns MODE, which help shows as the type.
func (m *Mode) Type() string { return "MODE" }
