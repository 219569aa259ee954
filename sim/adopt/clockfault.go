package adopt

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/internal/quoting"
)

// Text of HDL that says how the top is clocked.
var (
	comments   = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?(?:\*/|\z)|--[^\n]*`)
	madeInside = regexp.MustCompile(`(?i)(?:pll|mmcm|\bdcm|hfosc|lfosc|clkdiv|\bosc\w*\s+(?:#\s*\(|\w+\s*\())`)
)

// ClockFault compares the clock frequency that a parameter or generic of the top module states by default with the
// clocks of the constraints in a directory and in the one above it, and with known ones. It returns what differs, with
// the remedy, or "" if nothing does, if there is neither, or if the design makes a clock of its own.
func ClockFault(dir, top string, known []Rate) (string, error) {
	clocks := slices.Clone(known)
	for _, in := range []string{dir, filepath.Dir(filepath.Clean(dir))} {
		entries, err := os.ReadDir(in)
		if errors.Is(err, fs.ErrPermission) {
			continue
		}
		if err != nil {
			return "", err
		}
		for _, e := range entries {
			found, err := constrained(dir, filepath.Join(in, e.Name()), e)
			if err != nil {
				return "", err
			}
			clocks = append(clocks, found...)
		}
	}
	if len(clocks) == 0 {
		return "", nil
	}
	stated, pll, err := defaults(dir, top)
	if err != nil || pll {
		return "", err
	}
	for _, p := range stated {
		near := func(c Rate) bool { return max(c.Value/p.Value, p.Value/c.Value) < 1.01 }
		if !slices.ContainsFunc(clocks, near) {
			return fmt.Sprintf("%s: the top module's clock is %.6g MHz unless somebody sets it, as simulations do; the bitstream has it so, and the clock is %.6g MHz (%s): "+
				"no byte of its serial line would be right", filepath.Join(dir, p.From), p.Value/1e6, clocks[0].Value/1e6, clocks[0].From), nil
		}
	}
	return "", nil
}

// constrained returns the clocks that one file of constraints states.
func constrained(dir, path string, e fs.DirEntry) (all []Rate, err error) {
	for _, c := range constraints {
		if c.endings == verilog || c.endings == vhdl || !hasEnding(e.Name(), c.endings) {
			continue
		}
		text, err := smallFile(path, e)
		if err != nil {
			return nil, err
		}
		all = append(all, matches(dir, path, text, c.pattern, c.rate, slowestClock, fastestClock)...)
	}
	return all, nil
}

// smallFile returns the text of a file that may be searched, or "".
func smallFile(path string, e fs.DirEntry) (string, error) {
	info, err := e.Info()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return "", err
	}
	text, err := os.ReadFile(path)
	return string(text), err
}

// defaults returns the clocks that the parameters of a module state, in the files of a directory, and whether the
// design makes a clock itself.
func defaults(dir, top string) (stated []Rate, pll bool, err error) {
	name := quoting.Pattern(top)
	head := regexp.MustCompile(`(?is)(?:\bmodule\s+` + name + `\b(.*?)\);|\bentity\s+` + name + `\s+is\b(.*?)\bend\b)`)
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !hasEnding(e.Name(), verilog+" "+vhdl) {
			return err
		}
		text, err := smallFile(path, e)
		if err != nil {
			return err
		}
		text = comments.ReplaceAllStringFunc(text, func(c string) string { return strings.Repeat("\n", strings.Count(c, "\n")) })
		pll = pll || madeInside.MatchString(text)
		at := head.FindStringIndex(text)
		if at == nil {
			return nil
		}
		before := strings.Repeat("\n", strings.Count(text[:at[0]], "\n"))
		for _, c := range constraints {
			if c.endings == verilog || c.endings == vhdl {
				stated = append(stated, matches(dir, path, before+text[at[0]:at[1]], c.pattern, c.rate, slowestClock, fastestClock)...)
			}
		}
		return nil
	})
	return slices.CompactFunc(stated, func(a, b Rate) bool { return cmp.Compare(a.Value, b.Value) == 0 }), pll, err
}
