package games

import (
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/latency"
)

// TestSlowWire names the rate that would do for each game, and says nothing of wires that are
// fast enough.
func TestSlowWire(t *testing.T) {
	wire := func(baud int) latency.UARTLine { return latency.UARTLine{Baud: baud, Bits: 10} }
	// Of a move of Trax; of a turn with 50 cells of 2048 versus; of what is around a player of CHaser; of fields.
	longest := map[string]int{"trax": 4, "battle2048": 100, "chaser": 12, "dpt": 1400, "kakomimasu": 300}
	for _, d := range All() {
		t.Run(d.Name, func(t *testing.T) {
			s := descriptor.Settings{}
			if d.Name == "dpt" {
				s.Options = map[string]string{"size": "20x20"}
			}
			said := regexp.MustCompile(`^a question of (\d+) bytes`).FindStringSubmatch(d.SlowWire(s, wire(1)).String())
			require.NotNil(t, said)
			bytes, err := strconv.Atoi(said[1])
			require.NoError(t, err)
			require.GreaterOrEqual(t, bytes, longest[d.Name], "a turn, not the greeting alone")
			require.Positive(t, d.MoveLimit(s))
			text := d.SlowWire(s, wire(115200))
			require.True(t, text.IsZero(), text.String())
			require.True(t, d.SlowWire(s, latency.UARTLine{}).IsZero())
			s.Move = time.Duration(bytes) * time.Second / 9600 * 90 // a ninth of it is the question at 9600 baud
			text = d.SlowWire(s, wire(4800))
			require.Contains(t, text.String(), "19200 baud would do")
			require.True(t, d.SlowWire(s, wire(19200)).IsZero())
			s.Move = time.Microsecond
			require.Contains(t, d.SlowWire(s, wire(9600)).String(), "no usual rate would do")
		})
	}
}
