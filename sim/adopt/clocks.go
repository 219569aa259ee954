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

// maxFile bounds the files that are searched for rates.
const maxFile = 1 << 20

// Constraints of clocks as the tools write them. The first group is the number.
var constraints = []struct {
	endings string // of file names
	pattern *regexp.Regexp
	rate    func(number float64) float64
}{
	{".pcf .py", regexp.MustCompile(`(?im)^\s*set_frequency\s+\S+\s+([\d.]+)`), megahertz},                      // nextpnr-ice40
	{".lpf", regexp.MustCompile(`(?im)^\s*FREQUENCY\s+(?:PORT|NET)\s+"[^"]*"\s+([\d.]+)\s*MHZ`), megahertz},     // Lattice
	{".xdc .sdc", regexp.MustCompile(`(?im)^\s*create_clock\b[^#\n]*-period\s+\{?([\d.]+)`), nanoseconds},       // Xilinx, Intel, Gowin
	{".ucf", regexp.MustCompile(`(?im)^\s*TIMESPEC\b[^;\n]*\bPERIOD\b[^;\n]*?\s([\d.]+)\s*ns`), nanoseconds},    // ISE
	{".ucf", regexp.MustCompile(`(?im)^\s*TIMESPEC\b[^;\n]*\bPERIOD\b[^;\n]*?\s([\d.]+)\s*MHz`), megahertz},     // ISE
	{".qsf .mk Makefile", regexp.MustCompile(`(?im)(?:--freq[ =]|FMAX_REQUIREMENT\s+")\s*([\d.]+)`), megahertz}, // nextpnr, Quartus
	{".v .sv .vh .svh", regexp.MustCompile(`(?i)\b\w*(?:clk|clock|freq)\w*\s*=\s*([\d_]{7,})\b`), hertz},        // a parameter
	{".vhd .vhdl", regexp.MustCompile(`(?i)\b\w*(?:clk|clock|freq)\w*\s*:\s*\w+\s*:=\s*([\d_]{7,})\b`), hertz},  // a generic
}

func hertz(n float64) float64       { return n }
func megahertz(n float64) float64   { return n * 1e6 }
func nanoseconds(n float64) float64 { return 1e9 / n }

var baudPattern = regexp.MustCompile(`(?i)\bbaud\w*\s*(?::\s*\w+\s*:)?=\s*([\d_]{4,})\b`)

// Bounds of rates that are believed.
const (
	slowestClock, fastestClock = 1e6, 1e9
	slowestBaud, fastestBaud   = 300, 12e6
)

// rates returns the clock rates and bit rates that the files of a directory state, in
// the order of constraints and file names, each rate once.
func rates(dir string) (clocks, bauds []Rate, err error) {
	found := make([][]Rate, len(constraints))
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
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
			}
			found[i] = append(found[i], matches(dir, path, string(text), c.pattern, c.rate, slowestClock, fastestClock)...)
		}
		return nil
	})
	return once(slices.Concat(found...)), once(bauds), err
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
