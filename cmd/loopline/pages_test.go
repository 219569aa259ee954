package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/shlex"
	"github.com/stretchr/testify/require"
)

// TestCommandsOfThePages runs each command of the pages about games: to its end,
// or, where it plays with somebody who is not there, until it would open the
// players. None is a mistake in usage.
func TestCommandsOfThePages(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"games/*.md", "protocol-*.md"} {
		found, err := filepath.Glob(filepath.Join("..", "..", "docs", pattern))
		require.NoError(t, err)
		pages = append(pages, found...)
	}
	require.Len(t, pages, 8)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		game := strings.TrimPrefix(strings.TrimSuffix(filepath.Base(page), ".md"), "protocol-")
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Chdir(t.TempDir())
			prepareFiles(t, game)
			commands := commandsOf(string(text))
			require.NotEmpty(t, commands)
			for _, command := range commands {
				runPageCommand(t, command)
			}
		})
	}
}

// TestCommandsOfTheStarter runs those that begin a project.
func TestCommandsOfTheStarter(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "starter.md"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	commands := commandsOf(string(text))
	require.Len(t, commands, 4)
	for _, command := range commands {
		var said strings.Builder
		status := run(t.Context(), strings.Fields(command)[1:], strings.NewReader(""), io.Discard, &said)
		require.Zero(t, status, "%s\n%s", command, said.String())
	}
}

// TestCommandsOfTheFirstPages runs those of README.md that compute a little to their
// end; the others of it, and those of the tutorial, until they would begin. None is a
// mistake in usage. TestTutorial -tutorial types those of the tutorial.
func TestCommandsOfTheFirstPages(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join("..", "..", "docs", "tutorial", "*.md"))
	require.NoError(t, err)
	root := filepath.Join("..", "..", "README.md")
	commands := map[string][]string{}
	for _, page := range append(pages, root) {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		commands[page] = commandsOf(string(text))
	}
	game, err := os.ReadFile(filepath.Join("..", "..", "docs", "game.trx"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("game.trx", game, 0o600))
	runPageCommand(t, "loopline play bot:greedy bot:random --record match.jsonl --move-time 1h --handshake 1h --first-time 1h")
	total := 0
	for page, lines := range commands {
		for _, command := range lines {
			total++
			if words := strings.Fields(command); page == root && slices.Contains(quickCommands, words[1]) {
				runPageCommand(t, command)
			} else {
				beginPageCommand(t, command)
			}
		}
	}
	require.Greater(t, total, 40)
}

// quickCommands compute a little.
var quickCommands = []string{"moves", "puzzle", "replay", "render"}

// beginPageCommand runs a command that is told to stop before it begins, and returns
// its error, which is none of usage.
func beginPageCommand(t *testing.T, command string) error {
	t.Helper()
	words, err := shlex.Split(command)
	require.NoError(t, err, command)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	root := newRootCmd()
	root.SetArgs(words[1:])
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	root.SetIn(strings.NewReader(""))
	var usage *usageError
	err = root.ExecuteContext(ctx)
	require.False(t, errors.As(err, &usage), "%s\n%v", command, err)
	return err
}

// prepareFiles makes the files that the pages name.
func prepareFiles(t *testing.T, game string) {
	t.Helper()
	const points = `[1,2,3,4,5,6,7,8,9]`
	require.NoError(t, os.WriteFile("my.json", []byte(`{"name":"A","width":3,"height":3,"nAgent":1,"points":`+points+`}`), 0o600))
	runPageCommand(t, "loopline games chaser map --random --seed 7 > my.map")
	runPageCommand(t, "loopline games dpt field --random --seed 7 > A-1.json")
	options := map[string]string{
		"battle2048": "init=3600000,turn=3600000,total=3600000", "chaser": "turns=3", "dpt": "turns=3", "kakomimasu": "turns=3,seed=16",
	}
	require.Contains(t, options, game)
	runPageCommand(t, "loopline play bot:greedy bot:random --record match.jsonl --game "+game+
		" --move-time 1h --handshake 1h --first-time 1h --option "+options[game])
}

// commandsOf are the commands of a page: lines of code that begin with loopline,
// without what stands behind the first of several commands in a line.
func commandsOf(text string) (commands []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if command, ok := strings.CutPrefix(line, "    "); ok && strings.HasPrefix(command, "loopline ") {
			command, _, _ = strings.Cut(command, " & ")
			commands = append(commands, command)
		}
	}
	return commands
}

// runPageCommand runs a command, whose output goes to a file where it says so.
func runPageCommand(t *testing.T, command string) {
	t.Helper()
	command, file, redirected := strings.Cut(command, " > ")
	words, err := shlex.Split(command)
	require.NoError(t, err, command)
	var out io.Writer = io.Discard
	if redirected {
		f, err := os.Create(file)
		require.NoError(t, err)
		defer f.Close()
		out = f
	}
	absent := func(word string) bool {
		return strings.ContainsAny(word, ":") && !strings.HasPrefix(word, "bot:") || word == "human" || word == "bot"
	}
	if slices.ContainsFunc(words[2:], absent) {
		require.Error(t, beginPageCommand(t, command), command)
		return
	}
	var said strings.Builder
	status := run(t.Context(), words[1:], strings.NewReader(""), out, &said)
	require.Zero(t, status, "%s\n%s", command, said.String())
}
