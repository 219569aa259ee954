package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/shlex"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/cmd/internal/cli"
)

// accepts returns why a command line is not accepted: there is no such command or
// flag, a value cannot be read, or the number of arguments is wrong. It runs nothing.
func accepts(root *cobra.Command, words []string) error {
	cmd, args, err := root.Find(words)
	if err != nil {
		return err
	}
	if len(args) == 0 && strings.Join(words, " ") != "" {
		return nil // a page names the command alone
	}
	if err := cmd.ParseFlags(args); err != nil {
		return err
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		return err
	}
	if err := cmd.ValidateRequiredFlags(); err != nil {
		return err
	}
	return cmd.ValidateFlagGroups()
}

// TestDocumentedCommands accepts every command line that a page ever told people to
// type: names that have changed since are aliases.
func TestDocumentedCommands(t *testing.T) {
	text, err := os.ReadFile("testdata/documented.txt")
	require.NoError(t, err)
	lines := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		page, command, ok := strings.Cut(strings.TrimSpace(line), "\t")
		require.True(t, ok, line)
		words, err := shlex.Split(command)
		require.NoError(t, err, command)
		require.NoError(t, accepts(cli.Root(program(words[0])), words[1:]), "%s: %s", page, command)
		lines++
	}
	require.Greater(t, lines, 220)
}

// TestFormerNames accepts each former name of a command and of a flag, and the present
// one, of which alone help tells. Others are still refused.
func TestFormerNames(t *testing.T) {
	for _, c := range []struct{ former, present string }{
		{"play bot bot --judge bot", "play bot bot --eval-bot bot"},
		{"serve match.jsonl --judge=bot", "serve match.jsonl --eval-bot=bot"},
		{"contest run cup.toml --judge bot", "contest run cup.toml --eval-bot bot"},
		{"compare match.jsonl --is bot", "compare match.jsonl --reference bot"},
		{"latency bot --box 16", "latency bot --max-size 16"},
		{"compare bot --box 16", "compare bot --max-size 16"},
		{"puzzle game.trx --least 1 --turns 2", "puzzle game.trx --min-turns 1 --max-turns 2"},
		{"vectors gen --effort 9", "vectors gen --max-tries 9"},
		{"sim compare --without undo", "sim compare --skip-ops undo"},
		{"sim vectors turns.jsonl --without undo", "sim vectors turns.jsonl --skip-ops undo"},
		{"sim replay game.trx --without gen", "sim replay game.trx --skip-ops gen"},
		{"verify match.jsonl --sum 12", "verify match.jsonl --final-sum 12"},
		{"offer bot --as lab", "offer bot --name lab"},
		{"farm init keys --withdraw worker", "farm init keys --revoke worker"},
		{"farm work --until-over", "farm work --exit-when-done"},
		{"contest readdress cup Ann bot", "contest set-address cup Ann bot"},
		{"contest amend cup all/1/1/1 draw", "contest correct cup all/1/1/1 draw"},
		{"usb-guard /dev/null 1", "usb-reattach /dev/null 1"},
	} {
		for _, line := range []string{c.former, c.present} {
			require.NoError(t, accepts(cli.Root(program("loopline")), strings.Fields(line)), line)
		}
		require.Error(t, accepts(cli.Root(program("loopline")), append(strings.Fields(c.present), "--no-such-flag")))
		former, present := strings.Fields(c.former), strings.Fields(c.present)
		cmd, _, err := cli.Root(program("loopline")).Find(present)
		require.NoError(t, err)
		help := cmd.UsageString()
		for i, word := range former {
			word, _, _ = strings.Cut(word, "=")
			if strings.HasPrefix(word, "--") && word != present[i] {
				now, _, _ := strings.Cut(present[i], "=")
				require.Contains(t, help, now+" ")
				require.NotContains(t, help, word+" ")
			}
		}
	}
}
