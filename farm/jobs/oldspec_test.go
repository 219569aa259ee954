package jobs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// oldFiles are what the specs of testdata/specs name. Each holds its own name, openings.txt two openings.
const oldFiles = "loopline train mutate prove trax.test rtl/ll_core.sv rtl/ll_turn.sv ll_core_tb.cpp turn.hex proofs.json " +
	"ll_uart_tx_fv.sv ll_uart_tx.sv ll_uart_rx_fv.sv ll_uart_rx.sv openings.txt"

// TestOldSpecs: the specs that docs/farm.md and scripts/farm had on 24 November 2026 (commit 4cdaaca3) are the
// same work: the identity, the number of jobs and the last job are those that this commit made of them, which are in
// jobs.json. Only kind "fuzz" is gone, and the error says what there is in its place.
func TestOldSpecs(t *testing.T) {
	text, err := os.ReadFile("testdata/specs/jobs.json")
	require.NoError(t, err)
	var made map[string]struct {
		ID   string
		Jobs int
		Last *Job
	}
	require.NoError(t, json.Unmarshal(text, &made))
	require.Len(t, made, 6)
	dir := t.TempDir()
	for _, name := range strings.Fields(oldFiles) {
		content := name + "\n"
		if name == "openings.txt" {
			content = "@0/ B1\n@0+\n"
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o700))
	}
	read := func(name string) (*Spec, error) {
		text, err := os.ReadFile(filepath.Join("testdata/specs", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
		return ReadSpec(filepath.Join(dir, name))
	}
	for name, want := range made {
		s, err := read(name)
		require.NoError(t, err, name)
		require.Equal(t, want.ID, s.ID(), name)
		require.Equal(t, want.Jobs, s.Jobs(), name)
		require.Equal(t, want.Last, s.Job(want.Jobs-1), name)
	}
	_, err = read("fuzz.toml")
	require.ErrorContains(t, err, "make fuzz")
}
