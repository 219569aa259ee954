package sim

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/quoting"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/sources"
)

// wrapperTokens are what a wrapper is made of; an escaped name is one.
var wrapperTokens = regexp.MustCompile(`\\\S+\s|'[01]|\d'b\w+|===|\w[\w$]*|\S`)

// FuzzWrapper: a name of a port, of the board or of a parameter is one word of the wrapper around it, or the address
// that names it is refused.
func FuzzWrapper(f *testing.F) {
	for _, name := range []string{"rx", `a;endmodule`, "$finish", "x y", "rx\t);initial", `\`, "é", "module", "(*", "//", "/*", "`include"} {
		f.Add(name)
	}
	wrapped := func(name string) []string {
		p := pinout.Pins{Clock: "clk", Reset: "!rst", RX: name, TX: "tx", High: []string{"en"}}
		ports := []pinout.Port{{Name: "clk", Input: true}, {Name: "rst", Input: true}, {Name: name, Input: true}, {Name: "en", Input: true}, {Name: "tx"}}
		return wrapperTokens.FindAllString(p.Wrap(name, map[string]string{name: "1"}, ports), -1)
	}
	plain := wrapped("plain")
	f.Fuzz(func(t *testing.T, name string) {
		a, err := ParseAddress("rtl?clk=clk&rx=" + name + "&tx=tx&top=top")
		if err != nil || a.Board.Pins.RX != name || name == "" {
			return
		}
		if strings.ContainsAny(name, ",!") {
			return // several pins, or the opposite
		}
		tokens := wrapped(name)
		require.Len(t, tokens, len(plain), "%q", name)
		for i, token := range tokens {
			if plain[i] != `\plain ` {
				require.Equal(t, plain[i], token, "%q", name)
			} else {
				require.Equal(t, `\`+name+" ", token)
			}
		}
	})
}

// TestNamesOfNoUTF8: names of a design may be any bytes, in the file system, in waivers and in messages of tools.
func TestNamesOfNoUTF8(t *testing.T) {
	const name = "x\xbd\xbe"
	require.Regexp(t, "^"+quoting.Pattern(name)+"$", name)
	waivers := finding.WaiversIn([]sources.File{{Name: "x.vlt", Text: []byte(`lint_off -rule UNUSED -file "` + name + `" -match "` + name + `*"`)}})
	require.Len(t, waivers, 1)
	require.True(t, waivers[0].Fits(&finding.Finding{Code: "UNUSED", Text: name + " is unused"}, name, 1))
}
