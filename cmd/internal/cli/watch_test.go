package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/starter"
)

// TestWatchedCheck checks a board that is saved with a mistake: the check goes
// on until it is interrupted.
func TestWatchedCheck(t *testing.T) {
	tier.Slow(t)
	t.Chdir(t.TempDir())
	p := starter.Project{Kind: "board", Board: "hx8k"}
	_, err := p.Write("mine")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	waits := 0
	stderr := lineWriter(func(line string) {
		if !strings.Contains(line, "waiting until a file in mine/rtl is saved") {
			return
		}
		if waits++; waits == 2 {
			cancel()
			return
		}
		name := filepath.Join("mine", "rtl", "player.v")
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		wrong := bytes.Replace(text, []byte("my_column <= 10'd0;"), []byte("my_column <= 10'd3;"), 1)
		require.NotEqual(t, text, wrong)
		require.NoError(t, os.WriteFile(name, wrong, 0o644))
	})
	var stdout bytes.Buffer
	args := []string{"sim", "check", "mine/rtl?top=top&clk=1843200&param.CLOCK_HZ=1843200&rst=none", "--watch", "--step", "3"}
	require.Equal(t, statusInterrupted, run(ctx, args, strings.NewReader(""), &stdout, stderr))
	require.Contains(t, stdout.String(), "3 ok      answers -W with a legal first move: @0+\n")
	require.Contains(t, stdout.String(), "3 failed  answers -W with a legal first move")

	var said strings.Builder
	require.Equal(t, statusUsage, run(t.Context(), []string{"sim", "check", "reference", "--watch"}, strings.NewReader(""), io.Discard, &said))
	require.Contains(t, said.String(), "--watch is for a board in a directory")
}

// lineWriter is told of each line that is written.
type lineWriter func(line string)

func (w lineWriter) Write(p []byte) (int, error) {
	for line := range strings.Lines(string(p)) {
		w(line)
	}
	return len(p), nil
}
