package player

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player/contract"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

func TestMain(m *testing.M) {
	bridgetest.Main(nil)
	os.Exit(m.Run())
}

func ways() (all []contract.Way) {
	for _, w := range bridgetest.Transports() {
		over := func(around func(io.ReadWriteCloser) io.ReadWriteCloser) func(*testing.T, int) host.Player {
			return func(t *testing.T, row int) host.Player {
				near, far := w.Pair(t)
				go contract.Play(far, contract.Rows[row].Steps)
				line := lines.New(around(near), lines.Config{})
				t.Cleanup(func() { line.Close(); far.Close() })
				return &Player{openConn: line}
			}
		}
		all = append(all, contract.Way{Name: w.Name, Partial: true, Open: over(func(c io.ReadWriteCloser) io.ReadWriteCloser { return c })})
		if w.Name == addr.SchemeSerial {
			all = append(all,
				contract.Way{Name: "9600 baud", Partial: true, Open: over(func(c io.ReadWriteCloser) io.ReadWriteCloser { return contract.NewSlowWire(c, 9600) })},
				contract.Way{Name: "usb, 16 ms", Partial: true, Open: over(func(c io.ReadWriteCloser) io.ReadWriteCloser { return &heldWire{c, 16 * time.Millisecond} })})
		}
	}
	all = append(all, contract.Way{Name: addr.SchemeBot, Open: func(t *testing.T, row int) host.Player {
		o := &Opener{Say: func(string) {}, Bot: func(string) (LocalPlayer, error) { return contract.Scripted(contract.Rows[row].Steps), nil }}
		p, err := o.Open(t.Context(), "player", "bot:scripted", io.Discard)
		require.NoError(t, err)
		t.Cleanup(func() { p.Close() })
		return p
	}})
	return append(all, simulated(false))
}

func rowSteps() (all [][]contract.Step) {
	for _, r := range contract.Rows {
		all = append(all, r.Steps)
	}
	return all
}

// simulated is a simulated board, of its RTL, or of the bitstream that is made of it.
func simulated(bit bool) contract.Way {
	w := contract.Way{Name: addr.SchemeSim, Partial: true, Simulated: true, Stays: "a simulated board has no plug"}
	if bit {
		w.Name = addr.SchemeBit
	}
	var model *sim.BoardModel
	w.Open = func(t *testing.T, row int) host.Player {
		if model == nil {
			model = buildContractBoard(t, bit)
		}
		b, err := model.Start(context.Background())
		require.NoError(t, err)
		if row > 0 { // the first begins at power-up
			_, _, err = b.Run([]byte{contract.SelectRow(row)}, 11*contract.BoardBit, 0)
			require.NoError(t, err)
		}
		p, err := sim.NewPlayer(t.Context(), b, lines.Config{}, nil, nil)
		require.NoError(t, err)
		t.Cleanup(func() { p.Close() })
		return &Player{openConn: p}
	}
	return w
}

// buildContractBoard builds the board; without the tools the test is skipped.
func buildContractBoard(t *testing.T, bit bool) *sim.BoardModel {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "contract.v"), []byte(contract.Board(rowSteps())), 0o644))
	builder := &model.Builder{Quick: true}
	board := sim.BoardConfig{Clock: contract.BoardBit * 115200, Top: "contract", Pins: sim.Pins{Clock: "clk", RX: "rx", TX: "tx"}}
	var err error
	if bit {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "contract.pcf"), []byte("set_io clk 21\nset_io rx 9\nset_io tx 8\n"), 0o644))
		for _, c := range []string{
			"yosys -q -p 'read_verilog contract.v; synth_ice40 -top contract -json contract.json'",
			"nextpnr-ice40 -q --hx1k --package tq144 --json contract.json --pcf contract.pcf --asc contract.asc --seed 1",
			"icepack contract.asc contract.bin",
		} {
			tool, _, _ := strings.Cut(c, " ")
			if _, err := exec.LookPath(tool); err != nil {
				t.Skipf("%s is not installed; type: scripts/setup bitstream", tool)
			}
			cmd := exec.CommandContext(t.Context(), "sh", "-c", c)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, string(out))
		}
		board.Top = ""
		board, err = sim.Unpack(t.Context(), builder, board, sim.Bitstream{File: filepath.Join(dir, "contract.bin"), PCF: filepath.Join(dir, "contract.pcf")})
	} else {
		board.Source, err = sources.DirSource(dir)
	}
	require.NoError(t, err)
	model, err := sim.BuildBoard(t.Context(), builder, board)
	require.NoError(t, err)
	return model
}

// heldWire is an adapter that holds what comes for so long, as the latency timer of an FTDI chip does.
type heldWire struct {
	io.ReadWriteCloser
	timer time.Duration
}

// Read gives what came with a delay.
func (w *heldWire) Read(b []byte) (int, error) {
	n, err := w.ReadWriteCloser.Read(b)
	time.Sleep(w.timer)
	return n, err
}

// TestContract prints the table of the contract and the ways to a player. Tests of this name print further columns:
// in farm/remote of a player over a network, in games of a page and of a client over HTTP, in bridge/qemutest of USB
// adapters. With the tests of the rest there is a bitstream.
func TestContract(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	all := ways()
	if tier.RunsRest() {
		all = append(all, simulated(true))
	}
	contract.Run(t, all)
}
