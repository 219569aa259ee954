package simulate

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/rating"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/internal/vfs/simfs"
)

// duel is a game that follows from strengths: both answer their strength in Elo and a number by chance,
// and the first one's number decides.
func duel(ctx context.Context, t *host.Session) (host.Verdict, error) {
	var elo, chance [2]float64
	for seat := range elo {
		a, err := t.Ask(ctx, seat, "strength", time.Minute)
		if err != nil {
			return host.Verdict{}, err
		}
		if _, err := fmt.Sscan(a.Text, &elo[seat], &chance[seat]); err != nil {
			return host.Verdict{}, err
		}
	}
	v := host.Verdict{Reason: "chance", Ply: 2}
	if chance[0] >= rating.Score(elo[0]-elo[1]) {
		v.Winner = 1
	}
	return v, nil
}

// strengthOf is the strength of a bot by its address, such as "bot:120".
func strengthOf(address string) (elo float64) {
	_, _ = fmt.Sscan(strings.TrimPrefix(address, "bot:"), &elo)
	return elo
}

// ladderHour is an hour of a ladder of 20 bots, into which one more comes late and which one leaves.
func ladderHour(t *testing.T, seed uint64) *tournament.Tournament {
	var plan strings.Builder
	start := time.Now()
	fmt.Fprintf(&plan, "name = \"Ladder\"\ngame = \"duel\"\nseed = 1\ntables = 5\nstall-credit = \"0s\"\n"+
		"[[stage]]\nname = \"all\"\nkind = \"ladder\"\nuntil = %q\n", start.Local().Add(time.Hour).Format("15:04"))
	for i := range 20 {
		fmt.Fprintf(&plan, "[[entrant]]\nname = \"E%d\"\naddress = \"bot:%d\"\n", i+1, 30*i-285)
	}
	config, err := config.Parse("ladder.toml", plan.String())
	require.NoError(t, err)
	disk := simfs.New(simfs.Options{Seed: seed})
	env := func(name string) tournament.Env { return tournament.Env{Files: disk.Process(name)} }
	d := &day{seed: seed, start: start, entrants: map[string]*entrant{}}
	order := func(o command.Command) {
		o.By, o.Why = "director", "on the way"
		_, err := command.ApplyIn(env("order"), folder, o)
		require.NoError(t, err)
	}
	time.AfterFunc(20*time.Minute+time.Millisecond, func() {
		order(command.Command{Verb: "add", Args: []string{"Late", "bot:7"}})
	})
	time.AfterFunc(30*time.Minute+time.Millisecond, func() { order(command.Command{Verb: "withdraw", Args: []string{"E5"}}) })
	run := &director.Director{
		Match: func(_ tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
			seats[0].Name, seats[1].Name = "first", "second"
			return &host.Game{Referee: duel, Name: "duel", Seats: seats}, nil
		},
		Open: func(_ context.Context, name string, _ int, address string, _ io.Writer) (series.PlayerConn, error) {
			e := &entrant{day: d, name: name, honest: true}
			return &player{entrant: e, FakePlayer: hosttest.New(func(p *hosttest.FakePlayer, _ string) {
				r := d.chance("answer/" + name)
				p.Say(8*time.Second+jitter(r, 8*time.Second), fmt.Sprintf("%g %.6f\n", strengthOf(address), r.Float64()))
			})}, nil
		},
		Env: env("run"), Say: func(string) {}, Version: "simulated",
	}
	require.NoError(t, director.Run(neverEnds, folder, config, run, io.Discard))
	require.WithinDuration(t, start.Add(time.Hour), time.Now(), 2*time.Minute)
	v := journal.VerifyIn(t.Context(), env("verify"), folder, func(g *record.Game) (host.ReplayReport, error) { return host.Verify(g, duel) })
	require.Empty(t, v.Differences)
	require.True(t, v.Over)
	is, err := env("viewer").Read(folder)
	require.NoError(t, err)
	return is
}

// An hour of a ladder rates its bots as a long round robin does, within the ladder's own intervals as often as these
// say; it pairs those who are near, nobody meets anybody twice in a row, and who comes late catches up.
func TestLadderHour(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t) // it is deterministic, and races have tests of their own
	within, all := 0, 0
	for seed := uint64(11); seed <= 14; seed++ {
		in, of := lookAtLadder(t, seed)
		t.Logf("seed %d: %d of %d within their intervals", seed, in, of)
		within, all = within+in, all+of
	}
	t.Logf("%d of %d ratings (%.1f %%) within their 95 %% intervals", within, all, 100*float64(within)/float64(all))
	require.GreaterOrEqual(t, within*100, all*90)
}

// lookAtLadder checks an hour of a ladder, and counts the ratings that are within their intervals.
func lookAtLadder(t *testing.T, seed uint64) (within, all int) {
	var is *tournament.Tournament
	synctest.Test(t, func(t *testing.T) { is = ladderHour(t, seed) })
	stage := is.Stages[0]
	rows := standing.Of(is, stage, 0)
	require.Len(t, rows, 21)

	// Everybody meets everybody 100 times.
	chance := rand.New(rand.NewPCG(1, 2))
	var results []rating.Result
	for a, one := range is.Entrants {
		for b, other := range is.Entrants {
			wins := 0.0
			for range 50 {
				if chance.Float64() < rating.Score(strengthOf(one.Address)-strengthOf(other.Address)) {
					wins++
				}
			}
			if a != b {
				results = append(results, rating.Result{First: a, Second: b, Score: wins / 50, Count: 50})
			}
		}
	}
	long, err := rating.Fit(len(is.Entrants), results, rating.Options{FirstMove: true})
	require.NoError(t, err)
	games := 0
	for _, row := range rows {
		want := long.Players[row.Index].Elo
		off := math.Abs(row.TieBreak[0] - want)
		t.Logf("%2d %-4s %+5.0f ± %3.0f (%d games, provisional %v), round robin %+5.0f", row.Rank, row.Entrant, row.TieBreak[0], *row.Margin, row.Games, row.Provisional, want)
		require.Less(t, off, 2*(*row.Margin), row.Entrant)
		if off <= *row.Margin {
			within++
		}
		games += row.Games
		require.Equal(t, row.Games < config.Provisional, row.Provisional)
	}
	last, near, pairs := map[int]int{}, 0.0, 0
	is.Matches(func(m *tournament.Match) {
		a, b := m.Entrants[0], m.Entrants[1]
		met, played := last[a]
		require.False(t, played && met == b && last[b] == a, "%s: %d and %d meet twice in a row", m.ID, a, b)
		last[a], last[b] = b, a
		near += math.Abs(strengthOf(is.Entrants[a].Address) - strengthOf(is.Entrants[b].Address))
		pairs++
	})
	t.Logf("%d pairs, %.0f Elo apart on average; by chance it would be 200", pairs, near/float64(pairs))
	require.Less(t, near/float64(pairs), 150.0)
	byName := map[string]standing.Standing{}
	for _, row := range rows {
		byName[row.Entrant] = row
	}
	mean := games / len(rows)
	require.Greater(t, byName["Late"].Games, mean*2/3)
	require.True(t, byName["E5"].Withdrawn)
	require.InDelta(t, mean/2, byName["E5"].Games, 8, "it left after half of the time")
	return within, len(rows)
}
