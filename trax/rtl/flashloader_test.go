package rtl

import (
	_ "embed"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/engine/searchmodel/rimweights"
)

//go:embed harness/flashloader.cpp
var flashLoaderHarness []byte

// dataLine is what the flash's data line is like.
type dataLine uint8

const (
	fromFlash dataLine = iota
	stuckLow
	stuckHigh
)

// loaded is what ll_flash_loader has done.
type loaded struct {
	done, ok bool
	cycles   int
	words    []uint16 // in the order of their addresses, which count
}

// loaderDUT is a running ll_flash_loader.
type loaderDUT struct{ p *model.Process }

func startLoader(t *testing.T, source sources.Source) loaderDUT {
	t.Helper()
	m, err := (&model.Builder{}).BuildModule(t.Context(), model.ModuleConfig{
		Source: source, Top: "ll_flash_loader",
		Harness: model.Harness{Name: "flashloader", Text: flashLoaderHarness},
	})
	require.NoError(t, err)
	p, err := m.Start(t.Context(), 1)
	require.NoError(t, err)
	t.Cleanup(func() { _ = p.Close() })
	return loaderDUT{p}
}

// loadCycles is how long the loader takes with a good image, at its default parameters.
const loadCycles = 4*(16*(1<<16+1<<10)+96) + 3<<11 + 16

// load resets the loader before a flash that has bytes at an address, and awaits its end.
func (d loaderDUT) load(t *testing.T, line dataLine, at uint32, bytes []byte) (o loaded) {
	t.Helper()
	request := binary.LittleEndian.AppendUint32(nil, 2*loadCycles)
	request = append(request, byte(line))
	request = binary.LittleEndian.AppendUint32(request, at)
	request = binary.LittleEndian.AppendUint32(request, uint32(len(bytes)))
	require.NoError(t, d.p.Send(append(request, bytes...)))
	head := make([]byte, 6)
	require.NoError(t, d.p.Receive(head))
	o = loaded{done: head[0] != 0, ok: head[1] != 0, cycles: int(binary.LittleEndian.Uint32(head[2:]))}
	n, err := d.p.ReceiveCount(1 << 20)
	require.NoError(t, err)
	words := make([]byte, 6*n)
	require.NoError(t, d.p.Receive(words))
	for i := range n {
		require.EqualValues(t, i, binary.LittleEndian.Uint32(words[6*i:]), "the address of a word")
		o.words = append(o.words, binary.LittleEndian.Uint16(words[6*i+4:]))
	}
	return o
}

// TestFlashLoader: it writes the words of a good image, also after another attempt, and none of
// another one, and comes to an end soon without a flash.
func TestFlashLoader(t *testing.T) {
	t.Parallel()
	image, _ := engine.LearnedWeights().RimImage()
	good := image.Encode()
	d := startLoader(t, ourRTL())

	const soon = 3 << 11
	for _, none := range []loaded{
		d.load(t, stuckLow, 0, nil),
		d.load(t, stuckHigh, 0, nil),
		d.load(t, fromFlash, rimweights.FlashAddress, nil),            // erased
		d.load(t, fromFlash, rimweights.FlashAddress+256, good),       // elsewhere
		d.load(t, fromFlash, rimweights.FlashAddress, []byte("LRW2")), // of another version
	} {
		require.True(t, none.done)
		require.False(t, none.ok)
		require.Empty(t, none.words)
		require.Less(t, none.cycles, soon)
	}
	for _, at := range []int{4, len(good) - 1} {
		bad := slices.Clone(good)
		bad[at] ^= 1
		got := d.load(t, fromFlash, rimweights.FlashAddress, bad)
		require.True(t, got.done)
		require.False(t, got.ok)
		require.Empty(t, got.words)
		require.Less(t, got.cycles, loadCycles/2+soon)
	}
	got := d.load(t, fromFlash, rimweights.FlashAddress, good)
	require.True(t, got.ok && got.done)
	require.Equal(t, loadCycles, got.cycles)
	var want []uint16
	for _, w := range image.Words() {
		want = append(want, w)
	}
	require.Equal(t, want, got.words)
}
