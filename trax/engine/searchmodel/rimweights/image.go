package rimweights

// Places is the number of words of a RAM.
const Places = 1 << placeBits

const (
	placeBits = 14

	wideTables  = 3
	narrowTable = 3 // the number of the RAM of narrow windows
	tables      = 4
)

// A word is a tag above a weight. A wide window's tag is longer, so that seldom another window is
// taken for it; a narrow window follows from its place and 7 bits.
const (
	wideTagBits   = 10
	narrowTagBits = 7

	wideWeightBits   = 16 - wideTagBits
	narrowWeightBits = 8
)

// NumTracks is the number of the weights of tracks, by searchmodel's Track.Index.
const NumTracks = 1024

// Image holds the contents of the board's memories of learned weights.
type Image struct {
	windows [tables][Places]uint16
	tracks  [NumTracks]int8
}

// Lookup returns the weight of the wide window and that of the narrow one that end with an
// edge, as the board finds them: 0 for one that has none, and maybe another window's, which has
// the same place and tag.
func (m *Image) Lookup(w Window) int { return m.wide(w) + m.narrow(w) }

// wide returns the weight of a wide window: of the words at its three places that
// have its tag, the weights' bits ORed.
func (m *Image) wide(w Window) int {
	found, tag := uint16(0), wideTag(w)
	for i := range wideTables {
		if word := m.windows[i][place(i, w)]; word>>wideWeightBits == tag {
			found |= word
		}
	}
	return signed(found, wideWeightBits)
}

// narrow returns the weight of a narrow window.
func (m *Image) narrow(w Window) int {
	word := m.windows[narrowTable][place(narrowTable, w)]
	if word>>narrowWeightBits != narrowTag(w) {
		return 0
	}
	return signed(word, narrowWeightBits)
}

// signed returns the signed number in the lowest bits of a word.
func signed(word uint16, width int) int { return int(int16(word<<(16-width)) >> (16 - width)) }

// pack returns the word of a tag and of a weight in that many bits, the nearest that fits.
func pack(tag uint16, weight int8, width int) uint16 {
	most := 1<<(width-1) - 1
	return tag<<width | uint16(max(-most, min(most, int(weight))))&(1<<width-1)
}

// Tracks returns the weights of tracks, by searchmodel's Track.Index.
func (m *Image) Tracks() *[NumTracks]int8 { return &m.tracks }
