package starter

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// written writes a project into a directory of the test.
func written(t *testing.T, p Project) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mine")
	_, err := p.Write(dir)
	require.NoError(t, err)
	return dir
}

// TestFiles writes every project: its constraints have each port of the top
// once, no site is there twice, and nothing of the templates is left.
func TestFiles(t *testing.T) {
	for _, b := range boards {
		for _, language := range Languages("board") {
			dir := written(t, Project{Kind: "board", Language: language, Board: b.Name})
			v := templateData{board: b, Lang: language}
			pins := read(t, dir, v.Constraints())
			top := read(t, dir, "rtl/top."+v.Ext())
			require.Regexp(t, `(?m)^BUILT := rtl\?top=top&clk=`+strconv.Itoa(b.Hz)+`&clock=`, read(t, dir, "Makefile"))
			require.Regexp(t, `CLOCK_HZ *(?:: positive :)?= *`+strconv.Itoa(b.Hz)+`\b`, top)
			fault, err := ClockFault(filepath.Join(dir, "rtl"), "top")
			require.NoError(t, err)
			require.Empty(t, fault)
			sites := map[string]bool{}
			for _, p := range v.Pins() {
				require.Regexp(t, `\b`+p.Port+`\b`, pins)
				require.Regexp(t, `(?:PIN_|\b)`+p.Site+`\b`, pins)
				require.Regexp(t, `\b`+p.Port+`\b`, top)
				require.False(t, sites[p.Site], "%s: %s is there twice", b.Name, p.Site)
				sites[p.Site] = true
			}
			require.GreaterOrEqual(t, len(b.Sources), 2, b.Name)
			for _, source := range b.Sources {
				require.Contains(t, pins, source)
			}
			if b.Flow == "vivado" || b.Flow == "quartus" {
				require.Contains(t, read(t, dir, "build.tcl"), "Not run here")
			}
			requireFilled(t, dir)
		}
	}
	for _, kind := range Kinds()[1:] {
		for _, language := range Languages(kind) {
			dir := written(t, Project{Kind: kind, Language: language})
			require.Contains(t, read(t, dir, "README.md"), "TODO")
			requireFilled(t, dir)
		}
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return string(text)
}

// requireFilled wants no template in the files of a project.
func requireFilled(t *testing.T, dir string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			require.NotRegexp(t, `[^$]\{\{ *[.a-z]|<no value>|@[A-Z]+@`, strings.ReplaceAll(read(t, "", name), "{{LogSize", "{LogSize"), name)
			require.NotContains(t, name, ".tmpl")
			if filepath.Base(name) != "tracks.txt" { // which has this name in a project
				require.NotContains(t, name, ".txt")
			}
		}
		return err
	}))
}

// pinCases are boards on which pins bite, in every language: a button that is
// active low, no reset, a differential clock, an inout.
var pinCases = []struct {
	project Project
	pins    sim.Pins
}{
	{Project{Kind: "board", Language: "v", Board: "icebreaker"}, sim.Pins{Clock: "clk", Reset: "!btn_n", RX: "rx", TX: "tx"}},
	{Project{Kind: "board", Language: "sv", Board: "hx8k"}, sim.Pins{Clock: "clk", RX: "rx", TX: "tx"}},
	{Project{Kind: "board", Language: "vhdl", Board: "genesys2"},
		sim.Pins{Clock: "sysclk_p,!sysclk_n", Reset: "!cpu_resetn", RX: "uart_tx_in", TX: "uart_rx_out"}},
	{Project{Kind: "board", Language: "v", Board: "de10lite"}, sim.Pins{Clock: "MAX10_CLK1_50", Reset: "!KEY0", RX: "GPIO_1", TX: "GPIO_0"}},
}

// TestPins plays with boards by the pins that their projects name.
func TestPins(t *testing.T) {
	for _, c := range pinCases {
		t.Run(c.project.Board, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath("ghdl"); err != nil && c.project.Language == "vhdl" {
				t.Skip(err)
			}
			b := started(t, address(t, written(t, c.project)), c.pins)
			require.Equal(t, "FP\n", answer(t, b, "-T\n"))
			require.Equal(t, "@0+\n", answer(t, b, "-W\n"))
			require.Equal(t, "A0+\n", answer(t, b, "B1/\n"))
		})
	}
}

// started is the board at an address, which has these pins, after its reset.
func started(t *testing.T, a sim.Address, pins sim.Pins) *sim.Board {
	t.Helper()
	builder := &model.Builder{Quick: true, Isolation: sandbox.New(sandbox.None, nil)} // our own designs
	m, err := sim.BuildBoard(t.Context(), builder, a.Board)
	require.NoError(t, err)
	require.Equal(t, pins, m.Pins())
	require.Empty(t, m.Warnings())
	b, err := m.Start(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	_, _, err = b.Run(nil, 1000, 0) // the board's own reset
	require.NoError(t, err)
	return b
}

// address is what the Makefile of a project says of its board.
func address(t *testing.T, dir string) sim.Address {
	t.Helper()
	line := regexp.MustCompile(`(?m)^BOARD := (.*)$`).FindStringSubmatch(read(t, dir, "Makefile"))
	require.NotNil(t, line)
	a, err := sim.ParseAddress(filepath.Join(dir, line[1]))
	require.NoError(t, err)
	a.Board.Source, err = sources.DirSource(a.Dir)
	require.NoError(t, err)
	return a
}

// answer is the line with which a board answers within 5 ms of its time.
func answer(t *testing.T, b *sim.Board, question string) string {
	t.Helper()
	var text []byte
	received, _, err := b.Run([]byte(question), b.Cycles(5*time.Millisecond), sim.AtLine)
	require.NoError(t, err)
	for _, r := range received {
		require.False(t, r.Framing)
		text = append(text, r.Byte)
	}
	return string(text)
}

// TestFirstVectors: the vectors of a core are those of the golden ones that begin
// with the empty board.
func TestFirstVectors(t *testing.T) {
	golden, err := os.Open("../vectors/golden/turn.jsonl")
	require.NoError(t, err)
	defer golden.Close()
	var head map[string]any
	var body bytes.Buffer
	lines := bufio.NewScanner(golden)
	require.True(t, lines.Scan())
	require.NoError(t, json.Unmarshal(lines.Bytes(), &head))
	count := 0
	for lines.Scan() {
		if strings.Contains(lines.Text(), `"moves":""`) {
			count++
			body.WriteString(lines.Text() + "\n")
		}
	}
	require.NoError(t, lines.Err())
	sum := sha256.Sum256(body.Bytes())
	for _, language := range Languages("core") {
		first, rest, _ := strings.Cut(read(t, "core/"+language, "first.jsonl"), "\n")
		require.Equal(t, body.String(), rest)
		var own map[string]any
		require.NoError(t, json.Unmarshal([]byte(first), &own))
		require.Equal(t, float64(count), own["count"])
		require.Equal(t, hex.EncodeToString(sum[:]), own["sha256"])
		require.Equal(t, head["command"], own["command"])
	}
}

// TestTestBench runs the test bench of a board in each language.
func TestTestBench(t *testing.T) {
	for _, language := range Languages("board") {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			tool := map[bool]string{true: "ghdl", false: "iverilog"}[language == "vhdl"]
			if _, err := exec.LookPath(tool); err != nil {
				t.Skip(err)
			}
			dir := written(t, Project{Kind: "board", Language: language, Board: "basys3"})
			said, err := exec.CommandContext(t.Context(), "make", "-s", "-C", dir, "sim").CombinedOutput()
			require.NoError(t, err, string(said))
			require.Contains(t, string(said), "PASS")
		})
	}
}

// TestNext: the command that is proposed can be typed whatever the directory is called.
func TestNext(t *testing.T) {
	for _, name := range []string{"mine", "my board", "it's", "盤", "a?b"} {
		dir := filepath.Join(t.TempDir(), name)
		next, err := Project{Kind: "bot"}.Write(dir)
		require.NoError(t, err)
		require.Contains(t, next, "make -C "+humanize.ShellWord(dir)+" check\n")
	}
}

// TestErrors: what is there stays as it is.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine.v"), nil, 0o644))
	_, err := Project{Kind: "bot"}.Write(dir)
	require.ErrorContains(t, err, dir+" holds mine.v already")
	_, err = Project{Kind: "bot"}.Write(filepath.Join(dir, "mine.v"))
	require.Error(t, err)
	t.Chdir(dir)
	_, err = Project{Kind: "bot"}.Write("")
	require.ErrorContains(t, err, "the directory has no name")
	require.NoFileExists(t, filepath.Join(dir, "README.md"))
	for _, c := range []struct {
		project Project
		says    string
	}{
		{Project{Kind: "robot"}, "board, bot, core"},
		{Project{Kind: "board"}, "--board is missing: there are icebreaker, hx8k"},
		{Project{Kind: "board", Board: "none"}, "icebreaker, hx8k"},
		{Project{Kind: "board", Board: "hx8k", Language: "ada"}, "v, sv, vhdl"},
		{Project{Kind: "core", Board: "hx8k"}, "leave it out"},
		{Project{Kind: "bot", Search: true}, "--search is for a board"},
		{Project{Kind: "board", Search: true}, "--board is missing"},
		{Project{Kind: "board", Board: "hx8k", Search: true, Language: "v"}, `--lang "v": a board with --search is written in sv`},
		{Project{Kind: "board", Board: "hx8k", Search: true, Language: "vhdl"}, "leave --lang out"},
		{Project{Kind: "board", Board: "genesys2", Search: true}, "too slow for its clock; there are icebreaker, hx8k, tangnano9k"},
	} {
		_, err := c.project.Write(filepath.Join(dir, "new"))
		require.ErrorContains(t, err, c.says)
		require.NoDirExists(t, filepath.Join(dir, "new"))
	}
}

// A bench of each language plays as many turns by itself, so that none passes a core that another finds out.
func TestBenchesPlayAsManyTurns(t *testing.T) {
	for name, pattern := range map[string]string{
		"bench/sv/Makefile": `TURNS \?= (\d+)`, "bench/verilog/Makefile": `TURNS \?= (\d+)`, "bench/vhdl/Makefile": `TURNS \?= (\d+)`,
		"bench/python/Makefile": `TURNS \?= (\d+)`, "../bindings/sv/bench.sv": `turns = (\d+);`, "../bindings/verilog/bench.v": `turns = (\d+);`,
		"../bindings/vhdl/bench.vhd": `TurnsN +: positive := (\d+)`, "../bindings/python/bench.py": `"--turns", type=int, default=(\d+)`,
	} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		turns := regexp.MustCompile(pattern).FindSubmatch(text)
		require.NotNil(t, turns, name)
		require.Equal(t, "20000", string(turns[1]), name)
	}
}
