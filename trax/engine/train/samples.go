package main

import (
	"fmt"
	"slices"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// sample is a position of a game and who won.
type sample struct {
	features []term
	won      bool // by the side to move
	held     bool // of a game that is held out
	tracks   int  // what the evaluation without learning says
}

// term is a feature and how often it is there.
type term struct {
	feature uint16
	count   uint16
}

// holdOut is how many games there are to one that is not learned from.
const holdOut = 10

// samples are the quiet positions of games, behind the random moves: those in
// which neither side wins at once, since those are never valued by features.
func samples(games []game) (all []sample, err error) {
	s := sampler{tracks: engine.Tracks()}
	for n := range games {
		if all, err = s.append(all, &games[n], n%holdOut == 0); err != nil {
			return nil, fmt.Errorf("game %d: %w", n, err)
		}
	}
	return all, nil
}

// sampler keeps working memory.
type sampler struct {
	features engine.Features
	found    []uint16
	threats  []trax.Ending
	tracks   engine.Evaluator
}

// append appends the samples of a game.
func (s *sampler) append(all []sample, g *game, held bool) ([]sample, error) {
	p := trax.NewPosition()
	for ply, m := range g.moves {
		if ply >= g.random && s.quiet(p) {
			s.found = s.features.Append(s.found[:0], p)
			all = append(all, sample{count(s.found), p.Turn() == g.winner, held, s.tracks(p)})
		}
		if err := p.Play(m); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// quiet tells whether neither side wins at once.
func (s *sampler) quiet(p *trax.Position) bool {
	threats, _, won := p.Threats(s.threats[:0])
	s.threats = threats
	return !won && len(threats) == 0
}

// count sorts features and counts those that are equal.
func count(found []uint16) (terms []term) {
	slices.Sort(found)
	for _, i := range found {
		if n := len(terms); n > 0 && terms[n-1].feature == i {
			terms[n-1].count++
			continue
		}
		terms = append(terms, term{i, 1})
	}
	return terms
}
