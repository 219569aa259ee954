package cli

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
)

var (
	flips     = flag.Int("flips", 0, "how many bits of the configuration of each bitstream are flipped, one at a time")
	flipSeed  = flag.Uint64("flip-seed", 1, "chooses the bits that are flipped")
	flipGames = flag.Int("flip-games", 2, "how many games a flipped bit is looked for in")
)

// configBit is a bit of the configuration, in icestorm's text.
type configBit struct {
	at      int    // of its digit
	mask    byte   // in the digit
	section string // such as "logic_tile 3 4"
	row     int    // of the section
	column  int    // of the row, from the left
}

// configBits are the bits of all tiles, and those of block RAMs at power-up.
func configBits(asc []byte) (all []configBit) {
	section, row, at := "", 0, 0
	for line := range strings.Lines(string(asc)) {
		head, isHead := strings.CutPrefix(line, ".")
		text := strings.TrimSpace(line)
		switch {
		case isHead:
			section, row = strings.TrimSpace(head), 0
		case strings.Contains(section, "_tile "):
			for i := range len(text) {
				all = append(all, configBit{at + i, 1, section, row, i})
			}
			row++
		case strings.HasPrefix(section, "ram_data "):
			for i := range 4 * len(text) {
				all = append(all, configBit{at + i/4, 8 >> (i % 4), section, row, i})
			}
			row++
		}
		at += len(line)
	}
	return all
}

// flipped is the text with that bit flipped.
func (b configBit) flipped(asc []byte) []byte {
	const digits = "0123456789abcdef"
	asc = slices.Clone(asc)
	asc[b.at] = digits[strings.IndexByte(digits, asc[b.at])^int(b.mask)]
	return asc
}

// What became of a flipped bit.
const (
	flipSeen        = "seen in a game"
	flipSameNetlist = "reaches no answer"
	flipOutside     = "outside of what a netlist tells"
	flipRefused     = "refused by the tools"
	flipNotMet      = "not met in the games"
)

// flipping tries bitstreams of a board with a flipped bit.
type flipping struct {
	board *shippedBoard
	rtl   *sim.BoardModel
	asc   []byte
	cones cones
	names *bitNames
	games []func() ([]stretch, error)
}

// flip flips bits, on each processor one at a time, and says what becomes of each.
func (b *shippedBoard) flip(t *testing.T, rtl *sim.BoardModel, game []stretch) {
	f := &flipping{board: b, rtl: rtl, games: []func() ([]stretch, error){func() ([]stretch, error) { return game, nil }}}
	for seed := 2; seed <= *flipGames; seed++ {
		f.games = append(f.games, sync.OnceValues(func() ([]stretch, error) { return recordGame(t, rtl, b.asked(t, seed)) }))
	}
	text := filepath.Join(t.TempDir(), "top.asc")
	said, err := exec.CommandContext(t.Context(), "iceunpack", b.bits.File, text).CombinedOutput()
	require.NoError(t, err, string(said))
	f.asc, err = os.ReadFile(text)
	require.NoError(t, err)
	f.cones, err = f.convert(t, f.asc)
	require.NoError(t, err)
	require.NotEmpty(t, f.cones[f.txPin()])

	all := configBits(f.asc)
	rng := rand.New(rand.NewPCG(*flipSeed, 37))
	bits := make([]configBit, *flips)
	for i := range bits {
		bits[i] = all[rng.IntN(len(all))]
	}
	f.names = readBitNames(t, f.asc, bits)
	together := f.unused(t, bits)
	at := make(chan int)
	var workers sync.WaitGroup
	var mu sync.Mutex
	counts, sections := make(map[string]int), make(map[string]map[string]int)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range at {
				bit := bits[i]
				var what, why string
				if together[i] {
					what, why = f.unchanged(bit)
				} else {
					what, why = f.try(t, bit)
				}
				mu.Lock()
				t.Logf("%s: flip %d, %s, %s: %s: %s", b.name, i+1, bit.section, f.names.of(bit), what, why)
				counts[what]++
				kind, _, _ := strings.Cut(bit.section, " ")
				if sections[kind] == nil {
					sections[kind] = make(map[string]int)
				}
				sections[kind][what]++
				mu.Unlock()
			}
		})
	}
	for i := range bits {
		at <- i
	}
	close(at)
	workers.Wait()
	row := func(of string, counts map[string]int) {
		for _, what := range []string{flipSeen, flipSameNetlist, flipOutside, flipRefused, flipNotMet} {
			of += fmt.Sprintf(" %3d %s,", counts[what], what)
		}
		t.Log(strings.TrimSuffix(of, ","))
	}
	row(fmt.Sprintf("%s: %d of %d bits flipped:", b.name, *flips, len(all)), counts)
	for _, kind := range slices.Sorted(maps.Keys(sections)) {
		row(fmt.Sprintf("%s: flipped in %-10s", b.name, kind), sections[kind])
	}
	require.Positive(t, counts[flipSeen])
	require.Positive(t, counts[flipSameNetlist])
}

// txPin is the pin of the answers.
func (f *flipping) txPin() string { return cmp.Or(f.board.config.Pins.TX, "tx_o") }

// unused finds the bits of tiles that configure nothing which reach no answer. All of them are flipped at
// once, one a tile: they can only add to the netlist, so what all of them don't change none changes.
func (f *flipping) unused(t *testing.T, bits []configBit) (found map[int]bool) {
	found = make(map[int]bool)
	tiles := make(map[string]bool)
	asc := f.asc
	for i, b := range bits {
		if !tiles[b.section] && strings.Contains(b.section, "_tile ") && !bytes.ContainsRune(sectionOf(f.asc, b.at), '1') {
			tiles[b.section], found[i], asc = true, true, b.flipped(asc)
		}
	}
	c, err := f.convert(t, asc)
	if err != nil || len(f.cones.differences(c, f.txPin())) > 0 {
		t.Logf("%s: %d flips in unused tiles are tried one at a time: %v", f.board.name, len(found), err)
		return nil
	}
	t.Logf("%s: %d flips in unused tiles reach no answer, tried all at once", f.board.name, len(found))
	return found
}

// convert makes Verilog of icestorm's text, and returns what the outputs depend on.
func (f *flipping) convert(t *testing.T, asc []byte) (cones, error) {
	dir := t.TempDir()
	pcf, err := os.ReadFile(f.board.bits.PCF)
	if err != nil {
		return nil, err
	}
	pins := strings.Join(regexp.MustCompile(`(?m)^set_io [^#\n]*`).FindAllString(string(pcf), -1), "\n") + "\n"
	for name, text := range map[string][]byte{"top.asc": asc, "pins.pcf": []byte(pins)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return nil, err
		}
	}
	c := exec.CommandContext(t.Context(), "icebox_vlog", "-s", "-c", "-d", f.board.pkg, "-n", "bitstream", "-p", "pins.pcf", "top.asc")
	c.Dir = dir
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return nil, fmt.Errorf("icebox_vlog: %w: %s", err, lines[len(lines)-1])
	}
	return conesOf(out.String()), nil
}

// unpack packs icestorm's text, and makes the netlist of it again.
func (f *flipping) unpack(t *testing.T, asc []byte) (config sim.BoardConfig, err error) {
	dir := t.TempDir()
	text, packed := filepath.Join(dir, "top.asc"), filepath.Join(dir, "top.bin")
	if err := os.WriteFile(text, asc, 0o644); err != nil {
		return config, err
	}
	if said, err := exec.CommandContext(t.Context(), "icepack", text, packed).CombinedOutput(); err != nil {
		return config, fmt.Errorf("icepack: %w: %s", err, said)
	}
	return sim.Unpack(t.Context(), (&model.Builder{Dir: filepath.Join(dir, "cache")}), f.board.config, sim.Bitstream{File: packed, PCF: f.board.bits.PCF})
}

// try says what becomes of a bitstream with a flipped bit.
func (f *flipping) try(t *testing.T, bit configBit) (what, why string) {
	asc := bit.flipped(f.asc)
	c, err := f.convert(t, asc)
	if err != nil {
		return flipRefused, err.Error()
	}
	places := f.cones.differences(c, f.txPin())
	if len(places) == 0 {
		if outputs := f.cones.reached(c); len(outputs) > 0 {
			return flipSameNetlist, "it reaches " + strings.Join(outputs, " and ") + " alone"
		}
		return f.unchanged(bit)
	}
	where := strings.Join(strings.Fields(strings.Join(places[:min(3, len(places))], ", ")), " ")
	if more := len(places) - 3; more > 0 {
		where += fmt.Sprintf(" and %d more", more)
	}
	config, err := f.unpack(t, asc)
	if err != nil {
		return flipRefused, err.Error()
	}
	m, err := sim.BuildBoard(t.Context(), (&model.Builder{}), config)
	if err != nil {
		return flipRefused, err.Error()
	}
	cycles := uint64(0)
	for i, of := range f.games {
		game, err := of()
		if !assert.NoError(t, err) {
			return flipRefused, err.Error()
		}
		got, err := playGame(t, m, game, true)
		if err != nil {
			if crash := (*model.CrashError)(nil); !errors.As(err, &crash) {
				assert.NoError(t, err)
			}
			return flipSeen, fmt.Sprintf("in game %d, stretch %d: %v; %s differ", i+1, len(got)+1, err, where)
		}
		if last := len(got) - 1; !got[last].equal(game[last]) {
			cycle, err := firstDifference(t, f.rtl, m, game[:last+1])
			assert.NoError(t, err)
			return flipSeen, fmt.Sprintf("in cycle %d of game %d, in the answer to line %d; %s differ", cycle, i+1, game[last].line+1, where)
		}
		cycles += got[len(got)-1].tx.Cycles
	}
	return flipNotMet, fmt.Sprintf("%s differ, and do the same in all %d cycles of %d games", where, cycles, len(f.games))
}

// unchanged says why a bit doesn't change the netlist.
func (f *flipping) unchanged(bit configBit) (what, why string) {
	name, set := f.names.of(bit), f.asc[bit.at] == '1'
	used := bytes.ContainsRune(sectionOf(f.asc, bit.at), '1')
	lut, isLUT := strings.CutPrefix(name, "LC_")
	lut, _, _ = strings.Cut(lut, ",")
	switch {
	case strings.HasPrefix(bit.section, "ram_data"):
		return flipSameNetlist, "the block RAM is not used, or no address reaches the bit, or no pin shows it"
	case strings.HasPrefix(name, "ColBufCtrl") && set:
		return flipOutside, "it cuts off a clock or another global net of a part of the column; no netlist tells"
	case strings.HasPrefix(name, "ColBufCtrl"):
		return flipSameNetlist, "it passes a global net on to where nothing takes it"
	case used && strings.Contains(bit.section, "io_tile") && outsideNetlist.MatchString(name):
		return flipOutside, "it sets how a pin or a PLL of a used tile behaves electrically; no netlist tells"
	case !used:
		return flipSameNetlist, "its tile configures nothing"
	case isLUT && !f.names.lutUsed(f.asc, bit, lut):
		return flipSameNetlist, "LUT " + lut + " of its tile is not used"
	}
	return flipSameNetlist, "the logic that tx depends on stays as it is"
}

// outsideNetlist are bits of tiles of pins that icebox_vlog passes over.
var outsideNetlist = regexp.MustCompile(`^(IoCtrl\.(REN|LVDS|cf_bit|padeb)|Icegate|PLL)`)

// firstDifference plays a game whose last stretch differs with both boards, that one in pieces shorter
// than a bit, and returns the cycle of the first difference.
func firstDifference(t *testing.T, one, other *sim.BoardModel, game []stretch) (cycle uint64, err error) {
	var boards [2]*sim.Board
	for i, m := range []*sim.BoardModel{one, other} {
		board, err := m.Start(t.Context())
		if err != nil {
			return 0, err
		}
		defer board.Close()
		boards[i] = board
	}
	last := game[len(game)-1]
	const piece = 32
	plan := game[: len(game)-1 : len(game)-1]
	for from := uint64(0); from < last.cycles; from += piece {
		part := stretch{line: last.line, cycles: min(piece, last.cycles-from)}
		if from == 0 {
			part.send = last.send
		}
		plan = append(plan, part)
	}
	for _, part := range plan {
		from := boards[0].Now()
		for _, board := range boards {
			if _, _, err := board.Run([]byte(part.send), part.cycles, 0); err != nil {
				return 0, err
			}
		}
		if a, b := boards[0].TX(), boards[1].TX(); a != b {
			cycle = boards[0].Now()
			for _, since := range []uint64{a.Since, b.Since} {
				if since > from {
					cycle = min(cycle, since)
				}
			}
			return cycle, nil
		}
	}
	return 0, errors.New("it does not differ when it is played again")
}

// sectionOf is the text of the section that a place is in.
func sectionOf(asc []byte, at int) []byte {
	begin := bytes.LastIndexByte(asc[:at], '.')
	begin += bytes.IndexByte(asc[begin:], '\n')
	end := bytes.IndexByte(asc[at:], '.')
	if end < 0 {
		return asc[begin+1:]
	}
	return asc[begin+1 : at+end]
}

// bitNames are the names that icestorm's description of a chip has for bits.
type bitNames struct {
	tile    map[string]map[[2]int]string // by kind, row and column
	routing map[string]string            // by place, row and column
}

// bitOf is a bit in that description.
var bitOf = regexp.MustCompile(`^B([0-9]+)\[([0-9]+)\]$`)

// readBitNames reads the names of some bits.
func readBitNames(t *testing.T, asc []byte, bits []configBit) *bitNames {
	_, device, _ := strings.Cut(string(asc), ".device ")
	device, _, _ = strings.Cut(device, "\n")
	text, err := os.ReadFile("/usr/share/fpga-icestorm/chipdb/chipdb-" + device + ".txt")
	require.NoError(t, err)
	n := &bitNames{tile: make(map[string]map[[2]int]string), routing: make(map[string]string)}
	wanted := make(map[string]bool)
	for _, b := range bits {
		_, place, _ := strings.Cut(b.section, " ")
		wanted[place] = true
	}
	kind, place, net, cell := "", "", "", lutBits()
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		names := words[1:]
		if head, ok := strings.CutPrefix(words[0], "."); ok {
			kind, place = strings.TrimSuffix(head, "_bits"), ""
			if head != "buffer" && head != "routing" || !wanted[words[1]+" "+words[2]] {
				if strings.HasSuffix(kind, "_tile") {
					n.tile[kind] = make(map[[2]int]string)
				}
				continue
			}
			place, net, names = words[1]+" "+words[2], words[3], words[4:]
		}
		for i, word := range names {
			m := bitOf.FindStringSubmatch(word)
			if m == nil {
				continue
			}
			row, _ := strconv.Atoi(m[1])
			column, _ := strconv.Atoi(m[2])
			switch {
			case place != "":
				n.routing[fmt.Sprint(place, row, column)] = "switch to net " + net
			case n.tile[kind] != nil && strings.HasPrefix(words[0], "LC_"):
				n.tile[kind][[2]int{row, column}] = words[0] + ", " + cell[i]
			case n.tile[kind] != nil:
				n.tile[kind][[2]int{row, column}] = words[0]
			}
		}
		place = ""
	}
	return n
}

// lutBits are the meanings of the bits of a logic cell, in their order.
func lutBits() (names [20]string) {
	for entry, at := range []int{4, 14, 15, 5, 6, 16, 17, 7, 3, 13, 12, 2, 1, 11, 10, 0} {
		names[at] = fmt.Sprint("entry ", entry)
	}
	names[8], names[9], names[18], names[19] = "carry", "flip-flop", "set instead of reset", "asynchronous"
	return names
}

// of is the name of a bit.
func (n *bitNames) of(b configBit) string {
	kind, place, _ := strings.Cut(b.section, " ")
	if kind == "ram_data" {
		return fmt.Sprintf("word %d, bit %d", 16*b.row+(255-b.column)/16, (255-b.column)%16)
	}
	if name := n.tile[kind][[2]int{b.row, b.column}]; name != "" {
		return name
	}
	if name := n.routing[fmt.Sprint(place, b.row, b.column)]; name != "" {
		return name
	}
	return fmt.Sprintf("B%d[%d], which has no name", b.row, b.column)
}

// lutUsed reports whether any bit of a LUT of the bit's tile is set.
func (n *bitNames) lutUsed(asc []byte, b configBit, lut string) bool {
	rows := strings.Fields(string(sectionOf(asc, b.at)))
	for at, name := range n.tile["logic_tile"] {
		if strings.HasPrefix(name, "LC_"+lut+",") && rows[at[0]][at[1]] == '1' {
			return true
		}
	}
	return false
}
