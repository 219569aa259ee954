package prove

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// signals holds the values of named signals of a VCD file, by cycle. What is unknown is 0.
type signals struct {
	values map[string][]uint64
	cycles int
}

// clock is the clock of checks.sv.
const clock = "clk_i"

// maxVCDLine bounds a line of a waveform in bytes.
const maxVCDLine = 1 << 20

// readVCD reads the signals with the given names of the checks, one scope below the top, from a
// file that yosys has written. A cycle begins where the clock rises.
func readVCD(text []byte, names []string) (*signals, error) {
	s := &signals{values: make(map[string][]uint64)}
	codes := make(map[string][]string) // of names
	now := make(map[string]uint64)
	depth := 0
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, maxVCDLine)
	wanted := make(map[string]bool)
	for _, name := range names {
		wanted[name] = true
	}
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "$scope":
			depth++
		case words[0] == "$upscope":
			depth--
		case words[0] == "$var" && depth == 2 && len(words) >= 5:
			if wanted[words[4]] || words[4] == clock {
				codes[words[3]] = append(codes[words[3]], words[4])
			}
		case line[0] == 'b' && len(words) == 2:
			value, _ := strconv.ParseUint(strings.Map(zeroOr1, words[0][1:]), 2, 64)
			s.set(now, codes[words[1]], value)
		case line[0] == '0' || line[0] == '1' || line[0] == 'x' || line[0] == 'z':
			value, _ := strconv.ParseUint(strings.Map(zeroOr1, line[:1]), 2, 64)
			s.set(now, codes[line[1:]], value)
		}
		if len(words) > 0 && line[0] == '#' && s.cycles > 0 {
			s.note(now, names)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("a line of the waveform of yosys has more than %d KiB: a name or a register of the core is that long", maxVCDLine>>10)
	} else if err != nil {
		return nil, err
	}
	if s.cycles == 0 {
		return nil, fmt.Errorf("the waveform of yosys has no clock %s", clock)
	}
	s.note(now, names)
	return s, nil
}

func zeroOr1(r rune) rune {
	if r == '1' {
		return r
	}
	return '0'
}

// textChange is what a text of the waveform becomes in a cycle.
type textChange struct {
	cycle      int
	code, text string
}

// The codes of the texts in a VCD file. Those of yosys begin with n.
const (
	askedCode    = "asked"
	answeredCode = "answered"
	textBits     = 8 * 16
)

// risingEdge is the time at which the clock of yosys begins a cycle.
func risingEdge(cycle int) uint64 { return 10*uint64(cycle) + 5 }

// withTexts adds the commands and their statuses, as characters, to the scope of the checks. The changes
// are in the order of their cycles.
func withTexts(wave []byte, changes []textChange) []byte {
	out := make([]byte, 0, len(wave)+200*len(changes)+200)
	for line := range bytes.Lines(wave) {
		out = append(out, line...)
		word := strings.TrimSpace(string(line))
		if word == "$scope module checks $end" {
			for _, code := range [...]string{askedCode, answeredCode} {
				out = fmt.Appendf(out, "$var wire %d %s %s $end\n", textBits, code, code)
			}
		}
		time, isTime := strings.CutPrefix(word, "#")
		for isTime && len(changes) > 0 && time == strconv.FormatUint(risingEdge(changes[0].cycle), 10) {
			out = append(out, 'b')
			text := changes[0].text
			for _, c := range []byte(text[:min(len(text), textBits/8)]) {
				out = fmt.Appendf(out, "%08b", c)
			}
			out = fmt.Appendf(out, " %s\n", changes[0].code)
			changes = changes[1:]
		}
	}
	return out
}

// set takes a change. A rising clock begins a cycle.
func (s *signals) set(now map[string]uint64, names []string, value uint64) {
	for _, name := range names {
		if name == clock && value == 1 && now[name] == 0 {
			s.cycles++
		}
		now[name] = value
	}
}

// note keeps the values of the cycle that has begun last.
func (s *signals) note(now map[string]uint64, names []string) {
	for _, name := range names {
		list := s.values[name]
		for len(list) < s.cycles {
			list = append(list, 0)
		}
		list[s.cycles-1] = now[name]
		s.values[name] = list
	}
}

// at is the value of a signal in a cycle.
func (s *signals) at(name string, cycle int) int { return int(s.values[name][cycle]) }
