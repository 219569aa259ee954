package main

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// sample is a position of a game and who won.
type sample struct {
	features   []term
	won        bool // by the side to move
	validation bool // of a game that is held out
	duplicate  bool // held out, but with the very features of one that is not
	tracks     int  // what the evaluation without learning says
}

// term is a feature and how often it is there.
type term struct {
	feature uint32 // its place among those that have weights
	count   uint32
}

// validationEvery: every tenth game belongs to the validation set and is not learned from.
const validationEvery = 10

// sampleEvery: every third position is a sample. Neighbouring positions are alike, and one
// result says little more of three of them than of one.
const sampleEvery = 3

// samples are every third of the positions of games behind the random moves, if they are
// quiet: where a side wins at once, no position is valued by features. Features are those
// that at least least of them have that are not held out, in the order of their numbers.
func samples(games []game, least int) (all []sample, features []engine.Feature, err error) {
	s := sampler{tracks: engine.Tracks(), counts: map[engine.Feature]int{}}
	for n := range games {
		if err := s.add(&games[n], n); err != nil {
			return nil, nil, fmt.Errorf("game %d: %w", n, err)
		}
	}
	s.markDuplicates()
	for f, count := range s.counts {
		if count >= least {
			features = append(features, f)
		}
	}
	slices.Sort(features)
	places := make(map[engine.Feature]uint32, len(features))
	for i, f := range features {
		places[f] = uint32(i)
	}
	for i, found := range s.found {
		s.all[i].features = count(found, places)
		s.found[i] = nil
	}
	return s.all, features, nil
}

// sampler collects samples, and what was found in each of them.
type sampler struct {
	all      []sample
	found    [][]engine.Feature
	counts   map[engine.Feature]int // in how many samples that are not held out
	features engine.Features
	threats  []trax.EndingMove
	tracks   engine.Evaluator
}

// markDuplicates marks the validation samples whose features equal those of a training sample:
// their loss measures memory, not generalisation.
func (s *sampler) markDuplicates() {
	learned := map[uint64]bool{}
	for i, found := range s.found {
		if !s.all[i].validation {
			learned[digest(found)] = true
		}
	}
	for i, found := range s.found {
		s.all[i].duplicate = s.all[i].validation && learned[digest(found)]
	}
}

// digest is a number that hardly two lists of features share.
func digest(found []engine.Feature) uint64 {
	h := fnv.New64a()
	var b [8]byte
	for _, f := range found {
		binary.LittleEndian.PutUint64(b[:], uint64(f))
		_, _ = h.Write(b[:]) // never fails
	}
	return h.Sum64()
}

// add adds the samples of the game of a number.
func (s *sampler) add(g *game, number int) error {
	p, held := trax.NewPosition(), number%validationEvery == 0
	for ply, m := range g.moves {
		if ply >= g.random && (ply+number)%sampleEvery == 0 && s.quiet(p) {
			found := s.features.Append(nil, p)
			slices.Sort(found)
			for i, f := range found {
				if !held && (i == 0 || found[i-1] != f) {
					s.counts[f]++
				}
			}
			s.found = append(s.found, found)
			s.all = append(s.all, sample{won: p.Turn() == g.winner, validation: held, tracks: s.tracks(p)})
		}
		if err := p.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// quiet reports whether neither side wins at once.
func (s *sampler) quiet(p *trax.Position) bool {
	threats, _, won := p.Tactics().Threats(s.threats[:0])
	s.threats = threats
	return !won && len(threats) == 0
}

// count counts features that are equal, in their order, of those that have a place.
func count(found []engine.Feature, places map[engine.Feature]uint32) (terms []term) {
	for i, f := range found {
		place, known := places[f]
		switch {
		case !known:
		case i > 0 && found[i-1] == f:
			terms[len(terms)-1].count++
		default:
			terms = append(terms, term{place, 1})
		}
	}
	return terms
}
