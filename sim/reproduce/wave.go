package reproduce

import (
	"context"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/waves"
)

// Wave sends the game to a board of a model that writes a waveform, up to a step. The
// waveform holds that step and the one before it; beside it is a view of it, with the
// question and the answer marked.
func (s *Stimulus) Wave(ctx context.Context, m *sim.BoardModel, lines lines.Config, c Conditions, step int) error {
	short := *s
	short.Steps = s.Steps[:step+1]
	var view func(marks ...waves.Mark) *waves.View
	r, err := short.run(ctx, m, lines, c, func(b *sim.Board, i int) error {
		view = b.View
		if i > 0 && i == step-1 {
			return b.RestartWave()
		}
		return nil
	})
	if err != nil || len(r.began) <= step {
		return err
	}
	marks := []waves.Mark{{Name: "question", Time: r.began[step]}, {Name: "answer", Time: r.ended[step]}}
	_, err = view(marks...).Write(m.Wave())
	return err
}
