package sim

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/internal/flow"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// A board that sends back each byte, with a power-up reset and a button.
const loopback = `module top(input clk, input btn_n, input rx, output tx);
  reg [3:0] por = 0;
  reg [1:0] btn;
  wire rst = !por[3];
  always @(posedge clk) btn <= {btn[0], btn_n};
  always @(posedge clk) if (!btn[1]) por <= 0; else if (rst) por <= por + 4'd1;
  wire valid; wire [7:0] data;
  receiver r(.clk(clk), .rst(rst), .rx(rx), .valid(valid), .data(data));
  sender s(.clk(clk), .rst_n(!rst), .go(valid), .data(data), .tx(tx));
endmodule
module receiver(input clk, input rst, input rx, output reg valid, output reg [7:0] data);
  reg [1:0] sync;
  reg [3:0] step;
  reg [4:0] count;
  always @(posedge clk) begin
    sync <= {sync[0], rx};
    valid <= 1'b0;
    if (rst) begin
      sync <= 2'b11;
      step <= 0;
    end else case (step)
      4'd0: begin count <= 23; if (!sync[1]) step <= 1; end
      4'd9: if (count == 0) begin valid <= sync[1]; step <= 0; end else count <= count - 1;
      default: if (count == 0) begin data <= {sync[1], data[7:1]}; count <= 15; step <= step + 1; end else count <= count - 1;
    endcase
  end
endmodule
module sender(input clk, input rst_n, input go, input [7:0] data, output tx);
  reg [9:0] frame;
  reg [3:0] left, count;
  assign tx = frame[0];
  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin frame <= 10'h3ff; left <= 0; count <= 0; end
    else if (left == 0) begin if (go) begin frame <= {1'b1, data, 1'b0}; left <= 10; count <= 15; end end
    else if (count != 0) count <= count - 1;
    else begin frame <= {1'b1, frame[9:1]}; left <= left - 1; count <= 15; end
endmodule
`

// deadPathOf is that of a board, which is not built.
func deadPathOf(t *testing.T, c BoardConfig) (text string, still bool) {
	t.Helper()
	require.NoError(t, c.check())
	d := model.DesignOf(c.Source, c.Top)
	found, err := simtest.Quick().Inspect(t.Context(), d, c.Params)
	require.NoError(t, err)
	pins, err := c.Pins.Resolve(d.Top, found.Ports, false)
	require.NoError(t, err)
	c.Pins = pins
	dead, still := flow.FindDeadPath(found.Netlist, pins, c.heldLow(found))
	return dead.String(), still
}

// TestDeadPath names what keeps the receiving pin from the transmit pin.
func TestDeadPath(t *testing.T) {
	tier.NoRace(t)
	for _, c := range []struct {
		name, from, to string
		pins           pinout.Pins
		want           string
		still          bool
	}{
		{"a reset that counts nothing", "por + 4'd1", "4'd0", pinout.Pins{Reset: "!btn_n"},
			"tx cannot follow rx: rst (top.v:4:8) is 1 in every clock cycle: por (top.v:2:13) stays 0", true},
		{"a reset that is on", "rst = !por[3]", "rst = 1'b1", pinout.Pins{Reset: "!btn_n"},
			"tx cannot follow rx: rst of module receiver (top.v:11:34) is 1 in every clock cycle, as top.v:8:26 has it", true},
		{"a reset of one module", ".rst(rst)", ".rst(1'b1)", pinout.Pins{Reset: "!btn_n"},
			"tx cannot follow rx: rst of module receiver (top.v:11:34) is 1 in every clock cycle, as top.v:8:26 has it", true},
		{"a reset by an input that is low", "", "", pinout.Pins{Reset: "none"},
			"tx cannot follow rx: rst (top.v:4:8) is 1 in every clock cycle; btn_n is held low: high=btn_n holds it high", true},
		{"a clock that stands", "receiver r(.clk(clk)", "receiver r(.clk(1'b0)", pinout.Pins{Reset: "!btn_n"},
			"tx cannot follow rx: clk of module receiver (top.v:11:23) is 0 in every clock cycle, as top.v:8:15 has it", false},
		{"rx tied high", ".rx(rx)", ".rx(1'b1)", pinout.Pins{Reset: "!btn_n"},
			"tx does not depend on rx: nothing reads rx (top.v:1:42); rx of module receiver is fed by a constant, top.v:8:37", true},
		{"rx taken from tx", ".rx(rx)", ".rx(tx)", pinout.Pins{Reset: "!btn_n"},
			"tx does not depend on rx: nothing reads rx (top.v:1:42); rx of module receiver is fed by tx, the pin that sends, top.v:8:37", true},
		{"a send that is never asked for", ".go(valid)", ".go(1'b0)", pinout.Pins{Reset: "!btn_n"},
			"tx cannot follow rx: go of module sender (top.v:28:45) is 0 in every clock cycle, as top.v:9:38 has it", true},
		{"right", "", "", pinout.Pins{Reset: "!btn_n"}, "", false},
		{"right, held high", "", "", pinout.Pins{Reset: "none", High: []string{"btn_n"}}, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Contains(t, loopback, c.from)
			text, still := deadPathOf(t, BoardConfig{
				Source: sourcestest.Files("top.v", strings.Replace(loopback, c.from, c.to, 1)), Top: "top", Clock: 1843200, Pins: c.pins,
			})
			if c.want == "" {
				require.Empty(t, text)
			} else {
				require.Contains(t, text, c.want)
			}
			require.Equal(t, c.still, still)
		})
	}
}

// TestStillBoard: the time of a board whose transmit pin cannot change is not simulated. An hour
// would take hours.
func TestStillBoard(t *testing.T) {
	tier.NoRace(t)
	var said []string
	c := BoardConfig{Source: sourcestest.Files("top.v", strings.Replace(loopback, "por + 4'd1", "4'd0", 1)), Top: "top", Clock: 100e6, Pins: pinout.Pins{Reset: "!btn_n"}}
	p, err := NewPlayer(t.Context(), start(t, c), lines.Config{}, nil, func(text say.Text) { said = append(said, text.String()) })
	require.NoError(t, err)
	t.Cleanup(func() { p.Close() })
	for range 2 {
		_, drained, err := p.Send(t.Context(), "-T")
		require.NoError(t, err)
		ctx, cancel := context.WithDeadline(t.Context(), drained.Add(time.Hour+3*time.Microsecond)) // no whole steps
		_, _, _, err = p.Receive(ctx)
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.False(t, p.at(p.board.Now()).Before(drained.Add(time.Hour-time.Microsecond)), "its time has passed")
	}
	require.Len(t, said, 1)
	require.Contains(t, said[0], "tx cannot follow rx: rst (top.v:4:8) is 1 in every clock cycle: por (top.v:2:13) stays 0")
	require.Less(t, p.board.Now(), uint64(100e6*60), "a minute of its clock")
}

// TestNoDeadPath finds none in boards that answer.
func TestNoDeadPath(t *testing.T) {
	tier.NoRace(t)
	all := map[string]BoardConfig{
		"team": teamBoard(), "echo": echoing(),
		"faulty wire": {Source: sourcestest.Files("faulty.v", faultyWire), Top: "faulty", Clock: 1843200, Pins: pinout.Pins{Reset: "rst"}},
	}
	for _, s := range students {
		all[s.name+s.address] = studentBoard(t, s.name, s.address)
	}
	for name, options := range map[string]string{"sv": "?top=top&clk=1843200&param.CLK_HZ=1843200", "verilog": "?top=top&clk=1843200&rst=BTN"} {
		a, err := ParseAddress(name + options)
		require.NoError(t, err)
		a.Board.Source = sources.Source{Name: name, FS: os.DirFS("testdata/foreign/" + name)}
		all["foreign "+name] = a.Board
	}
	for name, c := range all {
		t.Run(name, func(t *testing.T) {
			text, still := deadPathOf(t, c)
			require.Empty(t, text)
			require.False(t, still)
		})
	}
}
