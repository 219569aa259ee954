package reproduce

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/sim"
)

// played is a game in which seat 0 answers three questions, sends a line unasked, and
// then half a line.
func played() *record.Game {
	winner := "red"
	return &record.Game{Name: "r.jsonl", Complete: true, Events: []record.Event{
		{Type: record.EventGame, Line: 1, Game: "toy", Seats: []record.EventSeat{{Name: "white"}, {Name: "red"}}},
		{Type: record.EventAsk, Seat: 0, Text: "-T", Limit: 1e6, Sent: 100, Drained: 110},
		{Type: record.EventAnswer, Seat: 0, Question: "-T", Text: "AB", Last: 310},
		{Type: record.EventAsk, Seat: 1, Text: "-T", Sent: 400, Drained: 410},
		{Type: record.EventAnswer, Seat: 1, Text: "CD", Last: 500},
		{Type: record.EventAsk, Seat: 0, Text: "a\nb", LineEnd: "\r\n", Limit: 1e6, Sent: 50_310, Drained: 50_320},
		{Type: record.EventStray, Seat: 0, Text: "early", Last: 20_000},
		{Type: record.EventAnswer, Seat: 0, Text: "x", Last: 51_000},
		{Type: record.EventNote, Name: "ply", Data: []byte(`{"ply":1,"seat":0,"move":"x"}`)},
		{Type: record.EventAsk, Seat: 0, Text: "c", Limit: 1e6, Sent: 52_000, Drained: 52_010},
		{Type: record.EventFault, Seat: 0, Kind: record.FaultTimeout, Text: "hal", At: 1_060_000},
		{Type: record.EventVerdict, Winner: &winner, Reason: "late", Ply: 2, Foul: &record.EventFoul{Seat: 0, Kind: "late", Reason: "unfinished"}},
	}}
}

func TestStimulusIsWhatASeatWasSent(t *testing.T) {
	s, err := Read(played(), 0, 5*time.Millisecond, "\n")
	require.NoError(t, err)
	require.Len(t, s.Steps, 3)
	require.Equal(t, "-T\n", string(s.Steps[0].Bytes))
	require.Equal(t, sim.DefaultBoot, s.Steps[0].After)
	require.Equal(t, []Line{{"AB", 200 * time.Microsecond}, {"early", 19_890 * time.Microsecond}}, s.Steps[0].Lines,
		"a line belongs to the step in which it ended")
	require.Equal(t, "a\r\nb\r\n", string(s.Steps[1].Bytes), "the record names the line end")
	require.Equal(t, 210*time.Microsecond+5*time.Millisecond, s.Steps[1].After, "a silence is shortened")
	require.Equal(t, 1, s.Cut)
	require.Equal(t, "ply 1", s.Steps[1].Where())
	require.Equal(t, 1690*time.Microsecond, s.Steps[2].After, "a short one is as recorded")
	require.Equal(t, "hal", s.Steps[2].Partial)
	where, what := s.Fault()
	require.Equal(t, "ply 3", where)
	require.Equal(t, "late (unfinished)", what)

	s, err = Read(played(), 0, 0, "\n")
	require.NoError(t, err)
	require.Equal(t, 50_210*time.Microsecond, s.Steps[1].After)
	_, err = Read(played(), 2, 0, "\n")
	require.EqualError(t, err, "r.jsonl:1: there is no seat 2")
	alone := played()
	alone.Events = alone.Events[:1]
	_, err = Read(alone, 1, 0, "\n")
	require.EqualError(t, err, "r.jsonl:1: seat red was sent nothing in this game; name another with --seat")
}

func TestConclusionNamesTheLevel(t *testing.T) {
	s, err := Read(played(), 0, 0, "\n")
	require.NoError(t, err)
	same, other := &Replay{}, &Replay{Differs: &Difference{Step: 1, Recorded: `"x"`, Answered: `"y"`}}
	late := &Replay{Differs: &Difference{Step: 1, Recorded: `"x" after 1s`, Answered: "after 1ms", Timing: true}}
	level := func(name string, replays ...*Replay) *Result { return &Result{Level: name, Replays: replays} }
	skewed := level(RTL, other)
	skewed.Skewed = []*Replay{{Conditions: Conditions{Skew: 0.05}}, {Conditions: Conditions{Skew: 0.03}}}
	for _, c := range []struct {
		want    string
		results []*Result
	}{
		{"same answers at every seed: the fault (late (unfinished)) is in the RTL, ply 3", []*Result{level(RTL, same, same)}},
		{"same answers at 1 of 2 seeds, others at the rest: the answers of the RTL depend on its power-up state from ply 1 on; " +
			"look for a register or a memory without a reset", []*Result{level(RTL, same, other)}},
		{"RTL answers otherwise at ply 1: look at the netlist", []*Result{level(RTL, other)}},
		{"RTL gives the same bytes as recorded, but at another time (ply 1: recorded \"x\" after 1s, answered after 1ms): " +
			"look at clk, the wire and the host", []*Result{level(RTL, late)}},
		{"RTL answers as recorded only with our clock off by +3 %, and otherwise at ply 1: look at the bit rate, the divider and the clock of the board", []*Result{skewed}},
		{"the RTL answers otherwise than recorded at ply 1, the netlist as recorded: the fault comes with synthesis; look at its warnings",
			[]*Result{level(RTL, other), level(Netlist, same)}},
		{"the netlist answers otherwise than recorded at ply 1, the bitstream as recorded at 1 of 2 seeds: the fault comes after synthesis; " +
			"look at timing, place and route, the contents of memories, and whether the bitstream is of these sources",
			[]*Result{level(RTL, other), level(Netlist, other), level(Bitstream, other, same)}},
		{"RTL and netlist answer otherwise at ply 1: look at the bitstream", []*Result{level(RTL, other), level(Netlist, other)}},
		{"the RTL answers otherwise than recorded at ply 1, the bitstream as recorded: the fault comes with synthesis or after it; --netlist tells which",
			[]*Result{level(RTL, other), level(Bitstream, same)}},
		{"same answers at every seed: the fault (late (unfinished)) is in the bitstream, ply 3", []*Result{level(Bitstream, same)}},
		{"no level answers as recorded at ply 1: look at the wire, the clock and the power",
			[]*Result{level(RTL, other), level(Netlist, other), level(Bitstream, other)}},
	} {
		require.Equal(t, c.want, s.Conclusion(c.results))
	}
	require.Equal(t, []string{"1 of 3 power-up states as recorded", `seed 0, ply 1: recorded "x", answered "y" (2 times)`},
		s.Summary(level(RTL, same, other, other)))
}

func TestConclusionTellsWhatAnswersDependOn(t *testing.T) {
	s, err := Read(played(), 0, 0, "\n")
	require.NoError(t, err)
	y := &Replay{Differs: &Difference{Step: 1, Recorded: `"x"`, Answered: `"y"`}}
	z := &Replay{Differs: &Difference{Step: 1, Recorded: `"x"`, Answered: `"z"`}}
	require.Equal(t, "same answers at 1 of 2 seeds, others at the rest: the answers of the RTL depend on the clock cycle in which bytes come, "+
		"not its power-up state from ply 1 on; look for a counter that always runs, an input without two flip-flops, or a receiver that bytes can surprise",
		s.Conclusion([]*Result{{Level: RTL, Replays: []*Replay{{}, y}, OnTiming: true}}))
	require.Equal(t, "RTL answers otherwise at every seed, but not alike, from ply 1 on: its answers depend on its power-up state; "+
		"look for a register or a memory without a reset, and try more --seeds",
		s.Conclusion([]*Result{{Level: RTL, Replays: []*Replay{y, z}, OnPowerUp: true}}))
}

func TestConclusionOfASilentBoard(t *testing.T) {
	g := played()
	g.Events[2] = record.Event{Type: record.EventFault, Seat: 0, Kind: record.FaultTimeout, At: 1_060_000}
	g.Events = g.Events[:3]
	s, err := Read(g, 0, 0, "\n")
	require.NoError(t, err)
	r := &Result{
		Level:   RTL,
		Replays: []*Replay{{Differs: &Difference{Recorded: "nothing", Answered: `"AB"`}}},
		Skewed:  []*Replay{{Conditions: Conditions{Skew: -0.05}}},
	}
	require.Equal(t, "the board said nothing at question 1, where the RTL answers, and nothing with our clock off by -5 %: "+
		"look at the power, the reset and the wire of the board, then at its bit rate", s.Conclusion([]*Result{r}))
}

func TestRecordThatEndsBeforeAnAnswer(t *testing.T) {
	g := played()
	g.Complete, g.Events = false, g.Events[:10] // the last question, but not what came of it
	s, err := Read(g, 0, 0, "\n")
	require.NoError(t, err)
	require.Len(t, s.Steps, 2, "nobody knows what was answered")
}

func TestMinimise(t *testing.T) {
	for _, needed := range [][]int{{}, {0}, {19}, {3, 11}, {0, 7, 8, 19}} {
		tries := 0
		kept, err := Minimise(t.Context(), 20, 400, func(_ context.Context, kept []int) (bool, error) {
			tries++
			return !slices.ContainsFunc(needed, func(n int) bool { return !slices.Contains(kept, n) }), nil
		})
		require.NoError(t, err)
		require.Equal(t, len(needed), len(kept))
		require.Subset(t, kept, needed)
		require.Less(t, tries, 200)
	}
	kept, err := Minimise(t.Context(), 8, 3, func(context.Context, []int) (bool, error) { return false, nil })
	require.NoError(t, err)
	require.Len(t, kept, 8, "the tries are over")
	_, err = Minimise(t.Context(), 8, 3, func(ctx context.Context, _ []int) (bool, error) { return false, context.Canceled })
	require.ErrorIs(t, err, context.Canceled)
}
