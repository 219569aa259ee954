package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
)

// TestStallCredit has what --stall-credit says be in the record of a match.
func TestStallCredit(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	for text, want := range map[string]stallCredit{
		"void": {config.DefaultCredit, true}, "2s": {2 * time.Second, false}, "0": {0, false}, "500ms": {500 * time.Millisecond, false},
	} {
		var c stallCredit
		require.NoError(t, c.Set(text), text)
		require.Equal(t, want, c, text)
		name := filepath.Join(t.TempDir(), "match.jsonl")
		var said strings.Builder
		args := []string{"play", "-q", "bot:random?seed=1", "bot:random?seed=2", "--move-time", "1m", "--first-time", "1m", "--handshake", "1m", "--stall-credit", text, "--record", name}
		require.Equal(t, statusDone, run(t.Context(), args, strings.NewReader(""), &said, &said), said.String())
		f, err := os.Open(name)
		require.NoError(t, err)
		g, err := record.NewReader(f).Next()
		require.NoError(t, err)
		require.NoError(t, f.Close())
		require.Equal(t, want.void, g.Header().CreditVoid, text)
		require.Equal(t, want.most, g.Header().Credit.Duration(), text)
	}
	last := stallCredit{void: true}
	require.NoError(t, last.Set("2s"), "the last of several counts")
	require.False(t, last.void)
	for _, text := range []string{"x", "", "void 2s", "replay"} {
		require.Error(t, new(stallCredit).Set(text), text)
		var said strings.Builder
		require.Equal(t, statusUsage, run(t.Context(), []string{"play", "bot", "bot", "--stall-credit", text}, strings.NewReader(""), &said, &said))
		require.Contains(t, said.String(), "--stall-credit")
	}
}
