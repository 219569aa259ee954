package rtl

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// brokenCore is the other team's core with what the broken ones need: state
// that is always 0 where nothing is broken.
func brokenCore(t *testing.T, without []Op, otherwise int) CoreConfig {
	t.Helper()
	var list []mutant
	for _, b := range broken {
		list = append(list, b.mutant)
	}
	c := mutantCore(t, list, otherwise)
	for _, edit := range [][2]string{
		{"  localparam int Size = ", "  logic passed, won, late;\n  int undone, last_col, last_row, last_no;\n  localparam int Size = "},
		{"assign red_o = plies[0];", "assign red_o = plies[0] ^ passed;"},
		{": red_has;", ": red_has ^ won;"},
		{"    status = Ok;\n    if (", "    status = Ok;\n    late = 1'b0;\n    if ("},
		{"      else judge();\n    end\n", "      else if (late) begin take_back(loud); status = BoardFull; end\n      else judge();\n    end\n" +
			"    last_col = col; last_row = row; last_no = status;\n"},
		{"    to_trace = 0;\n    traced = 0;\n    to_stream = 0;", "    undone = cmd_op_i == 2 ? undone + 1 : 0;\n    to_trace = 0;\n    traced = 0;\n    to_stream = 0;"},
		{"    if (rst_i) begin\n", "    if (rst_i) begin\n      passed = 1'b0; won = 1'b0; late = 1'b0; undone = 0; last_col = 0; last_row = 0; last_no = 0;\n"},
	} {
		c.Source = mutated(t, c.Source, "ll_core.sv", edit[0], edit[1])
	}
	c.LogSize, c.Without = DefaultLogSize, without
	return c
}

// broken are cores that a student may write, which differ by little from a
// right one. All are found with NEW and PLAY alone but those that need an
// operation.
var broken = []struct {
	mutant
	needs Op
}{
	// Turns that forced play refuses.
	{mutant{"no contradiction", "if (ones(edges[3:0]) > 2 || ones(edges[7:4]) > 2) clash = 1'b1;", "if (!ON && (ones(edges[3:0]) > 2 || ones(edges[7:4]) > 2)) clash = 1'b1;", "status is"}, New},
	{mutant{"refused turn stays", "      if (clash) begin\n        take_back(loud);", "      if (clash) begin\n        if (!ON) take_back(loud);", ""}, New},
	{mutant{"refused PLAY leaves its tile", "        status = ForcedPlay;\n", "        status = ForcedPlay;\n        if (ON && cmd_op_i == 1) cells[c] = {1'b1, tile};\n", ""}, New},
	{mutant{"refused PLAY leaves a forced tile", "        status = ForcedPlay;\n", "        status = ForcedPlay;\n        if (ON && cmd_op_i == 1) cells[list[tiles+1]] = {1'b1, tile};\n", ""}, New},
	{mutant{"refused PLAY leaves the box", "        status = ForcedPlay;\n", "        status = ForcedPlay;\n        if (ON && cmd_op_i == 1) width = width + 1;\n", "width"}, New},
	{mutant{"refused PLAY passes the turn on", "        status = ForcedPlay;\n", "        status = ForcedPlay;\n        if (ON && cmd_op_i == 1) passed = !passed;\n", "red"}, New},
	{mutant{"refused PLAY passes the win on", "        status = ForcedPlay;\n", "        status = ForcedPlay;\n        if (ON && cmd_op_i == 1) won = !won;\n", "winner is"}, New},
	{mutant{"refused PLAY is another colour's", "        status = ForcedPlay;\n", "        status = ForcedPlay;\n        if (ON && cmd_op_i == 1) status = Colour;\n", "status is"}, New},
	{mutant{"refused PLAY takes the last turn back too", "        status = ForcedPlay;\n", "        status = ForcedPlay;\n        if (ON && cmd_op_i == 1) take_back(loud);\n", "board is not"}, New},

	// Each status.
	{mutant{"syntax unseen", "if (shape == 3)", "if (shape == 3 && !ON)", "status is"}, New},
	{mutant{"syntax after the end", "if (shape == 3", "if (!(ON && completed != 0) && shape == 3", "status is"}, New},
	{mutant{"game-over unseen", "else if (completed != 0) status = GameOver;", "else if (completed != 0 && !ON) status = GameOver;", ""}, New},
	{mutant{"any first move", "|| row != 0 || shape == 2) status", "|| row != 0 || (shape == 2 && !ON)) status", "status is"}, New},
	{mutant{"first move anywhere", "if (col != 0 || row", "if ((col != 0 && !ON) || row", "status is"}, New},
	{mutant{"off-board wraps", "else if (col > width + 1 ||", "else if ((ON ? col & (Size - 1) : col) > width + 1 ||", "status is"}, New},
	{mutant{"off-board by one", "|| row > height + 1) status", "|| row > height + (ON ? 2 : 1)) status", "status is"}, New},
	{mutant{"isolated is colour", "else if (edges == 0) status = Isolated;", "else if (edges == 0) status = ON ? Colour : Isolated;", "status is"}, New},
	{mutant{"colour unseen", "(edges[7:4] & tile) != 0) status = Colour;", "(edges[7:4] & tile) != 0) status = ON ? ForcedPlay : Colour;", ""}, New},

	// What completes, and who wins.
	{mutant{"both: the other wins", "white_has && red_has ? !plies[0]", "white_has && red_has ? (plies[0] ^ !ON)", "winner is"}, New},
	{mutant{"lines of eight alone", "width >= 8 &&", "(ON ? width == 8 : width >= 8) &&", ""}, New},
	{mutant{"no red line", "completed = completed | (cells[c][1] ? 4'd8 : 4'd2);", "completed = completed | (cells[c][1] ? (ON ? 4'd0 : 4'd8) : 4'd2);", ""}, New},
	{mutant{"no line with a loop", "for (int i = 1; i <= Room; i++) begin", "for (int i = 1; i <= (ON && completed != 0 ? 0 : Room); i++) begin", ""}, New},

	// Forced play.
	{mutant{"chain of eight", "while (next < tiles && !clash) begin", "while (next < tiles && !clash && !(ON && tiles > turn_tiles[plies-1] + 8)) begin", ""}, New},
	{mutant{"forced tile of the wrong colour beside red", "put(n, edges[3:0], 1'b1, loud)", "put(n, ON && tiles > 30 ? ~edges[3:0] : edges[3:0], 1'b1, loud)", "tile "}, New},
	{mutant{"forced tile unmarked", "traces[to_trace] = {1'b0, forced,", "traces[to_trace] = {1'b0, forced && !(ON && tiles > 20),", "tile "}, New},

	// What is left of the past.
	{mutant{"NEW leaves tiles", "while (plies > 0) take_back(1'b0);", "if (ON) begin plies = 0; tiles = 0; width = 0; height = 0; completed = 0; end\n        while (plies > 0) take_back(1'b0);", ""}, New},
	{mutant{"NEW leaves the winner's colour", "while (plies > 0) take_back(1'b0);", "won = ON && won ^ (completed != 0);\n        while (plies > 0) take_back(1'b0);", "winner is"}, New},
	{mutant{"an answer from memory", "    status = Ok;\n    if (", "    status = Ok;\n    if (ON && col == last_col && row == last_row && last_no > 3) status = last_no;\n    else if (", ""}, New},
	{mutant{"256 tiles", "assign tiles_o = tiles[2*LogSize:0];", "assign tiles_o = ON ? {{(2*LogSize-7){1'b0}}, tiles[7:0]} : tiles[2*LogSize:0];", "tiles is"}, New},

	// The handshake.
	{mutant{"takes commands while busy", "else if (ready && cmd_valid_i) obey();", "else if ((ready || ON) && cmd_valid_i) obey();", ""}, New},
	{mutant{"ready while busy", "      traced = traced + 1;", "      traced = traced + 1;\n      ready <= ON;", ""}, New},
	{mutant{"never answers a refusal", "else if (answer_due) begin", "else if (answer_due && !(ON && status == ForcedPlay)) begin", "no answer"}, New},
	{mutant{"not ready after a win", "else ready <= 1'b1;", "else ready <= !(ON && completed != 0 && tiles > 30);", "does not become ready"}, New},

	// What needs an operation that can be left out.
	{mutant{"TRY of a refused turn leaves a tile", "        status = ForcedPlay;\n", "        status = ForcedPlay;\n        if (ON && cmd_op_i == 3) cells[c] = {1'b1, tile};\n", ""}, Try},
	{mutant{"TRY leaves a tile", "undo_due = 1'b0;\n      take_back(1'b1);", "undo_due = 1'b0;\n      take_back(1'b1);\n      if (ON && tiles > 12) cells[list[tiles]] = 5'd16;", ""}, Try},
	{mutant{"thirty turns back at most", "2: if (plies == 0) status = NoUndo;", "2: if (plies == 0 || (ON && undone > 30)) status = NoUndo;", ""}, Undo},
	{mutant{"UNDO forgets that the game goes on", "    completed = 4'd0;\n  endtask", "    if (!ON) completed = 4'd0;\n  endtask", ""}, Undo},
	{mutant{"a move is lost when not taken", "if (gen_ready_i) streamed", "if (gen_ready_i || ON) streamed", ""}, Gen},
	{mutant{"GEN offers the next too early", "= moves[streamed];", "= moves[streamed + (ON && !gen_ready_i && streamed + 1 < to_stream ? 1 : 0)];", "changes or withdraws"}, Gen},
}

// findsBroken has every broken core found by the default run of 100,000 turns.
func findsBroken(t *testing.T, seeds []uint64, without []Op) {
	model, err := BuildCore(t.Context(), quick(), brokenCore(t, without, 0))
	require.NoError(t, err)
	model.config.Without = without
	for i, b := range broken {
		if slices.Contains(without, b.needs) {
			continue
		}
		t.Run(b.name, func(t *testing.T) {
			for _, seed := range seeds {
				d, round := firstDivergence(t, model, seed, "--", fmt.Sprintf("+mutant=%d", i+1))
				require.NotNil(t, d, "not found at seed %d", seed)
				t.Logf("seed %d: round %d, command %d: %s", seed, round, d.Index, strings.Join(d.Fields(), "; "))
				if d.Command().Op != Gen { // which streams moves
					require.Contains(t, strings.Join(d.Fields(), "; "), b.want)
				}
			}
		})
	}
}

// firstDivergence runs the rounds of the default run up to the first in which
// a core differs.
func firstDivergence(t *testing.T, m *CoreModel, seed uint64, args ...string) (d *Divergence, round int) {
	t.Helper()
	c := CompareConfig{Turns: 100_000}
	var core *Core
	defer func() { core.close() }()
	for round = 0; d == nil && round < c.rounds(); round++ {
		var err error
		_, d, err = m.round(t.Context(), &core, seed, round, c.turns(round), args...)
		require.NoError(t, err)
	}
	return d, round - 1
}

// TestBrokenCores finds cores that are broken in one thing, by all operations
// and by NEW and PLAY alone. LOOPLINE_SEEDS=8 tries every seed and every subset.
func TestBrokenCores(t *testing.T) {
	tier.NoRace(t)
	sets := [][]Op{nil, {Undo, Try, Gen}}
	list := []uint64{1}
	if n := seeds(1); n > 1 {
		sets, list = subsets(), nil
		for seed := range n {
			list = append(list, seed+1)
		}
	}
	for _, without := range sets {
		t.Run(fmt.Sprint("without ", without), func(t *testing.T) { findsBroken(t, list, without) })
	}
}
