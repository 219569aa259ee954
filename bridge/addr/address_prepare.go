package addr

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/google/shlex"
)

// Words of reset=; any other is a command.
const (
	ResetDTR     = "dtr"     // a pulse on DTR
	ResetRTS     = "rts"     // a pulse on RTS
	ResetUhubctl = "uhubctl" // its port of the USB hub is switched off and on
)

// maxRetries bounds retries=.
const maxRetries = 9

// Preparation lists what is done to a board before it is opened. The zero value is
// nothing.
type Preparation struct {
	// Command is the command line of prepare=, such as a programmer's.
	Command string

	// Reset is done after it: ResetDTR, ResetRTS, ResetUhubctl, or a command line.
	Reset string

	// Retries is how often a preparation that failed is tried again.
	Retries int
}

var prepareKeys = [...]string{"prepare", "reset", "retries"}

// IsZero reports whether nothing is done to the board.
func (p Preparation) IsZero() bool { return p == Preparation{} }

// parsePreparation takes the options of a board's preparation.
func (a *Address) parsePreparation(opts *options) *Error {
	p := &a.Preparation
	p.Command, _ = opts.Take("prepare")
	p.Reset, _ = opts.Take("reset")
	for _, c := range []struct{ key, text string }{{"prepare", p.Command}, {"reset", p.Reset}} {
		if _, err := CommandWords(c.text); c.text != "" && err != nil {
			return fault(c.key, "cannot be split into words: "+err.Error(),
				"write "+c.key+"=openFPGALoader -b ice40_generic top.bin, quotes closed, and without &")
		}
	}
	if err := opts.takeInt("retries", &p.Retries, 0, maxRetries); err != nil {
		return err
	}
	switch {
	case p.Retries > 0 && p.Command == "" && p.Reset == "":
		return fault("retries", "is of nothing", "add prepare= or reset=")
	case p.Reset == ResetDTR && (a.Serial.DTR == "off" || a.USB.DTR == "off"),
		p.Reset == ResetRTS && (a.Serial.RTS == "off" || a.USB.RTS == "off"):
		return fault("reset "+p.Reset, "ends with the line on", "leave out "+p.Reset+"=off")
	}
	return nil
}

// CommandWords splits a command line of a preparation. No shell is involved.
func CommandWords(line string) ([]string, error) {
	words, err := shlex.Split(line)
	if err == nil && (len(words) == 0 || words[0] == "") {
		err = fmt.Errorf("it is empty")
	}
	return words, err
}

// options writes the preparation as options of an address, each after an &.
func (p Preparation) options() (text string) {
	for i, value := range []string{p.Command, p.Reset, strconv.Itoa(p.Retries)} {
		if value != "" && value != "0" {
			text += "&" + prepareKeys[i] + "=" + value
		}
	}
	return text
}

// withoutPreparation returns an address as it is shown: commands are of no interest to who
// watches.
func withoutPreparation(address string) string {
	scheme, _, _ := strings.Cut(address, ":")
	target, rest, found := strings.Cut(address, "?")
	if !found || scheme != SchemeSerial && scheme != SchemeUSB {
		return address
	}
	mark := "?"
	for pair := range strings.SplitSeq(rest, "&") {
		switch key, _, _ := strings.Cut(pair, "="); key {
		case prepareKeys[0], prepareKeys[1], prepareKeys[2]:
		default:
			target += mark + pair
			mark = "&"
		}
	}
	return target
}
