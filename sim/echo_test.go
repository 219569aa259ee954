package sim

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// uartEcho sends back each byte that it has received whole. With +busy it has no room for one that comes while it sends.
const uartEcho = `module parrot(input clk, input rx, output tx);
  integer step = 0, count = 0, at = 0, left = 0, busy = 0;
  reg [7:0] data;
  reg [9:0] frame = 10'h3ff;
  initial if (!$value$plusargs("busy=%d", busy)) busy = 0;
  assign tx = frame[0];
  always @(posedge clk) begin
    if (left != 0) begin
      if (at != 0) at <= at - 1;
      else begin at <= 15; left <= left - 1; frame <= {1'b1, frame[9:1]}; end
    end
    if (count != 0) count <= count - 1;
    else if (step == 0) begin
      if (!rx) begin step <= 1; count <= 23; end
    end else if (step < 9) begin data <= {rx, data[7:1]}; step <= step + 1; count <= 15; end
    else begin
      step <= 0;
      if (rx && (left == 0 || left == 1 && busy == 0)) begin frame <= {1'b1, data, 1'b0}; left <= 10 + busy; at <= 15; end
    end
  end
endmodule
`

// TestEchoIsExplained: a board that sends back what it gets is told so, whether or not it loses bytes meanwhile; pins that
// are connected are no receiver.
func TestEchoIsExplained(t *testing.T) {
	tier.NoRace(t)
	const only = "it sends back what it gets: the wire and the rate are right, the player is missing"
	for _, c := range []struct {
		name, text string
		args       []string
		says, want string // at once, and when it is asked
	}{
		{"UART", uartEcho, nil, "", only},
		{"UART without room for a byte", uartEcho, []string{"+busy=4"}, only, only},
		{"connected pins", "module parrot(input clk, input rx, output tx); assign tx = rx; endmodule", nil, "",
			"tx follows rx at any rate: they are connected, and nothing receives"},
		{"a player", faultyWire, nil, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := BoardConfig{Source: sourcestest.Files("board.v", c.text), Clock: 1843200, Baud: 115200, Pins: pinout.Pins{Clock: "clk", RX: "rx", TX: "tx"}, Plusargs: c.args}
			if !strings.Contains(c.text, "input rst") {
				config.Pins.Reset = "none"
			}
			var said []string
			p, err := NewPlayer(t.Context(), start(t, config), lines.Config{}, nil, func(text say.Text) { said = append(said, text.String()) })
			require.NoError(t, err)
			t.Cleanup(func() { p.Close() })
			p.ExplainSilence()
			require.Equal(t, c.want, p.ExplainEcho(t.Context()).String())
			if c.name == "a player" {
				return
			}
			_, drained, err := p.Send(t.Context(), "-T")
			require.NoError(t, err)
			ctx, cancel := context.WithDeadline(t.Context(), drained.Add(40*time.Millisecond))
			defer cancel()
			var lines []string
			for err == nil {
				var line string
				if line, _, _, err = p.Receive(ctx); err == nil {
					lines = append(lines, line)
				}
			}
			require.Equal(t, c.says, strings.Join(said, "\n"))
			require.NotContains(t, strings.Join(said, "\n"), "stop bit", "its receiver is right")
			require.Equal(t, c.says == "", len(lines) == 1 && lines[0] == "-T", lines)
		})
	}
}
