package engine

import "github.com/loopline/loopline/trax"

// summer adds up the weights of the features of a position without listing them.
type summer struct {
	shapes [2][4][4][2*farthest + 1][2*farthest + 1]int32 // the mover's, the other's
	lines  [2][numLines]int32
	pairs  [2][16][16]int32
	tempo  int32
	tracks []trax.Track
	ends   [2][]lanes // by colour
}

// lanes are the two cells that the ends of a track enter, in four lanes of 16 bits:
// column and row of the one, column and row of the other, or how far these are from
// another track's, with least added. Tracks that lie 30,000 cells apart may seem near.
type lanes uint64

func newSummer(w *Weights) *summer {
	s := &summer{tempo: int32(w[TempoFeature])}
	for side := range 2 {
		own := w[side*sideSize:]
		for a, by := range shapeNumbers {
			for b, by := range by {
				for dx, by := range by {
					for dy, n := range by {
						s.shapes[side][a][b][dx][dy] = int32(own[n])
					}
				}
			}
		}
		for i := range s.lines[side] {
			s.lines[side][i] = int32(own[firstLine+i])
		}
		for a, by := range pairNumbers {
			for b, n := range by {
				if n != noPair {
					s.pairs[side][a][b] = int32(own[firstPair+n])
				}
			}
		}
	}
	return s
}

// value is the sum for the side to move.
func (s *summer) value(p *trax.Position) int {
	s.tracks = p.AppendTracks(s.tracks[:0])
	s.ends[0], s.ends[1] = s.ends[0][:0], s.ends[1][:0]
	width, height, turn := max(p.Width(), lineLength), max(p.Height(), lineLength), p.Turn()
	sum := s.tempo
	for i := range s.tracks {
		t := &s.tracks[i]
		side := (t.Color ^ turn) & 1
		a, b := ahead(t.Ends[0]), ahead(t.Ends[1])
		dx := min(max(b.Col-a.Col, -farthest), farthest) + farthest
		dy := min(max(b.Row-a.Row, -farthest), farthest) + farthest
		sum += s.shapes[side][t.Ends[0].Side&3][t.Ends[1].Side&3][dx][dy]
		across, down := spans(t)
		if missing := width - across; missing < numLines {
			sum += s.lines[side][max(missing, 0)]
		}
		if missing := height - down; missing < numLines {
			sum += s.lines[side][max(missing, 0)]
		}
		e := lanesOf(a, b)
		others := s.ends[t.Color&1]
		swapped := e<<32 | e>>32
		pairs := &s.pairs[side]
		for _, o := range others {
			if d := o - e; d.near() {
				sum += pairs[d.gap()][(d >> 32).gap()]
			}
			if d := o - swapped; d.near() {
				sum += pairs[d.gap()][(d >> 32).gap()]
			}
		}
		s.ends[t.Color&1] = append(others, e|least)
	}
	return int(sum)
}

// least keeps what is subtracted in one lane out of the next.
const least lanes = 0x8000_8000_8000_8000

func lanesOf(a, b trax.Cell) lanes {
	return lanes(uint16(a.Col)&0x7FFF) | lanes(uint16(a.Row)&0x7FFF)<<16 |
		lanes(uint16(b.Col)&0x7FFF)<<32 | lanes(uint16(b.Row)&0x7FFF)<<48
}

// near tells whether a difference is one of two cells at most two columns and rows
// apart, in its lower or in its upper lanes.
func (d lanes) near() bool {
	d += 0x0002_0002_0002_0002 // 0x8000 to 0x8004 are near
	far := (d|(d+0x0003_0003_0003_0003))&0xFFF8_FFF8_FFF8_FFF8 ^ least
	return uint32(far) == 0 || far>>32 == 0
}

// gap is [gap] of the difference in the lower lanes.
func (d lanes) gap() int {
	dx, dy := int(uint16(d))-0x8000, int(uint16(d>>16))-0x8000
	return min(abs(dx), nearby)<<2 | min(abs(dy), nearby)
}
