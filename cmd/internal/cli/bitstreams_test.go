package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

var (
	bitstreams = flag.String("bitstreams", "", "`FOLDER` of \"go run ./tools/synth bitstream -out FOLDER\", whose boards play whole games")
)

// shippedBoard is a bitstream and its RTL.
type shippedBoard struct {
	name   string
	config sim.BoardConfig // of either
	pkg    string
	bits   sim.Bitstream
	rtl    sim.BoardConfig
}

// shipped reads a board's manifest, and copies its RTL.
func shipped(t *testing.T, dir string) *shippedBoard {
	var m struct {
		Top        string
		Package    string
		Parameters map[string]string
		Bitstream  struct{ Path string }
		Sources    []struct{ Path string }
		Clock      float64 `json:"clock_mhz"`
	}
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &m))
	b := &shippedBoard{name: filepath.Base(dir), pkg: m.Package, config: sim.BoardConfig{Clock: m.Clock * 1e6, Seed: 1}}
	if strings.Contains(m.Top, "icebreaker") {
		b.config.Pins.High = []string{"button_ni"}
	}
	rtl := t.TempDir()
	for _, s := range m.Sources {
		from := filepath.Join("..", "..", "..", filepath.FromSlash(s.Path))
		if strings.HasSuffix(s.Path, ".pcf") {
			b.bits = sim.Bitstream{File: filepath.Join(dir, m.Bitstream.Path), PCF: from}
			continue
		}
		text, err := os.ReadFile(from)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(rtl, filepath.Base(s.Path)), text, 0o644))
	}
	b.rtl = b.config
	b.rtl.Top, b.rtl.Params = m.Top, m.Parameters
	b.rtl.Source, err = sources.DirSource(rtl)
	require.NoError(t, err)
	return b
}

// asked is what a board is sent in a game against greedy.
func (b *shippedBoard) asked(t *testing.T, seed int) (lines []string) {
	record := filepath.Join(t.TempDir(), "game.jsonl")
	address := fmt.Sprintf("sim:%s?top=%s&clk=%.0f", b.rtl.Source.Name, b.rtl.Top, b.rtl.Clock)
	if len(b.config.Pins.High) > 0 {
		address += "&high=" + strings.Join(b.config.Pins.High, ",")
	}
	for _, name := range slices.Sorted(maps.Keys(b.rtl.Params)) {
		address += "&param." + name + "=" + b.rtl.Params[name]
	}
	var out bytes.Buffer
	require.Zero(t, run(t.Context(), []string{"play", "--white", address, "--red", fmt.Sprintf("bot:greedy?seed=%d", seed), "--record", record},
		nil, &out, &out), out.String())
	text, err := os.ReadFile(record)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		var e struct {
			Type, Text string
			Seat       int
		}
		require.NoError(t, json.Unmarshal([]byte(line), &e))
		if (e.Type == "ask" || e.Type == "tell") && e.Seat == 0 {
			lines = append(lines, e.Text+"\n")
		}
	}
	require.Greater(t, len(lines), 3)
	return lines
}

// longestAnswer bounds an answer, in clock cycles.
const longestAnswer = 24_000_000

// stretch is a part of a game: bytes that a board is sent, clock cycles, and what came of them.
type stretch struct {
	line     int // number of the line that it is about, from 0
	send     string
	cycles   uint64
	received []sim.RxByte
	tx       sim.TXState
}

func (s stretch) equal(other stretch) bool {
	return slices.Equal(s.received, other.received) && s.tx == other.tx
}

// stretchesOfLine is how many stretches a line and its answer are played in.
const stretchesOfLine = 64

// recordGame sends lines to a board, waits for each answer, and returns what it did in stretches.
func recordGame(t *testing.T, m *sim.BoardModel, lines []string) (game []stretch, err error) {
	board, err := m.Start(t.Context())
	if err != nil {
		return nil, err
	}
	defer board.Close()
	plan := []stretch{{cycles: 1000}}
	if _, _, err := board.Run(nil, 1000, 0); err != nil {
		return nil, err
	}
	for i, line := range lines {
		began := board.Now()
		if _, _, err = board.Run([]byte(line), longestAnswer, sim.AtLine); err != nil {
			return nil, err
		}
		took := board.Now() - began
		for n := range uint64(stretchesOfLine) {
			part := stretch{line: i, cycles: took*(n+1)/stretchesOfLine - took*n/stretchesOfLine}
			if n == 0 {
				part.send = line
			}
			plan = append(plan, part)
		}
	}
	return playGame(t, m, plan, false)
}

// playGame plays the stretches of a game with another board, and returns what that did, up to the first
// difference if it is to stop there.
func playGame(t *testing.T, m *sim.BoardModel, plan []stretch, stop bool) (game []stretch, err error) {
	board, err := m.Start(t.Context())
	if err != nil {
		return nil, err
	}
	defer board.Close()
	for _, want := range plan {
		got := want
		if got.received, _, err = board.Run([]byte(want.send), want.cycles, 0); err != nil {
			return game, err
		}
		got.tx = board.TX()
		game = append(game, got)
		if stop && !got.equal(want) {
			return game, nil
		}
	}
	return game, nil
}

// TestBitstreams plays whole games with bitstreams and their RTL, which do the same in every clock
// cycle. With -flips it flips bits of the configuration: each is seen in a clock cycle of a game, or it
// is said why it isn't.
func TestBitstreams(t *testing.T) {
	if *bitstreams == "" {
		t.Skip("runs with -bitstreams")
	}
	folders, err := filepath.Glob(filepath.Join(*bitstreams, "*", "manifest.json"))
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for _, manifest := range folders {
		b := shipped(t, filepath.Dir(manifest))
		t.Run(b.name, func(t *testing.T) {
			builder := &model.Builder{}
			unpacked, err := sim.Unpack(t.Context(), builder, b.config, b.bits)
			require.NoError(t, err)
			bits, err := sim.BuildBoard(t.Context(), builder, unpacked)
			require.NoError(t, err)
			rtl, err := sim.BuildBoard(t.Context(), builder, b.rtl)
			require.NoError(t, err)
			lines := b.asked(t, 1)
			want, err := recordGame(t, rtl, lines)
			require.NoError(t, err)
			began := time.Now()
			got, err := playGame(t, bits, want, false)
			require.NoError(t, err)
			slow := time.Since(began)
			require.Equal(t, want, got)
			began = time.Now()
			again, err := playGame(t, rtl, want, false)
			require.NoError(t, err)
			fast := time.Since(began)
			require.Equal(t, want, again)
			received := 0
			for _, s := range want {
				received += len(s.received)
			}
			tx := want[len(want)-1].tx
			t.Logf("%s: %d lines, %d bytes and %d edges of tx equal in %d clock cycles, at %.2f of the RTL's speed", b.name, len(lines), received,
				tx.Changes, tx.Cycles, float64(fast)/float64(slow))
			if *flips > 0 {
				b.flip(t, rtl, want)
			}
		})
	}
}
