package director

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

const missingPlan = "wait = \"10m\"\nstall-credit = \"0s\"\n"

// An entrant that is missing is seen; others play meanwhile, and the wait is paid once. Who
// comes while it is waited for plays all of its games.
func TestMissingEntrant(t *testing.T) {
	for _, comes := range []time.Duration{3 * time.Minute, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			plan, err := config.Parse("t", missingPlan+tournamenttest.PlanText(4, tournamenttest.OneStage))
			require.NoError(t, err)
			h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
			h.Again = time.Second
			began := time.Now()
			h.open = func(entrant, _ string) error {
				if entrant == "E1" && time.Since(began) < comes {
					return errors.New("nobody is there")
				}
				return nil
			}
			require.NoError(t, h.Run(t.Context()))
			d := h.tournament()
			var order []string
			forfeits := 0
			for _, c := range d.Decisions {
				switch c.Type {
				case tournament.Missing, tournament.Present:
					order = append(order, c.Type+" "+c.Entrant)
				case tournament.Forfeited:
					forfeits++
				case tournament.Finished:
					m, _, _, err := tournament.ParseGameID(c.Game)
					require.NoError(t, err)
					if slices.Contains(d.Match(m).Entrants, 0) {
						order = append(order, "E1 plays")
					} else {
						order = append(order, "others play")
					}
				}
			}
			order = slices.Compact(order)
			if comes < time.Hour {
				require.Equal(t, []string{"missing E1", "others play", "present E1", "E1 plays"}, order)
				require.Zero(t, forfeits)
				require.Less(t, time.Since(began), 4*time.Minute)
				return
			}
			require.Equal(t, []string{"missing E1", "others play"}, order)
			require.Equal(t, 6, forfeits)
			require.Less(t, time.Since(began), 11*time.Minute, "the wait is paid once")
			var b bytes.Buffer
			then := d.Env.New(d.Dir)
			for i := range d.Decisions {
				require.NoError(t, then.Add(d.Decisions[i]))
				if d.Decisions[i].Type == tournament.Missing {
					break
				}
			}
			require.NoError(t, report.WriteStatusJSON(then, &b))
			require.Contains(t, b.String(), `"missing":["E1"]`)
			b.Reset()
			require.NoError(t, report.WriteStatus(d, &b))
			require.Contains(t, b.String(), "missing: E1 since ")
			require.Empty(t, journal.Verify(d.Dir, verifyHigher).Differences)
		})
	}
}

type unpreparedError struct{ error }

func (unpreparedError) Unprepared() {}

// TestUnpreparedEntrant: the games of a board that can't be loaded are lost, and the decision
// says why.
func TestUnpreparedEntrant(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plan, err := config.Parse("t", missingPlan+tournamenttest.PlanText(2, tournamenttest.OneStage))
		require.NoError(t, err)
		h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
		h.Again = time.Second
		h.open = func(entrant, _ string) error {
			if entrant == "E1" {
				return fmt.Errorf("E1: %w", unpreparedError{errors.New("not prepared: no cable")})
			}
			return nil
		}
		require.NoError(t, h.Run(t.Context()))
		d := h.tournament()
		forfeits := 0
		for _, c := range d.Decisions {
			if c.Type == tournament.Forfeited {
				forfeits++
				require.Equal(t, "not prepared: no cable", c.Why)
				require.Equal(t, "absent", c.Reason)
				require.Equal(t, "E2", c.Winner)
			}
		}
		require.Positive(t, forfeits)
		require.Empty(t, journal.Verify(d.Dir, verifyHigher).Differences)
	})
}
