package starter

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"
	"text/template"
)

// SimulatedHz is the clock at which a project's board is simulated: a bit lasts
// 16 cycles of it, so that checks are quick.
const SimulatedHz = 16 * 115200

// templateData is the data of the templates.
type templateData struct {
	board
	Lang   string // v, sv or vhdl
	Search bool   // it is the searching board
}

// boardFiles are the files of a board's project.
func boardFiles(v templateData) ([]file, error) {
	made, err := v.sources()
	if err != nil {
		return nil, err
	}
	templates, err := template.ParseFS(files, "board/*.tmpl")
	if err != nil {
		return nil, err
	}
	for name, from := range map[string]string{
		"Makefile": "Makefile.tmpl", "README.md": v.readme(), "rtl/top." + v.Ext(): "top." + v.kind() + ".tmpl",
		v.Constraints(): v.Flow + ".tmpl",
	} {
		var text bytes.Buffer
		if err := templates.ExecuteTemplate(&text, from, v); err != nil {
			return nil, err
		}
		made = append(made, file{name, text.Bytes(), 0o644})
	}
	if script := v.Flow + "-tcl.tmpl"; templates.Lookup(script) != nil {
		var text bytes.Buffer
		if err := templates.ExecuteTemplate(&text, script, v); err != nil {
			return nil, err
		}
		made = append(made, file{"build.tcl", text.Bytes(), 0o644})
	}
	for i := range made {
		if v.Lang == "sv" && path.Dir(made[i].name) != rtlFolder && strings.HasSuffix(made[i].name, ".sv") {
			made[i].text = systemVerilog(made[i].text)
		}
	}
	return made, nil
}

// sources are the modules that are the same on every board.
func (v templateData) sources() (made []file, err error) {
	if v.Search {
		return searchFiles()
	}
	all, err := copied(files, "board/"+v.kind(), "rtl")
	if err != nil {
		return nil, err
	}
	for _, f := range all {
		f.name = strings.TrimSuffix(f.name, path.Ext(f.name)) + "." + v.Ext()
		if strings.Contains(f.name, "_tb.") {
			f.name = "test/" + path.Base(f.name)
		}
		if strings.Contains(f.name, "sim_ibufds") && v.ClockN.Port == "" {
			continue
		}
		made = append(made, f)
	}
	return made, nil
}

// readme is the template of README.md.
func (v templateData) readme() string {
	if v.Search {
		return "README-search.md.tmpl"
	}
	return "README.md.tmpl"
}

// kind is the folder of the sources.
func (v templateData) kind() string {
	if v.Lang == "vhdl" {
		return "vhdl"
	}
	return "v"
}

// Ext returns the file name ending of HDL sources, without the dot.
func (v templateData) Ext() string {
	if v.Lang == "vhdl" {
		return "vhd"
	}
	return v.Lang
}

// Constraints is the name of the file that has the pins.
func (v templateData) Constraints() string {
	return v.Name + map[string]string{"ice40": ".pcf", "ecp5": ".lpf", "gowin": ".cst", "vivado": ".xdc", "quartus": ".qsf"}[v.Flow]
}

// Address is the board as it is simulated, by its pins.
func (v templateData) Address() string {
	return fmt.Sprintf("rtl?top=top&clk=%d&param.CLOCK_HZ=%[1]d&%s", SimulatedHz, v.pins())
}

// Built is the board as its bitstream has it: with the parameters of its top module, at its own clock.
func (v templateData) Built() string { return fmt.Sprintf("rtl?top=top&clk=%d&%s", v.Hz, v.pins()) }

// pins are the options of an address that name them.
func (v templateData) pins() string {
	clock, reset := v.Clock.Port, "none"
	if v.ClockN.Port != "" {
		clock += ",!" + v.ClockN.Port
	}
	if v.Reset.Port != "" {
		reset = mark(v.Reset) + v.Reset.Port
	}
	return fmt.Sprintf("clock=%s&rst=%s&rx=%s&tx=%s", clock, reset, v.RX.Port, v.TX.Port)
}

// Checked is the Makefile's variable with the address at which the board is checked.
func (v templateData) Checked() string {
	if v.Search {
		return "CHECKED"
	}
	return "BOARD"
}

func mark(p pin) string {
	if p.Low {
		return "!"
	}
	return ""
}

// Pins are all pins that are there.
func (v templateData) Pins() (all []pin) {
	for _, p := range []pin{v.Clock, v.ClockN, v.Reset, v.RX, v.TX, v.Lamp} {
		if p.Port != "" {
			all = append(all, p)
		}
	}
	return all
}

// Period is a clock cycle in nanoseconds.
func (v templateData) Period() string { return fmt.Sprintf("%.3f", 1e9/float64(v.Hz)) }

// MHz is the clock.
func (v templateData) MHz() int { return v.Hz / 1_000_000 }

// BudgetMillions is for how many million clock cycles the searching board thinks about a move.
func (v templateData) BudgetMillions() string { return fmt.Sprintf("%.3g", float64(v.Hz)*0.9e-6) }

// systemVerilog is Verilog in the words of SystemVerilog: the templates write
// nothing whose meaning changes.
func systemVerilog(text []byte) []byte {
	for _, change := range []struct{ from, to string }{
		{`\b(input|output) +(?:wire|reg)\b`, "$1 logic"},
		{`(?m)^( *)(?:wire|reg)\b`, "${1}logic"},
		{`\balways @\(posedge\b`, "always_ff @(posedge"},
		{`\balways @\(\*\)`, "always_comb"},
	} {
		text = regexp.MustCompile(change.from).ReplaceAll(text, []byte(change.to))
	}
	return text
}
