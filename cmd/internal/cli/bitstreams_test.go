package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim"
)

var (
	bitstreams = flag.String("bitstreams", "", "`FOLDER` of \"go run ./hdl/tools/synth bitstream -out FOLDER\", whose boards play whole games")
	flips      = flag.Int("flips", 0, "how many bits of the configuration of each bitstream are flipped, one at a time")
)

// shippedBoard is a bitstream and its RTL.
type shippedBoard struct {
	name   string
	config sim.BoardConfig // of either
	bits   sim.Bitstream
	rtl    sim.BoardConfig
}

// shipped reads a board's manifest, and copies its RTL.
func shipped(t *testing.T, dir string) *shippedBoard {
	var m struct {
		Top        string
		Parameters map[string]string
		Bitstream  struct{ Path string }
		Sources    []struct{ Path string }
		Clock      float64 `json:"clock_mhz"`
	}
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &m))
	b := &shippedBoard{name: filepath.Base(dir), config: sim.BoardConfig{Clock: m.Clock * 1e6, Seed: 1}}
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
	b.rtl.Source, err = sim.DirSource(rtl)
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

// heard is all that a board did in a game, to the clock cycle.
type heard struct {
	received []sim.RxByte
	tx       []sim.TXState
}

// play sends lines to a board. Without cycles it waits for each answer, and returns how many
// that took; else it runs as long.
func play(t *testing.T, m *sim.BoardModel, lines []string, cycles []uint64) (h heard, took []uint64, err error) {
	board, err := m.Start(t.Context())
	require.NoError(t, err)
	defer board.Close()
	if _, _, err := board.Run(nil, 1000, 0); err != nil {
		return h, nil, err
	}
	for i, line := range lines {
		began := board.Now()
		var received []sim.RxByte
		if cycles != nil {
			received, _, err = board.Run([]byte(line), cycles[i], 0)
		} else {
			received, _, err = board.Run([]byte(line), longestAnswer, sim.AtLine)
		}
		if err != nil {
			return h, nil, err
		}
		h.received, h.tx = append(h.received, received...), append(h.tx, board.TX())
		took = append(took, board.Now()-began)
	}
	return h, took, nil
}

// TestBitstreams plays whole games with bitstreams and their RTL, which do the same in every clock
// cycle. With -flips it flips bits of the configuration: each is seen in a game, or leaves the netlist
// as it is, or is counted as one that these games don't meet.
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
			builder := &sim.Builder{}
			unpacked, err := builder.Unpack(t.Context(), b.config, b.bits)
			require.NoError(t, err)
			bits, err := builder.BuildBoard(t.Context(), unpacked)
			require.NoError(t, err)
			rtl, err := builder.BuildBoard(t.Context(), b.rtl)
			require.NoError(t, err)
			lines := b.asked(t, 1)
			want, took, err := play(t, rtl, lines, nil)
			require.NoError(t, err)
			got, _, err := play(t, bits, lines, took)
			require.NoError(t, err)
			require.Equal(t, want, got)
			total := uint64(0)
			for _, n := range took {
				total += n
			}
			t.Logf("%s: %d lines, %d bytes and %d edges of tx equal in %d clock cycles", b.name, len(lines), len(got.received),
				got.tx[len(got.tx)-1].Changes, total)
			if *flips > 0 {
				b.flip(t, lines, took, want)
			}
		})
	}
}

// flip flips bits.
func (b *shippedBoard) flip(t *testing.T, lines []string, took []uint64, want heard) {
	dir := t.TempDir()
	tool := func(args ...string) {
		said, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput()
		require.NoError(t, err, string(said))
	}
	text, flipped := filepath.Join(dir, "top.asc"), filepath.Join(dir, "top.bin")
	tool("iceunpack", b.bits.File, text)
	whole, err := os.ReadFile(text)
	require.NoError(t, err)
	places := configurationBits(whole)
	rng := rand.New(rand.NewPCG(1, 37))
	original := ""
	counts := map[string]int{}
	for n := range *flips + 1 {
		asc, at := slices.Clone(whole), places[rng.IntN(len(places))]
		if n > 0 { // the first is as it was
			asc[at] ^= 1
		}
		require.NoError(t, os.WriteFile(text, asc, 0o644))
		tool("icepack", text, flipped)
		builder := &sim.Builder{Dir: filepath.Join(dir, "cache")}
		what := "seen"
		unpacked, err := builder.Unpack(t.Context(), b.config, sim.Bitstream{File: flipped, PCF: b.bits.PCF})
		if err == nil {
			netlist := netlistIn(t, filepath.Join(dir, "cache"))
			if n == 0 {
				original = netlist
				continue
			}
			if netlist == original {
				counts["in no netlist"]++
				continue
			}
			var m *sim.BoardModel
			if m, err = builder.BuildBoard(t.Context(), unpacked); err == nil {
				var got heard
				if got, _, err = play(t, m, lines, took); err == nil && equal(want, got) {
					what = "not met in this game"
					t.Logf("%s: the bit at %d, in %s, is not met", b.name, at, tileOf(whole, at))
				}
			}
		}
		counts[what]++
	}
	t.Logf("%s: %d bits flipped: %v", b.name, *flips, counts)
	require.Positive(t, counts["seen"])
}

func equal(a, b heard) bool { return slices.Equal(a.received, b.received) && slices.Equal(a.tx, b.tx) }

// netlistIn is the only netlist in a cache, which it removes.
func netlistIn(t *testing.T, cache string) string {
	found, err := filepath.Glob(filepath.Join(cache, "bitstream-*", "gates.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, found)
	newest, when := "", int64(0)
	for _, name := range found {
		info, err := os.Stat(name)
		require.NoError(t, err)
		if at := info.ModTime().UnixNano(); at > when {
			newest, when = name, at
		}
	}
	text, err := os.ReadFile(newest)
	require.NoError(t, err)
	return string(text)
}

// configurationBits are the places of all bits of tiles and of RAMs in icestorm's text.
func configurationBits(asc []byte) (places []int) {
	inside, at := false, 0
	for line := range strings.Lines(string(asc)) {
		switch {
		case strings.HasPrefix(line, "."):
			inside = strings.Contains(line, "_tile ")
		case inside:
			for i, c := range strings.TrimSpace(line) {
				if c == '0' || c == '1' {
					places = append(places, at+i)
				}
			}
		}
		at += len(line)
	}
	return places
}

// tileOf is the tile of a place.
func tileOf(asc []byte, at int) string {
	begin := bytes.LastIndexByte(asc[:at], '.')
	line, _, _ := strings.Cut(string(asc[begin+1:]), "\n")
	return line
}
