package rtl

import (
	"context"
	_ "embed"
	"encoding/binary"

	"github.com/loopline/loopline/games/battle2048"
	"github.com/loopline/loopline/games/battle2048/searchmodel"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// SearchTop is the module that searches.
const SearchTop = "ll_battle2048_search"

//go:embed harness/search.cpp
var searchHarness []byte

// Searcher is a running ll_battle2048_search. It is not safe for concurrent use;
// the caller closes it.
type Searcher struct{ p *model.Process }

// StartSearcher builds the module of a source, or finds it, and starts it in a
// power-up state that follows from the seed. The parameters may be nil, as for a
// netlist, which has none. It is killed when ctx ends.
func StartSearcher(ctx context.Context, b *model.Builder, source sources.Source, params map[string]int, seed uint32) (*Searcher, error) {
	m, err := b.BuildModule(ctx, model.ModuleConfig{
		Source: source, Top: SearchTop, Params: params,
		Harness: model.Harness{Name: "battle2048-search", Text: searchHarness},
	})
	if err != nil {
		return nil, err
	}
	p, err := m.Start(ctx, seed)
	if err != nil {
		return nil, err
	}
	return &Searcher{p}, nil
}

// Close ends the module.
func (s *Searcher) Close() error { return s.p.Close() }

// Question is a position to search, with the ticks of the search.
type Question struct {
	Own, Other battle2048.Grid
	Ticks      int
}

// The bytes of the harness.
const (
	questionBytes = 2 + 2*battle2048.Cells
	maxTiles      = 16
	answerBytes   = 12 + maxTiles
)

// Search has the module choose an answer to each question. One without an answer
// has no cells.
func (s *Searcher) Search(questions ...Question) ([]searchmodel.Result, error) {
	request := binary.LittleEndian.AppendUint32(nil, uint32(len(questions)))
	for i := range questions {
		q := &questions[i]
		request = binary.LittleEndian.AppendUint16(request, uint16(q.Ticks))
		request = append(append(request, q.Own[:]...), q.Other[:]...)
	}
	said := make([]byte, answerBytes*len(questions))
	if err := s.p.Exchange(request, said); err != nil {
		return nil, err
	}
	all := make([]searchmodel.Result, len(questions))
	for i := range all {
		a, r := said[answerBytes*i:], &all[i]
		r.Depth = int(a[3])
		r.Nodes, r.Cycles = int(binary.LittleEndian.Uint32(a[4:])), int(binary.LittleEndian.Uint32(a[8:]))
		if a[0] == 0 {
			continue
		}
		r.Answer = battle2048.Answer{Direction: battle2048.Direction(a[1]), Exponent: int(a[2])}
		for _, c := range a[12 : 12+min(int(a[0]), maxTiles)] {
			r.Answer.Cells = append(r.Answer.Cells, battle2048.Cell(c))
		}
	}
	return all, nil
}
