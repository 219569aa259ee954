package host

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/record"
)

// beyond is a player with an agent, whose clock is an hour behind. Every question takes
// trip to it, and every answer trip back; the player thinks for think.
type beyond struct {
	terms       AgentPolicy
	trip, think time.Duration
	lie         func(p *Timestamps, line bool) // changes what the agent says
	lost        bool                           // no answer comes
	now, zero   time.Time
	said        int
}

func newBeyond(terms AgentPolicy, trip, think time.Duration) *beyond {
	now := time.Now()
	return &beyond{terms: terms, trip: trip, think: think, now: now, zero: now.Add(-time.Hour), lie: func(*Timestamps, bool) {}}
}

func (b *beyond) Agent() Agent        { return b }
func (b *beyond) Policy() AgentPolicy { return b.terms }

func (b *beyond) Send(context.Context, string) (sent, drained time.Time, err error) {
	panic("the table speaks to the agent")
}

func (b *beyond) Receive(context.Context) (text string, first, last time.Time, err error) {
	panic("the table speaks to the agent")
}

// passage is that of a line at the agent after some time, reported after another trip.
func (b *beyond) passage(line bool, after time.Duration) Timestamps {
	p := Timestamps{Epoch: b.zero.Add(b.trip / 2), OffsetError: b.trip / 2, RTT: 2 * b.trip}
	at := b.now.Add(after)
	p.Start, p.End = at.Sub(b.zero), at.Sub(b.zero)
	if p.In = at.Add(b.trip); !line {
		p.Out = b.now
	}
	b.lie(&p, line)
	return p
}

func (b *beyond) SendBy(context.Context, context.Context, string, string) (Timestamps, error) {
	b.now = b.now.Add(time.Millisecond)
	p := b.passage(false, b.trip)
	b.now = b.now.Add(b.trip)
	return p, nil
}

func (b *beyond) ReceiveBy(context.Context, context.Context) (string, Timestamps, error) {
	if b.lost {
		return "", Timestamps{}, &NetworkError{"not heard of for 1m0s"}
	}
	p := b.passage(true, b.think)
	b.now = b.now.Add(b.think + b.trip)
	b.said++
	return "x", p, nil
}

// The network is charged to nobody whose agent is trusted, however slow it is; the
// host's own clock judges one that is not, and one whose stamps cannot be true, from
// that stamp on.
func TestAgentStampsJudge(t *testing.T) {
	const think, trip = 7 * time.Millisecond, 200 * time.Millisecond
	trusted, stranger := AgentPolicy{Name: "lab", Trusted: true}, AgentPolicy{Name: "lab"}
	for _, c := range []struct {
		name  string
		terms AgentPolicy
		lie   func(p *Timestamps, line bool)
		judge string // of the second answer
		used  time.Duration
	}{
		{"trusted", trusted, nil, record.ByAgent, think},
		{"not trusted", stranger, nil, record.ByHost, think + 2*trip},
		{"sent before it left", trusted, func(p *Timestamps, line bool) {
			if !line {
				p.Start -= 3 * trip
			}
		}, record.ByHost, think + 2*trip},
		{"reported before it was sent", trusted, func(p *Timestamps, line bool) {
			if !line {
				p.End += 2 * trip
			}
		}, record.ByHost, think + 2*trip},
		{"comes after it came", trusted, func(p *Timestamps, line bool) {
			if line {
				p.End += 2 * trip
			}
		}, record.ByHost, think + 2*trip},
		{"ends before it begins", trusted, func(p *Timestamps, line bool) {
			if line {
				p.Start, p.End = p.Start+1000, p.End-1000
			}
		}, record.ByHost, think + 2*trip},
		{"within what is not known", trusted, func(p *Timestamps, line bool) {
			if line {
				p.End += trip
			}
		}, record.ByAgent, think + trip},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newBeyond(c.terms, trip, think)
			if c.lie != nil {
				p.lie = c.lie
			}
			m := between(rounds(2, time.Second), p)
			v, text := played(t, m)
			require.Equal(t, "done", v.Reason)
			require.Equal(t, c.used, v.Times[0].Max)
			require.Contains(t, text, `"away":{"agent":"lab"`)
			g, err := record.Read(strings.NewReader(text))
			require.NoError(t, err)
			last := g[0].Events[len(g[0].Events)-3]
			require.Equal(t, record.EventAnswer, last.Type)
			require.Equal(t, c.judge, last.Clock.By)
			require.Equal(t, record.MicrosOf(c.used), last.Used)
		})
	}
}

// An answer that is late by the clock that judges is late, in the record too.
func TestAgentLate(t *testing.T) {
	const limit = 100 * time.Millisecond
	for _, trusted := range []bool{true, false} {
		p := newBeyond(AgentPolicy{Name: "lab", Trusted: trusted}, limit, limit/2)
		v, text := played(t, between(rounds(1, limit), p))
		require.Equal(t, trusted, v.Foul == nil)
		if !trusted {
			require.Equal(t, Late, v.Foul.Kind)
			require.Equal(t, limit/2+2*limit, v.Foul.Used)
		}
		// What does not follow from both clocks is found.
		games, err := record.Read(strings.NewReader(reseal(changed(t, text, `"clock":{"judge":"`, `"clock":{"judge":"x`))))
		require.NoError(t, err)
		_, err = Verify(&games[0], rounds(1, limit))
		require.ErrorContains(t, err, "ask's clock's judge")
	}
}

// A network that is lost for good is what the terms say: a void match, or one that the
// seat has lost.
func TestNetworkLost(t *testing.T) {
	for _, forfeit := range []bool{false, true} {
		p := newBeyond(AgentPolicy{Name: "lab", Trusted: true, Forfeit: forfeit}, 0, 0)
		p.lost = true
		v, text := played(t, between(rounds(1, time.Second), p, p))
		require.Equal(t, !forfeit, v.Void)
		require.Contains(t, text, `"kind":"network"`)
		if forfeit {
			require.Equal(t, 1, v.Winner)
			require.Equal(t, ReasonNetwork, v.Foul.Reason)
			require.Equal(t, Gone, v.Foul.Kind)
		} else {
			require.Equal(t, ReasonLost, v.Reason)
			require.Nil(t, v.Foul)
		}
	}
}

// A record that says a seat has an agent has its clock at each line.
func TestAgentClockMissing(t *testing.T) {
	p := newBeyond(AgentPolicy{Name: "lab", Trusted: true}, 0, 0)
	_, text := played(t, between(rounds(1, time.Second), p))
	at := strings.Index(text, `,"clock":{`)
	end := at + strings.IndexByte(text[at:], '}') + 1
	games, err := record.Read(strings.NewReader(reseal(text[:at] + text[end:])))
	require.NoError(t, err)
	_, err = Verify(&games[0], rounds(1, time.Second))
	require.ErrorContains(t, err, "ask's clock")
	games, err = record.Read(strings.NewReader(reseal(strings.Replace(text, `,"away":{"agent":"lab","trusted":true,"forfeit":false,"wait":0}`, "", 1))))
	require.NoError(t, err)
	_, err = Verify(&games[0], rounds(1, time.Second))
	require.ErrorContains(t, err, "ask's clock")
}
