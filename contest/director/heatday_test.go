package director

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

// highest is a game of one question to each of any number: the highest answer wins.
func highest(ctx context.Context, t *host.Session) (host.Verdict, error) {
	v := host.Verdict{Reason: "highest"}
	for seat := range t.Seats() {
		a, err := t.Ask(ctx, seat, "how strong", time.Minute)
		if err != nil {
			return v, err
		}
		score, _ := strconv.Atoi(a.Text)
		if v.Scores = append(v.Scores, score); score > v.Scores[v.Winner] {
			v.Winner = seat
		}
		v.Ply++
	}
	return v, nil
}

// seated is a player that is opened for one game and one seat.
type seated struct {
	hosttest.Seated
	polls bool
}

func (seated) Reusable() bool        { return false }
func (s seated) PollingClient() bool { return s.polls }

// heatHall is a hall whose players know for which seats they were opened last.
func heatHall(t *testing.T, plan *config.Config) (h *hall, opened map[string]int) {
	h = newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	h.Again = time.Second
	opened = map[string]int{}
	h.KeepsSeat = func(address string) bool { return address == "bot:4" }
	h.Match = func(_ tournament.GameSetup, seats ...host.Seat) (*host.Game, error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		for i := range seats {
			seats[i].Name = fmt.Sprint("seat", i)
			if name := seats[i].Address; name != "E4" && opened[name] != i {
				t.Errorf("%s was opened for seat %d and plays %d", name, opened[name], i)
			}
		}
		return &host.Game{Referee: highest, Name: "highest", Seats: seats}, nil
	}
	h.Open = func(_ context.Context, entrant string, seat int, address string, _ io.Writer) (series.PlayerConn, error) {
		if h.open != nil {
			if err := h.open(entrant, address); err != nil {
				return nil, err
			}
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		opened[entrant] = seat
		_, answer, _ := strings.Cut(address, ":")
		return seated{hosttest.Seated{FakePlayer: hosttest.Answering(answer, 0)}, address == "bot:4"}, nil
	}
	return h, opened
}

func verifyHighest(g *record.Game) (host.ReplayReport, error) { return host.Verify(g, highest) }

// A heat is played without whoever does not come: the others sit where the game has them, and a client
// that keeps its seat was opened for that in the whole heat. Who comes late plays from then on.
func TestHeatWithoutOne(t *testing.T) {
	for _, away := range []string{"E1", "E2", "E3", "E4", "E1 E3"} {
		for _, comes := range []time.Duration{0, 3 * time.Minute, time.Hour} {
			t.Run(fmt.Sprint(away, comes), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					plan, err := config.Parse("t", "wait = \"10m\"\nstall-credit = \"0s\"\n"+tournamenttest.PlanText(4, tournamenttest.TablesOf("rounds = 1\ngames = 4")))
					require.NoError(t, err)
					h, opened := heatHall(t, plan)
					began := time.Now()
					h.open = func(entrant, _ string) error {
						if strings.Contains(away, entrant) && time.Since(began) < comes {
							return errors.New("nobody is there")
						}
						return nil
					}
					require.NoError(t, h.Run(t.Context()))
					d := h.tournament()
					m := d.Match("heats/1/1")
					for _, g := range m.Games {
						require.Equal(t, tournament.Finished, g.By)
						var here []int
						for _, e := range m.SeatsWithout(g.Number, nil) {
							if comes < time.Hour || !strings.Contains(away, d.Entrants[e].Name) {
								here = append(here, e)
							}
						}
						require.Equal(t, here, g.Seats)
					}
					if !strings.Contains(away, "E4") {
						require.Equal(t, slices.Index(m.SeatsWithout(4, nil), 3), opened["E4"], "its seat in the whole heat")
					}
					require.Empty(t, journal.Verify(d.Dir, verifyHighest).Differences)
				})
			})
		}
	}
}

// A game of a heat that was begun without an entrant who was there is a difference.
func TestVerifyKnowsWhoWasThere(t *testing.T) {
	p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.TablesOf("rounds = 1\ngames = 1")))
	require.True(t, p.Step(), "paired")
	p.Append(tournament.Decision{Type: tournament.Started, Game: "heats/1/1/1/1", Absent: []string{"E2"}})
	v := journal.Verify(p.Dir(), verifyHighest)
	require.Len(t, v.Differences, 1)
	require.ErrorContains(t, v.Differences[0], "begins without E2, who was neither missing nor withdrawn")
}

// A record of a heat in which others sat, or fewer, is refused, though its sums were made again and its verdict
// follows from it.
func TestForgedHeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		played := func(away string) (dir string) {
			plan, err := config.Parse("t", "wait = \"10m\"\nstall-credit = \"0s\"\n"+tournamenttest.PlanText(4, tournamenttest.TablesOf("rounds = 1\ngames = 1")))
			require.NoError(t, err)
			h, _ := heatHall(t, plan)
			h.open = func(entrant, _ string) error {
				if entrant == away {
					return errors.New("nobody is there")
				}
				return nil
			}
			require.NoError(t, h.Run(t.Context()))
			require.Empty(t, journal.Verify(h.tournament().Dir, verifyHighest).Differences)
			return h.tournament().Dir
		}
		day, without := played(""), played("E4")
		file := filepath.Join(tournament.RecordsFolder, "heats-1-1.jsonl")
		honest := tournamenttest.ReadFile(t, filepath.Join(day, file))
		require.Equal(t, 4, strings.Count(honest, `"address":"E`))
		swapped := strings.NewReplacer(`"address":"E1"`, `"address":"E2"`, `"address":"E2"`, `"address":"E1"`).Replace(honest)
		for name, c := range map[string]struct{ record, want string }{
			"two seats swapped": {swapped, `:1: seat 0 is "E2", and [E1 E2 E3 E4] are paired`},
			"one seat dropped":  {tournamenttest.ReadFile(t, filepath.Join(without, file)), `:1: it has 3 seats, and [E1 E2 E3 E4] are paired`},
		} {
			sealed, err := io.ReadAll(record.RepairChecksums(strings.NewReader(c.record), func(int) {}))
			require.NoError(t, err)
			tournamenttest.WriteFile(t, filepath.Join(day, file), string(sealed))
			v := journal.Verify(day, verifyHighest)
			require.NotEmpty(t, v.Differences, name)
			require.ErrorContains(t, v.Differences[0], file+c.want, name)
			require.Equal(t, 1, v.Games, "%s: the record by itself is sound", name)
		}
		tournamenttest.WriteFile(t, filepath.Join(day, file), honest)
		require.Empty(t, journal.Verify(day, verifyHighest).Differences)
	})
}

type toolError struct{ error }

func (toolError) HostFault() {}

// What this machine cannot do is an alarm, and no absence: the contest waits without limit, and others play.
func TestHostFaultWaits(t *testing.T) {
	for name, fault := range map[string]error{
		"port":     &net.OpError{Op: "listen", Net: "tcp", Err: syscall.EADDRINUSE},
		"memory":   fmt.Errorf("fork/exec: %w", syscall.ENOMEM),
		"files":    fmt.Errorf("open: %w", syscall.EMFILE),
		"disk":     fmt.Errorf("write: %w", syscall.ENOSPC),
		"tool":     toolError{errors.New("verilator is not installed")},
		"no fault": errors.New("nobody is there"),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				plan, err := config.Parse("t", missingPlan+tournamenttest.PlanText(4, tournamenttest.OneStage))
				require.NoError(t, err)
				h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
				h.Again = time.Second
				began := time.Now()
				h.open = func(entrant, _ string) error {
					if entrant == "E1" && time.Since(began) < time.Hour {
						return fmt.Errorf("E1: %w", fault)
					}
					return nil
				}
				faults := make(chan []string, 1)
				defer time.AfterFunc(30*time.Minute, func() { faults <- h.HostFaults() }).Stop()
				require.NoError(t, h.Run(t.Context()))
				d := h.tournament()
				kinds := map[string]int{}
				for _, c := range d.Decisions {
					kinds[c.Type]++
				}
				if name == "no fault" {
					require.Equal(t, 6, kinds[tournament.Forfeited])
					return
				}
				require.Zero(t, kinds[tournament.Forfeited])
				require.Zero(t, kinds[tournament.Missing])
				require.Equal(t, 12, kinds[tournament.Finished])
				require.Equal(t, []string{"E1: " + fault.Error()}, <-faults)
				require.Empty(t, h.HostFaults())
				said := 0
				for _, text := range h.said {
					if strings.HasPrefix(text, "alarm: this machine cannot open the player of E1, whose games wait: E1: ") {
						said++
					}
				}
				require.Equal(t, 60, said, "once a minute")
				require.Empty(t, journal.Verify(d.Dir, verifyHigher).Differences)
			})
		})
	}
}
