package cli

import (
	"fmt"
	"maps"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// cones are what each output of a netlist by icebox_vlog depends on: by its name, the logic cells and
// the block RAMs that reach it, by their places. Nets are named after what drives them, as their
// numbers change with each bit.
type cones map[string]map[string]string

// netlistLine drives nets.
type netlistLine struct {
	key   string // its place; empty for a constant or another name of a net
	text  string
	wide  []string // nets that it drives, from bit 0 on
	value string   // of a line without a key
}

var (
	vlogPorts  = regexp.MustCompile(`(input|output|inout) (\w+)`)
	vlogBit    = regexp.MustCompile(`\\(\w+) ?\[(\d+)\]`)
	vlogVector = regexp.MustCompile(`(input|output|inout) \[(\d+):0\] \\?(\w+)`)
	vlogAssign = regexp.MustCompile(`^assign (\S+) += +(?:/\* (\S.*?) +\*/ )?(.*);`)
	vlogFF     = regexp.MustCompile(`^/\* (FF .*?) +\*/ (?:assign (\S+) +=|.*?(\w+) +<=)`)
	vlogReg    = regexp.MustCompile(`(\w+) = ([01])`)
	vlogBlock  = regexp.MustCompile(`(?m)^\) (\w+) \(`)
	vlogOut    = regexp.MustCompile(`\.(?:RDATA|PLLOUT\w*|LOCK)\(\{?([^)}]*)`)
	ramInit    = regexp.MustCompile(`\.INIT_([0-9A-F])\(256'h([0-9a-f]+)\)`)
	ramMode    = regexp.MustCompile(`\.READ_MODE\((\d)\)`)
	ramAddress = regexp.MustCompile(`\.RADDR\(\{([^}]*)`)
	ramData    = regexp.MustCompile(`\.RDATA\(\{([^}]*)`)
)

// bitwise gives each bit of a port that is a vector a name of its own.
func bitwise(verilog string) string {
	verilog = vlogVector.ReplaceAllStringFunc(verilog, func(port string) string {
		m := vlogVector.FindStringSubmatch(port)
		last, _ := strconv.Atoi(m[2])
		bits := make([]string, 0, last+1)
		for bit := range last + 1 {
			bits = append(bits, fmt.Sprintf("%s %s_%d_", m[1], m[3], bit))
		}
		return strings.Join(bits, ", ")
	})
	return vlogBit.ReplaceAllString(verilog, "${1}_${2}_")
}

// conesOf reads Verilog of icebox_vlog.
func conesOf(verilog string) cones {
	verilog = bitwise(verilog)
	drivers := make(map[string][]*netlistLine)
	initial := make(map[string]string)
	var outputs []string
	names := []string{`n[0-9]+`, `open_[0-9]+`}
	add := func(l *netlistLine) {
		for _, net := range l.wide {
			drivers[net] = append(drivers[net], l)
		}
	}
	block := ""
	for line := range strings.Lines(verilog) {
		line = strings.TrimSpace(line)
		switch {
		case block != "" || strings.HasPrefix(line, "SB_"):
			block += line + "\n"
			if line != ");" {
				continue
			}
			l := &netlistLine{key: vlogBlock.FindStringSubmatch(block)[1]}
			for _, m := range vlogOut.FindAllStringSubmatch(block, -1) {
				nets := strings.Split(m[1], ", ")
				slices.Reverse(nets)
				l.wide = append(l.wide, nets...)
			}
			l.text, block = readableRAM(block), ""
			add(l)
		case strings.HasPrefix(line, "module "):
			for _, m := range vlogPorts.FindAllStringSubmatch(line, -1) {
				names = append(names, m[2])
				if m[1] != "input" {
					outputs = append(outputs, m[2])
				}
			}
		case strings.HasPrefix(line, "reg "):
			for _, m := range vlogReg.FindAllStringSubmatch(line, -1) {
				initial[m[1]] = m[2]
			}
		case strings.HasPrefix(line, "/* FF"):
			m := vlogFF.FindStringSubmatch(line)
			add(&netlistLine{key: m[1], text: line, wide: []string{m[2] + m[3]}})
		case strings.HasPrefix(line, "assign "):
			m := vlogAssign.FindStringSubmatch(line)
			if m[1] == strings.TrimSpace(m[3]) {
				continue // a bit of a vector, by its two names
			}
			add(&netlistLine{key: m[2], text: m[3], wide: m[1:2], value: m[3]})
		}
	}
	token := regexp.MustCompile(`\b(?:` + strings.Join(names, "|") + `)\b`)
	var nameOf func(net string, depth int) string
	nameOf = func(net string, depth int) string {
		if !token.MatchString(net) || len(drivers[net]) == 0 || depth > 100 {
			if strings.HasPrefix(net, "n") && token.MatchString(net) {
				return "undriven"
			}
			return net
		}
		var all []string
		for _, l := range drivers[net] {
			switch {
			case l.key == "":
				all = append(all, nameOf(l.value, depth+1))
			case len(l.wide) > 1:
				all = append(all, l.key+"."+strconv.Itoa(slices.Index(l.wide, net)))
			default:
				all = append(all, l.key)
			}
		}
		slices.Sort(all)
		return strings.Join(all, "&")
	}
	of := make(cones)
	for _, output := range outputs {
		cone := map[string]string{"pin": nameOf(output, 0)}
		seen := make(map[string]bool)
		for queue := []string{output}; len(queue) > 0; {
			net := queue[0]
			queue = queue[1:]
			if seen[net] {
				continue
			}
			seen[net] = true
			for _, l := range drivers[net] {
				if l.key != "" {
					text := token.ReplaceAllStringFunc(l.text, func(net string) string { return "<" + nameOf(net, 0) + ">" })
					if v, ok := initial[net]; ok {
						text += " from " + v
					}
					if other, ok := cone[l.key]; ok && other != text {
						text += "\n" + other // two of one place
					}
					cone[l.key] = text
				}
				queue = append(queue, token.FindAllString(l.text, -1)...)
			}
		}
		of[output] = cone
	}
	return of
}

// readableRAM leaves out of a block RAM the contents that no pin shows, or that no address reaches.
func readableRAM(block string) string {
	mode, address, data := ramMode.FindStringSubmatch(block), ramAddress.FindStringSubmatch(block), ramData.FindStringSubmatch(block)
	if mode == nil || address == nil || data == nil {
		return block // a PLL
	}
	m := int(mode[1][0] - '0')
	places := 1 << m
	pin := []int{0, 1, 1, 3}[m]
	lines, pins := strings.Split(address[1], ", "), strings.Split(data[1], ", ")
	readable := func(word, bit int) bool {
		from := bit % places
		if strings.HasPrefix(pins[15-(bit-from+pin)], "open_") {
			return false
		}
		for i, line := range lines { // from bit 10 on
			at := 10 - i
			level := word >> at & 1
			if at >= 8 {
				level = from >> (at - 8) & 1
			}
			if at < 8+m && line == "1'b"+strconv.Itoa(1-level) {
				return false
			}
		}
		return true
	}
	return ramInit.ReplaceAllStringFunc(block, func(init string) string {
		parts := ramInit.FindStringSubmatch(init)
		row, _ := strconv.ParseInt(parts[1], 16, 32)
		bits, _ := new(big.Int).SetString(parts[2], 16)
		for i := range 256 {
			if !readable(16*int(row)+i/16, i%16) {
				bits.SetBit(bits, i, 0)
			}
		}
		return "INIT_" + parts[1] + " " + bits.Text(16)
	})
}

// differences returns the places at which what an output depends on differs.
func (c cones) differences(other cones, output string) (places []string) {
	for _, pair := range [2][2]map[string]string{{c[output], other[output]}, {other[output], c[output]}} {
		for key, text := range pair[0] {
			if pair[1][key] != text && !slices.Contains(places, key) {
				places = append(places, key)
			}
		}
	}
	slices.Sort(places)
	return places
}

// reached are the outputs of which what they depend on differs.
func (c cones) reached(other cones) (outputs []string) {
	all := maps.Clone(c)
	maps.Copy(all, other)
	for _, output := range slices.Sorted(maps.Keys(all)) {
		if (c[output] == nil) != (other[output] == nil) || len(c.differences(other, output)) > 0 {
			outputs = append(outputs, output)
		}
	}
	return outputs
}

// TestCones has a netlist with other numbers, one with a changed LUT, and RAMs with changed contents.
func TestCones(t *testing.T) {
	const netlist = `module bitstream (input clk_i, output tx_o, output led_o);
wire n3, n4, n5;
reg n1 = 0, n2 = 1;
assign n5 = 1;
assign n3 = /* LUT    2  3  1 */ (n1 ? !n2 : n5);
assign n4 = /* LUT    2  3  2 */ !n7;
assign n9 = /* LUT    7  7  7 */ n1;
/* FF  2  3  1 */ always @(posedge clk_i) if (1'b1) n1 <= 1'b0 ? 1'b0 : n3;
/* FF  2  3  2 */ always @(posedge clk_i) if (n1) n2 <= n4;
/* FF  2  3  3 */ assign tx_o = n2;
assign led_o = n1;
SB_RAM40_4K #(
  .READ_MODE(3),
  .WRITE_MODE(3),
  .INIT_0(256'h00000000000000000000000000000000000000000000000000000000000000f0)
,
  .INIT_8(256'h0000000000000000000000000000000000000000000000000000000000000000)
) ram40_6_1 (
  .RADDR({n1, n2, n1, 1'b0, n1, n1, n1, n1, n1, n1, n1}),
  .RDATA({open_0, open_1, open_2, open_3, open_4, open_5, open_6, open_7, open_8, open_9, open_10, open_11, n7, open_13, open_14, open_15}),
  .RCLK(clk_i)
);
`
	c := conesOf(netlist)
	require.Len(t, c["tx_o"], 7)
	require.Len(t, c["led_o"], 6)
	require.NotContains(t, c["tx_o"], "LUT    7  7  7")
	for _, e := range []struct {
		old, new string
		outputs  string
		places   string // that tx_o depends on
	}{
		{"n3", "n333", "", ""},
		{"7  7  7 */ n1", "7  7  7 */ !n1", "", ""}, // reaches nothing
		{"? !n2", "? n2", "led_o tx_o", "LUT    2  3  1"},
		{"n2 = 1;", "n2 = 0;", "led_o tx_o", "FF  2  3  2"},
		{"assign led_o = n1;", "assign led_o = n2;", "led_o", ""},
		{"output led_o)", "output led_o, output io_3)", "io_3", ""},
		{"f0)\n", "f1)\n", "led_o tx_o", "ram40_6_1"}, // word 0, bit 0
		{"f0)\n", "1f0)\n", "", ""},                   // word 0, bit 8, whose pin is open
		{"f0)\n", "100f0)\n", "led_o tx_o", "ram40_6_1"},
		{"INIT_8(256'h0", "INIT_8(256'h1", "", ""}, // of word 143, behind an address line that is 0
		{"INIT_0(256'h0", "INIT_0(256'h8", "", ""}, // of word 15, bit 15: open
	} {
		require.Equal(t, 1, min(1, strings.Count(netlist, e.old)), e.old)
		other := conesOf(strings.ReplaceAll(netlist, e.old, e.new))
		require.Equal(t, e.outputs, strings.Join(c.reached(other), " "), e)
		require.Equal(t, e.places, strings.Join(c.differences(other, "tx_o"), " "), e)
	}
	const vector = `module bitstream (output [1:0] \led_o , input clk_i, output tx_o);
reg \led_o[0]  = 0;
assign \led_o [0] = \led_o[0] ;
/* FF  4 32  6 */ always @(posedge clk_i) if (1'b1) \led_o[0]  <= 1'b0 ? 1'b0 : !\led_o[0] ;
/* FF  4 32  2 */ assign \led_o[1]  = \led_o[0] ;
assign tx_o = \led_o[0] ;
`
	c = conesOf(vector)
	require.Len(t, c, 3)
	require.Len(t, c["led_o_0_"], 2, c)
	require.Len(t, c["led_o_1_"], 3, c)
	require.Equal(t, []string{"FF  4 32  6"}, c.differences(conesOf(strings.Replace(vector, ": !", ": ", 1)), "tx_o"))
	if name := os.Getenv("LOOPLINE_CONES"); name != "" { // two files to compare, for finding faults of this
		one, other, _ := strings.Cut(name, ":")
		a, b := conesOf(readFile(t, one)), conesOf(readFile(t, other))
		for _, output := range a.reached(b) {
			t.Log(output, a.differences(b, output))
		}
		for output := range a {
			t.Log(output, len(a[output]))
		}
	}
}
