package rimweights

import (
	"cmp"
	"slices"
)

// Weighted is a window with its weight.
type Weighted struct {
	Window Window
	Weight int8
}

// Kept counts the windows that an image was built from, and those of them that it holds.
type Kept struct {
	Wide, WideOf     int // windows of Wide edges: in the image, and given
	Narrow, NarrowOf int // windows of Narrow edges
}

// Build returns an image of wide and of narrow windows, none twice, and of the weights of tracks.
// A wide window has three places to be in, as in cuckoo hashing, a narrow one has one. Where the
// windows do not all have room, those of the least weights are left out.
func Build(wide, narrow []Weighted, tracks *[NumTracks]int8) (*Image, Kept) {
	m := &Image{tracks: *tracks}
	kept := Kept{WideOf: len(wide), NarrowOf: len(narrow)}
	kept.Wide = m.fillWide(heaviestFirst(wide))
	kept.Narrow = m.fillNarrow(heaviestFirst(narrow))
	return m, kept
}

// heaviestFirst sorts windows by the size of their weights.
func heaviestFirst(all []Weighted) []Weighted {
	return slices.SortedFunc(slices.Values(all), func(a, b Weighted) int {
		return cmp.Or(cmp.Compare(size(b.Weight), size(a.Weight)), cmp.Compare(a.Window, b.Window))
	})
}

func size(weight int8) int { return max(int(weight), -int(weight)) }

// fillNarrow puts a window at its place unless a heavier one is there.
func (m *Image) fillNarrow(all []Weighted) (kept int) {
	table := &m.windows[narrowTable]
	taken := make([]bool, Places)
	for _, w := range all {
		if at := place(narrowTable, w.Window); !taken[at] {
			taken[at] = true
			table[at] = pack(narrowTag(w.Window), w.Weight, narrowWeightBits)
			kept++
		}
	}
	return kept
}

// fillWide puts the windows into the first three tables.
func (m *Image) fillWide(all []Weighted) (kept int) {
	n := newNest(all)
	for i := range all {
		if n.add(int32(i)) {
			kept++
		}
	}
	for at, i := range n.in {
		if i >= 0 {
			m.windows[at/Places][at%Places] = pack(wideTag(all[i].Window), all[i].Weight, wideWeightBits)
		}
	}
	return kept
}

// nest assigns windows to places. Each window that finds room is added by an augmenting path, on
// which those that are in already move to another of their places. A window that finds none
// proves that the places it reaches are full for good.
type nest struct {
	places [][wideTables]int32 // of each window
	in     []int32             // the window in each place, -1 for none
	from   []int32             // the window by which the search reached a place
	seen   []int32             // the search that did, full for all
	search int32
}

const full = -1

func newNest(all []Weighted) *nest {
	n := &nest{
		places: make([][wideTables]int32, len(all)),
		in:     make([]int32, wideTables*Places),
		from:   make([]int32, wideTables*Places),
		seen:   make([]int32, wideTables*Places),
	}
	for i := range n.in {
		n.in[i] = -1
	}
	for i, w := range all {
		for t := range wideTables {
			n.places[i][t] = int32(t*Places + place(t, w.Window))
		}
	}
	return n
}

// add finds a place for a window by breadth-first search. It returns false if there is none.
func (n *nest) add(window int32) bool {
	n.search++
	var reached []int32
	for next, w := 0, window; ; next++ {
		for _, at := range n.places[w] {
			if n.seen[at] == full || n.seen[at] == n.search {
				continue
			}
			n.seen[at], n.from[at] = n.search, w
			if n.in[at] < 0 {
				n.move(at, window)
				return true
			}
			reached = append(reached, at)
		}
		if next == len(reached) {
			break
		}
		w = n.in[reached[next]]
	}
	for _, at := range reached {
		n.seen[at] = full
	}
	return false
}

// move moves the windows on the path that the search of a window found to a free place.
func (n *nest) move(at, window int32) {
	for {
		w := n.from[at]
		old := int32(-1)
		for _, p := range n.places[w] {
			if n.in[p] == w {
				old = p
			}
		}
		n.in[at] = w
		if w == window {
			return
		}
		at = old
	}
}
