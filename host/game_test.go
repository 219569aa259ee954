package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/loopline/loopline/host/hosttest"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(killed); path != "" {
		playForEver(path)
	}
	goleak.VerifyTestMain(m)
}

const second = time.Second

// waysToLose is every foul the host calls by itself, and how to commit it.
var waysToLose = []struct {
	name   string
	do     func(f *fake, text string)
	kind   Kind
	reason string
	bytes  string
	within time.Duration // of the question
}{
	{"late", func(f *fake, _ string) { f.Say(second+time.Microsecond, "ok\n") },
		Late, ReasonOverdue, "ok", second + 50*time.Millisecond},
	{"very late", func(f *fake, _ string) { f.Say(time.Minute, "ok\n") },
		Silent, ReasonNoByte, "", second + 50*time.Millisecond},
	{"half a line", func(f *fake, _ string) { f.Say(0, "o") },
		Late, ReasonUnfinished, "o", second + 50*time.Millisecond},
	{"line end late", func(f *fake, _ string) { f.Say(0, "ok"); f.Say(2*second, "\n") },
		Late, ReasonUnfinished, "ok", second + 50*time.Millisecond},
	{"silent", func(*fake, string) {},
		Silent, ReasonNoByte, "", second + 50*time.Millisecond},
	{"gone", func(f *fake, _ string) { f.Fail(second/2, errGone) },
		Gone, ReasonClosed, "", second / 2},
	{"out of memory", func(f *fake, _ string) { f.Fail(second/2, &replayedMemory{"used more than its 512 MiB"}) },
		Gone, ReasonMemory, "", second / 2},
	{"half a line, then gone", func(f *fake, _ string) { f.Say(0, "o"); f.Fail(0, errGone) },
		Gone, ReasonHalfLine, "o", 0},
	{"garbled", func(f *fake, _ string) {
		f.Fail(0, &hosttest.GarbledError{Text: "line longer than 4096 bytes", Bytes: []byte("xxxx")})
	}, Garbled, ReasonFraming, "xxxx", 0},
	{"a line of a megabyte", func(f *fake, _ string) {
		f.Say(0, strings.Repeat("x", 1<<20)+"\n")
	}, Garbled, ReasonFraming, strings.Repeat("x", 256), 0},
	{"nul", func(f *fake, _ string) { f.Say(0, "o\x00k\n") },
		Garbled, ReasonBinary, "o\x00k", 0},
	{"utf-8", func(f *fake, _ string) { f.Say(0, "ök\n") },
		Garbled, ReasonBinary, "ök", 0},
	{"noise", func(f *fake, _ string) { f.Say(0, "\xff\xfe\n") },
		Garbled, ReasonBinary, "\xff\xfe", 0},
	{"illegal", func(f *fake, _ string) { f.Say(0, "cheat\n") },
		Illegal, "cheat", "cheat", 0},
}

func TestWaysToLose(t *testing.T) {
	for _, way := range waysToLose {
		for seat := range 2 {
			t.Run(fmt.Sprintf("%s/seat %d", way.name, seat), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					players := []Player{hosttest.Answering("ok", 0), hosttest.Answering("ok", 0)}
					players[seat] = hosttest.On(3, way.do)
					start := time.Now()
					v, _ := played(t, between(rounds(5, second), players...))
					require.LessOrEqual(t, time.Since(start), way.within)
					require.False(t, v.Void)
					require.Equal(t, 1-seat, v.Winner)
					require.Equal(t, string(way.kind), v.Reason)
					require.Equal(t, 4+seat, v.Ply)
					require.Equal(t, seat, v.Foul.Seat)
					require.Equal(t, way.kind, v.Foul.Kind)
					require.Equal(t, way.reason, v.Foul.Reason)
					require.Equal(t, way.bytes, string(v.Foul.Bytes))
					require.Equal(t, "go", v.Foul.Question)
					require.Equal(t, second, v.Foul.Limit)
				})
			})
		}
	}
}

func TestLosingOnSend(t *testing.T) {
	for _, c := range []struct {
		name   string
		player *fake
		kind   Kind
		reason string
	}{
		{"deaf", &fake{Unresponsive: true}, Silent, ReasonUnread},
		{"broken pipe", &fake{SendErr: errGone}, Gone, ReasonUnsent},
	} {
		for seat := range 2 {
			t.Run(fmt.Sprintf("%s/seat %d", c.name, seat), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					players := []Player{hosttest.Answering("ok", 0), hosttest.Answering("ok", 0)}
					players[seat] = c.player
					start := time.Now()
					v, _ := played(t, between(rounds(1, second), players...))
					require.LessOrEqual(t, time.Since(start), second+50*time.Millisecond)
					require.Equal(t, 1-seat, v.Winner)
					require.Equal(t, c.kind, v.Foul.Kind)
					require.Equal(t, c.reason, v.Foul.Reason)
				})
			})
		}
	}
}

func TestExactlyTheLimitIsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := between(rounds(3, second), hosttest.Answering("ok", second), hosttest.Answering("ok", 0))
		v, _ := played(t, m)
		require.Equal(t, 0, v.Winner)
		require.Equal(t, "done", v.Reason)
		require.Equal(t, Times{3, second, second, second, second}, v.Times[0])
		require.Equal(t, Times{Answers: 3}, v.Times[1])
	})
}

// The clock starts when the question has left, however slow the wire.
func TestDrainingIsNotCharged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := hosttest.Answering("ok", 500*time.Millisecond)
		slow.SendTime = 400 * time.Millisecond
		m := between(rounds(1, 150*time.Millisecond), slow)
		v, _ := played(t, m)
		require.Equal(t, 100*time.Millisecond, v.Times[0].Max)
	})
}

// An answer can arrive before the host has finished sending the question.
func TestAnswerBeforeDrained(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hasty := hosttest.Answering("ok", time.Millisecond)
		hasty.SendTime = 10 * time.Millisecond
		v, _ := played(t, between(rounds(3, second), hasty))
		require.Equal(t, "done", v.Reason)
		require.Equal(t, Times{Answers: 3}, v.Times[0])
	})
}

// In real time an instant answer must never be taken for a stale one.
func TestInstantAnswers(t *testing.T) {
	m := between(rounds(2000, second), hosttest.Answering("ok", 0), hosttest.Answering("ok", 0))
	m.Strict = true
	v, _ := played(t, m)
	require.Equal(t, "done", v.Reason)
	require.Equal(t, 4000, v.Ply)
}

// A line that arrived in time but is handed over after the limit counts.
func TestDeliveredLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := between(rounds(1, second), &dawdler{hosttest.Answering("ok", second), 20 * time.Millisecond})
		v, _ := played(t, m)
		require.Equal(t, "done", v.Reason)
		require.Equal(t, second, v.Times[0].Max)
	})
}

// dawdler hands over its lines late, as a busy machine would.
type dawdler struct {
	*hosttest.FakePlayer
	delay time.Duration
}

func (d *dawdler) Receive(ctx context.Context) (string, time.Time, time.Time, error) {
	text, first, last, err := d.FakePlayer.Receive(ctx)
	time.Sleep(d.delay)
	return text, first, last, err
}

func TestStray(t *testing.T) {
	chatty := func() *fake {
		return hosttest.On(1, func(f *fake, _ string) {
			f.Say(0, "ok\n")
			f.Say(time.Millisecond, "by the way\n")
		})
	}
	slow := func() *fake { return hosttest.Answering("ok", 10*time.Millisecond) }
	t.Run("ignored", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			v, text := played(t, between(rounds(2, second), chatty(), slow()))
			require.Equal(t, "done", v.Reason)
			require.Contains(t, text, `{"type":"stray","seat":0,"text":"by the way"`)
		})
	})
	t.Run("strict", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			m := between(rounds(2, second), chatty(), slow())
			m.Strict = true
			v, _ := played(t, m)
			require.Equal(t, 1, v.Winner)
			require.Equal(t, Protocol, v.Foul.Kind)
			require.Equal(t, ReasonStray, v.Foul.Reason)
			require.Equal(t, "by the way", string(v.Foul.Bytes))
		})
	})
	t.Run("too many", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			babbler := hosttest.On(1, func(f *fake, _ string) {
				f.Say(0, "ok\n")
				f.Say(time.Millisecond, strings.Repeat("bla\n", 300))
			})
			v, _ := played(t, between(rounds(2, second), babbler, slow()))
			require.Equal(t, Garbled, v.Foul.Kind)
			require.Equal(t, ReasonTooMany, v.Foul.Reason)
		})
	})
}

func TestInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*second, cancel)
		m := between(rounds(100, second), hosttest.Answering("ok", second/2), hosttest.Answering("ok", 0))
		v, text, err := recorded(ctx, m)
		require.ErrorIs(t, err, ErrInterrupted)
		require.True(t, v.Void)
		require.Equal(t, -1, v.Winner)
		require.Equal(t, ReasonInterrupted, v.Reason)
		r := verified(t, text, m.Referee)
		require.True(t, r.Complete)
		require.Equal(t, v.Ply, r.Verdict.Ply)
	})
}

func TestGameFails(t *testing.T) {
	broken := errors.New("game is broken")
	game := func(context.Context, *Session) (Verdict, error) { return Verdict{}, broken }
	m := between(game, hosttest.Answering("ok", 0))
	v, text, err := recorded(t.Context(), m)
	require.ErrorIs(t, err, broken)
	require.True(t, v.Void)
	require.Equal(t, ReasonError, v.Reason)
	require.Equal(t, "game is broken", v.Detail)
	verified(t, text, game)
}

func TestWrongWinner(t *testing.T) {
	game := func(context.Context, *Session) (Verdict, error) { return Verdict{Winner: 2}, nil }
	v, err := between(game, hosttest.Answering("ok", 0)).Run(t.Context())
	require.ErrorContains(t, err, "winner that has no seat")
	require.True(t, v.Void)
}

func TestMatchNotFilledIn(t *testing.T) {
	player := hosttest.Answering("ok", 0)
	game := rounds(1, second)
	for _, c := range []struct {
		match *Game
		want  string
	}{
		{&Game{}, "no game"},
		{&Game{Referee: game}, "0 seats"},
		{&Game{Referee: game, Seats: make([]Seat, 65)}, "65 seats"},
		{&Game{Referee: game, Seats: []Seat{{Name: "a"}}}, "seat 0 (a) has no player"},
		{&Game{Referee: game, Seats: []Seat{{Player: player}}}, "needs a name"},
		{between(game, player, player), ""},
		{&Game{Referee: game, Seats: []Seat{
			{Name: "a", Player: player}, {Name: "a", Player: player},
		}}, `not "a"`},
	} {
		v, err := c.match.Run(t.Context())
		if c.want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, c.want)
		require.True(t, v.Void)
		require.Equal(t, -1, v.Winner)
	}
}

func TestFaultInEveryKindOfTable(t *testing.T) {
	for _, seats := range []int{1, 3} {
		synctest.Test(t, func(t *testing.T) {
			players := []Player{hosttest.New(nil)}
			for range seats - 1 {
				players = append(players, hosttest.Answering("ok", 0))
			}
			v, _ := played(t, between(rounds(1, second), players...))
			require.Equal(t, -1, v.Winner)
			require.False(t, v.Void)
			require.Equal(t, Silent, v.Foul.Kind)
		})
	}
}

// A player that sends what nobody asked for, never too much at a time, cannot make
// the record of a long game longer than what is read.
func TestStraysOfAMatchAreCounted(t *testing.T) {
	const before = 250 // each question
	synctest.Test(t, func(t *testing.T) {
		chatty := hosttest.New(func(f *fake, _ string) { f.Say(ms, "ok\n"+strings.Repeat("x\n", before)) })
		m := between(rounds(10_000, second), chatty, hosttest.Answering("ok", 2*ms))
		v, text := played(t, m)
		require.NotNil(t, v.Foul)
		require.Equal(t, ReasonTooMany, v.Foul.Reason)
		require.Equal(t, 0, v.Foul.Seat)
		require.Equal(t, maxDiscardsSeat+1, strings.Count(text, `"type":"stray"`))
		require.Equal(t, 2*(maxDiscardsSeat/before+1), v.Ply)
		verified(t, text, m.Referee)
	})
}
