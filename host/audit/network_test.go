package audit

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// leaving is a player whose agent says that lines came earlier than they did, by left, and so
// leaves that to the network.
type leaving struct {
	*hosttest.FakePlayer
	left      time.Duration
	now, zero time.Time
}

// trip is a round trip to the agent.
const trip = 2 * time.Millisecond

func (l *leaving) Agent() host.Agent      { return l }
func (*leaving) Policy() host.AgentPolicy { return host.AgentPolicy{Name: "lab", Trusted: true} }

func (l *leaving) passed(left time.Duration) host.Timestamps {
	l.now = l.now.Add(trip / 2)
	at := l.now.Sub(l.zero)
	l.now = l.now.Add(left + trip/2)
	return host.Timestamps{Epoch: l.zero.Add(trip / 2), OffsetError: trip / 2, RTT: trip, Start: at, End: at, In: l.now}
}

func (l *leaving) SendBy(context.Context, context.Context, string, string) (host.Timestamps, error) {
	out := l.now
	p := l.passed(0)
	p.Out = out
	return p, nil
}

func (l *leaving) ReceiveBy(context.Context, context.Context) (string, host.Timestamps, error) {
	return "ok", l.passed(l.left), nil
}

// many is a game of eight questions to each; the first seat wins.
func many(ctx context.Context, t *host.Session) (host.Verdict, error) {
	for n := range 16 {
		if _, err := t.Ask(ctx, n%2, "go", time.Second); err != nil {
			return host.Verdict{Ply: n}, err
		}
	}
	return host.Verdict{Reason: "done", Ply: 16}, nil
}

// TestNetworkIsNamed: seats whose agents leave more to the network than their round trips
// take are named in the finding on a game, as text and as JSON; others are not.
func TestNetworkIsNamed(t *testing.T) {
	for _, c := range []struct {
		name    string
		a, b    time.Duration
		network string
	}{
		{"nobody", 0, 0, ""},
		{"within what is usual", 9 * time.Millisecond, 0, ""},
		{"one", 0, 80 * time.Millisecond,
			"b: its agent leaves more to the network than its round trips (2ms) take: 560ms in 8 of 8 answers; the network wavers, or stamps are not true"},
		{"both", 60 * time.Millisecond, 80 * time.Millisecond,
			"a: its agent leaves more to the network than its round trips (2ms) take: 400ms in 8 of 8 answers; the network wavers, or stamps are not true; " +
				"b: its agent leaves more to the network than its round trips (2ms) take: 560ms in 8 of 8 answers; the network wavers, or stamps are not true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r chainedBuffer
			seat := func(name string, left time.Duration) host.Seat {
				now := time.Now()
				return host.Seat{Name: name, Address: "remote:" + name, Player: &leaving{hosttest.Answering("ok", 0), left, now, now.Add(-time.Hour)}}
			}
			m := &host.Game{Referee: many, Name: "many", ID: "m", Record: &r, Seats: []host.Seat{seat("a", c.a), seat("b", c.b)}}
			_, err := m.Run(t.Context())
			require.NoError(t, err)
			for _, asJSON := range []bool{false, true} {
				var out strings.Builder
				p := Printer{Out: &out, JSON: asJSON, Auditor: Auditor{
					Verify: func(g *record.Game) (host.ReplayReport, error) { return host.Verify(g, many) },
				}}
				require.NoError(t, p.Record(t.Context(), strings.NewReader(r.String()), "r.jsonl"))
				require.Empty(t, p.Problem(false), "that alone is nothing wrong")
				if !asJSON {
					want := "r.jsonl:1: ok: a wins (done) after 16 plies"
					if c.network != "" {
						want += "; " + c.network
					}
					require.Equal(t, want+"\n", out.String())
					continue
				}
				var keys map[string]any
				require.NoError(t, json.Unmarshal([]byte(out.String()), &keys))
				if c.network == "" {
					require.NotContains(t, keys, "network")
				} else {
					require.Equal(t, c.network, keys["network"])
				}
			}
		})
	}
}
