package simulate

import (
	"context"
	"fmt"
	"io"
	"path"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/rehearsal"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/internal/vfs/simfs"
)

// thinks is how long an entrant of a rehearsed day takes for an answer.
const thinks = 8 * time.Second

// rehearsedDays are days of eight at two tables; UNTIL is five minutes after their begin.
var rehearsedDays = map[string]string{
	"round-robin": "[[stage]]\nname = \"all\"\nkind = \"round-robin\"\ngames = 1\n",
	"swiss":       "[[stage]]\nname = \"swiss\"\nkind = \"swiss\"\ngames = 2\nadvance = 4\n[[stage]]\nname = \"cup\"\nkind = \"knockout\"\nbest-of = 3\nplay-off = [\"lots\"]\n",
	"scored":      ScoredStages,
	"heats":       HeatStages,
	"ladder":      LadderStages,
	"afternoon":   "[[stage]]\nname = \"a\"\nkind = \"knockout\"\ngames = 1\nadvance = 4\n[[stage]]\nname = \"b\"\nstart = \"AFTERNOON\"\nkind = \"gauntlet\"\ngames = 1\n",
}

// slowly is the game with a limit of a minute.
func slowly(ctx context.Context, t *host.Session) (host.Verdict, error) {
	return playWithin(ctx, t, time.Minute)
}

func slowMatch(s tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
	g, err := match(s, seats...)
	g.Referee = slowly
	return g, err
}

func rehearsedPlan(t *testing.T, stages string) *config.Config {
	var text strings.Builder
	text.WriteString("name = \"Day\"\ngame = \"numbers\"\nseed = 5\ntables = 2\nmove-time = \"20s\"\nwait = \"1m\"\nstall-credit = \"0s\"\n")
	for i := range 8 {
		fmt.Fprintf(&text, "[[entrant]]\nname = \"E%d\"\naddress = \"bot:%d\"\n", i+1, i+1)
	}
	now := time.Now().Local()
	stages = strings.NewReplacer("UNTIL", now.Add(5*time.Minute).Format("15:04"), "AFTERNOON", now.Add(10*time.Minute).Format("15:04")).Replace(stages)
	plan, err := config.Parse("day.toml", text.String()+stages)
	require.NoError(t, err)
	return plan
}

// answer is what an entrant always answers to a question.
func answer(name, question string) string {
	n := 0
	for _, c := range name + question {
		n = (31*n + int(c)) % 1009
	}
	return fmt.Sprintln(n % 10)
}

// seatOf is an entrant that answers after a while.
func seatOf(d *day, name string, after time.Duration, away ...span) *player {
	e := &entrant{day: d, name: name, honest: true, away: away}
	return &player{entrant: e, FakePlayer: hosttest.New(func(p *hosttest.FakePlayer, text string) { p.Say(after, answer(name, text)) })}
}

// directed is the day as a director plays it. Late is away at first.
func directed(t *testing.T, plan *config.Config, late string, away time.Duration) (*tournament.Tournament, time.Time) {
	disk := simfs.New(simfs.Options{Seed: 1})
	d := &day{seed: 1, start: time.Now(), entrants: map[string]*entrant{}}
	run := &director.Director{
		Match: slowMatch, Again: again, Env: tournament.Env{Files: disk.Process("run")}, Say: func(string) {}, Version: "simulated",
		Open: func(_ context.Context, name string, _ int, _ string, _ io.Writer) (series.PlayerConn, error) {
			p := seatOf(d, name, thinks)
			if name == late {
				p.entrant.away = []span{{0, away}}
			}
			if is, _ := p.entrant.here(); !is {
				return nil, errAway
			}
			return p, nil
		},
	}
	require.NoError(t, director.Run(neverEnds, folder, plan, run, io.Discard))
	is, err := tournament.Env{Files: disk.Process("viewer")}.Read(folder)
	require.NoError(t, err)
	return is, d.start
}

// rehearsed is the day as a rehearsal plays it; it follows from its decisions.
func rehearsed(t *testing.T, plan *config.Config, fault string, at time.Time, away time.Duration) (*rehearsal.Rehearsal, *tournament.Tournament) {
	env := tournament.Env{Files: simfs.New(simfs.Options{Seed: 1}).Process("run")}
	d := &day{seed: 1, start: time.Now(), entrants: map[string]*entrant{}}
	r := &rehearsal.Rehearsal{
		Plan: plan, Dir: folder, Start: time.Now().Local(), Fault: fault, At: at, Away: away, Match: slowMatch, Env: env, Version: "simulated",
		Open: func(_ context.Context, name string, _ int) (series.PlayerConn, error) {
			return seatOf(d, name, time.Millisecond), nil
		},
		Length: func(_ tournament.GameSetup, plies int) time.Duration { return time.Duration(plies) * thinks },
	}
	require.NoError(t, r.Play(t.Context()))
	v := journal.VerifyIn(t.Context(), env, folder, func(g *record.Game) (host.ReplayReport, error) { return host.Verify(g, slowly) })
	require.Empty(t, v.Differences)
	require.True(t, v.Over)
	is, err := env.Read(folder)
	require.NoError(t, err)
	return r, is
}

// started are the games that were begun, and when.
func started(t *testing.T, d *tournament.Tournament, start time.Time) map[string]time.Duration {
	all := map[string]time.Duration{}
	for _, c := range d.Decisions {
		if c.Type == tournament.Started {
			at, err := time.Parse(time.RFC3339Nano, c.Time)
			require.NoError(t, err)
			all[c.Game] = at.Sub(start)
		}
	}
	return all
}

// results are what games came to, with those that were forfeited.
func results(d *tournament.Tournament) map[string]string {
	all := map[string]string{}
	for _, c := range d.Decisions {
		if c.Type == tournament.Finished || c.Type == tournament.Forfeited {
			all[c.Game] = fmt.Sprint(c.Type, c.Winner, c.Draw, c.Scores, c.Absent)
		}
	}
	return all
}

// A rehearsal has the games, the results and the times that a director has whose players answer as fast.
func TestRehearsalIsTheDirectorsDay(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for name, stages := range rehearsedDays {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				plan := rehearsedPlan(t, stages)
				r, fast := rehearsed(t, plan, "", time.Time{}, 0)
				took := started(t, fast, r.Start)
				slow, start := directed(t, plan, "", 0)
				want := started(t, slow, start)
				if name == "ladder" { // whom it pairs depends on fractions of a second
					require.InDelta(t, len(want), len(took), float64(len(want))/5)
				} else {
					require.Equal(t, results(slow), results(fast))
					require.Len(t, took, len(want))
					for game, at := range want {
						require.InDelta(t, at.Seconds(), took[game].Seconds(), 5, "%s; %d games", game, len(want))
					}
				}
				require.WithinDuration(t, start.Add(r.End.Sub(r.Start)), time.Now(), 40*time.Second)
				text := &strings.Builder{}
				require.NoError(t, r.WriteTimetable(text))
				t.Logf("%d games\n%s", len(took), text)
			})
		})
	}
}

// Who comes late loses in a rehearsal the games that it loses under a director, and plays the others.
func TestRehearsedLateBoard(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for _, away := range []time.Duration{30 * time.Second, 5 * time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			plan := rehearsedPlan(t, rehearsedDays["swiss"])
			r, fast := rehearsed(t, plan, rehearsal.LateBoard, time.Time{}, away)
			late := fast.Entrants[fast.Stages[0].Rounds[0].Matches[0].Entrants[0]].Name
			slow, _ := directed(t, plan, late, away)
			require.Equal(t, results(slow), results(fast))
			text := &strings.Builder{}
			require.NoError(t, r.WriteFault(text, r))
			require.Contains(t, text.String(), "missing: "+late)
			require.Contains(t, text.String(), "present: "+late)
			require.Equal(t, away > time.Minute, strings.Contains(text.String(), "forfeited: swiss/1/1, without "+late+": 2 games"), text)
			t.Log(text)
		})
	}
}

// Whatever goes wrong in a rehearsed day, it ends, follows from its decisions, and the report says what
// was done about it.
func TestRehearsedFaults(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for name, stages := range rehearsedDays {
		for _, fault := range rehearsal.Faults {
			t.Run(name+" "+fault, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					plan := rehearsedPlan(t, stages)
					plain, _ := rehearsed(t, plan, "", time.Time{}, 0)
					r, is := rehearsed(t, plan, fault, plain.Middle(), 2*time.Minute)
					text := &strings.Builder{}
					require.NoError(t, r.WriteFault(text, plain))
					t.Log(text)
					count := func(kind string) (n int) {
						for _, c := range is.Decisions {
							if c.Type == kind {
								n++
							}
						}
						return n
					}
					again := 0
					for game := range started(t, is, r.Start) {
						if path.Base(game) != "1" {
							again++
						}
					}
					switch fault {
					case rehearsal.LateBoard:
						require.Equal(t, 1, count(tournament.Missing))
					case rehearsal.PulledCable:
						gone := 0
						for _, c := range is.Decisions {
							if c.Type == tournament.Finished && c.Reason == string(host.Gone) {
								gone++
							}
						}
						require.Equal(t, 1, gone)
						require.Contains(t, text.String(), " (gone")
					case rehearsal.WrongResult:
						require.Equal(t, 1, count(tournament.Amended))
					case rehearsal.PowerCut:
						require.Positive(t, again)
						require.LessOrEqual(t, again, 2, "at two tables")
						require.Contains(t, text.String(), "played again: ")
					}
				})
			})
		}
	}
}
