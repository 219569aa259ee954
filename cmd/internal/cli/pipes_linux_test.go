package cli

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestNamedPipesHoldNobodyUp: of a named pipe that nobody writes to, a command either
// waits until the first interrupt, or says that it wants a file.
func TestNamedPipesHoldNobodyUp(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // the interrupt, which found nobody at a pipe that was being opened
	for args, want := range map[string]int{
		"verify PIPE": statusInterrupted, "replay PIPE": statusInterrupted, "render PIPE": statusInterrupted,
		"rate PIPE": statusInterrupted, "compare PIPE": statusInterrupted, "analyse PIPE": statusInterrupted,
		"puzzle PIPE": statusInterrupted, "moves PIPE": statusInterrupted, "replay --game chaser PIPE": statusInterrupted,
		"vectors check PIPE": statusFailed, "vectors info PIPE": statusFailed, "contest check PIPE": statusFailed,
		"contest run PIPE": statusFailed, "serve PIPE": statusFailed, "games chaser map PIPE": statusFailed,
		"play bot bot --game chaser --option map=PIPE": statusUsage,
	} {
		t.Run(args, func(t *testing.T) {
			used := ctx
			if want != statusInterrupted {
				used = t.Context()
			}
			var out, said bytes.Buffer
			status := make(chan int, 1)
			go func() {
				status <- run(used, strings.Fields(strings.ReplaceAll(args, "PIPE", pipe)), strings.NewReader(""), &out, &said)
			}()
			select {
			case got := <-status:
				require.Equal(t, want, got, said.String())
			case <-time.After(time.Minute):
				t.Fatal("still waiting for a writer")
			}
			if want != statusInterrupted {
				require.Contains(t, said.String(), pipe+" is a named pipe, where a file belongs")
			}
		})
	}
}
