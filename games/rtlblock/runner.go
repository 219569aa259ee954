package rtlblock

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/vectors"
)

// Cycles are the clock cycles from a question to its answer.
type Cycles struct {
	Count int `json:"count"` // of questions
	Total int `json:"total"`
	Least int `json:"least"`
	Most  int `json:"most"`
}

func (c *Cycles) add(n int) {
	if c.Count == 0 || n < c.Least {
		c.Least = n
	}
	c.Count, c.Total, c.Most = c.Count+1, c.Total+n, max(c.Most, n)
}

// batch is the number of vectors asked at once.
const batch = 64

// runner is the driver: it sends vectors to the DUT. It is not safe for concurrent use.
type runner struct {
	w        PortMap
	model    *model.Module
	seed     uint32
	plusargs []string
	cycles   Cycles

	p *model.Process // nil until it is needed
	t Codec
}

// newRunner builds the module for boards of a size.
func newRunner(
	ctx context.Context, b *model.Builder, m *Block, board vectors.GridSize, c Config, seed uint32,
) (*runner, error) {
	w := m.For(board)
	model, err := b.BuildModule(ctx, w.config(c.Source, m.Top))
	if err != nil {
		return nil, err
	}
	return &runner{w: w, model: model, seed: seed, plusargs: c.Plusargs}, nil
}

// start switches the module on, if it is not.
func (r *runner) start(ctx context.Context) error {
	if r.p != nil {
		return nil
	}
	p, err := r.model.Start(ctx, r.seed, append([]string{"--"}, r.plusargs...)...)
	if err != nil {
		return err
	}
	r.p, r.t = p, r.w.New()
	return nil
}

// stop switches it off.
func (r *runner) stop() {
	if r.p != nil {
		_ = r.p.Close()
	}
	r.p, r.t = nil, nil
}

// ask has the module answer questions.
func (r *runner) ask(ctx context.Context, questions []vectors.Vector) ([]json.RawMessage, error) {
	if err := r.start(ctx); err != nil {
		return nil, err
	}
	request := []byte{0, 0, 0, 0}
	last := make([]int, len(questions)) // the word that ends each question
	for i := range questions {
		var err error
		if request, err = r.t.Encode(request, questions[i].Ask); err != nil {
			return nil, fmt.Errorf("vector %d: %w", questions[i].ID, err)
		}
		last[i] = (len(request)-4)/r.w.inBytes() - 1
	}
	words := (len(request) - 4) / r.w.inBytes()
	binary.LittleEndian.PutUint32(request, uint32(words))
	size := 4 + r.w.outBytes()
	said := make([]byte, words*size)
	if err := r.p.Exchange(request, said); err != nil {
		return nil, err
	}
	answers := make([]json.RawMessage, len(questions))
	for i, w := range last {
		r.cycles.add(int(binary.LittleEndian.Uint32(said[w*size:])))
		answers[i] = r.t.Decode(nil, said[w*size+4:(w+1)*size])
	}
	return answers, nil
}

// answers is the runner's vectors.Target.
func (r *runner) answers(ctx context.Context, questions iter.Seq[vectors.Vector]) iter.Seq2[vectors.Response, error] {
	return func(yield func(vectors.Response, error) bool) {
		var some []vectors.Vector
		for v := range questions {
			if some = append(some, v); len(some) == batch {
				if !r.some(ctx, some, yield) {
					return
				}
				some = some[:0]
			}
		}
		if len(some) > 0 {
			r.some(ctx, some, yield)
		}
	}
}

// some yields the answers to some questions. It returns false when it is to
// stop. When the model ends, the questions are asked one by one, of a module that
// was just switched on, to find which of them it was.
func (r *runner) some(ctx context.Context, some []vectors.Vector, yield func(vectors.Response, error) bool) bool {
	answers, err := r.ask(ctx, some)
	var crash *model.CrashError
	switch {
	case ctx.Err() != nil: // at which a model ends too
		yield(vectors.Response{}, ctx.Err())
		return false
	case errors.As(err, &crash) && len(some) == 1:
		r.stop()
		return yield(vectors.Response{Vector: some[0], Crash: crash}, nil)
	case crash != nil:
		r.stop()
		for i := range some {
			if !r.some(ctx, some[i:i+1], yield) {
				return false
			}
		}
		yield(vectors.Response{}, fmt.Errorf("vectors %d to %d, but none of them alone: %w", some[0].ID, some[len(some)-1].ID, crash))
		return false
	case err != nil:
		yield(vectors.Response{Vector: some[0]}, err)
		return false
	}
	for i, v := range some {
		if !yield(vectors.Response{Vector: v, Text: answers[i]}, nil) {
			return false
		}
	}
	return true
}
