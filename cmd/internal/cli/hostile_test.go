package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/termsafe"
)

// attacks are texts that do something to a terminal, or to who reads it.
var attacks = map[string]string{
	"title":         "\x1b]0;owned\x07",
	"title by ST":   "\x1b]2;owned\x1b\\",
	"clipboard":     "\x1b]52;c;cm0gLXJmIH4=\x07",
	"clear":         "\x1b[2J\x1b[H",
	"C1":            "\u009b2J\u009d0;owned\u009c",
	"override":      "\u202egnp.exe",
	"isolate":       "\u2067x\u2069",
	"no width":      "wh\u200bi\u00adte\ufeff",
	"written over":  "red\rwhite wins",
	"delete":        "a\x7f\x08",
	"forged line":   "\nmatch.jsonl:1: ok: white wins\n1 game: 1 ok",
	"line and para": "a\u2028b\u2029c\u0085d",
	"tags":          "a\U000e0041\U000e007f",
}

// all is every attack, one behind the other.
func all() string {
	var text string
	for _, name := range slices.Sorted(maps.Keys(attacks)) {
		text += attacks[name]
	}
	return text
}

// printed runs a command and requires that nothing it prints can act on a
// terminal. It returns standard output and standard error.
func printed(t *testing.T, args ...string) (string, string) {
	t.Helper()
	var out, errout bytes.Buffer
	run(t.Context(), args, strings.NewReader(""), &out, &errout)
	require.NotEmpty(t, out.String()+errout.String(), "%q", args)
	for _, text := range []string{out.String(), errout.String()} {
		require.True(t, utf8.ValidString(text), "%q prints %q", args, text)
		for _, r := range text {
			require.True(t, termsafe.IsSafe(r) || r == '\n' || r == '\t', "%q prints %U in %q", args, r, text)
		}
	}
	return out.String(), errout.String()
}

// fields are the texts of a recorded game that a hostile author may choose.
var fields = []string{
	`"id":"4MGOJ257XZZYK3SU4VURVBY4YR"`, `"time":"2026-11-22T02:00:11.870928622Z"`, `"game":"trax"`,
	`"name":"white"`, `"name":"red"`, `"address":"bot:random?seed=1"`, `"address":"bot:random?seed=2"`,
	`"end-line":""`, `"max-plies":"10000"`, `"text":"-T"`, `"text":"-W"`, `"text":"LL"`, `"question":"-T"`, `"name":"teams"`, `"name":"ply"`,
	`"move":"B1\\"`, `"text":"B1\\"`, `"winner":"red"`, `"reason":"loop"`, `"detail":"red completed a loop"`, `"type":"tell"`,
}

// TestHostileRecord reads records that hold an attack in each field with every
// command that reads records.
func TestHostileRecord(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	one, err := os.ReadFile("../../../host/testdata/records/one.jsonl")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	for _, field := range fields {
		key, _, _ := strings.Cut(field, ":")
		require.Contains(t, string(one), field)
		for name, attack := range map[string]string{"all": all(), "forged line": attacks["forged line"]} {
			value, err := json.Marshal(attack)
			require.NoError(t, err)
			forged := strings.ReplaceAll(string(one), field, key+":"+rawJSON(string(value)))
			text, err := io.ReadAll(record.RepairChecksums(strings.NewReader(forged), nil))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile("hostile.jsonl", text, 0o600))
			out, _ := printed(t, "verify", "hostile.jsonl")
			require.LessOrEqual(t, strings.Count(out, "\n"), 2, "%s in %s: %q", name, field, out)
			for _, args := range [][]string{
				{"verify", "--json"}, {"replay"}, {"replay", "--json"}, {"moves"}, {"render"}, {"render", "--format", "text"},
				{"compare", "--bot", "none"}, {"compare", "--bot", "none", "--json"}, {"compare", "--bot", "none", "--seat", attack},
			} {
				out, _ := printed(t, append(args, "hostile.jsonl")...)
				if args[len(args)-1] == "--json" {
					for line := range strings.Lines(out) {
						require.True(t, json.Valid([]byte(line)), "%q: %q", args, line)
					}
				}
			}
		}
	}
}

// rawJSON puts characters that JSON need not escape back, as an author would
// who wants them to reach the terminal.
func rawJSON(value string) string {
	return strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029", `\r`, `\u000d`, `\n`, `\u000a`, `\b`, `\u0008`).Replace(value)
}

// TestHostileNames gives attacks as files, addresses and arguments.
func TestHostileNames(t *testing.T) {
	tier.Slow(t)
	t.Chdir(t.TempDir())
	for name, attack := range attacks {
		for _, args := range [][]string{
			{"verify", attack}, {"replay", attack}, {"compare", attack}, {"render", attack}, {"moves", attack},
			{"check", "exec:" + attack}, {"check", attack}, {"latency", "tcp:" + attack}, {"latency", "serial:" + attack},
			{"play", "--white", "exec:./" + attack, "--red", "bot"}, {"play", "bot:" + attack, "bot"}, {"play", "--game", attack},
			{"bridge", "tcp:" + attack, "bot"}, {"vectors", "info", attack}, {"sim", "lint", attack}, {attack}, {"--" + attack},
			{"bot", attack}, {"perft", attack}, {"verify", "--final-sum", attack, "x"}, {"play", "bot", "bot", "--record", attack + "/x"},
		} {
			_, errout := printed(t, args...)
			for i, line := range strings.Split(strings.TrimSuffix(errout, "\n"), "\n") {
				require.True(t, i > 0 || strings.HasPrefix(line, "loopline: "), "%s: %q", name, errout)
				require.False(t, i > 0 && strings.HasPrefix(line, "loopline:") && strings.Contains(attack, "\n") &&
					strings.Contains(line, "match.jsonl"), "%s passes for a line of ours: %q", name, errout)
			}
		}
		if path := filepath.Join(t.TempDir(), "a"+strings.ReplaceAll(attack, "/", "")); os.WriteFile(path, []byte("@0/ Z9/\n"), 0o600) == nil {
			printed(t, "replay", path)
			printed(t, "replay", "--json", path)
			printed(t, "render", path)
			printed(t, "verify", path)
			printed(t, "vectors", "info", path)
		}
	}
}

// TestHostilePlayer has players write attacks on both of their outputs.
func TestHostilePlayer(t *testing.T) {
	tier.Slow(t)
	dir := t.TempDir()
	t.Chdir(dir)
	said := filepath.Join(dir, "said")
	require.NoError(t, os.WriteFile(said, []byte(all()+"\n"), 0o600))
	player := filepath.Join(dir, "player")
	script := fmt.Sprintf("#!/bin/sh\ncat %s >&2\ncat %s\nread a\ncat %s\n", said, said, said)
	require.NoError(t, os.WriteFile(player, []byte(script), 0o700))
	for _, args := range [][]string{
		{"play", "exec:" + player, "bot", "--player-stderr", "--handshake", "30s"},
		{"play", "exec:" + player, "bot", "--json", "--handshake", "30s"},
		{"check", "exec:" + player, "--player-stderr", "--handshake", "30s"},
	} {
		_, errout := printed(t, args...)
		require.Equal(t, slices.Contains(args, "--player-stderr"), strings.Contains(errout, `\u001b]52;c;`))
	}
}
