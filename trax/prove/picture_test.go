package prove_test

import (
	"flag"
	"fmt"
	"html"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax/prove"
	"github.com/loopline/loopline/trax/rtl"
)

var update = flag.Bool("update", false, "draw docs/waveforms/prove.svg again")

// TestPicture draws the picture of a counterexample in docs/waveforms.md: a core that plays @0/ as the
// tile P, from the waveform that prove writes.
func TestPicture(t *testing.T) {
	tier.Rest(t)
	report, err := prove.Prove(t.Context(), ours(), prove.Config{
		Source:  core(t, os.DirFS("../../starter/core/sv/rtl"), "cmd_shape_i == 2'd0 ? 4'b0101 : 4'b1001", "4'b0101"),
		LogSize: 3, Cycles: 4, Openings: []string{""}, Checks: []string{"tile"},
		Without: []rtl.Op{rtl.Undo, rtl.Try, rtl.Gen}, Timeout: 5 * time.Minute,
	}, nil)
	require.NoError(t, err)
	e := report.Example()
	require.NotNil(t, e)
	require.Equal(t, "@0/", e.Moves())
	waves := levels(t, string(e.Wave))
	placed := 0
	for placed < len(waves["trace"]) && waves["trace"][placed].value != "1" {
		placed++
	}
	require.Less(t, placed, len(waves["trace"]), "a tile is placed")
	at := waves["trace"][placed].at
	require.Equal(t, "0101", value(waves["tile"], at), "the tile P, not S")
	picture := draw(waves, at)
	const file = "../../docs/waveforms/prove.svg"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(picture), 0o644))
	}
	committed, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(committed), picture, "LOOPLINE_REST=1 go test ./trax/prove -run Picture -update draws it again")
}

// level is what a signal becomes at a time.
type level struct {
	at    int
	value string
}

// levels are those of the signals of checks in a VCD file, by name.
func levels(t *testing.T, vcd string) map[string][]level {
	t.Helper()
	names, all := map[string][]string{}, map[string][]level{}
	depth, now := 0, 0
	for line := range strings.Lines(vcd) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "$scope":
			depth++
		case words[0] == "$upscope":
			depth--
		case words[0] == "$var" && depth == 2:
			names[words[3]] = append(names[words[3]], words[4])
		case words[0][0] == '#':
			at, err := strconv.Atoi(words[0][1:])
			require.NoError(t, err)
			now = at
		case strings.ContainsAny(words[0][:1], "01xzb"):
			v, code := words[0][:1], words[0][1:]
			if v == "b" && len(words) == 2 {
				v, code = words[0][1:], words[1]
			}
			for _, name := range names[code] {
				all[name] = append(all[name], level{now, v})
			}
		}
	}
	return all
}

// value is that of a signal at a time.
func value(w []level, at int) (v string) {
	for _, l := range w {
		if l.at <= at {
			v = l.value
		}
	}
	return v
}

// draw draws the ports around the clock edge at which a core places a tile.
func draw(waves map[string][]level, at int) string {
	const left, wide, tall, row = 72, 90, 20, 34
	rows := []string{"clk_i", "valid", "ready", "shape", "trace", "tile", "answer", "status"}
	from, to := at-20, at+30
	x := func(at int) float64 { return left + float64(at-from)*wide/10 }
	width, height := x(to)+10, 44+row*len(rows)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" width="%[1]g" height="%[2]d" role="img">
<title>The ports of a core that answers PLAY @0/ with the tile P</title>
<rect width="100%%" height="100%%" rx="6" fill="#fff"/>
<g font-family="monospace" font-size="12" text-anchor="middle" fill="#22262c">
`, width, height)
	label := func(x, y float64, text string) {
		fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x, y, html.EscapeString(text))
	}
	fmt.Fprintf(&b, "<path stroke=\"#c0392b\" stroke-dasharray=\"3 3\" d=\"M%.1f 22V%d\"/>\n", x(at), height-10)
	label(x(at-10)+wide/2, 16, "PLAY @0/")
	label(x(at)+wide/2, 16, "S by the rules")
	for i, name := range rows {
		top := float64(30 + row*i)
		label(left/2, top+15, name)
		begin := level{from, value(waves[name], from)}
		shown := []level{begin}
		for _, l := range waves[name] {
			if from < l.at && l.at < to && l.value != shown[len(shown)-1].value {
				shown = append(shown, l)
			}
		}
		for j, l := range shown {
			end := to
			if j+1 < len(shown) {
				end = shown[j+1].at
			}
			switch {
			case len(l.value) > 1:
				fmt.Fprintf(&b, "<path fill=\"none\" stroke=\"#0a7f3f\" stroke-width=\"2\" d=\"M%.1f %.1fl4 -10H%.1fl4 10l-4 10H%.1fz\"/>\n", x(l.at), top+tall/2, x(end)-4, x(l.at)+4)
				label((x(l.at)+x(end))/2, top+15, port(name, l.value))
			default:
				y := func(v string) float64 {
					if v == "1" {
						return top
					}
					return top + tall
				}
				fmt.Fprintf(&b, "<path fill=\"none\" stroke=\"#0a7f3f\" stroke-width=\"2\" d=\"M%.1f %.1fH%.1f", x(l.at), y(l.value), x(end))
				if j+1 < len(shown) {
					fmt.Fprintf(&b, "V%.1f", y(shown[j+1].value))
				}
				b.WriteString("\"/>\n")
			}
		}
	}
	return b.String() + "</g>\n</svg>\n"
}

// port writes a value of a port with what it means.
func port(name, value string) string {
	switch {
	case strings.Contains(value, "x"):
		return "x"
	case name == "tile" && value == "0101":
		return "5: P"
	case name == "shape":
		return map[string]string{"00": "0: +", "01": "1: /", "10": "2: \\", "11": "3"}[value]
	case name == "status" && value == "0000":
		return "0: ok"
	}
	n, _ := strconv.ParseUint(value, 2, 16)
	return strconv.FormatUint(n, 10)
}
