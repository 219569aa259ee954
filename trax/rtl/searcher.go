package rtl

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"

	_ "embed" // for the harness

	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/trax"
)

// SearcherTop is the module that searches.
const SearcherTop = "ll_search_core"

//go:embed harness/search.cpp
var searcherHarness []byte

// SearcherConfig says which searching core to simulate, and its bounds. One that is 0 is that
// of the source, as of a netlist, which has no parameters.
type SearcherConfig struct {
	Source sim.Source // has a module ll_search_core
	Depth  int        // plies of the last iteration, 1 to 15
	Cycles int        // after which no further node is begun
}

// params are the parameters that a core is built with.
func (c SearcherConfig) params() map[string]int {
	set := map[string]int{"Depth": c.Depth, "BudgetCycles": c.Cycles}
	maps.DeleteFunc(set, func(_ string, value int) bool { return value == 0 })
	return set
}

// Searcher is a core that searches and runs. It is for one goroutine; the caller
// closes it.
type Searcher struct{ p *sim.Process }

// StartSearcher builds a core that searches, or finds it, and starts it in a power-up
// state that follows from the seed. It is killed when ctx ends.
func StartSearcher(ctx context.Context, b *sim.Builder, c SearcherConfig, seed uint32) (*Searcher, error) {
	m, err := b.BuildModule(ctx, sim.ModuleConfig{
		Source: c.Source, Top: SearcherTop, Params: c.params(),
		Harness: sim.Harness{Name: "search", Text: searcherHarness},
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

// Close ends the core.
func (s *Searcher) Close() error { return s.p.Close() }

// Searched is what a search came to.
type Searched struct {
	Found  bool
	Move   trax.Move
	Nodes  int
	Cycles int // from the one in which it was asked until it was done
}

// Search has the core choose a move in each of the positions that games lead to,
// which are not over and fit its board.
func (s *Searcher) Search(games ...[]trax.Move) ([]Searched, error) {
	request := binary.LittleEndian.AppendUint32(nil, uint32(len(games)))
	for _, g := range games {
		request = binary.LittleEndian.AppendUint16(request, uint16(len(g)))
		for _, m := range g {
			request = append(request, byte(m.Cell.Col), byte(m.Cell.Row), shapeNumber(m.Shape))
		}
	}
	sent := make(chan error, 1) // the model may want to be read before it reads all
	go func() { sent <- s.p.Send(request) }()
	const size = 12
	answer := make([]byte, size*len(games))
	err := s.p.Receive(answer)
	if wrote := <-sent; err == nil {
		err = wrote
	}
	if err != nil {
		return nil, err
	}
	all := make([]Searched, len(games))
	for i := range all {
		a := answer[size*i:]
		shape := shapeOf(a[3])
		if a[0] != 0 && shape == 0 {
			return nil, fmt.Errorf("the core chose a tile of shape %d", a[3])
		}
		all[i] = Searched{
			Found: a[0] != 0, Move: trax.Move{Cell: trax.Cell{Col: int(a[1]), Row: int(a[2])}, Shape: shape},
			Nodes: int(binary.LittleEndian.Uint32(a[4:])), Cycles: int(binary.LittleEndian.Uint32(a[8:])),
		}
	}
	return all, nil
}
