package games

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/compare"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/player"
)

// tested is a test of a bot.
func tested(t *testing.T, name, bot string) (descriptor.Descriptor, *descriptor.TestSetup) {
	t.Helper()
	g, err := ByName(name)
	require.NoError(t, err)
	return g, &descriptor.TestSetup{
		Address: "bot:" + bot, Seed: 1, Stderr: io.Discard,
		Opener: &player.Opener{Lines: g.Lines, Say: func(string) {}, Bot: func(spec string) (player.LocalPlayer, error) {
			return g.NewBot(spec, descriptor.BotOptions{Team: "LL", Limit: time.Minute, Notify: func(string) {}})
		}},
		Settings: descriptor.Settings{Move: time.Minute, Handshake: time.Minute},
	}
}

// watch plays a match of the player under test, in the first seat, with bots.
func watch(t *testing.T, g *descriptor.Descriptor, test *descriptor.TestSetup, see func(record.Event)) {
	t.Helper()
	seats := make([]host.Seat, g.MinSeats)
	for i := range seats {
		address := test.Address
		if i > 0 {
			address = "bot:greedy?seed=1"
		}
		p, err := test.Opener.Open(t.Context(), g.Seats[i], address, io.Discard)
		require.NoError(t, err)
		defer p.Close()
		seats[i] = host.Seat{Address: address, Player: p}
	}
	m, err := g.NewGame(test.Settings, seats...)
	require.NoError(t, err)
	m.Watch = see
	v, err := m.Run(t.Context())
	require.NoError(t, err)
	require.Nil(t, v.Foul)
}

// A bot that is compared with itself plays as it does; another does not. CHaser's
// have only what the player has been told.
func TestCompare(t *testing.T) {
	for name, bots := range map[string][2]string{"battle2048": {"search?depth=1", "random?seed=3"}, "chaser": {"search?seed=5", "random?seed=3"},
		"kakomimasu": {"greedy?seed=5", "random?seed=3"}} {
		g, same := tested(t, name, bots[0])
		r := &compare.Report{Out: io.Discard, Bot: bots[0], Seats: g.Seats, Only: -1}
		require.NoError(t, g.ComparePlayer(t.Context(), same, 2, r))
		require.Greater(t, r.Moves(), 20)
		var out bytes.Buffer
		r.Out = &out
		r.Finish()
		if name == "battle2048" { // CHaser's search draws where ways are alike
			require.Equal(t, 2, strings.Count(out.String(), "(100 %) as "+bots[0]), out.String())
			require.Equal(t, 2, strings.Count(out.String(), "; 0.0 points lost a move"), out.String())
		}

		g, other := tested(t, name, bots[1])
		out.Reset()
		r = &compare.Report{Out: &out, Bot: bots[0], Seats: g.Seats, Only: -1, JSON: true}
		require.NoError(t, g.ComparePlayer(t.Context(), other, 1, r))
		require.Contains(t, out.String(), `"same":false`)
		require.NotContains(t, out.String(), `"seat":"`+g.Seats[1]+`"`, "ours is not compared")
	}
}

func TestCheckCompare(t *testing.T) {
	g, err := ByName("chaser")
	require.NoError(t, err)
	for seat, want := range map[string]int{"": -1, "all": -1, "both": -1, "hot": 1} {
		n, err := g.ValidateCompare("greedy", seat)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	_, err = g.ValidateCompare("greedy", "white")
	require.EqualError(t, err, `--seat "white": want one of cool, hot, all`)
	_, err = g.ValidateCompare("clever", "")
	require.ErrorContains(t, err, "--bot: there is no bot")
	g.NewSuggester = nil
	_, err = g.ValidateCompare("", "")
	require.EqualError(t, err, "--bot: --game chaser has no compare; loopline games chaser says what it has")
}

// Every answer of the player is timed, and none of ours.
func TestTime(t *testing.T) {
	for _, g := range All() {
		if g.Name == Default {
			continue
		}
		t.Run(g.Name, func(t *testing.T) {
			g, test := tested(t, g.Name, "greedy?seed=1")
			timer, err := g.NewTimer(t.Context(), &descriptor.Timing{TestSetup: test, Drill: descriptor.Drill{Games: 2}})
			require.NoError(t, err)
			timer.Count = 60
			require.NoError(t, timer.Time(t.Context()))
			run := timer.Close()
			require.NotEmpty(t, run.Answers)
			require.LessOrEqual(t, len(run.Answers), 60)
			for _, a := range run.Answers {
				require.Positive(t, a.Exchange.Round())
				require.NotEmpty(t, a.Exchange.Question)
			}
			require.Equal(t, len(run.Answers), run.Report().Answers)
		})
	}
	g, test := tested(t, "battle2048", "greedy")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	timer, err := g.NewTimer(ctx, &descriptor.Timing{TestSetup: test, Drill: descriptor.Drill{Games: 1}})
	require.NoError(t, err)
	require.ErrorIs(t, timer.Time(ctx), context.Canceled)
	require.Equal(t, "interrupted", timer.Close().Partial)
}
