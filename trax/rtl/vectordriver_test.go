package rtl

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/trax/vectors"
)

// golden reads a golden file.
func golden(t *testing.T, kind vectors.Kind) (h vectors.Header, all []vectors.Vector, dividers []int) {
	t.Helper()
	name := "../../vectors/golden/" + string(kind) + ".jsonl"
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	h, err = vectors.Read(f, name, func(v vectors.Vector) error {
		all = append(all, v)
		if kind == vectors.UART {
			d, err := UARTDivider(v)
			dividers = append(dividers, d)
			return err
		}
		return nil
	})
	require.NoError(t, err)
	return h, all, dividers
}

// firstDifference has RTL answer a golden file and returns what is wrong with
// the first answer that is, or nothing.
func firstDifference(t *testing.T, b *model.Builder, s sources.Source, kind vectors.Kind) []vectors.Difference {
	t.Helper()
	h, all, dividers := golden(t, kind)
	bench, err := NewVectorDriver(t.Context(), b, VectorConfig{
		Core: CoreConfig{Source: s, Limit: 100_000}, Header: h, Dividers: dividers,
	})
	require.NoError(t, err)
	defer bench.Close()
	answers, err := bench.Answer(all)
	require.NoError(t, err)
	for i, v := range all {
		fields, err := bench.Compare(v.Want, answers[i])
		require.NoError(t, err)
		if len(fields) > 0 {
			t.Logf("vector %d: %s\nwant %s\n got %s", v.ID, fields[0], v.Want, answers[i])
			return fields
		}
	}
	return nil
}

// TestGoldenVectors has our RTL, and the core of another team, agree with
// every golden file.
func TestGoldenVectors(t *testing.T) {
	for _, kind := range []vectors.Kind{vectors.Turn, vectors.Moves, vectors.Notation, vectors.UART} {
		require.Empty(t, firstDifference(t, &model.Builder{}, ourRTL(), kind), "hdl, %s", kind)
	}
	for _, kind := range []vectors.Kind{vectors.Turn, vectors.Moves} {
		require.Empty(t, firstDifference(t, &model.Builder{}, teamRTL(), kind), "team, %s", kind)
	}
}

// TestVectorsFindMutants has bugs of every block found by the golden vectors.
func TestVectorsFindMutants(t *testing.T) {
	tier.Rest(t)
	team, ours := teamRTL(), ourRTL()
	for _, m := range []struct {
		name, file, old, text string
		source                sources.Source
		kind                  vectors.Kind
		want                  string
	}{
		{"line of seven", "ll_core.sv", "width >= 8 &&", "width >= 7 &&", team, vectors.Turn, "completed"},
		{"board not restored", "ll_core.sv", "cells[list[tiles]] = 5'd0;", "if (tiles != 5) cells[list[tiles]] = 5'd0;", team, vectors.Turn, "TRY answers ok"},
		{"contradiction unseen", "ll_core.sv", "if (clash) begin", "if (clash && tiles < 4) begin", team, vectors.Moves, ""},
		{"a move lost", "ll_core.sv", "row <= rows; row++", "row < rows || row == 0; row++", team, vectors.Moves, "legal"},
		{"no nine", "ll_move_decode.sv", "char_i[3:0] < 4'd10", "char_i[3:0] < 4'd9", ours, vectors.Notation, "col"},
		{"leading zeros", "ll_move_decode.sv", "zero_q ? StZero : StRow", "StRow", ours, vectors.Notation, "status"},
		{"numbers wrap", "ll_move_decode.sv", "| {Width{|step[Wide-1:Width]}}", "", ours, vectors.Notation, ""},
		{"a bit too long", "ll_uart_tx.sv", "Divider[Width-1:0] - 1'b1;", "Divider[Width-1:0];", ours, vectors.UART, "runs"},
		{"stop bit unseen", "ll_uart_rx.sv", "framing_o <= ends && !line;", "framing_o <= 1'b0;", ours, vectors.UART, "errors"},
	} {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			fields := firstDifference(t, quick(), mutated(t, m.source, m.file, m.old, m.text), m.kind)
			require.NotEmpty(t, fields, "not found")
			require.Contains(t, fields[0].String(), m.want)
		})
	}
}

// TestVectorsThatDoNotFit are refused with what to do.
func TestVectorsThatDoNotFit(t *testing.T) {
	h, _, _ := golden(t, vectors.Turn)
	_, err := NewVectorDriver(t.Context(), quick(), VectorConfig{Core: CoreConfig{Source: teamRTL(), LogSize: 4}, Header: h})
	require.ErrorContains(t, err, "write --size 32")
	h, _, _ = golden(t, vectors.Protocol)
	_, err = NewVectorDriver(t.Context(), quick(), VectorConfig{Core: CoreConfig{Source: teamRTL()}, Header: h})
	require.ErrorContains(t, err, "loopline sim check")
}
