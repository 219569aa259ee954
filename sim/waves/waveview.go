package waves

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"path/filepath"
	"strings"

	"github.com/loopline/loopline/internal/quoting"
	"github.com/loopline/loopline/safefile"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/sources"
)

// View selects the signals of a waveform that a viewer shows first, and names times.
type View struct {
	Scope   string // of all signals; empty is TOP
	Signals []Signal
	Marks   []Mark // at most 26, of which the first is the cursor's
}

// Signal is a signal of the view's scope.
type Signal struct {
	Name string
	Bits int  // from 0 up; 1 is no vector
	Text bool // the bits are characters
}

// Mark is a time in a waveform, in its units.
type Mark struct {
	Name string // one word
	Time uint64
}

// The first lines of both files, by which they are known again. A file that a viewer
// itself saved under the name has another, and is not replaced.
const (
	gtkwaveHead = "[*] Loopline wrote this\n"
	surferHead  = "# Loopline wrote this\n"
)

// Write writes the view beside a waveform: a save file of GTKWave, whose name ends in
// .gtkw, and a command file of Surfer, which ends in .sucl. It returns their names. A file
// that holds something else stays, and is an error.
func (v *View) Write(wave string) (names []string, err error) {
	name := strings.TrimSuffix(wave, filepath.Ext(wave))
	save := safefile.FileType{Name: "save file of GTKWave", Match: safefile.HasPrefix(gtkwaveHead)}
	commands := safefile.FileType{Name: "command file of Surfer", Match: safefile.HasPrefix(surferHead)}
	return []string{name + ".gtkw", name + ".sucl"}, errors.Join(
		safefile.Write(name+".gtkw", save, false, []byte(v.gtkwave(filepath.Base(wave)))),
		safefile.Write(name+".sucl", commands, false, []byte(v.surfer())))
}

func (v *View) scope() string { return cmp.Or(v.Scope, "TOP") }

// Ways to show a signal in GTKWave.
const (
	gtkwaveBinary = 0x28
	gtkwaveHex    = 0x22
	gtkwaveText   = 0x820
)

// gtkwavePixels is the width of the waves in a window of GTKWave of 1000 pixels.
const gtkwavePixels = 512

// shown are the signals whose names are words of the files: neither has quotes.
func (v *View) shown() (signals []Signal) {
	for _, s := range v.Signals {
		if _, err := quoting.Word(v.scope() + "." + s.Name); err == nil {
			signals = append(signals, s)
		}
	}
	return signals
}

func (v *View) gtkwave(wave string) string {
	const named = 26 // marks that there are, A to Z
	var b strings.Builder
	b.WriteString(gtkwaveHead)
	first, last := ^uint64(0), uint64(0)
	for _, m := range v.Marks {
		first, last = min(first, m.Time), max(last, m.Time)
	}
	if len(v.Marks) > 0 {
		// The zoom is the binary logarithm of the time in 200 pixels. Past the end of the
		// waveform GTKWave would begin at the start of all.
		zoom := bits.Len64((last - first) / 2)
		shown := uint64(gtkwavePixels << zoom / 200)
		fmt.Fprintf(&b, "[dumpfile] %q\n[size] 1000 650\n[timestart] %d\n*-%d %d", wave, last-min(last, shown), zoom, v.Marks[0].Time)
	} else {
		fmt.Fprintf(&b, "[dumpfile] %q\n*0 -1", wave)
	}
	for i := range named {
		if i < len(v.Marks) {
			fmt.Fprintf(&b, " %d", v.Marks[i].Time)
		} else {
			b.WriteString(" -1")
		}
	}
	b.WriteByte('\n')
	for i, m := range v.Marks {
		fmt.Fprintf(&b, "[markername] %c%s\n", 'A'+i, m.Name)
	}
	shown := 0
	for _, s := range v.shown() {
		as, index := gtkwaveHex, fmt.Sprintf("[%d:0]", s.Bits-1)
		switch {
		case s.Text:
			as = gtkwaveText
		case s.Bits <= 1:
			as, index = gtkwaveBinary, ""
		}
		if as != shown {
			fmt.Fprintf(&b, "@%x\n", as)
			shown = as
		}
		fmt.Fprintf(&b, "%s.%s%s\n", v.scope(), s.Name, index)
	}
	return b.String()
}

// surfer returns the command file. It loads no waveform, since its path would be one from
// where Surfer is started.
func (v *View) surfer() string {
	var b strings.Builder
	b.WriteString(surferHead)
	for i, s := range v.shown() {
		name := v.scope() + "." + s.Name
		fmt.Fprintf(&b, "variable_add %s\n", name)
		if s.Text { // the item in focus has a letter, by its place
			fmt.Fprintf(&b, "item_focus %c_%s\nitem_set_format ASCII\nitem_unfocus\n", 'a'+i, name)
		}
	}
	for i, m := range v.Marks {
		if i == 0 {
			fmt.Fprintf(&b, "cursor_set %d\n", m.Time)
		}
		fmt.Fprintf(&b, "marker_set %s %d\n", m.Name, m.Time)
	}
	b.WriteString("zoom_fit\n")
	return b.String()
}

// textBits is the size of the texts that a harness shows in a waveform: what was asked,
// and what was answered, in characters, the last one lowest.
const textBits = 8 * 16

// TextsMacro tells a harness that the module has them.
const TextsMacro = "TEXTS"

// Texts are the signals of the texts.
var Texts = []Signal{{"asked", textBits, true}, {"answered", textBits, true}}

// WithTexts gives the module of a wrapper inputs for the texts.
func WithTexts(wrapper string) string {
	var inputs strings.Builder
	for _, s := range Texts {
		fmt.Fprintf(&inputs, "    input  wire [%d:0] %s,\n", s.Bits-1, s.Name)
	}
	return strings.Replace(wrapper, " (\n", " (\n"+inputs.String(), 1)
}

// WrapAll returns SystemVerilog around a module: one with the same ports. It is empty if
// it can't be, as of an array; then a waveform has no texts.
func WrapAll(top string, params map[string]string, ports []pinout.Port) string {
	var declared, joined []string
	for _, p := range ports {
		if p.Dims != 0 || p.Inout || !sources.IsPlainName(p.Name) || p.Name == Texts[0].Name || p.Name == Texts[1].Name {
			return ""
		}
		kind := "output"
		if p.Input {
			kind = "input "
		}
		size := ""
		if p.Width > 1 {
			size = fmt.Sprintf("[%d:0] ", p.Width-1)
		}
		declared = append(declared, fmt.Sprintf("    %s wire %s%s", kind, size, p.Name))
		joined = append(joined, fmt.Sprintf(".%s(%s)", p.Name, p.Name))
	}
	return "`default_nettype none\nmodule " + sources.WrapperTop + " (\n" + strings.Join(declared, ",\n") + "\n);\n  " +
		sources.Escaped(top) + sources.ParameterList(params) + " dut (" + strings.Join(joined, ", ") + ");\nendmodule\n`default_nettype wire\n"
}
