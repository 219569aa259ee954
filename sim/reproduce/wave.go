package reproduce

import (
	"context"
	"fmt"
	"strings"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/sim"
)

// Marks are times in a waveform, in its units.
type Marks struct{ Question, Answer uint64 }

// Wave sends the game to a board of a model that writes a waveform, up to a step. The
// waveform holds that step and the one before it.
func (s *Stimulus) Wave(ctx context.Context, m *sim.BoardModel, lines bridge.LineConfig, c Conditions, step int) (Marks, error) {
	short := *s
	short.Steps = s.Steps[:step+1]
	r, err := short.run(ctx, m, lines, c, func(b *sim.Board, i int) error {
		if i > 0 && i == step-1 {
			return b.RestartWave()
		}
		return nil
	})
	if err != nil || len(r.began) <= step {
		return Marks{}, err
	}
	return Marks{sim.WaveTime(r.began[step]), sim.WaveTime(r.ended[step])}, nil
}

// SaveFile is a save file of GTKWave for a waveform: the serial pins, with the markers A
// and B where the question begins and where the answer has ended.
func (m Marks) SaveFile(wave string) string {
	markers := strings.Repeat(" -1", 24)
	return fmt.Sprintf("[dumpfile] %q\n[timestart] %d\n*-16 %d %d %d%s\n@28\nTOP.clk_i\nTOP.rx_i\nTOP.tx_o\n",
		wave, m.Question, m.Question, m.Question, m.Answer, markers)
}
