package engine_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/engine"
)

// Features do not depend on how the board lies: a game that begins with @0+ has
// the same when left and right are exchanged, one that begins with @0/ when columns
// and rows are.
func TestFeaturesUnderSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	var f Features
	for range 60 {
		p, q := trax.NewPosition(), trax.NewPosition()
		for range 1 + rng.IntN(30) {
			legal := p.AppendMoves(nil)
			m := legal[rng.IntN(len(legal))]
			require.NoError(t, p.Play(m))
			if p.Outcome().Over {
				p.Undo()
				break
			}
			p.Undo()
			require.NoError(t, q.Play(image(p, m)))
			require.NoError(t, p.Play(m))
			want := slices.Sorted(slices.Values(f.Append(nil, p)))
			require.Equal(t, TempoFeature, want[0])
			require.Equal(t, want, slices.Sorted(slices.Values(f.Append(nil, q))), "\n%s\n%s", p, q)
		}
	}
}

// image is m, which is legal on p, on the board that lies the other way.
func image(p *trax.Position, m trax.Move) trax.Move {
	switch {
	case p.Ply() == 0:
		return m
	case p.At(p.First()).Shape() == trax.Slash:
		return trax.Move{Cell: trax.Cell{Col: m.Cell.Row, Row: m.Cell.Col}, Shape: m.Shape}
	}
	m.Cell.Col = p.Width() + 1 - m.Cell.Col
	switch m.Shape {
	case trax.Slash:
		m.Shape = trax.Backslash
	case trax.Backslash:
		m.Shape = trax.Slash
	}
	return m
}

// Features are those of the position alone, whatever was played and taken back.
func TestFeaturesAfterUndo(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	var f, fresh Features
	for range 40 {
		p := randomPosition(rng, 25)
		want := fresh.Append(nil, p)
		for _, m := range p.AppendMoves(nil) {
			if p.Play(m) == nil {
				f.Append(nil, p)
				p.Undo()
			}
		}
		require.ElementsMatch(t, want, f.Append(nil, p))
	}
}

func TestReadWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 1))
	var want Weights
	for n, f := range (&Features{}).Append(nil, randomPosition(rng, 40)) {
		want.Set(f, int16(n*37-1000))
	}
	var b strings.Builder
	require.NoError(t, want.Write(&b, "made\nby hand"))
	require.True(t, strings.HasPrefix(b.String(), "# made\n# by hand\n"))
	got, err := ReadWeights(strings.NewReader(b.String()))
	require.NoError(t, err)
	require.Equal(t, want, *got)

	for text, message := range map[string]string{
		"# 3\n":                    "no weights",
		"1+2\n1+40000":             `line 2: "+40000": want a weight from -32768 to 32767`,
		"1+2\n12":                  `line 2: "12": want a step to a feature with its weight`,
		"ö+1":                      `line 1: "ö+1": want a step to a feature with its weight`,
		b.String() + "0+7":         `"0+7": feature numbers have to ascend`,
		"9+1 3w5e11264sgsf+7":      `line 1: "3w5e11264sgsf+7": feature numbers have to ascend`,
		strings.Repeat("x", 1<<17): "line 1 has more than 65536 bytes: weights have a few on each",
	} {
		_, err := ReadWeights(strings.NewReader(text))
		require.ErrorContains(t, err, message)
	}
}

// The sum of the weights of what is there, and nothing else.
func TestWeightsEvaluate(t *testing.T) {
	var w Weights
	w.Set(TempoFeature, 7)
	p := replay(t, "@0/")
	require.Equal(t, 7, w.Evaluator()(p))
	for _, f := range (&Features{}).Append(nil, p) {
		w.Set(f, w.Of(f)+10)
	}
	// The tempo, the box, two tracks of one shape, of the mover and of the other; the rim has
	// too few edges for windows.
	require.Equal(t, 17+10+2*10, w.Evaluator()(p))

	w = Weights{}
	p = replay(t, "@0+ B1+")
	for _, f := range (&Features{}).Append(nil, p) {
		if f > 1<<63 {
			w.Set(f, w.Of(f)+10)
		}
	}
	require.Equal(t, 2, w.Len(), "of six windows, around two tiles that are their own image either way")
	require.Equal(t, 4*40+2*20, w.Evaluator()(p))
}

// The evaluator's sum is that of the weights of the features.
func TestWeightsEvaluateAsFeatures(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 1))
	positions, f, w := []*trax.Position{trax.NewPosition()}, Features{}, Weights{}
	for range 300 {
		p := randomPosition(rng, 40)
		positions = append(positions, p)
		for _, x := range f.Append(nil, p) {
			if rng.IntN(8) > 0 {
				w.Set(x, int16(rng.IntN(1<<14)))
			}
		}
	}
	evaluate := w.Evaluator()
	for _, p := range positions {
		want := 0
		for _, x := range f.Append(nil, p) {
			want += int(w.Of(x))
		}
		require.Equal(t, want, evaluate(p), "\n%s", p)
	}
}

func BenchmarkEvaluate(b *testing.B) {
	rng := rand.New(rand.NewPCG(23, 1))
	p := randomPosition(rng, 30)
	for p.Ply() < 25 {
		p = randomPosition(rng, 30)
	}
	for name, evaluate := range map[string]Evaluator{"tracks": Tracks(), "learned": Learned()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				evaluate(p)
			}
		})
	}
}
