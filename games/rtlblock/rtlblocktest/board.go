package rtlblocktest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/sim/model"
)

// Board is a simulated board at its serial line.
type Board struct {
	t *testing.T
	p *sim.Player
}

// StartBoard builds and starts a board, which ends with the test.
func StartBoard(t *testing.T, c sim.BoardConfig) *Board {
	t.Helper()
	m, err := sim.BuildBoard(t.Context(), (&model.Builder{Quick: true}), c)
	require.NoError(t, err)
	b, err := m.Start(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	p, err := sim.NewPlayer(t.Context(), b, lines.Config{}, nil, nil)
	require.NoError(t, err)
	t.Cleanup(func() { p.Close() })
	return &Board{t, p}
}

// Send sends lines and returns the board's answer, and the time that it took; empty if
// it says nothing for so long.
func (b *Board) Send(text string, patience time.Duration) (answer string, took time.Duration) {
	b.t.Helper()
	_, drained, err := b.p.Send(b.t.Context(), text)
	require.NoError(b.t, err)
	ctx, cancel := context.WithDeadline(b.t.Context(), drained.Add(patience))
	defer cancel()
	answer, _, last, err := b.p.Receive(ctx)
	if err != nil {
		require.ErrorIs(b.t, err, context.DeadlineExceeded)
		return "", patience
	}
	return answer, last.Sub(drained)
}
