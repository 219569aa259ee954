package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra/doc"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/cmd/internal/cli"
)

var manual = flag.String("manual", "", "keep the manual pages of the commands for many machines in this folder")

// TestManual writes a page for each command that this program alone has, under the
// names by which people know them: "loopline farm" runs this program.
func TestManual(t *testing.T) {
	folder := *manual
	if folder == "" {
		folder = t.TempDir()
	}
	for _, c := range cli.Root(program("loopline")).Commands() {
		if c.Name() == "farm" || c.Name() == "offer" || c.Name() == "hall" {
			require.NoError(t, doc.GenManTree(c, &doc.GenManHeader{Source: "Loopline", Manual: "Loopline"}, folder))
		}
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.1"))
	require.NoError(t, err)
	require.Subset(t, pages, []string{
		filepath.Join(folder, "loopline-farm.1"), filepath.Join(folder, "loopline-farm-run.1"), filepath.Join(folder, "loopline-offer.1"),
	})
	text, err := os.ReadFile(filepath.Join(folder, "loopline-farm-run.1"))
	require.NoError(t, err)
	require.Contains(t, string(text), "--slots")
}

// Help and completions are those of the program that was called.
func TestName(t *testing.T) {
	root := cli.Root(program("loopline-farm"))
	require.Contains(t, root.UsageString(), "loopline-farm [command]")
	var script bytes.Buffer
	require.NoError(t, root.GenBashCompletionV2(&script, true))
	require.Contains(t, script.String(), "complete -o default -F __start_loopline-farm loopline-farm")
}
