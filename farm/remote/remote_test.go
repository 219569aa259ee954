package remote

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/farm/farmtest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/stalls"
	"github.com/loopline/loopline/internal/tier"
)

const (
	think = 3 * time.Millisecond
	limit = 100 * time.Millisecond
)

// board is a scripted board.
type board struct{ *hosttest.FakePlayer }

func (board) Close() error   { return nil }
func (board) Reusable() bool { return true }

// lab is an agent on the air, whose clock is an hour ahead.
type lab struct {
	*Agent
	began time.Time
	stop  func()

	mu   sync.Mutex
	said []string
}

// offer offers a scripted board in the air, until the test ends or stop.
func offer(t *testing.T, a Bus, script hosttest.Script, set func(*Agent)) *lab {
	t.Helper()
	l := &lab{began: time.Now().Add(-time.Hour)}
	l.Agent = &Agent{
		Name: "lab", Bus: a,
		Open: func(context.Context, lines.Config) (LocalPlayer, error) { return board{hosttest.New(script)}, nil },
		Say: func(text string) {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.said = append(l.said, text)
		},
		clock: func(at time.Time) time.Duration { return max(0, at.Sub(l.began)) },
	}
	if set != nil {
		set(l.Agent)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- l.Run(ctx) }()
	var once sync.Once
	l.stop = func() {
		once.Do(func() {
			cancel()
			require.NoError(t, <-done)
		})
	}
	t.Cleanup(l.stop)
	return l
}

func answering(after time.Duration) hosttest.Script {
	return func(p *hosttest.FakePlayer, _ string) { p.Say(after, "ok\n") }
}

// guest opens the player of the lab.
func guest(t *testing.T, a Bus, set func(*Options)) (p *Player, told func() string) {
	t.Helper()
	var mu sync.Mutex
	var said []string
	o := Options{Name: "lab", Bus: a, Trust: true, Wait: 30 * time.Second, Say: func(text string) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, text)
	}}
	if set != nil {
		set(&o)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	p, err := Open(ctx, o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.Close()) })
	return p, func() string {
		mu.Lock()
		defer mu.Unlock()
		return strings.Join(said, "\n")
	}
}

// turns is a game of so many questions to each seat.
func turns(n int) host.Referee {
	return func(ctx context.Context, t *host.Session) (host.Verdict, error) {
		for ply := range n {
			for seat := range t.Seats() {
				a, err := t.Ask(ctx, seat, fmt.Sprint("go ", ply), limit)
				if err != nil {
					return host.Verdict{Ply: ply}, err
				}
				if err := t.Note("said", a.Text); err != nil {
					return host.Verdict{Ply: ply}, err
				}
			}
		}
		return host.Verdict{Winner: 0, Reason: "done", Ply: n}, nil
	}
}

// play plays a game with the player and a local one, and derives its verdict again.
func play(t *testing.T, p host.Player, n int) (host.Verdict, *record.Game, time.Time) {
	t.Helper()
	var recorded bytes.Buffer
	m := &host.Game{
		Referee: turns(n), Name: "turns", Record: &recorded,
		Seats: []host.Seat{
			{Name: "a", Address: "remote:lab", Player: p},
			{Name: "b", Address: "here", Player: hosttest.Answering("ok", 0)},
		},
	}
	began := time.Now()
	v, err := m.Run(t.Context())
	require.NoError(t, err)
	games, err := record.Read(strings.NewReader(recorded.String()))
	require.NoError(t, err)
	_, err = host.Verify(&games[0], turns(n))
	require.NoError(t, err, recorded.String())
	return v, &games[0], began
}

// answers are those of the remote seat.
func answers(g *record.Game) (all []*record.Event) {
	for i := range g.Events {
		if e := &g.Events[i]; e.Type == record.EventAnswer && e.Seat == 0 {
			all = append(all, e)
		}
	}
	return all
}

// However far, lossy and unsteady the network is, and wherever the clocks stand, the
// player is charged what it thought, and the beginning of the agent's clock is known to
// what is stated.
func TestNetworkIsNotCharged(t *testing.T) {
	tier.Slow(t)
	for _, c := range []struct {
		delay, jitter time.Duration
		loss          float64
		within        time.Duration // of most answers
	}{
		{0, 0, 0, time.Millisecond},
		{20 * time.Millisecond, 10 * time.Millisecond, 0.1, 30 * time.Millisecond},
		{200 * time.Millisecond, 100 * time.Millisecond, 0.1, 300 * time.Millisecond},
		{200 * time.Millisecond, 400 * time.Millisecond, 0.3, 600 * time.Millisecond},
	} {
		for seed := range uint64(3) {
			t.Run(fmt.Sprint(c.delay, c.jitter, c.loss, seed), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					a := farmtest.NewAir(seed)
					a.Delay, a.Jitter, a.Loss, a.Double = c.delay, c.jitter, c.loss, c.loss
					l := offer(t, a, answering(think), nil)
					p, _ := guest(t, a, nil)
					v, g, began := play(t, p, 20)
					require.Equal(t, "done", v.Reason)
					require.Len(t, answers(g), 20)
					for _, e := range answers(g) {
						require.Equal(t, think, e.Used.Duration())
						require.Equal(t, record.ByAgent, e.Clock.By)
						off := l.began.Sub(began) - e.Clock.ClockOffset.Duration()
						require.LessOrEqual(t, off.Abs(), e.Clock.OffsetError.Duration()+2*time.Microsecond)
						require.LessOrEqual(t, e.Clock.OffsetError.Duration(), c.within)
						require.GreaterOrEqual(t, e.Clock.In, e.Last-e.Clock.OffsetError)
					}
				})
			})
		}
	}
}

// The limit is that of the agent's clock, to the microsecond, whatever the network adds.
func TestLimitAtTheBoard(t *testing.T) {
	tier.Slow(t)
	for _, c := range []struct {
		name   string
		script hosttest.Script
		kind   host.Kind
		reason string
	}{
		{"in time", answering(limit), "", ""},
		{"late", answering(limit + 2*time.Microsecond), host.Late, host.ReasonOverdue},
		{"far too late", answering(time.Hour), host.Silent, host.ReasonNoByte},
		{"half a line", func(p *hosttest.FakePlayer, _ string) { p.Say(time.Millisecond, "o") }, host.Late, host.ReasonUnfinished},
		{"gone", func(p *hosttest.FakePlayer, _ string) { p.Fail(time.Millisecond, io.EOF) }, host.Gone, host.ReasonClosed},
		{"noise", func(p *hosttest.FakePlayer, _ string) {
			p.Fail(time.Millisecond, &hosttest.GarbledError{Text: "line longer than 4096 bytes", Bytes: []byte("xx")})
		}, host.Garbled, host.ReasonFraming},
		{"flood", func(p *hosttest.FakePlayer, _ string) {
			p.Say(time.Millisecond, "ok\n")
			p.Say(time.Millisecond, strings.Repeat("flood\n", 5000))
		}, host.Garbled, host.ReasonFraming},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := farmtest.NewAir(1)
				a.Delay, a.Jitter = 200*time.Millisecond, 50*time.Millisecond
				offer(t, a, c.script, nil)
				p, _ := guest(t, a, nil)
				v, _, _ := play(t, p, 3)
				if c.kind == "" {
					require.Nil(t, v.Foul)
					return
				}
				require.NotNil(t, v.Foul)
				require.Equal(t, c.kind, v.Foul.Kind)
				if c.name == "flood" && v.Foul.Reason == host.ReasonTooMany {
					return // the game took them from the queue before it was full
				}
				require.Equal(t, c.reason, v.Foul.Reason)
			})
		})
	}
}

// An agent that is not trusted is judged by the host's clock, whoever says so.
func TestUntrusted(t *testing.T) {
	for _, own := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			a := farmtest.NewAir(2)
			a.Delay = 20 * time.Millisecond
			offer(t, a, answering(think), func(a *Agent) { a.Untrusted = own })
			p, _ := guest(t, a, func(o *Options) { o.Trust = own })
			require.True(t, p.Policy().Forfeit)
			v, g, _ := play(t, p, 5)
			require.Equal(t, "done", v.Reason)
			for _, e := range answers(g) {
				require.Equal(t, think+2*a.Delay, e.Used.Duration())
				require.Equal(t, record.ByHost, e.Clock.By)
			}
		})
	}
}

// A network that is away for a while pauses the game; nobody is charged, and nothing is
// asked twice.
func TestNetworkComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := farmtest.NewAir(3)
		a.Delay = 5 * time.Millisecond
		b := hosttest.New(nil)
		b.Script = func(p *hosttest.FakePlayer, text string) {
			if text == "go 2" {
				a.Cut(true)
				time.AfterFunc(20*time.Second, func() { a.Cut(false) })
			}
			p.Say(think, "ok\n")
		}
		offer(t, a, nil, func(a *Agent) {
			a.Open = func(context.Context, lines.Config) (LocalPlayer, error) { return board{b}, nil }
		})
		p, said := guest(t, a, nil)
		v, g, _ := play(t, p, 5)
		require.Equal(t, "done", v.Reason)
		for _, e := range answers(g) {
			require.Equal(t, think, e.Used.Duration())
		}
		require.Equal(t, []string{"go 0", "go 1", "go 2", "go 3", "go 4"}, b.Heard())
		synctest.Wait()
		require.NoError(t, p.Close())
		require.Contains(t, said(), "network lost: the game is paused; lab is waited for up to 30.0 s")
		require.Contains(t, said(), "the network to lab is back after 2")
	})
}

// A network that does not come back makes the game void, or is lost, as was agreed.
func TestNetworkStaysAway(t *testing.T) {
	for _, forfeit := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			a := farmtest.NewAir(4)
			offer(t, a, func(p *hosttest.FakePlayer, text string) {
				if p.Say(think, "ok\n"); text == "go 2" {
					a.Cut(true)
				}
			}, nil)
			p, _ := guest(t, a, func(o *Options) { o.Forfeit = forfeit })
			began := time.Now()
			v, _, _ := play(t, p, 5)
			require.Equal(t, !forfeit, v.Void)
			require.Less(t, time.Since(began), 31*time.Second) // of the test's time
			if forfeit {
				require.Equal(t, host.ReasonNetwork, v.Foul.Reason)
				require.Equal(t, 1, v.Winner)
			} else {
				require.Equal(t, host.ReasonLost, v.Reason)
			}
			require.Equal(t, 2, v.Ply)
		})
	}
}

// An agent that is killed and begun anew knows nothing of the game, which is void at
// once; the next game is played with the new one.
func TestAgentBeginsAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := farmtest.NewAir(5)
		var first *lab
		first = offer(t, a, func(p *hosttest.FakePlayer, text string) {
			if text == "go 1" {
				go first.stop()
				return
			}
			p.Say(think, "ok\n")
		}, nil)
		p, _ := guest(t, a, nil)
		time.AfterFunc(3*time.Second, func() { offer(t, a, answering(think), nil) })
		began := time.Now()
		v, _, _ := play(t, p, 3)
		require.True(t, v.Void)
		require.Contains(t, v.Detail, "the agent of lab was restarted")
		require.Less(t, time.Since(began), 10*time.Second)
		require.NoError(t, p.Close())
		again, _ := guest(t, a, nil)
		v, _, _ = play(t, again, 3)
		require.Equal(t, "done", v.Reason)
	})
}

// What was said in an earlier game, by somebody else, or is no message at all, is
// passed over.
func TestReplayedAndForged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := farmtest.NewAir(6)
		b := hosttest.New(answering(think))
		offer(t, a, nil, func(a *Agent) {
			a.Open = func(context.Context, lines.Config) (LocalPlayer, error) { return board{b}, nil }
		})
		p, _ := guest(t, a, nil)
		play(t, p, 5)
		require.NoError(t, p.Close())
		time.Sleep(time.Second)
		old := a.Heard()
		again := false
		b.Script = func(p *hosttest.FakePlayer, text string) {
			if p.Say(think, "ok\n"); text == "go 1" && !again {
				again = true
				for _, m := range old {
					_ = a.Publish(m.Subject, m.Data)
				}
				for _, m := range a.Heard() { // and all of this game
					_ = a.Publish(m.Subject, m.Data)
				}
				_ = a.Publish(fromAgent("lab"), []byte("\x00{"))
				_ = a.Publish(fromAgent("lab"), bytes.Repeat([]byte("x"), maxMessage+1))
				_ = a.Publish(fromAgent("lab"), (&message{Kind: kindLine, N: 1, Host: "h", Agent: "a", Text: []byte("forged")}).encode())
				_ = a.Publish(toAgent("lab"), (&message{Kind: kindSend, N: 1, Host: "h", Agent: "a", Text: []byte("forged")}).encode())
				_ = a.Publish(toAgent("lab"), []byte(`{"v":2,"kind":"until","host":"h","at":-1}`))
			}
		}
		p, said := guest(t, a, nil)
		v, g, _ := play(t, p, 5)
		require.Equal(t, "done", v.Reason)
		require.Len(t, answers(g), 5)
		require.Equal(t, []string{"go 0", "go 1", "go 2", "go 3", "go 4"}, b.Heard()[5:])
		require.NoError(t, p.Close())
		require.Contains(t, said(), "was dropped")
	})
}

// An agent whose stamps cannot be true is not believed from then on: the host's clock
// judges.
func TestLyingAgent(t *testing.T) {
	const delay = 20 * time.Millisecond
	for _, c := range []struct {
		name string
		lie  time.Duration // added to the agent's clock, for stamps of the board alone
		used time.Duration // of the last answer
		by   string
	}{
		{"not at all", 0, think, record.ByAgent},
		{"less than anybody can tell", delay / 2, think, record.ByAgent},
		{"a second ahead", time.Second, think + 2*delay, record.ByHost},
		{"a second behind", -time.Second, think + 2*delay, record.ByHost},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := farmtest.NewAir(7)
				a.Delay = delay
				n := 0
				offer(t, a, func(p *hosttest.FakePlayer, _ string) {
					n++
					p.Say(think, "ok\n")
				}, func(a *Agent) {
					a.stamp = func(at time.Time) time.Duration {
						if n >= 3 {
							return a.clock(at) + c.lie
						}
						return a.clock(at)
					}
				})
				p, _ := guest(t, a, nil)
				v, g, _ := play(t, p, 5)
				require.Equal(t, "done", v.Reason)
				last := answers(g)[4]
				require.Equal(t, c.by, last.Clock.By)
				require.Equal(t, c.used, last.Used.Duration())
			})
		})
	}
}

// patient is a game of n questions to the first seat, of a second each.
func patient(n int) host.Referee {
	return func(ctx context.Context, t *host.Session) (host.Verdict, error) {
		for ply := range n {
			if _, err := t.Ask(ctx, 0, fmt.Sprint("go ", ply), time.Second); err != nil {
				return host.Verdict{Ply: ply}, err
			}
		}
		return host.Verdict{Winner: 0, Reason: "done", Ply: n}, nil
	}
}

// lied plays a game whose board takes time more than its agent says, where it lies.
func lied(t *testing.T, a *farmtest.Air, takes, lie, share time.Duration, lies func(ply int) bool) (host.Verdict, *record.Game) {
	t.Helper()
	stamps, ply := 0, -1
	offer(t, a, func(p *hosttest.FakePlayer, _ string) {
		if ply++; lies(ply) {
			p.Say(takes+lie, "ok\n")
			return
		}
		p.Say(takes, "ok\n")
	}, func(a *Agent) {
		a.stamp = func(at time.Time) time.Duration { // two of a question, two of its line
			if stamps++; (stamps-1)%4 >= 2 && lies((stamps-1)/4) {
				return a.clock(at) - lie
			}
			return a.clock(at)
		}
	})
	p, _ := guest(t, a, func(o *Options) { o.Share = share })
	var recorded bytes.Buffer
	m := &host.Game{Referee: patient(40), Name: "patient", Record: &recorded, Seats: []host.Seat{{Name: "a", Player: p}}}
	v, err := m.Run(t.Context())
	require.NoError(t, err)
	text := recorded.String()
	games, err := record.Read(&recorded)
	require.NoError(t, err)
	report, err := host.Verify(&games[0], patient(40))
	require.NoError(t, err)
	require.Equal(t, v.Network, report.Verdict.Network)
	require.Equal(t, len(v.Network) > 0, strings.Contains(text, "leaves more to the network"))
	return v, &games[0]
}

// An agent that stamps lines earlier than they come leaves to the network what that does
// not take, which is named. With a bound it is charged, and loses by time.
func TestNetworkShareOfALiar(t *testing.T) {
	for name, lies := range map[string]func(ply int) bool{
		"always":        func(int) bool { return true },
		"every third":   func(ply int) bool { return ply%3 == 1 },
		"from the 20th": func(ply int) bool { return ply >= 20 },
		"in the middle": func(ply int) bool { return ply >= 12 && ply < 24 },
	} {
		for _, lie := range []time.Duration{30 * time.Millisecond, 100 * time.Millisecond, 400 * time.Millisecond} {
			for _, delay := range []time.Duration{time.Millisecond, 20 * time.Millisecond, 100 * time.Millisecond} {
				t.Run(fmt.Sprint(name, lie, delay), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						a := farmtest.NewAir(7)
						a.Delay = delay
						v, g := lied(t, a, think, lie, 0, lies)
						require.Equal(t, "done", v.Reason)
						require.Len(t, v.Network, 1, host.NetworkShares(g))
						require.Equal(t, v.Network, host.NetworkShares(g))
					})
				})
			}
		}
	}
	for _, lie := range []time.Duration{30 * time.Millisecond, 100 * time.Millisecond, 400 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			a := farmtest.NewAir(7)
			a.Delay = 20 * time.Millisecond
			v, g := lied(t, a, time.Second+20*time.Millisecond-lie, lie, 200*time.Millisecond, func(int) bool { return true })
			require.NotNil(t, v.Foul)
			require.Equal(t, host.Late, v.Foul.Kind)
			require.Equal(t, 200*time.Millisecond, g.Header().Seats[0].Agent.Share.Duration())
		})
	}
}

// Honest agents are not named, over networks that are slow, waver and lose messages.
func TestNetworkShareOfTheHonest(t *testing.T) {
	tier.Slow(t)
	for seed := range uint64(200) {
		synctest.Test(t, func(t *testing.T) {
			a := farmtest.NewAir(seed)
			a.Delay = []time.Duration{0, 5 * time.Millisecond, 100 * time.Millisecond, 100 * time.Millisecond}[seed%4]
			a.Jitter = []time.Duration{0, 40 * time.Millisecond, 0, 100 * time.Millisecond, 300 * time.Millisecond}[seed%5]
			a.Loss = []float64{0, 0.02, 0.1}[seed%3]
			v, g := lied(t, a, think, 0, 0, func(int) bool { return false })
			require.Equal(t, "done", v.Reason)
			require.Empty(t, v.Network, "%v %v %v: %v", a.Delay, a.Jitter, a.Loss, host.NetworkShares(g))
		})
	}
}

// Two agents of one name are found when the second one begins; where they are found
// later, the one that was there first plays on.
func TestTwoAgents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := farmtest.NewAir(8)
		offer(t, a, answering(think), nil)
		time.Sleep(5 * time.Second)
		p, said := guest(t, a, nil)
		second := &Agent{Name: "lab", Bus: a, Say: func(string) {}}
		require.ErrorContains(t, second.Run(t.Context()), "another agent offers lab already")
		// One that was stopped meanwhile, such as a laptop that slept, is there again.
		stale := &Agent{Name: "lab", Bus: a, Say: func(string) {}, nonce: "stale"}
		stop, err := a.Subscribe(toAgent("lab"), func(data []byte) { stale.handleMessage(t.Context(), data) })
		require.NoError(t, err)
		defer stop()
		v, g, _ := play(t, p, 5)
		require.Equal(t, "done", v.Reason)
		require.Len(t, answers(g), 5)
		time.Sleep(3 * time.Second)
		require.Contains(t, said(), "another agent offers lab too: it is passed over")
	})
}

// Who cannot have the board is told why.
func TestRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := farmtest.NewAir(9)
		open := func(name string) error {
			ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
			defer cancel()
			p, err := Open(ctx, Options{Name: name, Bus: a, Wait: time.Second, Say: func(string) {}})
			if err == nil {
				return p.Close()
			}
			return err
		}
		require.ErrorContains(t, open("lab"), "no agent offers it")
		offer(t, a, answering(think), nil)
		broken := offer(t, a, nil, func(a *Agent) {
			a.Name = "broken"
			a.Open = func(context.Context, lines.Config) (LocalPlayer, error) { return nil, io.ErrNoProgress }
		})
		p, _ := guest(t, a, nil)
		require.ErrorContains(t, open("lab"), "lab is playing elsewhere")
		require.NoError(t, p.Close())
		time.Sleep(time.Second)
		require.NoError(t, open("lab"))
		a.Loss = 0.5 // and however much is lost
		require.ErrorContains(t, open("broken"), "multiple Read calls return no data")
		a.Loss = 0
		require.Len(t, broken.said, 1) // it was opened once
		other, err := a.Subscribe(toAgent("other"), func(data []byte) {
			m, err := decode(data)
			require.NoError(t, err)
			answer := bytes.Replace((&message{Kind: kindRefuse, Host: m.Host}).encode(), []byte(`{"v":2`), []byte(`{"v":3`), 1)
			_ = a.Publish(fromAgent("other"), answer)
		})
		require.NoError(t, err)
		defer other()
		require.ErrorContains(t, open("other"), "it speaks version 3 of the messages, and this program version 2")
	})
}

// A host that is killed leaves the board to the next one, after a while.
func TestHostIsKilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := farmtest.NewAir(10)
		offer(t, a, answering(think), nil)
		killed, _ := guest(t, a, nil)
		killed.cancel() // it says nothing more, not even that it goes
		<-killed.done
		p, _ := guest(t, a, nil)
		v, _, _ := play(t, p, 3)
		require.Equal(t, "done", v.Reason)
	})
}

// stalling is a machine that stalls for the first half of every time.
type stalling struct{}

func (stalling) Watch(stalls.Watched) (func(from, to time.Time) []stalls.Stall, func()) {
	return func(from, to time.Time) []stalls.Stall {
		return []stalls.Stall{{From: from.Add(-time.Second), To: from.Add(to.Sub(from) / 2)}}
	}, func() {}
}

// A stall of the agent's machine is told; it is charged.
func TestAgentStalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := farmtest.NewAir(12)
		offer(t, a, answering(limit/2), func(a *Agent) { a.Stalls = stalling{} })
		p, said := guest(t, a, nil)
		_, g, _ := play(t, p, 1)
		require.Equal(t, limit/2, answers(g)[0].Used.Duration())
		require.NoError(t, p.Close())
		require.Contains(t, said(), "the machine of the agent of lab stalled for 25.0 ms while its board was asked")
	})
}

// The match is over when it is interrupted, wherever the network is.
func TestInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := farmtest.NewAir(11)
		offer(t, a, func(*hosttest.FakePlayer, string) { a.Cut(true) }, nil)
		p, _ := guest(t, a, nil)
		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		time.AfterFunc(3*time.Second, cancel)
		m := &host.Game{Referee: turns(3), Name: "turns", Seats: []host.Seat{{Name: "a", Player: p}}}
		_, err := m.Run(ctx)
		require.ErrorIs(t, err, host.ErrInterrupted)
		require.Equal(t, 3*time.Second, time.Since(began))
	})
}

// Whatever is killed, begun anew or cut off, at whatever instant: each game has a verdict
// that is one of those that are defined, its record derives it, no answer is charged what
// the network took, and the next game is played.
func TestAnythingAtAnyInstant(t *testing.T) {
	tier.Slow(t)
	ended := map[string]int{}
	for seed := range uint64(100) {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			a := farmtest.NewAir(seed)
			a.Delay, a.Jitter, a.Loss = 10*time.Millisecond, 10*time.Millisecond, 0.05
			l := offer(t, a, answering(think), nil)
			p, _ := guest(t, a, nil)
			back := time.Duration(r.Int64N(int64(40 * time.Second)))
			time.AfterFunc(time.Duration(r.Int64N(int64(400*time.Millisecond))), func() {
				switch seed % 4 {
				case 0:
					go l.stop()
					time.AfterFunc(back, func() { offer(t, a, answering(think), nil) })
				case 1:
					a.Cut(true)
					time.AfterFunc(back, func() { a.Cut(false) })
				default:
					subject := []string{toAgent("lab"), fromAgent("lab")}[seed%2]
					a.SetDeaf(subject, true)
					time.AfterFunc(back, func() { a.SetDeaf(subject, false) })
				}
			})
			v, g, _ := play(t, p, 10)
			require.Contains(t, []string{"done", host.ReasonLost}, v.Reason, v.Detail)
			ended[v.Reason]++
			for _, e := range answers(g) {
				require.Equal(t, think, e.Used.Duration())
			}
			require.NoError(t, p.Close())
			time.Sleep(time.Minute)
			again, _ := guest(t, a, nil)
			v, _, _ = play(t, again, 3)
			require.Equal(t, "done", v.Reason, v.Detail)
		})
	}
	require.Greater(t, ended["done"], 20)
	require.Greater(t, ended[host.ReasonLost], 20)
}

// A stream gives each message once and in order.
func TestStream(t *testing.T) {
	var to reliable
	to.publish = func(*message) {}
	var got []uint64
	for _, n := range []uint64{2, 1, 1, 5, 3, 5, 4, 2, 7, 6} {
		for _, m := range to.receive(&message{N: n}) {
			got = append(got, m.N)
		}
	}
	require.Equal(t, []uint64{1, 2, 3, 4, 5, 6, 7}, got)
	require.Equal(t, 3, to.duplicates)
	for range maxUnacked {
		require.NotZero(t, to.send(&message{}, 0))
	}
	require.Zero(t, to.send(&message{}, 0))
	to.receive(&message{Ack: 2})
	require.Equal(t, maxUnacked-2, to.unackedCount())
}

// An agent that says more than it was asked costs no more memory, and fills neither the
// record nor the screen.
func TestFlood(t *testing.T) {
	tier.Slow(t)
	p := &Player{o: Options{Name: "lab", Lines: lines.Config{MaxQueue: 4}}, wake: make(chan struct{}, 1), host: "h", agent: "a", pings: map[uint64]time.Time{}, told: map[string]bool{}}
	p.stream.publish = func(*message) {}
	p.offsetAt = time.Now()
	for n := uint64(1); n <= 10_000; n++ {
		kind := []string{kindSent, kindLine, kindNothing}[n%3]
		p.handleData((&message{Kind: kind, Host: "h", Agent: "a", N: n, Of: n, Text: []byte("x"), Stalled: time.Second}).encode())
		p.handleData(fmt.Appendf(nil, `{"v":%d.5}`, n))
	}
	require.Len(t, p.lines, 4)
	require.ErrorContains(t, p.ended, "more than 4 unsolicited lines")
	require.LessOrEqual(t, len(p.notices), maxSays)
	require.LessOrEqual(t, len(p.told), maxOnce)
	stalls := 0
	for _, text := range p.notices {
		stalls += strings.Count(text, "stalled")
	}
	require.Equal(t, 1, stalls)
	require.EqualValues(t, 9999, p.report.Of)
}

// No bytes that come in the place of a message do harm.
func FuzzDecode(f *testing.F) {
	f.Add((&message{Kind: kindLine, Host: "h", Agent: "a", N: 3, Text: []byte("x"), Start: 1, Last: 2}).encode())
	f.Add([]byte(`{"v":2,"host":"h","n":18446744073709551615,"at":9223372036854775807}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := decode(data)
		if err != nil {
			return
		}
		require.NotEmpty(t, m.Host)
		p := &Player{host: m.Host, agent: m.Agent, o: Options{Bus: farmtest.NewAir(1), Say: func(string) {}}, log: func(string) {},
			wake: make(chan struct{}, 1), pings: map[uint64]time.Time{0: time.Now()}, told: map[string]bool{}}
		p.stream.publish = p.publish
		p.handleData(data)
		p.handleData(data)
	})
}
