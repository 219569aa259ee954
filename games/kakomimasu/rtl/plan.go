package rtl

import (
	"context"
	_ "embed"
	"encoding/binary"

	"github.com/loopline/loopline/games/kakomimasu"
	"github.com/loopline/loopline/games/kakomimasu/stepmodel"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
)

// PlanTop is the module that plans.
const PlanTop = "ll_kakomimasu_plan"

//go:embed harness/plan.cpp
var planHarness []byte

// Planner is a running ll_kakomimasu_plan. It is not safe for concurrent use; the caller
// closes it.
type Planner struct{ p *model.Process }

// StartPlanner builds the module of a source, or finds it, and starts it in a power-up
// state that follows from the seed. It is killed when ctx ends.
func StartPlanner(ctx context.Context, b *model.Builder, source sources.Source, seed uint32) (*Planner, error) {
	m, err := b.BuildModule(ctx, model.ModuleConfig{
		Source: source, Top: PlanTop, Harness: model.Harness{Name: "kakomimasu-plan", Text: planHarness},
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

// Plan holds the actions that the module chose, and what they took.
type Plan struct {
	Actions []kakomimasu.Action
	Cycles  int // clock cycles from the question to the end
}

// answerBytes is the length of an answer of the harness.
const answerBytes = 1 + 4*stepmodel.MaxAgents + 4

// kinds are the types of actions by their number in the module.
var kinds = [...]kakomimasu.Type{kakomimasu.None, kakomimasu.Put, kakomimasu.Move, kakomimasu.Remove}

// Plan has the module choose the actions of each question, which fits its memory.
func (s *Planner) Plan(questions ...*stepmodel.Question) ([]Plan, error) {
	request := binary.LittleEndian.AppendUint32(nil, uint32(len(questions)))
	for _, q := range questions {
		request = appendQuestion(request, q)
	}
	said := make([]byte, answerBytes*len(questions))
	if err := s.p.Exchange(request, said); err != nil {
		return nil, err
	}
	all := make([]Plan, len(questions))
	for i := range all {
		a := said[answerBytes*i:][:answerBytes]
		for k := range int(a[0]) {
			of := a[1+4*k:]
			all[i].Actions = append(all[i].Actions, kakomimasu.Action{
				Agent: int(of[1]), Type: kinds[of[0]], To: kakomimasu.Cell{X: int(of[2]), Y: int(of[3])},
			})
		}
		all[i].Cycles = int(binary.LittleEndian.Uint32(a[answerBytes-4:]))
	}
	return all, nil
}

func appendQuestion(request []byte, q *stepmodel.Question) []byte {
	quarter := byte(0)
	if q.Turn > 1 {
		quarter = byte(q.Turn % 2)
	}
	request = append(request, quarter, byte(q.Width), byte(q.Height), byte(len(q.Agents)), byte(len(q.Agents[0])), byte(q.Me))
	for i, tile := range q.Tiles {
		point := min(max(q.Points[i], -stepmodel.MaxPoint), stepmodel.MaxPoint)
		request = append(request, byte(int8(point)), byte(tile))
	}
	for _, agents := range q.Agents {
		for _, c := range agents {
			request = append(request, byte(int8(c.X)), byte(int8(c.Y)))
		}
	}
	return request
}
