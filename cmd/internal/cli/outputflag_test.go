package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// written are the flags of files that commands write: the command with its arguments, the
// flag, and the endings that its file may have.
var written = []struct {
	args, flag string
	endings    string
}{
	{"render @0/", "output", ".svg, .png, .gif, .txt"},
	{"latency bot:random --games 1 --floor-count 5", "csv", ".csv, .txt"},
	{"latency bot:random --games 1 --floor-count 5", "hlog", ".hlog, .log, .txt"},
	{"latency bot:random --games 1 --floor-count 5", "svg", ".svg, .txt"},
	{"vectors gen --quota 0 --count 3", "output", ".jsonl, .json, .ndjson, .hex, .mem, .csv, .txt"},
	{"vectors package", "output", ".sv, .svh, .v, .vh, .txt"},
	{"vectors classes", "output", ".md, .txt"},
	{"vectors words", "output", ".md, .txt"},
	{"sim compare --turns 10", "wave", ".fst"},
	{"play bot:random bot:random", "record", ".jsonl, .json, .ndjson, .log, .txt"},
	{"serve --play bot:random --addr localhost:0", "record", ".jsonl, .json, .ndjson, .log, .txt"},
	{"check bot:random --games 1", "record", ".jsonl, .json, .ndjson, .log, .txt"},
	{"check bot:random --games 1", "tap", ".jsonl, .json, .ndjson, .log, .txt"},
	{"sim check reference", "record", ".jsonl, .json, .ndjson, .log, .txt"},
	{"sim check reference", "tap", ".jsonl, .json, .ndjson, .log, .txt"},
	{"bridge exec:echo_hi exec:cat --isolation none", "tap", ".jsonl, .json, .ndjson, .log, .txt"},
	{"check bot:random --games 1", "junit", ".xml"},
	{"sim check reference", "junit", ".xml"},
	{"sim compare --turns 10", "junit", ".xml"},
	{"sim vectors turns.jsonl", "junit", ".xml"},
	{"sim compare --turns 10", "lcov", ".info, .lcov"},
	{"sim vectors turns.jsonl", "lcov", ".info, .lcov"},
	{"sim vectors turns.jsonl", "wave", ".fst"},
	{"prove --size 8", "junit", ".xml"},
	{"prove --size 8", "wave", ".vcd"},
	{"reproduce r.jsonl --is sim:reference", "wave", ".fst"},
	{"record vcd r.jsonl", "output", ".vcd, .txt"},
	{"vectors check turns.jsonl", "junit", ".xml"},
	{"openings", "output", ".book"},
	{"contest check cup.toml", "junit", ".xml"},
	{"grade class --tutorial", "csv", ".csv"},
	{"grade class --tutorial", "junit", ".xml"},
}

// onLine is a command line of the table with its file.
func onLine(args, flag, name string) []string {
	words := strings.Fields(args)
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "_", " ")
	}
	return append(words, "--"+flag, name)
}

// Every flag of a file that a command writes looks at the ending of its name, and is in
// the table above.
func TestOutputsAreInTheTable(t *testing.T) {
	writes := regexp.MustCompile("(write|append|draw).*`FILE`|`FILE` for the waveform")
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		path := strings.TrimPrefix(cmd.CommandPath(), "loopline ")
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			_, isOutput := f.Value.(*outputFlag)
			require.Equal(t, writes.MatchString(f.Usage), isOutput, "%s --%s", path, f.Name)
			listed := false
			for _, w := range written {
				listed = listed || strings.HasPrefix(w.args, path+" ") && w.flag == f.Name || w.args == path && w.flag == f.Name
			}
			require.Equal(t, isOutput, listed, "%s --%s", path, f.Name)
		})
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(newRootCmd())
}

// A file whose ending is not known is a mistake in the command line, which names those that
// are: nothing is begun, and no file made.
func TestUnknownEnding(t *testing.T) {
	for _, w := range written {
		for _, ending := range []string{".bmp", ".JPG", ".webp", ".svg.gz", ".pdf"} {
			name := filepath.Join(t.TempDir(), "x"+ending)
			var out, said bytes.Buffer
			got := run(t.Context(), onLine(w.args, w.flag, name), strings.NewReader(""), &out, &said)
			require.Equal(t, statusUsage, got, "%s --%s: %s", w.args, w.flag, said.String())
			require.Contains(t, said.String(), "known endings: "+w.endings+"; see loopline ")
			require.Empty(t, out.String())
			require.NoFileExists(t, name)
		}
	}
}

// A disk that is full is an error of each command that writes a file.
func TestFullDevice(t *testing.T) {
	tier.Slow(t)
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has /dev/full")
	}
	for _, w := range written {
		command, _, _ := strings.Cut(w.args, " ")
		if w.args == "sim check reference" || slices.Contains([]string{"prove", "reproduce", "record", "grade"}, command) {
			continue // they take long or need a record; the one is check, the others write as the others do
		}
		var out, said bytes.Buffer
		got := run(t.Context(), onLine(w.args, w.flag, "/dev/full"), strings.NewReader(""), &out, &said)
		require.Equal(t, statusFailed, got, "%s --%s: %s", w.args, w.flag, said.String())
		require.Regexp(t, "no space left on device|it is a device, not a file", said.String(), "%s --%s", w.args, w.flag)
	}
}

// So is one behind standard output, help included.
func TestFullOutput(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has /dev/full")
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	defer full.Close()
	game := filepath.Join(t.TempDir(), "game.txt")
	require.NoError(t, os.WriteFile(game, []byte("@0/\n"), 0o600))
	for _, args := range []string{
		"--help", "help", "new --help", "version", "version --json", "games", "games --json", "ports --json", "moves @0/", "moves @0/ --json",
		"replay " + game, "replay --json " + game, "perft 2", "perft 2 --json", "render @0/", "render @0/ --svg", "vectors gen --quota 0 --count 3",
		"vectors package", "vectors classes", "vectors words", "play bot:random bot:random --json", "play bot:random bot:random",
		"check bot:random --step 1 --json", "latency bot:random --games 1 --floor-count 5 --json", "games chaser map --random",
	} {
		var said bytes.Buffer
		got := run(t.Context(), strings.Fields(args), strings.NewReader(""), full, &said)
		require.Equal(t, statusFailed, got, "%s: %s", args, said.String())
		require.Contains(t, said.String(), "no space left on device", args)
	}
}

// A record goes on by the name that it has, and the ending of a file of vectors is its form.
func TestEndingsThatAreKnown(t *testing.T) {
	dir := t.TempDir()
	do := func(args ...string) {
		var out, said bytes.Buffer
		require.Equal(t, statusDone, run(t.Context(), args, strings.NewReader(""), &out, &said), said.String())
	}
	old, record := filepath.Join(dir, "day.round1"), filepath.Join(dir, "day.jsonl")
	do("play", "bot:random", "bot:random", "--record", record)
	require.NoError(t, os.Rename(record, old))
	do("play", "bot:random", "bot:random", "--record", old)
	for form, begins := range map[string]string{"hex": "// {", "mem": "// {", "csv": "# {", "jsonl": "{", "txt": "{"} {
		name := filepath.Join(dir, "v."+form)
		do("vectors", "gen", "--quota", "0", "--count", "3", "-o", name)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(text), begins), "%s: %.40s", name, text)
	}
}
