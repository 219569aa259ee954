package lint

import (
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
	"strings"

	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/internal/netlist"
	"github.com/loopline/loopline/sim/sources"
)

const codeNeverEqual = "NEVEREQUAL"

// maxBits bounds the widths of signals and the values of constants that are compared here.
const maxBits = 30

var (
	comparedText = regexp.MustCompile(`^(.+?):(\d+):(\d+): Operator N?EQ(?:CASE)? expects (?:\d+ or )?\d+ bits on the (LHS|RHS), ` +
		`but [LR]HS's (?:VARREF|SEL|ARRAYSEL)(?: '([^']*)')? generates (\d+) bits`)
	comparedBehind = regexp.MustCompile(`^[!=]==?`)
	comparedBefore = regexp.MustCompile(`(?:^|[(;?:,=&|!{])\s*([\w']+)\s*$`)
	endOfOperand   = regexp.MustCompile(`^\s*(?:$|[;?:,)\]}&|]|//|/\*)`)
	sizedNumber    = regexp.MustCompile(`^(\d*)\s*'[sS]?([bdhoBDHO])([0-9a-fA-F_]+)`)
	plainNumber    = regexp.MustCompile(`^\d[\d_]*`)
	plainWord      = regexp.MustCompile(`^[A-Za-z_]\w*`)
)

// neverEqual makes a finding of a warning about the widths of a comparison if a signal has too few bits for
// the constant on the other side, as the text of the design and the values of its parameters have it.
func (l *Linter) neverEqual(f *finding.Finding, design *netlist.Netlist) {
	m := comparedText.FindStringSubmatch(f.Text)
	if m == nil {
		return
	}
	source, ok := sources.Find(l.Files, m[1])
	line, _ := strconv.Atoi(m[2])   // digits
	column, _ := strconv.Atoi(m[3]) // digits
	width, _ := strconv.Atoi(m[6])  // digits
	lines := strings.Split(string(source.Text), "\n")
	if !ok || line < 1 || line > len(lines) || column < 1 || column > len(lines[line-1]) || width > maxBits {
		return
	}
	e := expression{values: design.Parameters(m[1])}
	before, behind := lines[line-1][:column-1], lines[line-1][column-1:]
	if m[4] == "LHS" {
		e.text = behind[len(comparedBehind.FindString(behind)):]
	} else if left := comparedBefore.FindStringSubmatch(before); left != nil {
		e.text = left[1]
	}
	written := e.text
	value, known := e.sum()
	if !known || !endOfOperand.MatchString(e.text) || value < 1<<width {
		return
	}
	written = strings.TrimSpace(written[:len(written)-len(e.text)])
	if written != strconv.Itoa(value) {
		written += " (" + strconv.Itoa(value) + ")"
	}
	name := m[5]
	if name == "" {
		name = "what is compared"
	}
	needed := bits.Len(uint(value))
	f.Tool, f.Code, f.Kind = "loopline", codeNeverEqual, finding.ChangesBehaviour
	bounds := fmt.Sprintf("[%d:0]", needed-1)
	if sources.IsVHDL(m[1]) {
		bounds = fmt.Sprintf("%d downto 0", needed-1)
	}
	f.Text = fmt.Sprintf("%s:%s:%s: %s has %d bits, at most %d, and never equals %s: give it %d bits, %s",
		m[1], m[2], m[3], name, width, 1<<width-1, written, needed, bounds)
}

// expression is the beginning of a text of Verilog, read as the sum of numbers and parameters. What is read
// is cut off.
type expression struct {
	text   string
	values map[string]int
	depth  int // of parentheses
}

// next cuts the next token off if it is one of some bytes.
func (e *expression) next(of string) byte {
	e.text = strings.TrimLeft(e.text, " \t")
	if e.text == "" || strings.IndexByte(of, e.text[0]) < 0 || strings.HasPrefix(e.text, "//") || strings.HasPrefix(e.text, "/*") {
		return 0
	}
	first := e.text[0]
	e.text = e.text[1:]
	return first
}

func (e *expression) sum() (int, bool) {
	value, ok := e.product()
	for ok {
		sign := e.next("+-")
		if sign == 0 {
			break
		}
		var by int
		if by, ok = e.product(); sign == '-' {
			by = -by
		}
		value += by
	}
	return value, ok && -1<<maxBits < value && value < 1<<maxBits
}

func (e *expression) product() (int, bool) {
	value, ok := e.factor()
	for ok {
		by, operator := 0, e.next("*/%")
		if operator == 0 {
			break
		}
		if by, ok = e.factor(); !ok || by <= 0 {
			return 0, false
		}
		switch operator {
		case '*':
			value *= by
		case '/':
			value /= by
		default:
			value %= by
		}
		ok = -1<<maxBits < value && value < 1<<maxBits
	}
	return value, ok
}

// factor is a number, a parameter, or a sum in parentheses.
func (e *expression) factor() (int, bool) {
	if e.next("(") != 0 {
		if e.depth++; e.depth > maxBits {
			return 0, false
		}
		value, ok := e.sum()
		return value, ok && e.next(")") != 0
	}
	digits, base, width := "", 10, 0
	if m := sizedNumber.FindStringSubmatch(e.text); m != nil {
		e.text, digits = e.text[len(m[0]):], m[3]
		base = map[byte]int{'b': 2, 'o': 8, 'd': 10, 'h': 16}[m[2][0]|0x20]
		width, _ = strconv.Atoi(m[1]) // 0 is none
	} else if digits = plainNumber.FindString(e.text); digits != "" {
		e.text = e.text[len(digits):]
	} else {
		name := plainWord.FindString(e.text)
		e.text = e.text[len(name):]
		value, ok := e.values[name]
		return value, ok
	}
	value, err := strconv.ParseInt(strings.ReplaceAll(digits, "_", ""), base, 64)
	return int(value), err == nil && value < 1<<maxBits && (width == 0 || value < 1<<min(width, maxBits))
}
