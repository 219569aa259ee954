package cli

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
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

// TestHelpIsNarrow: no line of a help text is wider than helpColumns, but a word that
// cannot be broken.
func TestHelpIsNarrow(t *testing.T) {
	var each func(cmd *cobra.Command)
	each = func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Long + "\n" + cmd.UsageString()) {
			require.LessOrEqual(t, utf8.RuneCountInString(line), helpColumns+1, "%s: %s", cmd.CommandPath(), line)
		}
		for _, sub := range cmd.Commands() {
			each(sub)
		}
	}
	each(newRootCmd())
}

// TestEveryCommandHasAGroup: the list of commands says what each is for.
func TestEveryCommandHasAGroup(t *testing.T) {
	for _, cmd := range newRootCmd().Commands() {
		switch cmd.Name() {
		case "completion", "help", "farm", "offer", "hall", "version", "usb-reattach": // no work of a contest's
		default:
			require.NotEmpty(t, cmd.GroupID, cmd.Name())
		}
	}
}
