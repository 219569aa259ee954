package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/shlex"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/internal/tier"
)

// TestCommandsOfThePages runs each command of the pages about games: to its end,
// or, where it plays with somebody who is not there, until it would open the
// players. None is a mistake in usage.
func TestCommandsOfThePages(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"games/*.md", "protocol-*.md"} {
		found, err := filepath.Glob(filepath.Join("..", "..", "..", "docs", pattern))
		require.NoError(t, err)
		pages = append(pages, found...)
	}
	for _, game := range games.Names() {
		if game != games.Default {
			for _, page := range []string{"games/" + game + ".md", "protocol-" + game + ".md"} {
				require.Contains(t, pages, filepath.Join("..", "..", "..", "docs", page), "a game has its two pages")
			}
		}
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		name, _, _ := strings.Cut(filepath.Base(page), ".")
		game := strings.TrimPrefix(name, "protocol-")
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
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "starter.md"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	commands := commandsOf(string(text))
	require.Len(t, commands, 5)
	for _, command := range commands {
		var said strings.Builder
		status := run(t.Context(), strings.Fields(command)[1:], strings.NewReader(""), io.Discard, &said)
		require.Zero(t, status, "%s\n%s", command, said.String())
	}
}

// TestCommandsOfTheFirstPages runs those of README.md and docs/README.md, in their order and
// in one folder, to their end, and those of the tutorial until they would begin. The Japanese
// pages have the same ones. None is a mistake in usage. TestTutorial -tutorial types those of the
// tutorial.
func TestCommandsOfTheFirstPages(t *testing.T) {
	tier.NoRace(t)
	read := func(names ...string) string {
		text, err := os.ReadFile(filepath.Join(append([]string{"..", "..", ".."}, names...)...))
		require.NoError(t, err)
		return string(text)
	}
	pages, err := filepath.Glob(filepath.Join("..", "..", "..", "docs", "tutorial", "*.md"))
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	var tutorial []string
	for _, page := range pages {
		tutorial = append(tutorial, commandsOf(read("docs", "tutorial", filepath.Base(page)))...)
	}
	commands, game := commandsOf(read("README.md")+read("docs", "README.md")), read("docs", "game.trx")
	japanese := commandsOf(read("README.ja.md") + read("docs", "README.ja.md"))
	require.Equal(t, wordsOf(t, commands), wordsOf(t, japanese))
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("game.trx", []byte(game), 0o600))
	runPageCommand(t, "loopline play bot:greedy bot:random --record match.jsonl"+patient)
	left := maps.Clone(notRun)
	for _, command := range commands {
		if begin := notRunAs(command); begin != "" {
			delete(left, begin)
			beginPageCommand(t, command)
			continue
		}
		command, _, _ = strings.Cut(command, "  ")
		runPageCommand(t, standIns.Replace(command)+quick[strings.Fields(command)[1]])
	}
	require.Empty(t, left, "the first pages have no such commands any more")
	require.FileExists(t, "loop.svg")
	for _, command := range tutorial {
		beginPageCommand(t, command)
	}
	require.Greater(t, len(commands)+len(tutorial), 40)
}

// TestCommandsOfAllPages parses each command of README and docs, in both languages: it names a
// command, flags and a number of arguments that there are.
func TestCommandsOfAllPages(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	var pages []string
	for _, pattern := range []string{"README*.md", "docs/*.md", "docs/*/*.md", "docs/*/*/*.md", "hdl/README.md"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		require.NoError(t, err)
		pages = append(pages, found...)
	}
	parsed := map[string]bool{}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for line := range strings.SplitSeq(string(text), "\n") {
			code, ok := strings.CutPrefix(line, "    ")
			if code = strings.TrimPrefix(code, "$ "); !ok || !strings.HasPrefix(code, "loopline ") {
				continue
			}
			for command := range strings.SplitSeq(shellParts.ReplaceAllString(code, "\n"), "\n") {
				if command = strings.TrimSpace(command); strings.HasPrefix(command, "loopline ") && !parsed[command] {
					parsed[command] = true
					assert.NoError(t, parsePageCommand(command), "%s: %s", page, command)
				}
			}
		}
	}
	require.Greater(t, len(parsed), 100)
}

// shellParts match what ends a command in a line of the shell, and what names its files.
var shellParts = regexp.MustCompile(` +(?:&&|\|\||\||;|&|[0-9]?[<>]+|#)(?: +|$)|  +`)

// parsePageCommand parses a command and does not run it.
func parsePageCommand(command string) error {
	words, err := shlex.Split(command)
	if err != nil {
		return err
	}
	cmd, args, err := newRootCmd().Find(words[1:])
	if err != nil {
		return err
	}
	if err := cmd.ParseFlags(args); err != nil {
		return err
	}
	if cmd.RunE == nil && cmd.HasSubCommands() && cmd.HasParent() {
		return fmt.Errorf("%s is a group of commands", cmd.CommandPath())
	}
	if help, _ := cmd.Flags().GetBool("help"); help {
		return nil
	}
	return cmd.ValidateArgs(cmd.Flags().Args())
}

// notRun are the commands of the first pages that begin so and are not run to their end, and
// why.
var notRun = map[string]string{
	"loopline doctor":                       "its status is that of the ports and the rights of this machine",
	"loopline bot greedy":                   "it plays until somebody stops it",
	"loopline bridge":                       "it carries lines between a board and the network until one of them has gone",
	"loopline sim ":                         "it builds a design of the reader's in Verilator, which takes long",
	"loopline play --white bot --red 'sim:": "as sim",
	"loopline play --white web":             "it waits for a person",
	"loopline contest check":                "its entrants are boards that are not here",
	"loopline contest run":                  "as contest check",
}

// notRunAs is how a command begins that is not run to its end; "" if it is run.
func notRunAs(command string) string {
	for begin := range notRun {
		if strings.HasPrefix(command, begin) {
			return begin
		}
	}
	return ""
}

// standIns stand for what is not here, and for what takes long.
var standIns = strings.NewReplacer(
	"serial:/dev/ttyUSB0", "bot:random?seed=1", "serial:/dev/ttyUSB1", "bot:random?seed=2", "--red bot", "--red bot:random?seed=3",
	` --against "exec:python3 mymodel.py"`, "", "perft 7", "perft 3", "--quota 4", "--quota 1",
)

// patient are limits of time that a machine with much to do keeps.
const patient = " --move-time 1h --first-time 1h --handshake 1h"

// quick are options with which a command takes less.
var quick = map[string]string{
	"check": " --step 3" + patient, "play": patient, "latency": " --games 1 --floor-count 5" + patient, "compare": " --games 1 --bot none" + patient,
}

// wordsOf are the words of commands, without what explains them.
func wordsOf(t *testing.T, commands []string) (all [][]string) {
	for _, command := range commands {
		words, err := shlex.Split(command)
		require.NoError(t, err, command)
		all = append(all, words)
	}
	return all
}

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
	options := map[string]string{ // of games that take long, or have times of their own
		"battle2048": "init=3600000,turn=3600000,total=3600000", "chaser": "turns=3", "dpt": "turns=3", "kakomimasu": "turns=3,seed=16",
	}
	command := "loopline play bot:greedy bot:random --record match.jsonl --game " + game +
		" --move-time 1h --handshake 1h --first-time 1h"
	if o := options[game]; o != "" {
		command += " --option " + o
	}
	runPageCommand(t, command)
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
