package player

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/hosttest"
)

type closer struct{ *hosttest.FakePlayer }

func (closer) Close() error { return nil }

// TestAliveKeepsWhatIsSaidFirst: a client of CHaser gives its name as soon as it is there. To ask
// whether it is still there takes nothing from its game, and from a board what came after its last.
func TestAliveKeepsWhatIsSaidFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, kind := range []Player{{}, {reusable: true}, {reusable: true, speaksFirst: true}} {
			f := hosttest.New(func(*hosttest.FakePlayer, string) {})
			p := &kind
			p.openConn = closer{f}
			f.Say(0, "memuro\n")
			time.Sleep(time.Second)
			for range 2 {
				require.True(t, p.Alive(t.Context()))
			}
			f.Say(0, "gr\n")
			text, first, last, err := p.Receive(t.Context())
			require.NoError(t, err)
			if kind.reusable && !kind.speaksFirst {
				require.Equal(t, "gr", text)
				continue
			}
			require.Equal(t, "memuro", text)
			require.False(t, first.After(last))
			text, _, _, err = p.Receive(t.Context())
			require.NoError(t, err)
			require.Equal(t, "gr", text)
		}
	})
}
