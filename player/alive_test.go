package player

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
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

// remote is a player with an agent, whose stamps are the host's.
type remote struct{ closer }

func (r remote) Agent() host.Agent { return agent{r} }

type agent struct{ remote }

func (agent) Policy() host.AgentPolicy { return host.AgentPolicy{Name: "lab"} }

func (a agent) SendBy(_, wait context.Context, text, _ string) (s host.Timestamps, err error) {
	s.Out, s.In, err = a.Send(wait, text)
	return s, err
}

func (a agent) ReceiveBy(_, wait context.Context) (text string, s host.Timestamps, err error) {
	text, _, s.In, err = a.Receive(wait)
	return text, s, err
}

// A game reads from a player's agent: what was said before it comes from there, too, with its stamps.
func TestAliveKeepsWhatAnAgentPassedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := hosttest.New(func(*hosttest.FakePlayer, string) {})
		p := &Player{openConn: remote{closer{f}}, speaksFirst: true}
		f.Say(0, "memuro\n")
		came := time.Now()
		time.Sleep(time.Second)
		require.True(t, p.Alive(t.Context()))
		f.Say(0, "gr\n")
		for _, wanted := range []string{"memuro", "gr"} {
			text, stamps, err := p.Agent().ReceiveBy(t.Context(), t.Context())
			require.NoError(t, err)
			require.Equal(t, wanted, text)
			if wanted == "memuro" {
				require.Equal(t, came, stamps.In)
			}
		}
	})
}

// A line that a game gives back is the first of the next one, for a player that speaks first there.
func TestReturnLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, kind := range []Player{{}, {reusable: true}, {reusable: true, speaksFirst: true}} {
			f := hosttest.New(func(*hosttest.FakePlayer, string) {})
			kind.openConn = closer{f}
			kind.ReturnLine("memuro")
			require.True(t, kind.Alive(t.Context()))
			f.Say(0, "gr\n")
			text, _, _, err := kind.Receive(t.Context())
			require.NoError(t, err)
			require.Equal(t, map[bool]string{true: "memuro", false: "gr"}[kind.speaksFirst], text)
		}
	})
}
