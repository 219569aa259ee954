package rtl

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/engine/searchmodel"
)

// searches is how many positions, and games, the searching core and its reference model are
// compared in.
func searches(t *testing.T) (positions, games int) {
	t.Helper()
	text := os.Getenv("LOOPLINE_SEARCHES")
	if text == "" {
		return 150, 1
	}
	positions, err := strconv.Atoi(text)
	require.NoError(t, err)
	return positions, max(1, positions/200)
}

const (
	// searchCycles is short: a search that is cut short shows where its clock is off.
	searchCycles = 30_000
	// farCycles let a search look three plies ahead, and four.
	farCycles = 4_000_000
)

// pair is a core that searches, and its reference model with as many clock cycles.
type pair struct {
	core   *SearchDUT
	model  *searchmodel.Model
	cycles int
}

// testSearcher starts the core of a source, with the clock cycles of a search.
func testSearcher(t *testing.T, source sources.Source, cycles int) pair {
	t.Helper()
	return startPair(t, SearchDUTConfig{Source: source, Depth: 15, Cycles: cycles}, cycles)
}

func startPair(t *testing.T, c SearchDUTConfig, cycles int) pair {
	t.Helper()
	s, err := StartSearchDUT(t.Context(), &model.Builder{}, c, 1)
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	if c.Windows != nil {
		return pair{s, searchmodel.NewWithWindows(c.Windows), cycles}
	}
	return pair{s, searchmodel.New(), cycles}
}

// randomOpenings are games of random moves without an end, of very different length.
func randomOpenings(t *testing.T, n int, seed uint64) [][]trax.Move {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	games := make([][]trax.Move, n)
	for i := range games {
		p := trax.NewPosition()
		for range rng.IntN([...]int{8, 20, 60}[i%3]) {
			legal := p.AppendMoves(nil)
			m := legal[rng.IntN(len(legal))]
			require.NoError(t, p.Play(m))
			if p.Outcome().Over {
				p.Undo()
				break
			}
			games[i] = append(games[i], m)
		}
		if p.Width() > searchmodel.MaxSize || p.Height() > searchmodel.MaxSize {
			games[i] = nil
		}
	}
	return games
}

// expected is what the reference model says where a game stands.
func (p pair) expected(t *testing.T, game []trax.Move) SearchResult {
	t.Helper()
	r, ok := p.model.Choose(playedOut(t, game), searchmodel.Limits{Cycles: p.cycles})
	return SearchResult{ok, r.Move, r.Nodes, r.Cycles}
}

// TestSearcher: the core that searches and its reference model choose the same move after the
// same number of nodes, and of clock cycles.
func TestSearcher(t *testing.T) {
	t.Parallel()
	positions, games := searches(t)
	both := testSearcher(t, ourRTL(), searchCycles)
	requireSame(t, both, positions)
	requireAlike(t, both, edges(t))
	for _, game := range randomOpenings(t, games, 1) {
		for p := playedOut(t, game); !p.Outcome().Over && len(game) < 120; {
			got, err := both.core.Search(game)
			require.NoError(t, err)
			require.Equal(t, both.expected(t, game), got[0], "%v", game)
			if !got[0].Found {
				break
			}
			require.NoError(t, p.Play(got[0].Move))
			game = append(game, got[0].Move)
		}
	}
}

// TestSearcherFar: so it is where they look farther ahead.
func TestSearcherFar(t *testing.T) {
	t.Parallel()
	positions, _ := searches(t)
	requireSame(t, testSearcher(t, ourRTL(), farCycles), max(5, positions/200))
}

// TestSearcherWindows: so it is of a core that has loaded the weights of windows.
func TestSearcherWindows(t *testing.T) {
	t.Parallel()
	positions, _ := searches(t)
	image, _ := engine.LearnedWeights().RimImage()
	requireSame(t, startPair(t, SearchDUTConfig{Source: ourRTL(), Depth: 15, Cycles: farCycles, Windows: image}, farCycles), max(5, positions/200))
	both := startPair(t, SearchDUTConfig{Source: ourRTL(), Depth: 15, Cycles: searchCycles, Windows: image}, searchCycles)
	requireSame(t, both, positions)
}

// requireSame has a core and its reference model search as many positions.
func requireSame(t *testing.T, both pair, positions int) {
	t.Helper()
	nodes := 0
	for from := 0; from < positions; from += 500 {
		openings := randomOpenings(t, min(500, positions-from), uint64(from))
		nodes += requireAlike(t, both, openings)
		t.Logf("%d positions alike, with %d nodes", from+len(openings), nodes)
	}
	require.Greater(t, nodes, 20*positions)
}

// requireAlike has a core and its reference model search where games stand, and returns the nodes.
func requireAlike(t *testing.T, both pair, games [][]trax.Move) (nodes int) {
	t.Helper()
	got, err := both.core.Search(games...)
	require.NoError(t, err)
	for i, g := range games {
		want := both.expected(t, g)
		require.Equal(t, want, got[i], "%v", g)
		nodes += want.Nodes
	}
	return nodes
}

// edges are games that fill the board's room from side to side: a strip, one of slashes, where
// a tile forces all others of a row, so that this is played, and a corner.
func edges(t *testing.T) [][]trax.Move {
	t.Helper()
	var strip, slashes []trax.Move
	for col := range searchmodel.MaxSize {
		at := trax.Cell{Col: col + 1, Row: min(col, 1)}
		if col == 0 {
			at = trax.Cell{}
		}
		strip = append(strip, trax.Move{Cell: at, Shape: [...]trax.Shape{trax.Plus, trax.Slash}[col%2]})
		slashes = append(slashes, trax.Move{Cell: at, Shape: trax.Slash})
	}
	forced := append(slices.Clone(slashes), trax.Move{Cell: trax.Cell{Col: 1, Row: 2}, Shape: trax.Plus})
	corner := slices.Clone(slashes)
	for row := 2; row <= searchmodel.MaxSize; row++ {
		corner = append(corner, trax.Move{Cell: trax.Cell{Col: searchmodel.MaxSize, Row: row}, Shape: trax.Slash})
	}
	for _, g := range [][]trax.Move{strip, slashes, forced, corner} {
		p := playedOut(t, g)
		require.Equal(t, searchmodel.MaxSize, p.Width())
		require.False(t, p.Outcome().Over)
	}
	return [][]trax.Move{strip, slashes, forced, corner}
}

// TestSearcherNetlist: so it is with the netlist of a bitstream, from the folder LOOPLINE_NETLIST.
func TestSearcherNetlist(t *testing.T) {
	dir := os.Getenv("LOOPLINE_NETLIST")
	if dir == "" {
		t.Skip("LOOPLINE_NETLIST is not set: the folder that \"synth netlist ll_search_core BudgetCycles=30000\" has made")
	}
	source, err := sources.DirSource(dir)
	require.NoError(t, err)
	positions, _ := searches(t)
	requireSame(t, startPair(t, SearchDUTConfig{Source: source}, searchCycles), positions)
}

func playedOut(t *testing.T, game []trax.Move) *trax.Position {
	t.Helper()
	p := trax.NewPosition()
	for _, m := range game {
		require.NoError(t, p.Play(m))
	}
	return p
}

// searchMutants are bugs in the search: the file, a text in it and what takes its place.
var searchMutants = [][3]string{
	{"ll_search.sv", "cut = value_q >= beta_q", "cut = value_q > beta_q"},
	{"ll_search.sv", "rfp_value >= beta_q", "rfp_value > beta_q"},
	{"ll_search.sv", "depth_q <= 4'd2 && rfp_value", "depth_q <= 4'd3 && rfp_value"},
	{"ll_search.sv", "(!check_q && (depth_q == 0 || rfp_cutoff))", "((!check_q && depth_q == 0) || rfp_cutoff)"},
	{"ll_search.sv", "if (!check_q) depth_q <= depth_q - 4'd1;", "depth_q <= depth_q - 4'd1;"},
	{"ll_search.sv", "&& ply_q != 0;", "&& ply_q == 1;"},
	{"ll_search.sv", "check_q && near};", "near};"},
	{"ll_search.sv", "score > most_q", "score >= most_q"},
	{"ll_search.sv", "chosen_q != next_q", "1'b0"},
	{"ll_search.sv", "refutes ? counted + bonus", "counts ? counted + bonus"},
	{"ll_search.sv", "malus >>> 2", "malus >>> 1"},
	{"ll_search.sv", "reduces = ply_q != 0 && !check_q", "reduces = ply_q != 0"},
	{"ll_search.sv", "scout_q && value_q < beta_q", "scout_q && value_q <= beta_q"},
	{"ll_search.sv", "depth_q <= stacked[DepthWidth-1:0];", "depth_q <= 4'd0;"},
	{"ll_search.sv", "count_q[1] && cmd_ready_i", "count_q[1]"},
	{"ll_search.sv", "won_q ? ply_q : below, FieldWinner", "below, FieldWinner"},
	{"ll_pseudolegal.sv", "fits & {3{empty_i && |edges_i}}", "fits & {3{empty_i && |edges_i}} & 3'b011"},
	{"ll_search.sv", "stack_wdata[MoveWidth-1:0] = killer_q;", "stack_wdata[MoveWidth-1:0] = listed;"},
	{"ll_search.sv", "value_q <= eval;", "value_q <= -eval;"},
	{"ll_search.sv", "assign leaf = (!check_q &&", "assign leaf = ("},
	{"ll_search.sv", "assign notes = state_q == StRim && candidate_valid", "assign notes = state_q == StRim && candidate_valid && !candidate[0]"},
	{"ll_rim.sv", "(dy == -Two && !edges_q[1])", "1'b0"},
	{"ll_rim.sv", "(high && ", "(1'b0 && "},
	{"ll_rim.sv", "edge_side_o <= side_q;", "edge_side_o <= 2'd0;"},
	{"ll_eval.sv", "own_q <= own_i;", "own_q <= 1'b1;"},
	{"ll_eval.sv", "sum_q <= clear_i ?", "sum_q <= clear_i && sum_q[0] ?"},
}

// TestSearcherFindsMutants: in lock-step with the reference model bugs of the search are seen.
func TestSearcherFindsMutants(t *testing.T) {
	tier.Rest(t)
	if os.Getenv("LOOPLINE_SEARCHES") == "" {
		t.Skip("LOOPLINE_SEARCHES is not set: it builds a model for each bug")
	}
	openings := randomOpenings(t, 1000, 0)
	seen := func(t *testing.T, source sources.Source) bool {
		t.Helper()
		return differ(t, testSearcher(t, source, searchCycles), openings) ||
			differ(t, testSearcher(t, source, farCycles), openings[:100])
	}
	require.False(t, seen(t, ourRTL()), "in the sound core")
	for _, m := range searchMutants {
		t.Run(m[1], func(t *testing.T) {
			require.True(t, seen(t, mutated(t, ourRTL(), m[0], m[1], m[2])))
		})
	}
}

// differ tells whether a core and its reference model do where one of these games stands.
func differ(t *testing.T, both pair, games [][]trax.Move) bool {
	t.Helper()
	got, err := both.core.Search(games...)
	if err != nil {
		return true // it never came to an end, or played what is not legal
	}
	for i, g := range games {
		if both.expected(t, g) != got[i] {
			return true
		}
	}
	return false
}
