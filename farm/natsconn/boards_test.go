package natsconn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/farm/netem"
	"github.com/loopline/loopline/farm/remote"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// board is a scripted board that knows how long it took.
type board struct {
	*hosttest.FakePlayer

	mu            sync.Mutex
	drained, last []time.Time
}

// used is how long each answer took.
func (b *board) used() (all []time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, last := range b.last {
		all = append(all, max(0, last.Sub(b.drained[i])))
	}
	return all
}

func (*board) Close() error   { return nil }
func (*board) Reusable() bool { return true }

func (b *board) Send(ctx context.Context, text string) (sent, drained time.Time, err error) {
	sent, drained, err = b.FakePlayer.Send(ctx, text)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.drained = append(b.drained, drained)
	return sent, drained, err
}

func (b *board) Receive(ctx context.Context) (text string, first, last time.Time, err error) {
	text, first, last, err = b.FakePlayer.Receive(ctx)
	if err == nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.last = append(b.last, last)
	}
	return text, first, last, err
}

// turns is a game of so many questions.
func turns(n int) host.Referee {
	return func(ctx context.Context, t *host.Session) (host.Verdict, error) {
		for ply := range n {
			if _, err := t.Ask(ctx, 0, fmt.Sprint("go ", ply), time.Minute); err != nil {
				return host.Verdict{Ply: ply}, err
			}
		}
		return host.Verdict{Winner: 0, Reason: "done", Ply: n}, nil
	}
}

// offered offers a board at a URL and opens it.
func offered(tb testing.TB, s *Server, keys, url string, b remote.LocalPlayer) *remote.Player {
	tb.Helper()
	ctx, cancel := context.WithCancel(tb.Context())
	say := func(string) {}
	far, err := Connect(ctx, ConnectOptions{URL: url, Access: accessOf(tb, keys, Agent, "lab")})
	require.NoError(tb, err)
	near, err := Connect(ctx, ConnectOptions{URL: s.URL(), Access: accessOf(tb, keys, Host, "")})
	require.NoError(tb, err)
	agent := &remote.Agent{
		Name: "lab", Bus: Conn{far}, Say: say,
		Open: func(context.Context, lines.Config) (remote.LocalPlayer, error) { return b, nil },
	}
	done := make(chan error, 1)
	go func() { done <- agent.Run(ctx) }()
	p, err := remote.Open(ctx, remote.Options{Name: "lab", Bus: Conn{near}, Trust: true, Wait: time.Minute, Say: say})
	require.NoError(tb, err)
	tb.Cleanup(func() {
		err := p.Close()
		cancel()
		require.NoError(tb, errors.Join(err, <-done))
		near.Close()
		far.Close()
	})
	return p
}

func accessOf(tb testing.TB, keys string, r Role, name string) *Access {
	tb.Helper()
	a, err := ReadAccess(AccessFile(keys, r, name))
	require.NoError(tb, err)
	return a
}

// asked plays a game of so many questions, derives its verdict again, and returns its
// record.
func asked(tb testing.TB, p host.Player, n int) *record.Game {
	tb.Helper()
	var recorded bytes.Buffer
	m := &host.Game{Referee: turns(n), Name: "turns", Record: &recorded, Seats: []host.Seat{{Name: "a", Player: p}}}
	v, err := m.Run(tb.Context())
	require.NoError(tb, err)
	require.Equal(tb, "done", v.Reason, v.Detail)
	games, err := record.Read(strings.NewReader(recorded.String()))
	require.NoError(tb, err)
	_, err = host.Verify(&games[0], turns(n))
	require.NoError(tb, err)
	return &games[0]
}

// A board behind a network that is slow, unsteady, and away for a while is charged what
// it took, to the microsecond of its stamps.
func TestBoardsElsewhere(t *testing.T) {
	for _, c := range []struct {
		delay, jitter time.Duration
		cut           bool
	}{{0, 0, false}, {20 * time.Millisecond, 10 * time.Millisecond, true}, {200 * time.Millisecond, 50 * time.Millisecond, false}} {
		t.Run(fmt.Sprint(c.delay), func(t *testing.T) {
			t.Parallel()
			s, keys := farm(t, ServerOptions{Listen: "127.0.0.1:0"}, "lab")
			proxy, err := netem.Start(netem.Config{To: strings.TrimPrefix(s.URL(), "tls://"), Delay: c.delay, Jitter: c.jitter, Seed: 1})
			require.NoError(t, err)
			t.Cleanup(proxy.Close)
			b := &board{FakePlayer: hosttest.New(func(p *hosttest.FakePlayer, text string) {
				if c.cut && text == "go 2" {
					proxy.Partition(true)
					time.AfterFunc(100*time.Millisecond, func() { proxy.Partition(false) })
				}
				p.Say(time.Millisecond, "ok\n")
			})}
			p := offered(t, s, keys, "tls://"+proxy.Address(), b)
			g := asked(t, p, 4)
			used, at := b.used(), 0
			require.Len(t, used, 4)
			for i := range g.Events {
				if e := &g.Events[i]; e.Type == record.EventAnswer {
					require.InDelta(t, used[at], e.Used.Duration(), float64(time.Microsecond))
					require.Equal(t, record.ByAgent, e.Clock.By)
					at++
				}
			}
			require.Equal(t, 4, at)
		})
	}
}

// The host's own part: from an answer that has come to the next question that leaves.
func BenchmarkOwnPart(b *testing.B) {
	instant := func() *hosttest.FakePlayer { return hosttest.Answering("ok", 0) }
	b.Run("here", func(b *testing.B) {
		g := asked(b, instant(), 2000)
		var sum, n time.Duration
		var last record.Micros
		for i := range g.Events {
			switch e := &g.Events[i]; e.Type {
			case record.EventAsk:
				if last > 0 {
					sum, n = sum+(e.Sent-last).Duration(), n+1
				}
			case record.EventAnswer:
				last = e.Last
			}
		}
		b.ReportMetric(float64(sum/n)/1e3, "µs-own")
	})
	b.Run("elsewhere", func(b *testing.B) {
		dir := b.TempDir()
		require.NoError(b, MakeKeys(dir, Init{Agents: []string{"lab"}}))
		s, err := StartServer(ServerOptions{Keys: dir, Listen: "127.0.0.1:0"})
		require.NoError(b, err)
		b.Cleanup(s.Stop)
		p := offered(b, s, dir, s.URL(), &board{FakePlayer: instant()})
		g := asked(b, p, 2000)
		var sum, trip, n time.Duration
		var in record.Micros
		within := time.Hour
		for i := range g.Events {
			switch e := &g.Events[i]; e.Type {
			case record.EventAsk:
				if in > 0 {
					sum, n = sum+(e.Clock.Out-in).Duration(), n+1
				}
				trip += (e.Clock.In - e.Clock.Out).Duration()
				within = min(within, e.Clock.OffsetError.Duration())
			case record.EventAnswer:
				in = e.Clock.In
			}
		}
		b.ReportMetric(float64(sum/n)/1e3, "µs-own")
		b.ReportMetric(float64(trip/n)/1e3, "µs-trip")
		b.ReportMetric(float64(within)/1e3, "µs-within")
	})
}
