package remote

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/farm/farmtest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player/contract"
)

// wired is a player at a wire beside the agent.
type wired struct{ *lines.Line }

func (wired) Reusable() bool { return true }

// TestContract prints the column of the table for a player behind a network.
func TestContract(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	contract.Run(t, []contract.Way{{Name: addr.SchemeRemote, Partial: true, Open: func(t *testing.T, row int) host.Player {
		air := farmtest.NewAir(1)
		near, far := bridgetest.Transports()[0].Pair(t)
		line := lines.New(near, lines.Config{})
		offer(t, air, nil, func(a *Agent) {
			a.Open = func(context.Context, lines.Config) (LocalPlayer, error) {
				go contract.Play(far, contract.Rows[row].Steps)
				return wired{line}, nil
			}
		})
		p, _ := guest(t, air, nil)
		require.NoError(t, t.Context().Err())
		return p
	}}})
}
