package rtl

import (
	_ "embed"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/engine/searchmodel/rimweights"
)

//go:embed harness/rimwindows.cpp
var rimWindowsHarness []byte

// windowsLatency is how many cycles after its edge a sum is there.
const windowsLatency = 4

// windowsInput is what ll_rim_windows has at its inputs in a cycle.
type windowsInput struct {
	valid, first bool
	edge         rimweights.Edge
	enable, load bool
	address      uint16
	data         uint16
}

func (in *windowsInput) append(b []byte) []byte {
	bit := func(v bool) byte {
		if v {
			return 1
		}
		return 0
	}
	b = append(b, bit(in.valid), bit(in.first), bit(in.edge.Other), in.edge.Bend)
	b = binary.LittleEndian.AppendUint16(b, in.edge.At)
	b = binary.LittleEndian.AppendUint16(b, in.edge.Mate)
	b = append(b, bit(in.enable), bit(in.load))
	b = binary.LittleEndian.AppendUint16(b, in.address)
	return binary.LittleEndian.AppendUint16(b, in.data)
}

// windowsOutput is what it has at its outputs; the sum counts if it is valid.
type windowsOutput struct {
	valid bool
	sum   int
}

// windowsDUT is a running ll_rim_windows.
type windowsDUT struct{ p *model.Process }

// run lets it run with the given inputs.
func (d windowsDUT) run(t *testing.T, all []windowsInput) []windowsOutput {
	t.Helper()
	request := binary.LittleEndian.AppendUint32(nil, uint32(len(all)))
	for i := range all {
		request = all[i].append(request)
	}
	require.NoError(t, d.p.Send(request))
	answer := make([]byte, 3*len(all))
	require.NoError(t, d.p.Receive(answer))
	out := make([]windowsOutput, len(all))
	for i := range out {
		if a := answer[3*i:]; a[0] != 0 {
			out[i] = windowsOutput{true, int(int16(binary.LittleEndian.Uint16(a[1:])<<7) >> 7)}
		}
	}
	return out
}

// startWindows starts the module of a source, with an image loaded.
func startWindows(t *testing.T, source sources.Source, image *rimweights.Image) windowsDUT {
	t.Helper()
	m, err := (&model.Builder{}).BuildModule(t.Context(), model.ModuleConfig{
		Source: source, Top: "ll_rim_windows",
		Harness: model.Harness{Name: "rimwindows", Text: rimWindowsHarness},
	})
	require.NoError(t, err)
	p, err := m.Start(t.Context(), 1)
	require.NoError(t, err)
	t.Cleanup(func() { _ = p.Close() })
	d := windowsDUT{p}
	var load []windowsInput
	for address, word := range image.Words() {
		if address < 4*rimweights.Places {
			in := windowsInput{load: true, address: uint16(address), data: word}
			load = append(load, in)
			in.load = false
			load = append(load, in)
		}
	}
	d.run(t, append(load, make([]windowsInput, windowsLatency)...))
	return d
}

// walkEdges are the edges of the board's walk along a rim, the first nine of which come again.
func walkEdges(rim []trax.RimEdge, turn trax.Color) (edges []rimweights.Edge) {
	at := func(e *trax.RimEdge) uint16 { return uint16(e.Side&3)<<10 | uint16(e.Row&31)<<5 | uint16(e.Col&31) }
	var hole uint16 // an edge that is not on the rim
	for on := true; on; {
		hole, on = hole+1, false
		for i := range rim {
			on = on || at(&rim[i]) == hole
		}
	}
	for n := range len(rim) + rimweights.Wide - 1 {
		e := &rim[(len(rim)+rimweights.Wide-2-n)%len(rim)]
		mate := hole
		if e.Mate >= 0 {
			mate = at(&rim[e.Mate])
		}
		edges = append(edges, rimweights.Edge{Other: e.Color != turn, Bend: uint8(e.Bend), At: at(e), Mate: mate})
	}
	return edges
}

// rimWalks are walks along the rims of positions of random games and of the engine's.
func rimWalks(t *testing.T) (walks [][]rimweights.Edge) {
	t.Helper()
	add := func(p *trax.Position) {
		if rim := p.Tactics().AppendRim(nil); len(rim) >= rimweights.Wide {
			walks = append(walks, walkEdges(rim, p.Turn()))
		}
	}
	for _, g := range randomOpenings(t, 600, 2) {
		add(playedOut(t, g))
	}
	play := engine.SelfPlay{Lowest: 4, Highest: 6, LeastRandom: 2, MostRandom: 12, MostPlies: 60}
	for game := range uint64(40) {
		moves, err := play.Game(t.Context(), rand.New(rand.NewPCG(game, 5)))
		require.NoError(t, err)
		p := trax.NewPosition()
		for _, m := range moves {
			require.NoError(t, p.PlayText(m))
			add(p)
		}
	}
	return walks
}

// windowsTrial are inputs, and the outputs that the reference model wants for them.
type windowsTrial struct {
	in            []windowsInput
	want          []windowsOutput
	edges, weighs int // edges passed, and those whose sum isn't 0
}

// newWindowsTrial has walks follow each other, some with cycles without an edge between, and
// sometimes the sums not enabled.
func newWindowsTrial(walks [][]rimweights.Edge, image *rimweights.Image) *windowsTrial {
	o := &windowsTrial{}
	rng := rand.New(rand.NewPCG(6, 1))
	var walk rimweights.Walk
	for n, edges := range walks {
		enable := n%8 != 7
		for i := 0; i < len(edges); {
			in := windowsInput{enable: enable, valid: n%3 != 0 || rng.IntN(4) != 0, edge: edges[i]}
			want := windowsOutput{}
			if in.valid {
				if in.first = i == 0; in.first {
					walk.First()
				}
				window, whole := walk.Pass(in.edge)
				want.valid = true
				if whole && enable {
					want.sum = image.Lookup(window)
				}
				if o.edges++; want.sum != 0 {
					o.weighs++
				}
				i++
			} else {
				in.edge = rimweights.Edge{Other: rng.IntN(2) == 0, At: uint16(rng.IntN(1 << 12)), Mate: uint16(rng.IntN(1 << 12))}
			}
			o.in, o.want = append(o.in, in), append(o.want, want)
		}
		for range windowsLatency { // as enable holds
			o.in, o.want = append(o.in, windowsInput{enable: enable}), append(o.want, windowsOutput{})
		}
	}
	return o
}

// agreed returns how many cycles the module agrees with the reference model from the first on.
func (o *windowsTrial) agreed(t *testing.T, d windowsDUT) int {
	t.Helper()
	out := d.run(t, o.in)
	for i, want := range o.want[:len(out)-windowsLatency] {
		if out[i+windowsLatency] != want {
			return i
		}
	}
	return len(out)
}

// TestRimWindows: along rims of random positions and of games, ll_rim_windows has the sums of the
// reference model, four cycles after each edge.
func TestRimWindows(t *testing.T) {
	t.Parallel()
	image, _ := engine.LearnedWeights().RimImage()
	trial := newWindowsTrial(rimWalks(t), image)
	require.Greater(t, trial.edges, 10_000)
	require.Greater(t, trial.weighs, trial.edges/3)
	require.Equal(t, len(trial.in), trial.agreed(t, startWindows(t, ourRTL(), image)))
	t.Logf("%d edges, %d with weights", trial.edges, trial.weighs)
}

// windowsMutants are bugs in ll_rim_windows: a text in it and what takes its place.
var windowsMutants = [][2]string{
	{"if (first_i) count_q <= 4'd1;", "if (first_i) count_q <= 4'd2;"},
	{"passed_q[i*EdgeWidth+:EdgeWidth])", "passed_q[(i-1)*EdgeWidth+:EdgeWidth])"},
	{"window_q[4*i-1] |", "1'b0 |"},
	{"{1'b0, bend_q, other_q}", "{1'b0, bend_q[0], bend_q[1], other_q}"},
	{"if (valid_q[0] || load_i)", "if (1'b1)"},
	{"whole_q[1] && enable_i", "whole_q[1]"},
	{"{{3{wide[5]}}, wide}", "{3'd0, wide}"},
	{"({6{found[2]}} & words[37:32])", "6'd0"},
	{"words[63:56] == {1'b0, narrow_tag_q}", "words[62:56] == narrow_tag_q && !narrow_tag_q[3]"},
}

// TestRimWindowsMutants: these bugs are seen.
func TestRimWindowsMutants(t *testing.T) {
	tier.Rest(t)
	image, _ := engine.LearnedWeights().RimImage()
	trial := newWindowsTrial(rimWalks(t), image)
	for _, m := range windowsMutants {
		t.Run(m[0], func(t *testing.T) {
			source := mutated(t, ourRTL(), "ll_rim_windows.sv", m[0], m[1])
			require.Less(t, trial.agreed(t, startWindows(t, source, image)), len(trial.in))
		})
	}
}
