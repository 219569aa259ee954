package sim

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// teamBoard is the board of another team, wired as its makers say.
func teamBoard() BoardConfig {
	return BoardConfig{
		Source: teamRTL(), Top: "contest_top", Clock: 1843200,
		Pins: pinout.Pins{Clock: "osc", Reset: "!nrst", RX: "ser_in", TX: "ser_out", High: []string{"enable"}},
	}
}

// start builds and starts a board.
func start(t *testing.T, c BoardConfig, args ...string) *Board {
	t.Helper()
	m, err := BuildBoard(t.Context(), simtest.Quick(), c)
	require.NoError(t, err)
	b, err := m.start(t.Context(), args...)
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	return b
}

func newPlayer(t *testing.T, b *Board) *Player {
	t.Helper()
	p, err := NewPlayer(t.Context(), b, lines.Config{}, nil, nil)
	require.NoError(t, err)
	t.Cleanup(func() { p.Close() })
	return p
}

// answer sends a line and wants another within a second of simulated time.
func answer(t *testing.T, p *Player, question, want string) (used time.Duration) {
	t.Helper()
	_, drained, err := p.Send(t.Context(), question)
	require.NoError(t, err)
	ctx, cancel := context.WithDeadline(t.Context(), drained.Add(time.Second))
	defer cancel()
	got, first, last, err := p.Receive(ctx)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.True(t, first.After(drained) && !last.Before(first))
	return last.Sub(drained)
}

// TestForeignBoard plays with the board of another team by its pins alone.
func TestForeignBoard(t *testing.T) {
	tier.NoRace(t)
	p := newPlayer(t, start(t, teamBoard()))
	answer(t, p, "-T", "VX")
	used := answer(t, p, "-W", "@0+")
	require.Equal(t, used, answer(t, p, "-W", "@0+"), "simulated time is the same each time")
	cycles, took := p.ThinkingCycles()
	require.Positive(t, cycles)
	require.Less(t, took, used, "the answer's bits are not in the time to its first")
}

// TestFoundPins has the usual names of pins found.
func TestFoundPins(t *testing.T) {
	tier.NoRace(t)
	ports := []pinout.Port{
		{Name: "clk_25mhz", Input: true}, {Name: "resetn", Input: true}, {Name: "uart_rxd", Input: true},
		{Name: "uart_txd"}, {Name: "tx", Input: true},
	}
	pins, err := pinout.Pins{}.Resolve("top", ports, false)
	require.NoError(t, err)
	require.Equal(t, pinout.Pins{Clock: "clk_25mhz", Reset: "!resetn", RX: "uart_rxd", TX: "uart_txd"}, pins)
	pins, err = pinout.Pins{Reset: "none"}.Resolve("top", ports, false)
	require.NoError(t, err)
	require.Empty(t, pins.Reset)
}

// TestWire has the far end's clock off by what a receiver must bear, and by
// what none can.
func TestWire(t *testing.T) {
	for _, skew := range []float64{0, 0.03, -0.03} {
		c := teamBoard()
		c.Skew = skew
		answer(t, newPlayer(t, start(t, c)), "-T", "VX")
	}
	c := teamBoard()
	c.Skew = 0.15
	p := newPlayer(t, start(t, c))
	_, drained, err := p.Send(t.Context(), "-T")
	require.NoError(t, err)
	ctx, cancel := context.WithDeadline(t.Context(), drained.Add(100*time.Millisecond))
	defer cancel()
	text, _, _, err := p.Receive(ctx)
	require.True(t, err != nil || text != "VX", "got %q", text)
}

// TestStamps wants the times of a line to be those of its bits, at any baud
// rate, whatever the wall clock does.
func TestStamps(t *testing.T) {
	for _, baud := range []float64{9600, 19200, 115200, 921600} {
		c := echoing()
		c.Clock, c.Baud = 12e6, baud
		p := newPlayer(t, start(t, c))
		bit := time.Duration(float64(time.Second) / baud)
		for range 3 {
			sent, drained, err := p.Send(t.Context(), "@0/")
			require.NoError(t, err)
			require.InDelta(t, 40*bit, drained.Sub(sent), float64(bit)/2, "four bytes at %g", baud)
			ctx, cancel := context.WithDeadline(t.Context(), drained.Add(time.Second))
			text, first, last, err := p.Receive(ctx)
			cancel()
			require.NoError(t, err)
			require.Equal(t, "@0/", text)
			require.InDelta(t, 10*bit, first.Sub(sent), float64(bit)/2)
			require.InDelta(t, 40*bit, last.Sub(sent), float64(bit)/2)
		}
	}
}

// TestSilence has a board that never answers: it takes no longer than it must.
func TestSilence(t *testing.T) {
	c := BoardConfig{
		Source: sourcestest.Files("mute.v", "module mute(input clk, input rx, output tx); assign tx = 1'b1; endmodule"), Clock: 1e6,
	}
	p := newPlayer(t, start(t, c))
	_, drained, err := p.Send(t.Context(), "-T")
	require.NoError(t, err)
	ctx, cancel := context.WithDeadline(t.Context(), drained.Add(2*time.Second))
	defer cancel()
	_, _, _, err = p.Receive(ctx)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Equal(t, 2*time.Second, p.at(p.board.Now()).Sub(drained).Round(time.Millisecond))

	// Nobody asks: its time stands still.
	now := p.board.Now()
	ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, _, _, err = p.Receive(ctx)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Less(t, p.board.Duration(p.board.Now()-now), 10*time.Millisecond)
}

// TestBadBoards has designs that do what none should while they run. Each is
// one error that says what it was, and nothing hangs.
func TestBadBoards(t *testing.T) {
	const head = "module top(input clk, input rx, output tx);\n"
	for name, c := range map[string]struct{ body, want string }{
		"$finish":     {"assign tx = 1; reg [9:0] n = 0; always @(posedge clk) begin n <= n + 1; if (&n) $finish; end", "called $finish"},
		"$stop":       {"assign tx = 1; reg [9:0] n = 0; always @(posedge clk) begin n <= n + 1; if (&n) $stop; end", "top.v:2"},
		"oscillates":  {"wire a; assign a = rx ? ~a : 1'b0; assign tx = a;", "combinational loop"},
		"no end":      {"reg [31:0] n = 0; assign tx = n != 3; always @(posedge clk) while (n != 7) n = n + 2;", "loop without end"},
		"babbles":     {"reg [4:0] n = 0; reg q = 1; assign tx = q; always @(posedge clk) begin n <= n + 1; q <= n[4:0] > 4; end", ""},
		"prints much": {"assign tx = rx; always @(posedge clk) $display(\"at %t\", $time);", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := start(t, BoardConfig{Source: sourcestest.Files("top.v", head+c.body+"\nendmodule"), Clock: 1e6, Seed: 7}, "+stuck=1")
			p, err := NewPlayer(t.Context(), b, lines.Config{}, nil, nil)
			if err == nil {
				defer p.Close()
				_, err = exchange(t, p)
			}
			if c.want != "" {
				require.ErrorContains(t, err, c.want)
			}
		})
	}
}

// exchange asks and waits.
func exchange(t *testing.T, p *Player) (string, error) {
	_, drained, err := p.Send(t.Context(), "-T")
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithDeadline(t.Context(), drained.Add(20*time.Millisecond))
	defer cancel()
	text, _, _, err := p.Receive(ctx)
	return text, err
}

// TestCancelled has a wait end when its context is cancelled.
func TestCancelled(t *testing.T) {
	p := newPlayer(t, start(t, teamBoard()))
	_, drained, err := p.Send(t.Context(), "-B")
	require.NoError(t, err)
	ctx, cancel := context.WithDeadline(t.Context(), drained.Add(time.Hour))
	time.AfterFunc(100*time.Millisecond, cancel)
	_, _, _, err = p.Receive(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// TestConn speaks with boards that run by themselves, through the same line as
// every other transport. A paced board takes the time that its bits take.
func TestConn(t *testing.T) {
	for _, paced := range []bool{false, true} {
		c := echoing()
		c.Clock, c.Baud = 20_000, 1000
		line := lines.New(NewConn(start(t, c), paced), lines.Config{})
		for _, text := range []string{"-T", "@0+"} {
			sent, drained, err := line.Send(t.Context(), text)
			require.NoError(t, err)
			got, first, _, err := line.Receive(t.Context())
			require.NoError(t, err)
			require.Equal(t, text, got)
			if paced {
				bits := time.Duration(10 * (len(text) + 1))
				require.GreaterOrEqual(t, drained.Sub(sent), bits*time.Millisecond)
				require.GreaterOrEqual(t, first.Sub(sent), 9*time.Millisecond)
			}
		}
		require.NoError(t, line.Close())
	}
}

// TestConnIdle wants the clock of a board to stop when nobody speaks, and to go
// on when somebody does.
func TestConnIdle(t *testing.T) {
	c := echoing()
	c.Clock, c.Baud = 20_000, 1000
	conn := NewConn(start(t, c), false)
	defer conn.Close()
	one := make([]byte, 1)
	for range 2 {
		_, err := conn.Write([]byte{'x'})
		require.NoError(t, err)
		_, err = io.ReadFull(conn, one)
		require.NoError(t, err)
		require.Equal(t, "x", string(one))
		require.Eventually(t, func() bool {
			was := conn.clock()
			time.Sleep(100 * time.Millisecond)
			return was == conn.clock()
		}, time.Minute, time.Millisecond, "its clock does not stop")
	}
}

// clock is the board's, from outside.
func (c *Conn) clock() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// TestConnEnds reads what a board says to the last that it was sent.
func TestConnEnds(t *testing.T) {
	c := echoing()
	c.Clock, c.Baud = 20_000, 1000
	conn := NewConn(start(t, c), false)
	defer conn.Close()
	_, err := io.WriteString(conn, "-T\n-W\n")
	require.NoError(t, err)
	require.NoError(t, conn.CloseWrite())
	got, err := io.ReadAll(conn)
	require.NoError(t, err)
	require.Equal(t, "-T\n-W\n", string(got))
}

// TestAddresses reads addresses, and says what is wrong with others.
func TestAddresses(t *testing.T) {
	a, err := ParseAddress("dir/x?top=my_top&clk=25e6&baud=9600&rst=!rst_n&clock=osc&rx=a&tx=b&high=c,d&param.N=3&skew=-0.02&seed=9&paced=1")
	require.NoError(t, err)
	require.Equal(t, "dir/x", a.Dir)
	require.True(t, a.RealTime)
	require.Equal(t, pinout.Pins{Clock: "osc", Reset: "!rst_n", RX: "a", TX: "b", High: []string{"c", "d"}}, a.Board.Pins)
	require.Equal(t, map[string]string{"N": "3"}, a.Board.Params)
	a, err = ParseAddress("reference?clk=6e6")
	require.NoError(t, err)
	require.Empty(t, a.Dir)
	require.EqualValues(t, 6e6, a.Board.Clock)
	for address, want := range map[string]string{
		"":                        "write sim:reference",
		"?x=1":                    "names no board",
		"dir&clk=1e6":             "options begin with ?",
		"d?top":                   "has no value",
		"d?top=a b":               "not a Verilog name",
		"d?clk=fast":              "not a number",
		"d?clk=1":                 "outside 1 kHz",
		"d?nonsense=1":            "it knows top=MODULE",
		"d?param.X=1);evil(":      "not a constant",
		"d?skew=0.5":              "outside -0.2 to 0.2",
		"d?seed=-1":               "invalid",
		"reference?rx=a":          "has its own",
		"reference?clk=1e6&baud=": "has no value",
	} {
		_, err := ParseAddress(address)
		require.ErrorContains(t, err, want, "%q", address)
	}
}

// ExampleParseAddress reads the address of a board with pins of its own.
func ExampleParseAddress() {
	a, err := ParseAddress("boards/mine?top=my_top&clk=25e6&rst=!rst_n&rx=uart_rx&tx=uart_tx")
	fmt.Println(a.Dir, a.Board.Top, a.Board.Clock, a.Board.Pins.Reset, err)
	// Output: boards/mine my_top 2.5e+07 !rst_n <nil>
}

// TestWaveBeside: the name of a waveform is one from where the command runs.
func TestWaveBeside(t *testing.T) {
	t.Chdir(t.TempDir())
	b := start(t, BoardConfig{Source: sourcestest.Files("echo.v", simtest.EchoBoard), Wave: "board.fst", Pins: pinout.Pins{Reset: "none"}})
	_, _, err := b.Run([]byte("x"), 5000, 0)
	require.NoError(t, err)
	require.NoError(t, b.Close())
	info, err := os.Stat("board.fst")
	require.NoError(t, err)
	require.Positive(t, info.Size())
}

// TestWaitsAreWhole: how many clock cycles a board is waited for does not hang on when the clock of
// the host began, by which it cuts stamps.
func TestWaitsAreWhole(t *testing.T) {
	tier.NoRace(t)
	p := newPlayer(t, start(t, teamBoard()))
	var took []uint64
	for i := range 20 {
		_, drained, err := p.Send(t.Context(), "")
		require.NoError(t, err)
		from := p.sent.drained
		host := drained.Add(-time.Second - time.Duration(53*i)) // which begins before the questions
		cut := host.Add(drained.Sub(host).Truncate(time.Microsecond))
		ctx, cancel := context.WithDeadline(t.Context(), cut.Add(time.Millisecond))
		_, _, _, err = p.Receive(ctx)
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded)
		took = append(took, p.board.Now()-from)
	}
	for _, n := range took {
		require.Equal(t, took[0], n, "%v", took)
	}
}
