package starter

import (
	"cmp"
	"flag"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "draw docs/waveforms/*.svg again")

// bit is how long a bit of the test bench lasts, in ns: 16 clock cycles.
const bit = 160

// TestWaveforms draws the pictures of docs/waveforms.md from what the test bench of a
// project dumps, and wants those that are there to be the same.
func TestWaveforms(t *testing.T) {
	if _, err := exec.LookPath("iverilog"); err != nil {
		t.Skip(err)
	}
	dir := written(t, Project{Kind: "board", Board: "icebreaker"})
	right := dump(t, dir)
	rx, tx := right["rx"], right["tx"]
	asked, answered := rx.bytes(), tx.bytes()
	require.Equal(t, "-T\n", text(asked[:3]))
	require.Equal(t, "FP\n", text(answered[:3]))

	board := filepath.Join(dir, "rtl", "board.v")
	source := read(t, dir, "rtl/board.v")
	slow := strings.Replace(source, "uart_tx #(.CLKS(CLKS))", "uart_tx #(.CLKS(CLKS + 2))", 1)
	require.NotEqual(t, source, slow)
	require.NoError(t, os.WriteFile(board, []byte(slow), 0o600))
	wrong := dump(t, dir)["tx"]
	taken := wrong.bytes()
	require.Equal(t, byte(0x86), taken[0].data, "from b4 on each bit is the one before")
	require.False(t, taken[0].stop)

	for name, picture := range map[string]string{
		"handshake": drawHandshake(rx, tx, asked[:3], answered[:3]),
		"byte":      drawByte("tx", tx, answered[0]),
		"divisor":   drawByte("tx", wrong, taken[0]),
	} {
		file := filepath.Join("..", "docs", "waveforms", name+".svg")
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(picture), 0o644))
		}
		committed, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(committed), picture, "go test ./starter -run Waveforms -update draws it again")
	}
}

// dump runs the test bench of a project in Verilog and returns its two serial pins.
func dump(t *testing.T, dir string) map[string]trace {
	t.Helper()
	build := exec.CommandContext(t.Context(), "sh", "-c",
		"mkdir -p build && iverilog -g2012 -o build/board -s board_tb rtl/*.v test/board_tb.v && vvp -n build/board +wave")
	build.Dir = dir
	said, err := build.CombinedOutput()
	require.NoError(t, err, string(said))
	vcd := read(t, dir, "build/board.vcd")
	require.Contains(t, regexp.MustCompile(`\s+`).ReplaceAllString(vcd, ""), "$timescale1ns$end")
	traces := map[string]trace{}
	for _, name := range []string{"rx", "tx"} { // those of the test bench, which is the first scope
		m := regexp.MustCompile(`\$var \w+ 1 (\S+) ` + name + ` \$end`).FindStringSubmatch(vcd)
		require.NotNil(t, m, name)
		traces[name] = traceOf(t, vcd, m[1])
	}
	return traces
}

// change is a level and the time in ns from which on it is there.
type change struct {
	at   int
	high bool
}

// trace is a signal, in the order of time.
type trace []change

// traceOf reads the changes of a signal of one bit in a VCD file.
func traceOf(t *testing.T, vcd, symbol string) (all trace) {
	t.Helper()
	now := 0
	_, values, found := strings.Cut(vcd, "$enddefinitions $end")
	require.True(t, found)
	for _, line := range strings.Split(values, "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
			at, err := strconv.Atoi(line[1:])
			require.NoError(t, err)
			now = at
		case line == "0"+symbol || line == "1"+symbol:
			all = append(all, change{now, line[0] == '1'})
		}
	}
	require.NotEmpty(t, all)
	return all
}

// high is the level at a time.
func (w trace) high(at int) bool {
	i, exact := slices.BinarySearchFunc(w, at, func(c change, at int) int { return cmp.Compare(c.at, at) })
	if !exact {
		i--
	}
	return i >= 0 && w[i].high
}

// received is a byte of a serial line, as a receiver takes it that samples each bit in its middle.
type received struct {
	at   int // of the falling edge
	data byte
	stop bool // the stop bit is high
}

// bytes are all bytes of a line.
func (w trace) bytes() (all []received) {
	busy := 0 // until then
	for _, c := range w {
		if c.high || c.at < busy || c.at == 0 || !w.high(c.at-1) {
			continue
		}
		r := received{at: c.at, stop: w.high(c.at + 9*bit + bit/2)}
		for n := range 8 {
			if w.high(c.at + (n+1)*bit + bit/2) {
				r.data |= 1 << n
			}
		}
		all = append(all, r)
		busy = c.at + 9*bit + bit/2
	}
	return all
}

func text(all []received) (s string) {
	for _, r := range all {
		s += string(rune(r.data))
	}
	return s
}

// drawing is a picture whose time runs from a moment on.
type drawing struct {
	strings.Builder
	from, to int // in ns
	perBit   float64
}

const left = 44 // of the names

func (d *drawing) x(at int) float64 { return left + float64(at-d.from)*d.perBit/bit }

func (d *drawing) head(title string, height int) {
	width := d.x(d.to) + 10
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" width="%[1]g" height="%[2]d" role="img">
<title>%s</title>
<rect width="100%%" height="100%%" rx="6" fill="#fff"/>
<g font-family="monospace" font-size="12" text-anchor="middle" fill="#22262c">
`, width, height, html.EscapeString(title))
}

func (d *drawing) label(x, y float64, text string) {
	fmt.Fprintf(d, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x, y, html.EscapeString(text))
}

// line draws a signal between two heights.
func (d *drawing) line(name string, w trace, top float64) {
	const tall = 28
	y := func(at int) float64 {
		if w.high(at) {
			return top
		}
		return top + tall
	}
	d.label(left/2, top+tall/2+4, name)
	fmt.Fprintf(d, `<path fill="none" stroke="#0a7f3f" stroke-width="2" d="M%.1f %.1f`, d.x(d.from), y(d.from))
	for _, c := range w {
		if d.from < c.at && c.at < d.to {
			fmt.Fprintf(d, "H%.1fV%.1f", d.x(c.at), y(c.at))
		}
	}
	fmt.Fprintf(d, "H%.1f\"/>\n", d.x(d.to))
}

func (d *drawing) mark(at int, top, bottom float64) {
	fmt.Fprintf(d, "<path stroke=\"#b8bec6\" stroke-dasharray=\"3 3\" d=\"M%.1f %.1fV%.1f\"/>\n", d.x(at), top, bottom)
}

// drawHandshake draws a question and its answer, with the characters below.
func drawHandshake(rx, tx trace, asked, answered []received) string {
	d := &drawing{from: asked[0].at - 4*bit, to: answered[len(answered)-1].at + 14*bit, perBit: 10}
	d.head("The pins rx and tx while the host asks -T and the board answers FP", 150)
	for i, row := range []struct {
		name string
		w    trace
		all  []received
	}{{"rx", rx, asked}, {"tx", tx, answered}} {
		top := float64(16 + 70*i)
		for _, r := range row.all {
			d.mark(r.at, top-6, top+50)
			d.mark(r.at+10*bit, top-6, top+50)
			name := strconv.QuoteRune(rune(r.data))
			if r.data == '\n' {
				name = "line feed"
			}
			d.label(d.x(r.at+5*bit), top+46, name)
		}
		d.line(row.name, row.w, top)
	}
	return d.String() + "</g>\n</svg>\n"
}

// drawByte draws a byte and the moments at which a receiver takes its bits.
func drawByte(name string, w trace, r received) string {
	d := &drawing{from: r.at - bit, to: r.at + 13*bit, perBit: 56}
	stop := "stop bit"
	if !r.stop {
		stop = "no stop bit"
	}
	result := fmt.Sprintf("b7 … b0 = %08b = 0x%02X, %s", r.data, r.data, stop)
	d.head("A byte on the pin "+name+": "+result, 134)
	d.line(name, w, 30)
	for n := range 10 {
		at := r.at + n*bit
		d.mark(at, 10, 84)
		label := "start"
		switch {
		case n == 9:
			label = "stop"
		case n > 0:
			label = fmt.Sprintf("b%d", n-1)
		}
		level := "0"
		if w.high(at + bit/2) {
			level = "1"
		}
		d.label(d.x(at+bit/2), 20, label)
		d.label(d.x(at+bit/2), 80, level)
		fmt.Fprintf(d, "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\" fill=\"#c0392b\"/>\n", d.x(at+bit/2), map[string]int{"1": 30, "0": 58}[level])
	}
	d.mark(r.at+10*bit, 10, 84)
	d.label(d.x(r.at+5*bit), 112, result)
	return d.String() + "</g>\n</svg>\n"
}
