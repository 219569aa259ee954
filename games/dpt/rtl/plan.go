package rtl

import (
	"context"
	_ "embed"
	"encoding/binary"

	"github.com/loopline/loopline/games/dpt"
	"github.com/loopline/loopline/games/dpt/ringmodel"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// PlanTop is the module that plans.
const PlanTop = "ll_dpt_plan"

//go:embed harness/plan.cpp
var planHarness []byte

// Planner is a running ll_dpt_plan. It is not safe for concurrent use; the caller
// closes it.
type Planner struct{ p *model.Process }

// StartPlanner builds the module of a source, or finds it, and starts it in a power-up
// state that follows from the seed. It is killed when ctx ends.
func StartPlanner(ctx context.Context, b *model.Builder, source sources.Source, seed uint32) (*Planner, error) {
	m, err := b.BuildModule(ctx, model.ModuleConfig{
		Source: source, Top: PlanTop, Harness: model.Harness{Name: "dpt-plan", Text: planHarness},
	})
	if err != nil {
		return nil, err
	}
	p, err := m.Start(ctx, seed)
	if err != nil {
		return nil, err
	}
	return &Planner{p}, nil
}

// Close ends the module.
func (s *Planner) Close() error { return s.p.Close() }

// Plan holds the action that the module chose, and what it took.
type Plan struct {
	Action dpt.Action
	Cycles int // clock cycles from the question to the action
}

// answerBytes is the length of an answer of the harness.
const answerBytes = 7

// Plan has the module choose an action in each question, whose fields are of
// ringmodel.MaxSide columns and rows at most.
func (s *Planner) Plan(questions ...ringmodel.Question) ([]Plan, error) {
	request := binary.LittleEndian.AppendUint32(nil, uint32(len(questions)))
	for i := range questions {
		request = appendQuestion(request, &questions[i])
	}
	said := make([]byte, answerBytes*len(questions))
	if err := s.p.Exchange(request, said); err != nil {
		return nil, err
	}
	all := make([]Plan, len(questions))
	for i := range all {
		a := said[answerBytes*i:]
		all[i].Action = dpt.Action{Type: dpt.Type(a[0]), DX: signed(a[1]), DY: signed(a[2])}
		all[i].Cycles = int(binary.LittleEndian.Uint32(a[3:]))
	}
	return all, nil
}

func appendQuestion(request []byte, q *ringmodel.Question) []byte {
	cell := func(at dpt.Point) byte { return byte(at.Y&15<<4 | at.X&15) }
	request = binary.LittleEndian.AppendUint16(request, uint16(q.Turns-q.Turn+1))
	request = append(request, byte(3*q.Turn%8), byte(q.Width), byte(q.Height), cell(q.Own), cell(q.Other), 0)
	if q.Other.X >= 0 {
		request[len(request)-1] = 1
	}
	return append(request, q.Tiles...)
}

// signed is a number of two bits.
func signed(b byte) int { return int(b&1) - int(b&2) }
