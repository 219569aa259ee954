package tournament

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// Tokens of addresses are printed nowhere while an entrant is waited for.
func TestTokensAreNotPrinted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := strings.Replace(missingPlan+planText(3, oneStage), `"bot:1"`, `"api:8880?token=SECRET&allow=127.0.0.1"`, 1)
		plan, err := ParseConfig("t", text)
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
		require.NoError(t, h.decide(t.Context(), func(*Tournament) (*Decision, error) {
			return &Decision{Type: AddressChanged, By: "Ann", Entrant: "E2", Address: "api:8881?token=SECRET"}, nil
		}))
		var status strings.Builder
		require.NoError(t, h.tournament().WriteStatus(&status))
		said := strings.Join(h.said, "\n") + status.String()
		require.Contains(t, said, "waiting for E1 on api:8880?token=…&allow=127.0.0.1: nobody is there")
		require.Contains(t, status.String(), "missing: E1 since ")
		require.Contains(t, said, "readdressed E2 api:8881?token=…, by Ann")
		require.NotContains(t, said, "SECRET")
	})
}
