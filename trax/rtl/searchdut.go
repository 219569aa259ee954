package rtl

import (
	"context"
	_ "embed"
	"encoding/binary"
	"fmt"
	"maps"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine/searchmodel/rimweights"
)

// SearcherTop is the module that searches.
const SearcherTop = "ll_search_core"

//go:embed harness/search.cpp
var searcherHarness []byte

// SearchDUTConfig says which searching core to simulate, and its bounds. One that is 0 is that
// of the source, as of a netlist, which has no parameters.
type SearchDUTConfig struct {
	Source sources.Source // has a module ll_search_core
	Depth  int            // plies of the last iteration, 1 to 15
	Cycles int            // after which no further node is begun
	// Windows are the weights of windows that it loads; with nil it values tracks alone.
	Windows *rimweights.Image
}

// params are the parameters that a core is built with.
func (c SearchDUTConfig) params() map[string]int {
	set := map[string]int{"Depth": c.Depth, "BudgetCycles": c.Cycles}
	if c.Windows != nil {
		set["Windows"] = 1
	}
	maps.DeleteFunc(set, func(_ string, value int) bool { return value == 0 })
	return set
}

// SearchDUT is a running searching core. It is not safe for concurrent use; the caller
// closes it.
type SearchDUT struct{ p *model.Process }

// StartSearchDUT builds a core that searches, or finds it, and starts it in a power-up
// state that follows from the seed. It is killed when ctx ends.
func StartSearchDUT(ctx context.Context, b *model.Builder, c SearchDUTConfig, seed uint32) (*SearchDUT, error) {
	m, err := b.BuildModule(ctx, model.ModuleConfig{
		Source: c.Source, Top: SearcherTop, Params: c.params(),
		Harness: model.Harness{Name: "search", Text: searcherHarness},
	})
	if err != nil {
		return nil, err
	}
	p, err := m.Start(ctx, seed)
	if err != nil {
		return nil, err
	}
	s := &SearchDUT{p}
	if c.Windows == nil {
		return s, nil
	}
	if err := s.load(c.Windows); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

// loadRequest stands for the number of positions before the weights that the core loads.
const loadRequest = 1<<32 - 1

// load has the core load an image.
func (s *SearchDUT) load(m *rimweights.Image) error {
	request := binary.LittleEndian.AppendUint32(nil, loadRequest)
	for _, w := range m.Words() {
		request = binary.LittleEndian.AppendUint16(request, w)
	}
	return s.p.Send(request)
}

// Close ends the core.
func (s *SearchDUT) Close() error { return s.p.Close() }

// SearchResult is the move and the statistics of a search.
type SearchResult struct {
	Found  bool
	Move   trax.Move
	Nodes  int
	Cycles int // from the one in which it was asked until it was done
}

// Search has the core choose a move in each of the positions that games lead to,
// which are not over and fit its board.
func (s *SearchDUT) Search(games ...[]trax.Move) ([]SearchResult, error) {
	request := binary.LittleEndian.AppendUint32(nil, uint32(len(games)))
	for _, g := range games {
		request = binary.LittleEndian.AppendUint16(request, uint16(len(g)))
		for _, m := range g {
			request = append(request, byte(m.Cell.Col), byte(m.Cell.Row), shapeNumber(m.Shape))
		}
	}
	const size = 12
	answer := make([]byte, size*len(games))
	if err := s.p.Exchange(request, answer); err != nil {
		return nil, err
	}
	all := make([]SearchResult, len(games))
	for i := range all {
		a := answer[size*i:]
		shape := shapeOf(a[3])
		if a[0] != 0 && shape == 0 {
			return nil, fmt.Errorf("the core chose a tile of shape %d", a[3])
		}
		all[i] = SearchResult{
			Found: a[0] != 0, Move: trax.Move{Cell: trax.Cell{Col: int(a[1]), Row: int(a[2])}, Shape: shape},
			Nodes: int(binary.LittleEndian.Uint32(a[4:])), Cycles: int(binary.LittleEndian.Uint32(a[8:])),
		}
	}
	return all, nil
}
