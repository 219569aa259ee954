package cli

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra/doc"
	"github.com/stretchr/testify/require"
)

var manual = flag.String("manual", "", "keep the manual pages in this folder")

// TestManual writes a page for each command, as a release has them.
func TestManual(t *testing.T) {
	folder := *manual
	if folder == "" {
		folder = t.TempDir()
	}
	root := newRootCmd()
	root.DisableAutoGenTag = true
	require.NoError(t, doc.GenManTree(root, &doc.GenManHeader{Source: "Loopline", Manual: "Loopline"}, folder))
	for _, name := range []string{"loopline", "loopline-play", "loopline-contest-run"} {
		text, err := os.ReadFile(filepath.Join(folder, name+".1"))
		require.NoError(t, err)
		require.Contains(t, string(text), ".SH SYNOPSIS")
		require.Contains(t, string(text), "Exit status")
	}
}
