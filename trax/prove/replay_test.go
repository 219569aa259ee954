package prove

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

func TestReadWitness(t *testing.T) {
	const names = "input 0 1 col_i\ninput 1 0 op_i\ninput 3 0 col_i\ninvinit 0 0 age_q\nlatch 0 0 age_q\n"
	cycles, err := readWitness("000\n0101\n1x00\n# end\n", names)
	require.NoError(t, err)
	require.Equal(t, []map[string]uint64{{"op_i": 1, "col_i": 1}, {"col_i": 2}}, cycles)

	_, err = readWitness("000\n", names)
	require.ErrorContains(t, err, "has no cycle")
	_, err = readWitness("0\n1\n", "input 0 -1 col_i\n")
	require.ErrorContains(t, err, "bit -1 of col_i")
}

// A wave of one answer, in the form of yosys.
const wave = `$version Yosys $end
$scope module ll_prove_replay $end
$var wire 1 n0 clk_i $end
$var wire 1 n9 col $end
$scope module checks $end
$var wire 1 n1 clk_i $end
$var wire 4 n2 col $end
$var wire 1 n3 ready $end
$scope module dut $end
$var wire 4 n4 col $end
$upscope $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
b0 n1
bxxxx n2
#5
b1 n1
b0101 n2
b1 n3
b1111 n4
#10
b0 n1
#15
b1 n1
b10x1 n2
#20
b0 n1
b0 n3
`

func TestReadVCD(t *testing.T) {
	s, err := readVCD([]byte(wave), []string{"col", "ready"})
	require.NoError(t, err)
	require.Equal(t, 2, s.cycles)
	require.Equal(t, map[string][]uint64{"col": {5, 9}, "ready": {1, 0}}, s.values)
	_, err = readVCD([]byte("#0\n"), nil)
	require.ErrorContains(t, err, "no clock")
	_, err = readVCD(bytes.Repeat([]byte("x"), 1<<21), nil)
	require.EqualError(t, err, "a line of the waveform of yosys has more than 1024 KiB: a name or a register of the core is that long")
}

// The texts stand in the scope of the checks, and change with the clock of their cycle.
func TestWithTexts(t *testing.T) {
	changes := []textChange{{0, askedCode, "NEW"}, {0, answeredCode, "ok"}, {1, askedCode, "PLAY of no move, and more"}}
	text := string(withTexts([]byte(wave), changes))
	require.Contains(t, text, "module checks $end\n$var wire 128 asked asked $end\n$var wire 128 answered answered $end\n$var wire 1 n1 ")
	require.Contains(t, text, "#5\nb010011100100010101010111 asked\nb0110111101101011 answered\nb1 n1\n")
	require.Regexp(t, "#15\nb[01]{128} asked\nb1 n1\n", text)
	s, err := readVCD([]byte(text), []string{"col"})
	require.NoError(t, err)
	require.Equal(t, []uint64{5, 9}, s.values["col"])
}

// The replay gives the cycles of a counterexample to the core when the search began with them.
func TestReplayModule(t *testing.T) {
	r := run{config: &Config{LogSize: 3, Cycles: 8, Timeout: time.Second}, cycles: 8, moves: make([]trax.Move, 2)}
	text := string(r.replayModule([]map[string]uint64{{}, {"op_i": 1, "row_i": 3}}))
	require.Contains(t, text, "      336: begin\n        op = 1;\n        col = 0;\n        row = 3;\n        shape = 0;\n")
	require.Contains(t, text, ".Start(340),\n")
	require.Equal(t, 1, strings.Count(text, "335: begin"))
}

// The module of an opening names each turn that is legal after it and that the board has room for, with
// what it completes.
func TestOpeningModule(t *testing.T) {
	entry := regexp.MustCompile(`(?m)^      (\d+): begin // \S+\n        legal_o = 1;\n        completed_o = (\d+);$`)
	var legal, full, completing int
	for _, o := range usual() {
		c := &Config{LogSize: 3, Timeout: time.Second, Openings: []string{o.moves}}
		runs, err := c.plan()
		require.NoError(t, err)
		got := map[string]string{}
		for _, m := range entry.FindAllStringSubmatch(string(runs[0].module()), -1) {
			got[m[1]] = m[2]
		}
		p := trax.NewPosition()
		for _, m := range runs[0].moves {
			require.NoError(t, p.Play(m))
		}
		for asked := range 1 << 10 {
			m := trax.Move{Cell: trax.Cell{Col: asked >> 6, Row: asked >> 2 & 15}}
			if asked&3 < len(shapes) {
				m.Shape = shapes[asked&3]
			}
			completed, found := got[fmt.Sprint(asked)]
			if p.Play(m) != nil {
				require.False(t, found, "%v", m)
				continue
			}
			fits := p.Width() <= 6 && p.Height() <= 6
			require.Equal(t, fits, found, "%v", m)
			if fits {
				legal++
				require.Equal(t, fmt.Sprint(uint8(p.Outcome().Completed)), completed, "%v", m)
			} else {
				full++
			}
			if p.Outcome().Completed != 0 {
				completing++
			}
			p.Undo()
		}
	}
	require.Positive(t, legal)
	require.Positive(t, full)
	require.Positive(t, completing)
}

// A check whose situation never came up has shown nothing, and one after an opening that the core
// does not play neither.
func TestCollect(t *testing.T) {
	c := &Config{LogSize: 3, Cycles: 8, Timeout: time.Second, Openings: []string{"", "@0/"}}
	runs, err := c.plan()
	require.NoError(t, err)
	require.Len(t, runs, 10)
	all := make([]*found, len(runs))
	for i := range all {
		all[i] = &found{failed: map[string]int{}, covered: map[string]int{}, covers: []string{"c_tile_written", "c_tile_forced", "c_forced"}}
	}
	all[0].covered["c_tile_written"] = 3
	all[0].failed["a_tile_matches"] = 7
	all[5].failed["a_tile_matches"] = 4
	all[5].failed["a_opening_legal"] = 5
	check := func(name string) Result {
		for _, k := range Checks() {
			if k.Name == name {
				result, asked := collect(k, runs, all)
				require.True(t, asked)
				return result
			}
		}
		require.FailNow(t, name)
		return Result{}
	}
	tile := check("tile")
	require.Equal(t, []string{"written"}, tile.Met)
	require.Equal(t, []string{"forced"}, tile.Unmet)
	require.Equal(t, []string{"a_tile_matches after the empty board, cycle 7"}, tile.Failed)
	forced := check("forced")
	require.Empty(t, forced.Met)
	require.Equal(t, []string{"forced"}, forced.Unmet)
	require.Equal(t, []string{"a_opening_legal after @0/, cycle 5"}, check(Opening).Failed)

	for i := range runs {
		if runs[i].mode == playUndo { // a status that only the second command shows
			all[i].failed["a_status_as_listed"] = 44
			require.Contains(t, check("status").Failed, "a_status_as_listed after "+runs[i].opening()+", cycle 44")
			delete(all[i].failed, "a_status_as_listed")
		}
	}

	report := Report{Core: "mine", Config: *c, Results: []Result{tile, check("forced")}}
	require.Equal(t, "mine fails 1 check: tile", report.Found())
	text := string(report.AppendText(nil))
	require.Contains(t, text, "FAIL  tile")
	require.Contains(t, text, "none  forced")

	all[5] = nil // interrupted before it ended
	require.Equal(t, 1, check("forced").Open)
	report.Results = []Result{check("forced")}
	require.Contains(t, string(report.AppendText(nil)), "open  forced")
	require.Contains(t, string(report.AppendText(nil)), "1 search for it had not ended")
	require.Zero(t, check("new").Open)
}
