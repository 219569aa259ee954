package prove

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/lint"
)

// namedDesign is a core of one file, with a folder of headers.
type namedDesign struct{ file, header string }

func (d namedDesign) Files() []lint.File    { return []lint.File{{Name: d.file}} }
func (d namedDesign) Headers() []string     { return []string{d.header} }
func (d namedDesign) FixedParameters() bool { return false }

// scriptWord is a word of a script of Yosys: in quotes, or without blanks.
var scriptWord = regexp.MustCompile(`"[^"\n]*"|[^\s"]+`)

// sections takes a file for SymbiYosys apart: the lines of each section, and the names of these in their order.
func sections(text string) (lines map[string][]string, order []string) {
	lines = map[string][]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "["):
			order = append(order, line)
		case line != "" && len(order) > 0:
			lines[order[len(order)-1]] = append(lines[order[len(order)-1]], line)
		}
	}
	return lines, order
}

// FuzzSBY: the names of a core's files and folders are one word each of the file for SymbiYosys, or that is not written.
func FuzzSBY(f *testing.F) {
	for _, name := range []string{
		"core.v", "a b.v", "x\n[script]\nshell id", "x;shell id", `"; shell id; "`, "x#", "-o", "../x", "$(id)", "{x}", "x]", "\r", "\u00a0", "é.v", `a\b`, "[x", "",
	} {
		f.Add(name, name, "@0+ B1+")
	}
	f.Add("core.v", "include", "@0+\n[files]\n/etc/passwd")
	f.Fuzz(func(t *testing.T, file, header, opening string) {
		if strings.TrimSpace(opening) == "" {
			return // the empty board
		}
		of := func(d namedDesign, opening string) (map[string][]string, []string, error) {
			r := &run{name: "opening-1", text: opening, config: &Config{LogSize: 3}}
			text, err := r.sby(d)
			lines, order := sections(string(text))
			return lines, order, err
		}
		plain, order, err := of(namedDesign{"plain.v", "plain"}, "@0+")
		require.NoError(t, err)
		lines, found, err := of(namedDesign{file, header}, opening)
		if err != nil {
			return
		}
		require.Equal(t, order, found)
		for section, want := range plain {
			require.Len(t, lines[section], len(want), "%s of %q", section, file)
			for i, line := range want {
				words, ours := scriptWord.FindAllString(lines[section][i], -1), scriptWord.FindAllString(line, -1)
				if strings.HasPrefix(line, "read_verilog") && len(words) == len(ours)-1 {
					ours = strings.Split(strings.Replace(strings.Join(ours, "\n"), "\n-Icore/plain", "", 1), "\n") // it is left out
				}
				require.Len(t, words, len(ours), "%q", lines[section][i])
				for j := range ours {
					if !strings.Contains(ours[j], "plain") {
						require.Equal(t, ours[j], words[j])
					}
				}
			}
		}
	})
}
