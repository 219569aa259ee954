package vhdl

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/loopline/loopline/sim/sources"
)

// GHDL 2.0 writes Verilog that differs from its VHDL: it drops "when others" from case
// statements, and shifts and divides signed numbers as unsigned. The VHDL that it can
// write of the same netlist, with equal names of nets, has what is missing. It leaves
// absolute values in VHDL in both. GHDL 5 and 6 still take the remainder of signed numbers
// as if they were unsigned; what else they write is right, and passes unchanged.

// choice is a net that is chosen, and its value when nothing else is.
type choice struct{ net, otherwise string }

var (
	choiceOf     = regexp.MustCompile(`(?s)\bwith\s+[^;]*?\bselect\s+(\w+)\s*<=[^;]*?(\([^()]*\)|"[^"]*"|'.'|\w+)\s+when\s+others;`)
	choiceBits   = regexp.MustCompile(`^(?:"([01XZ]+)"|'([01XZ])')$`)
	choiceFill   = regexp.MustCompile(`^\((\d+) downto 0 => '([01XZ])'\)$`)
	choiceTarget = regexp.MustCompile(`^\s*[^:]+: (\w+) <?= `)
	choiceValue  = regexp.MustCompile(`^(\d+)'b[01]+: \w+ (<?)= `)
)

// losesOthers reports whether case statements in GHDL's Verilog are those of GHDL 2.0, which has lost their
// defaults: one assigns by <=, or has no default and does not name all values.
func losesOthers(verilog string) bool {
	within, whole, named := false, false, 0
	for line := range strings.Lines(verilog) {
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "case ("):
			within, whole, named = true, false, 0
		case !within:
		case trimmed == "endcase":
			if !whole {
				return true
			}
			within = false
		case strings.HasPrefix(trimmed, "default"):
			whole = true
		default:
			m := choiceValue.FindStringSubmatch(trimmed)
			if m == nil {
				continue
			}
			if m[2] != "" {
				return true
			}
			named++
			width, err := strconv.Atoi(m[1])
			whole = whole || err == nil && width < 31 && named == 1<<width
		}
	}
	return false
}

// choices lists the case defaults in GHDL's VHDL, in order.
func choices(vhdl string) (found []choice) {
	for _, m := range choiceOf.FindAllStringSubmatch(vhdl, -1) {
		value := m[2]
		if b := choiceBits.FindStringSubmatch(value); b != nil {
			bits := b[1] + b[2]
			value = fmt.Sprintf("%d'b%s", len(bits), bits)
		} else if f := choiceFill.FindStringSubmatch(value); f != nil {
			value = fmt.Sprintf("{(%s + 1){1'b%s}}", f[1], f[2])
		} else if !sources.IsPlainName(value) {
			value = "" // of no form that is known
		}
		found = append(found, choice{m[1], value})
	}
	return found
}

// complete adds the missing defaults to the case statements of GHDL's Verilog, and
// makes their assignments blocking, since the logic is combinational.
func complete(verilog string, all []choice) (string, error) {
	var out strings.Builder
	within, target, done := false, "", false
	for line := range strings.Lines(verilog) {
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "case ("):
			within, target, done = true, "", false
		case !within:
		case trimmed == "endcase":
			if len(all) == 0 || all[0].net != target || all[0].otherwise == "" && !done {
				return "", fmt.Errorf("the others of a case statement are lost in what GHDL makes of it; a newer GHDL may keep them")
			}
			if !done {
				otherwise := all[0].otherwise
				if !strings.Contains(verilog, otherwise) {
					otherwise = strings.TrimPrefix(otherwise, "wrap_") // what VHDL calls a port
				}
				fmt.Fprintf(&out, "      default: %s = %s;\n", target, otherwise)
			}
			within, all = false, all[1:]
		default:
			done = done || strings.HasPrefix(trimmed, "default")
			if m := choiceTarget.FindStringSubmatch(line); m != nil {
				target = m[1]
				line = strings.Replace(line, " <= ", " = ", 1)
			}
		}
		out.WriteString(line)
	}
	return out.String(), nil
}

var (
	signedShift  = regexp.MustCompile(`(\$signed\([^()]*\)) >> `)
	signedAbs    = regexp.MustCompile(`(\S+) <= std_logic_vector\(abs \$signed\(([^()]*)\)\);`)
	signedDivide = regexp.MustCompile(`= (\w+|\d+'[bhd]\w+) ([/%]) (\w+|\d+'[bhd]\w+); // s(div|rem|mod)`)
)

// mendSigned gives what is done to numbers with a sign its meaning.
func mendSigned(line string) string {
	line = signedShift.ReplaceAllString(line, "$1 >>> ")
	line = signedAbs.ReplaceAllString(line, "assign $1 = $$signed($2) < 0 ? -$2 : $2;")
	m := signedDivide.FindStringSubmatchIndex(line)
	if m == nil {
		return line
	}
	x, y := "$signed("+line[m[2]:m[3]]+")", "$signed("+line[m[6]:m[7]]+")"
	value := x + " " + line[m[4]:m[5]] + " " + y
	if line[m[8]:m[9]] == "mod" { // has the sign of y
		value = fmt.Sprintf("(%s != 0 && (%s < 0) != (%s < 0)) ? %s + %s : %s", value, x, y, value, y, value)
	}
	return line[:m[0]] + "= " + value + ";" + line[m[1]:]
}

// completeFile completes the Verilog in a file by the VHDL in another.
func completeFile(verilog, vhdl string) error {
	text, err := os.ReadFile(verilog)
	if err != nil {
		return err
	}
	same, err := os.ReadFile(vhdl)
	if err != nil {
		return err
	}
	made, err := complete(string(text), choices(string(same)))
	if err != nil {
		return err
	}
	return os.WriteFile(verilog, []byte(made), 0o644)
}
