package adopt

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Rate holds a clock frequency in Hz, or a bit rate in bits a second, and its source.
type Rate struct {
	Value float64
	From  string // such as top.pcf:3
}

// constrains reports whether a file of constraints states a rate, which is then the board's.
func (r Rate) constrains() bool {
	file, _, _ := strings.Cut(r.From, ":")
	return slices.Contains(constraintEndings, strings.ToLower(filepath.Ext(file)))
}

var constraintEndings = []string{".pcf", ".lpf", ".xdc", ".sdc", ".ucf", ".qsf"}

// maxFile bounds the files that are searched for rates.
const maxFile = 1 << 20

// Constraints of clocks as the tools write them. The first group is the number.
var constraints = []struct {
	endings string // of file names
	pattern *regexp.Regexp
	rate    func(number float64) float64
}{
	{".pcf .py", regexp.MustCompile(`(?im)^\s*set_frequency\s+\S+\s+([\d.]+)`), megahertz},                                                      // nextpnr-ice40
	{".lpf", regexp.MustCompile(`(?im)^\s*FREQUENCY\s+(?:PORT|NET)\s+"[^"]*"\s+([\d.]+)\s*MHZ`), megahertz},                                     // Lattice
	{".xdc .sdc", regexp.MustCompile(`(?im)^\s*create_clock\b[^#\n]*-period\s+[{"]?\s*([\d.]+)\s*MHz`), megahertz},                              // Quartus
	{".xdc .sdc", regexp.MustCompile(`(?im)^\s*create_clock\b[^#\n]*-period\s+[{"]?\s*([\d.]+)\s*(?:ns\b|["}\[{-]|$)`), nanoseconds},            // Xilinx, Intel, Gowin
	{".ucf", regexp.MustCompile(`(?im)^\s*TIMESPEC\b[^;\n]*\bPERIOD\b[^;\n]*?\s([\d.]+)\s*ns`), nanoseconds},                                    // ISE
	{".ucf", regexp.MustCompile(`(?im)^\s*TIMESPEC\b[^;\n]*\bPERIOD\b[^;\n]*?\s([\d.]+)\s*MHz`), megahertz},                                     // ISE
	{".qsf .mk Makefile", regexp.MustCompile(`(?im)(?:--freq[ =]|FMAX_REQUIREMENT\s+")\s*([\d.]+)`), megahertz},                                 // nextpnr, Quartus
	{verilog, regexp.MustCompile(`(?i)\b\w*(?:clk|clock|freq)\w*\s*(?:=|\s)\s*([\d_]{7,}|\d+(?:\.\d+)?e\d+)\b`), hertz},                         // a parameter, a macro
	{verilog, regexp.MustCompile(`(?i)\b\w*(?:clk|clock|freq|sys)\w*mhz\w*\s*(?:=|\s)\s*([\d_.]+)\b`), megahertz},                               // CLK_MHZ = 50
	{verilog, regexp.MustCompile(`(?i)\b\w*(?:clk|clock|freq|sys)\w*khz\w*\s*(?:=|\s)\s*([\d_.]+)\b`), kilohertz},                               // CLK_KHZ = 50000
	{verilog, regexp.MustCompile(`(?i)\b\w*(?:clk|clock|sys)_?` + frequency + `\s*(?:=|\s)\s*(\d{1,3}(?:\.\d+)?)\b(?:[^'.\d]|$)`), megahertz},   // CLK_FRE = 27
	{verilog + " " + vhdl, regexp.MustCompile(`\b([\d_]{7,})\s*/\s*\(?\s*[\d_]{4,8}\b`), hertz},                                                 // 25000000/115200
	{vhdl, regexp.MustCompile(`(?i)\b\w*(?:clk|clock|freq)\w*\s*:\s*\w+\s*:=\s*([\d_]{7,}|\d+(?:\.\d+)?e\d+)\b`), hertz},                        // a generic
	{vhdl, regexp.MustCompile(`(?i)\b\w*(?:clk|clock|freq|sys)\w*mhz\w*\s*:\s*\w+\s*:=\s*([\d_.]+)\b`), megahertz},                              // CLK_MHZ
	{vhdl, regexp.MustCompile(`(?i)\b\w*(?:clk|clock|sys)_?` + frequency + `\s*:\s*\w+\s*:=\s*(\d{1,3}(?:\.\d+)?)\s*(?:[;)\n-]|$)`), megahertz}, // CLK_FREQ := 32
	{vhdl, regexp.MustCompile(`(?i)\b\w*(?:clk|clock|freq|sys)\w*khz\w*\s*:\s*\w+\s*:=\s*([\d_.]+)\b`), kilohertz},                              // CLK_KHZ
}

// frequency is that word as names of parameters have it, whose small values are MHz.
const frequency = `(?:fre?|freq|frequency|feq|fr?q)`

// Endings of files in a language.
const (
	verilog = ".v .sv .vh .svh"
	vhdl    = ".vhd .vhdl"
)

func hertz(n float64) float64       { return n }
func kilohertz(n float64) float64   { return n * 1e3 }
func megahertz(n float64) float64   { return n * 1e6 }
func nanoseconds(n float64) float64 { return 1e9 / n }

// Rates of bits as designs write them: as such, and as the clock cycles of a bit.
var (
	baudPattern     = regexp.MustCompile(`(?i)\b\w*(?:baud(?:_?rate)?\w*|bps|bit_?rate|(?:uart|ser|serial)_?` + frequency + `)\s*(?::\s*\w+\s*:=|=|\s)\s*([\d_]{3,})\b`)
	quotientPattern = regexp.MustCompile(`\b[\d_]{7,}\s*/\s*\(?\s*([\d_]{4,8})\b`) // 25000000/115200
	dividerPattern  = regexp.MustCompile(`(?i)\b(?:\w*(?:clk|clock|clocks|clks|cycles)_?per_?bit|\w*baud_?div\w*|\w*uart_?div\w*|bit_?cycles|bit_?(?:time|period|len\w*)|divisor)\s*(?::\s*\w+\s*:=|=|\s)\s*([\d_]{1,6})\b`)
)

// Bounds of rates that are believed.
const (
	slowestClock, fastestClock = 1e6, 1e9
	slowestBaud, fastestBaud   = 300, 12e6
	shortestBit, longestBit    = 4, 1e6 // clock cycles
)

// rates returns the clock rates and bit rates that the files of a directory state, in
// the order of constraints and file names, each rate once. A bit of so many clock cycles is a bit rate
// of each stated clock.
func rates(dir string) (clocks, bauds []Rate, err error) {
	found := make([][]Rate, len(constraints))
	var dividers []Rate
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || d.Name() == MakefileName {
			return err
		}
		info, err := d.Info()
		if err != nil || info.Size() > maxFile {
			return err
		}
		var text []byte
		for i, c := range constraints {
			if !hasEnding(d.Name(), c.endings) {
				continue
			}
			if text == nil {
				if text, err = os.ReadFile(path); err != nil {
					return err
				}
				bauds = append(bauds, matches(dir, path, string(text), baudPattern, hertz, slowestBaud, fastestBaud)...)
				bauds = append(bauds, matches(dir, path, string(text), quotientPattern, hertz, slowestBaud, fastestBaud)...)
				dividers = append(dividers, matches(dir, path, string(text), dividerPattern, hertz, shortestBit, longestBit)...)
			}
			found[i] = append(found[i], matches(dir, path, string(text), c.pattern, c.rate, slowestClock, fastestClock)...)
		}
		return nil
	})
	clocks = once(slices.Concat(found...))
	for _, clock := range clocks {
		for _, d := range dividers {
			if baud := clock.Value / d.Value; baud >= slowestBaud && baud <= fastestBaud {
				bauds = append(bauds, Rate{baud, fmt.Sprintf("%s, a bit of %.10g cycles", d.From, d.Value)})
			}
		}
	}
	return clocks, once(bauds), err
}

func hasEnding(name, endings string) bool {
	return slices.ContainsFunc(strings.Fields(endings), func(end string) bool {
		return strings.HasSuffix(strings.ToLower(name), strings.ToLower(end))
	})
}

// matches returns the rates that a pattern finds in a text, with their lines.
func matches(dir, path, text string, pattern *regexp.Regexp, rate func(float64) float64, low, high float64) (all []Rate) {
	name, err := filepath.Rel(dir, path)
	if err != nil {
		name = path
	}
	for _, m := range pattern.FindAllStringSubmatchIndex(text, -1) {
		n, err := strconv.ParseFloat(strings.ReplaceAll(text[m[2]:m[3]], "_", ""), 64)
		if err != nil {
			continue
		}
		if r := rate(n); r >= low && r <= high {
			all = append(all, Rate{r, fmt.Sprintf("%s:%d", name, 1+strings.Count(text[:m[2]], "\n"))})
		}
	}
	return all
}

// once drops rates that came before, within a thousandth.
func once(all []Rate) (kept []Rate) {
	for _, r := range all {
		if !slices.ContainsFunc(kept, func(k Rate) bool { return max(k.Value/r.Value, r.Value/k.Value) < 1.001 }) {
			kept = append(kept, r)
		}
	}
	return kept
}
