package rimweights

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomWindows are as many windows, none twice, with weights from -31 to 31 but 0.
func randomWindows(rng *rand.Rand, mask Window, n int) (all []Weighted) {
	have := map[Window]bool{}
	for len(all) < n {
		w := Window(rng.Uint64()) & mask
		if !have[w] {
			have[w] = true
			all = append(all, Weighted{w, int8([2]int{-1, 1}[rng.IntN(2)] * (1 + rng.IntN(31)))})
		}
	}
	return all
}

// TestBuildKeepsAll: where there is room, each window has its weight.
func TestBuildKeepsAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	wide := randomWindows(rng, wideMask, 40_000) // of 49,152 places
	m, kept := Build(wide, nil, new([NumTracks]int8))
	require.Equal(t, Kept{Wide: 40_000, WideOf: 40_000}, kept)
	wrong := 0
	for _, w := range wide {
		if m.wide(w.Window) != int(w.Weight) {
			wrong++ // at another of its places a window has the same tag
		}
	}
	require.Less(t, wrong, 200)
}

// TestBuildDropsLightest: where there is none, light windows are left out first.
func TestBuildDropsLightest(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	wide := randomWindows(rng, wideMask, 90_000)
	m, kept := Build(wide, nil, new([NumTracks]int8))
	require.Greater(t, kept.Wide, 3*Places*99/100)
	gone := map[bool]int{}
	for _, w := range wide {
		if m.wide(w.Window) == 0 {
			gone[size(w.Weight) > 16]++
		}
	}
	require.Less(t, gone[true], 600)
	require.Greater(t, gone[false], 40_000)
}

// TestNarrow: the heaviest of the windows at a place is there, and no other is taken for it.
func TestNarrow(t *testing.T) {
	narrow := randomWindows(rand.New(rand.NewPCG(3, 1)), narrowMask, 8_000)
	m, kept := Build(nil, narrow, new([NumTracks]int8))
	heaviest := map[int]int{}
	for _, w := range narrow {
		at := place(narrowTable, w.Window)
		heaviest[at] = max(heaviest[at], size(w.Weight))
	}
	require.Equal(t, len(heaviest), kept.Narrow)
	found := 0
	for _, w := range narrow {
		if got := m.narrow(w.Window); got != 0 {
			require.Equal(t, int(w.Weight), got)
			require.Equal(t, heaviest[place(narrowTable, w.Window)], size(w.Weight))
			found++
		}
	}
	require.Equal(t, kept.Narrow, found)
}

// TestHashes: a bit is the parity of one to four bits of the window, a place has each pivot once, and
// a narrow window follows from place and tag.
func TestHashes(t *testing.T) {
	var all Window
	for _, p := range pivots {
		all |= 1 << p
	}
	for table, rows := range boardHashes.places {
		mask := wideMask
		if table == narrowTable {
			mask = narrowMask
		}
		for i, r := range rows {
			require.Equal(t, Window(1)<<pivots[i], r&all, "RAM %d, bit %d", table, i)
			require.LessOrEqual(t, bits.OnesCount64(uint64(r)), 4)
			require.Zero(t, r&^mask)
		}
	}
	for _, r := range boardHashes.wideTag {
		require.LessOrEqual(t, bits.OnesCount64(uint64(r)), 4)
		require.Zero(t, r&^wideMask)
	}
	for _, r := range boardHashes.narrowTag {
		require.LessOrEqual(t, bits.OnesCount64(uint64(r)), 4)
		require.Zero(t, r&^narrowMask)
	}
	rows := append(boardHashes.places[narrowTable][:], boardHashes.narrowTag[:]...)
	require.Equal(t, bits.OnesCount64(uint64(narrowMask)), rank(rows))
}

// rank is the number of rows that aren't sums of others.
func rank(rows []row) (n int) {
	var by [64]row // by their highest bit
	for _, r := range rows {
		for r != 0 {
			top := bits.Len64(uint64(r)) - 1
			if by[top] == 0 {
				by[top] = r
				n++
				break
			}
			r ^= by[top]
		}
	}
	return n
}

// TestParse: an image comes back from its bytes, and one that isn't whole is refused.
func TestParse(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	tracks := [NumTracks]int8{0: -128, 7: 127, NumTracks - 1: -1}
	m, _ := Build(randomWindows(rng, wideMask, 1000), randomWindows(rng, narrowMask, 100), &tracks)
	b := m.Encode()
	require.Len(t, b, Size)
	got, err := Parse(append(b, 0xff))
	require.NoError(t, err)
	require.Equal(t, m, got)
	require.Equal(t, &tracks, got.Tracks())

	_, err = Parse(b[:Size-1])
	require.ErrorContains(t, err, "cut off")
	_, err = Parse([]byte("LRW2"))
	require.ErrorContains(t, err, "LRW1")
	b[Size/2]++
	_, err = Parse(b)
	require.ErrorContains(t, err, "CRC")
}

// TestChecksum: the check value of CRC-32/MPEG-2.
func TestChecksum(t *testing.T) {
	require.Equal(t, uint32(0x0376E6E7), checksum([]byte("123456789")))
}
