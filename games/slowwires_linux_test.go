package games

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/player/contract"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// slowGames are short games, with the bots that play them.
var slowGames = []struct {
	game    string
	bots    []string
	options map[string]string
}{
	{"trax", []string{"random?seed=3", "random?seed=4"}, nil},
	{"battle2048", []string{"random?seed=3", "random?seed=4"}, nil},
	{"chaser", []string{"random?seed=3", "random?seed=4"}, map[string]string{"turns": "12"}},
	{"dpt", []string{"greedy", "random?seed=4"}, map[string]string{"turns": "6", "size": "12x12", "interval": "0"}},
	{"kakomimasu", []string{"greedy", "random?seed=4"}, map[string]string{"turns": "6", "agents": "3", "transition": "1"}},
}

// TestSlowWires plays each game at 9600 and 115200 baud on a PTY whose bytes take their time, on a wire whose clock is
// exact, and with a simulated board that says the same. The verdicts are the same. The times on the exact wire are
// those of the board within the time of a byte; it prints how far those on the PTY are, which the load of this machine
// decides.
func TestSlowWires(t *testing.T) {
	tier.Rest(t)
	tier.NoRace(t)
	table := "game, baud: answers, the shortest and the longest, largest difference of the exact wire; on the PTY, differences of a byte or less, their median"
	for _, c := range slowGames {
		g, err := ByName(c.game)
		require.NoError(t, err)
		s := descriptor.Settings{Move: 20 * time.Second, First: 20 * time.Second, Handshake: 20 * time.Second, Options: c.options}
		if c.game == "battle2048" {
			s.Options = map[string]string{"total": "10000000"}
		}
		// What the first seat says is what its bot says here.
		model := playedAs(t, g, s, c.bots, nil, false)
		steps := saidBy(model, 0)
		for _, baud := range []int{9600, 115200} {
			byteTime := 10 * time.Second / time.Duration(baud)
			onPTY := playedAs(t, g, s, c.bots, ptyPlayer(t, g, steps, baud), false)
			simulated := playedAs(t, g, s, c.bots, boardPlayer(t, g, steps, baud), true)
			require.Equal(t, endOf(model), endOf(onPTY), "%s at %d baud", c.game, baud)
			require.Equal(t, endOf(model), endOf(simulated), "%s, simulated at %d baud", c.game, baud)
			a, b, exact := usedBy(onPTY), usedBy(simulated), exactly(t, g, s, model, baud)
			require.Len(t, b, len(a))
			require.Len(t, exact, len(a))
			var worst time.Duration
			for i := range exact {
				worst = max(worst, (exact[i] - b[i]).Abs())
			}
			require.LessOrEqual(t, worst, byteTime, "%s at %d baud: %v on the wire, simulated %v", c.game, baud, exact, b)
			var off []time.Duration
			within := 0
			for i := range a {
				d := (a[i] - b[i]).Abs()
				if off = append(off, d); d <= byteTime {
					within++
				}
			}
			slices.Sort(off)
			table += fmt.Sprintf("\n%-11s %6d: %3d, %v to %v, %v; %d, %v", c.game, baud, len(a), slices.Min(b), slices.Max(b), worst, within, off[len(off)/2])
		}
	}
	t.Log("\n" + table)
}

// playedAs plays a game with bots, the first seat's in place of which another player may sit.
func playedAs(t *testing.T, g descriptor.Descriptor, s descriptor.Settings, bots []string, first host.Player, simulated bool) *record.Game {
	t.Helper()
	var seats []host.Seat
	for i, spec := range bots {
		o := &player.Opener{Lines: g.Lines, Connect: time.Minute, Say: func(string) {}, Bot: func(spec string) (player.LocalPlayer, error) {
			return g.NewBot(spec, descriptor.BotOptions{Seat: g.Seats[i], Team: fmt.Sprint("T", i), Limit: time.Second, Notify: func(string) {}})
		}}
		p, err := o.Open(t.Context(), g.Seats[i], "bot:"+spec, io.Discard)
		require.NoError(t, err)
		defer p.Close()
		seats = append(seats, host.Seat{Name: g.Seats[i], Address: "bot", Player: p})
	}
	if first != nil {
		seats[0].Player, seats[0].SimulatedTime = first, simulated
	}
	played, _ := refereed(t, g, s, seats)
	return played
}

func refereed(t *testing.T, g descriptor.Descriptor, s descriptor.Settings, seats []host.Seat) (played *record.Game, text string) {
	t.Helper()
	m, err := g.NewGame(s, seats...)
	require.NoError(t, err)
	var b strings.Builder
	m.Record = &b
	v, err := m.Run(t.Context())
	require.NoError(t, err)
	require.False(t, v.Void, v.Detail)
	all, err := record.Read(strings.NewReader(b.String()))
	require.NoError(t, err)
	return &all[0], b.String()
}

// exactly plays a recorded game again at slow wires in a bubble of exact time, and returns the times of the first seat.
func exactly(t *testing.T, g descriptor.Descriptor, s descriptor.Settings, model *record.Game, baud int) (used []time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var seats []host.Seat
		for i, seat := range model.Header().Seats {
			near, far := net.Pipe()
			line := lines.New(contract.NewSlowWire(near, baud), g.Lines)
			defer func() { line.Close(); far.Close() }()
			go contract.Play(far, saidBy(model, i))
			seats = append(seats, host.Seat{Name: seat.Name, Player: line})
		}
		again, text := refereed(t, g, s, seats)
		require.Equal(t, endOf(model), endOf(again), text)
		used = usedBy(again)
	})
	return used
}

// saidBy are what a seat was sent and said.
func saidBy(g *record.Game, seat int) (steps []contract.Step) {
	lines := 0
	for i := range g.Events {
		e := &g.Events[i]
		switch {
		case e.Seat != seat:
		case e.Type == record.EventTell || e.Type == record.EventAsk:
			lines += 1 + strings.Count(e.Text, "\n")
		case e.Type == record.EventAnswer || e.Type == record.EventNoise || e.Type == record.EventStray:
			step := contract.Step{Lines: lines, Say: e.Received() + "\n"}
			if len(steps) == 0 && lines == 0 {
				step.Wait = time.Millisecond // for the board's first clock cycles, in which nobody listens yet
			}
			steps, lines = append(steps, step), 0
		}
	}
	return steps
}

// endOf is what a verdict says but for times.
func endOf(g *record.Game) string {
	v := *g.Verdict()
	winner := ""
	if v.Winner != nil {
		winner = *v.Winner
	}
	return fmt.Sprint(winner, v.Draw, v.Void, v.Scores, v.Reason, v.Ply)
}

// usedBy are the times of the first seat's answers to questions. When a player was switched on that speaks first is
// no matter of the wire.
func usedBy(g *record.Game) (used []time.Duration) {
	for i := range g.Events {
		if e := &g.Events[i]; e.Type == record.EventAnswer && e.Seat == 0 && e.Question != "" {
			used = append(used, e.Used.Duration())
		}
	}
	return used
}

// ptyPlayer is a player behind a slow PTY.
func ptyPlayer(t *testing.T, g descriptor.Descriptor, steps []contract.Step, baud int) host.Player {
	t.Helper()
	i := slices.IndexFunc(bridgetest.Transports(), func(w bridgetest.Transport) bool { return w.Name == addr.SchemeSerial })
	near, far := bridgetest.Transports()[i].Pair(t)
	line := lines.New(contract.NewSlowWire(near, baud), g.Lines)
	t.Cleanup(func() { line.Close(); far.Close() })
	go contract.Play(far, steps)
	return line
}

// boardPlayer is a simulated board that does the steps, whose clock makes its bits those of a rate.
func boardPlayer(t *testing.T, g descriptor.Descriptor, steps []contract.Step, baud int) host.Player {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "contract.v"), []byte(contract.Board([][]contract.Step{steps})), 0o644))
	source, err := sources.DirSource(dir)
	require.NoError(t, err)
	model, err := sim.BuildBoard(t.Context(), (&model.Builder{Quick: true}), sim.BoardConfig{
		Source: source, Top: "contract", Clock: float64(contract.BoardBit * baud), Baud: float64(baud), Pins: sim.Pins{Clock: "clk", RX: "rx", TX: "tx"},
	})
	require.NoError(t, err)
	b, err := model.Start(context.WithoutCancel(t.Context()))
	require.NoError(t, err)
	p, err := sim.NewPlayer(t.Context(), b, g.Lines, nil, nil)
	require.NoError(t, err)
	t.Cleanup(func() { p.Close() })
	return p
}
