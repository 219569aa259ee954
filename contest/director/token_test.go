package director

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
)

// Tokens of addresses are printed nowhere while an entrant is waited for.
func TestTokensAreNotPrinted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := strings.Replace(missingPlan+tournamenttest.PlanText(3, tournamenttest.OneStage), `"bot:1"`, `"api:8880?token=SECRET&allow=127.0.0.1"`, 1)
		plan, err := config.Parse("t", text)
		require.NoError(t, err)
		h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
		h.Again = time.Second
		h.open = func(entrant, _ string) error {
			if entrant == "E1" {
				return errors.New("nobody is there")
			}
			return nil
		}
		require.NoError(t, h.Run(t.Context()))
		require.NoError(t, h.decide(t.Context(), func(*tournament.Tournament) (*tournament.Decision, error) {
			return &tournament.Decision{Type: tournament.AddressChanged, By: "Ann", Entrant: "E2", Address: "api:8881?token=SECRET"}, nil
		}))
		var status strings.Builder
		require.NoError(t, report.WriteStatus(h.tournament(), &status))
		said := strings.Join(h.said, "\n") + status.String()
		require.Contains(t, said, "waiting for E1 on api:8880?token=…&allow=127.0.0.1: nobody is there")
		require.Contains(t, status.String(), "missing: E1 since ")
		require.Contains(t, said, "readdressed E2 api:8881?token=…, by Ann")
		require.NotContains(t, said, "SECRET")
	})
}
