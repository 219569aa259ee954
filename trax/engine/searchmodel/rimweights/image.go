package rimweights

// Places is the number of words of a RAM.
const Places = 1 << placeBits

const (
	placeBits = 14
	tagBits   = 8
	tagShift  = 8 // a word is a tag and an 8-bit weight

	wideTables  = 3
	narrowTable = 3 // the number of the RAM of narrow windows
	tables      = 4
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
	found, tag := uint8(0), wideTag(w)
	for i := range wideTables {
		if word := m.windows[i][place(i, w)]; uint8(word>>tagShift) == tag {
			found |= uint8(word)
		}
	}
	return int(int8(found))
}

// narrow returns the weight of a narrow window.
func (m *Image) narrow(w Window) int {
	word := m.windows[narrowTable][place(narrowTable, w)]
	if uint8(word>>tagShift) != narrowTag(w) {
		return 0
	}
	return int(int8(word))
}

// Tracks returns the weights of tracks, by searchmodel's Track.Index.
func (m *Image) Tracks() *[NumTracks]int8 { return &m.tracks }

// Words returns the words in the order of their load addresses: those of the RAMs, then the
// weights of tracks.
func (m *Image) Words() []uint16 {
	all := make([]uint16, 0, numWords)
	for t := range m.windows {
		all = append(all, m.windows[t][:]...)
	}
	for _, w := range m.tracks {
		all = append(all, uint16(w))
	}
	return all
}
