package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/internal/tier"
)

// deafPlayer is a player that heeds no signal, gives its team code and never answers a question.
const deafPlayer = `#!/bin/sh
trap '' INT TERM HUP QUIT
while read -r line; do
	case "$line" in
	-T) echo AA ;;
	*) exec sleep 7654321 ;;
	esac
done
`

// muteBoard is a board that never says a word.
const muteBoard = `module top(input wire clk, input wire rst, input wire rx, output wire tx);
  reg [31:0] n;
  always @(posedge clk) n <= rst ? 32'd0 : n + {31'd0, rx};
  assign tx = ~(n == 32'hffffffff);
endmodule
`

// stopDay is a contest with a player at an address.
const stopDay = `name = "Stops"
game = "trax"
move-time = "1h"
handshake = "1h"
seed = 1
[[entrant]]
name = "Deaf"
address = "%s"
[[entrant]]
name = "Ben"
address = "bot:random?seed=1"
[[stage]]
name = "final"
kind = "round-robin"
games = 2
`

// longDay is a contest of some thousand games.
var longDay = strings.ReplaceAll(strings.ReplaceAll(fmt.Sprintf(stopDay, "bot:random?seed=2"), "games = 2\n", "games = 64\n"), "[[stage]]",
	strings.Join(longEntrants(), "")+"[[stage]]")

func longEntrants() (all []string) {
	for i := range 12 {
		all = append(all, fmt.Sprintf("[[entrant]]\nname = \"E%d\"\naddress = \"bot:random?seed=%d\"\n", i, i+3))
	}
	return all
}

// A stop is a command that waits.
type stop struct {
	name  string
	args  []string
	until string // of the output, or of the arguments of a process: then it waits
	once  bool   // it waits as others do: one signal, and one isolation
	cold  bool   // it builds models anew
}

// stops are the commands that wait, with players that heed no signal and boards in a long answer.
func stops(deaf, board, isolation string, port func() string) []stop {
	confined := "--isolation=" + isolation
	const hangs, silent, listens = "process sleep 7654321", "no line came yet", `http://\S+`
	const reads, builds = "", "child (verilator|yosys|iverilog|abc)"
	slow := []string{"--move-time", "1h", "--handshake", "1h", confined}
	of := func(name, until string, args ...string) stop { return stop{name: name, args: args, until: until} }
	with := func(s stop, more ...string) stop { s.args = append(s.args, more...); return s }
	once := func(name, until string, args ...string) stop { s := of(name, until, args...); s.once = true; return s }
	cold := func(name string, args ...string) stop {
		s := once(name, builds, args...)
		s.cold = true
		return s
	}
	rtl := strings.TrimPrefix(board, "sim:")
	return []stop{
		with(of("play", hangs, "play", "--white", "bot:random", "--red", deaf), slow...),
		with(of("play, several games", hangs, "play", "--white", deaf, "--red", "bot:random", "--games", "4", "--record", "r.jsonl"), slow...),
		with(of("play, a page", hangs, "play", "--white", "bot:random", "--red", deaf, "--live", "localhost:0"), slow...),
		with(of("play, no ponder", hangs, "play", "--white", "bot:random", "--red", deaf, "--ponder", "off"), slow...),
		with(of("play, a board", silent, "play", "--white", "bot:random", "--red", board), slow...),
		of("play, a client", "waiting for a player", "play", "--white", "bot:random", "--red", port(), "--connect-time", "1h"),
		of("play, a visitor", listens, "play", "--white", "bot:random", "--red", "web", "--connect-time", "1h"),
		with(of("check", hangs, "check", deaf), slow...),
		with(of("check, a board", silent, "check", board), slow...),
		with(of("check, another game", "the player is there", "check", "--game", "chaser", deaf, "--move-time", "1h"), confined),
		with(of("compare", hangs, "compare", deaf, "--move-time", "1h", "--handshake", "1h"), confined),
		with(of("latency", hangs, "latency", deaf, "--move-time", "1h", "--handshake", "1h"), confined),
		with(of("sim check", silent, "sim", "check", rtl), slow...),
		of("sim board", "", "sim", "board", rtl, confined),
		of("bridge", "waiting for a player", "bridge", port(), port()),
		of("bot", "", "bot", "random"),
		of("serve", listens, "serve", "--addr", "localhost:0", "r.jsonl"),
		of("contest run", hangs, "contest", "run", "hang.toml", confined),
		of("contest run, a board", silent, "contest", "run", "board.toml", confined),
		of("contest run, pages", hangs, "contest", "run", "hang.toml", "--dir", "pages", "--live", "localhost:0", confined),
		of("contest check", hangs, "contest", "check", "hang.toml", confined),
		of("contest check --quick", hangs, "contest", "check", "hang.toml", "--quick", confined),
		of("contest desk", listens, "contest", "desk", "hang.toml", "--addr", "127.0.0.1:0", confined),
		of("analyse", "", "analyse", "-", "--depth", "9"),
		of("perft", "", "perft", "9"),
		with(once("report", hangs, "report", deaf, "-o", "report"), slow...),
		with(once("sim check --watch", "waiting until a file", "sim", "check", "--watch", rtl, "--step", "2", "--move-time", "100ms", "--handshake", "100ms"), confined),
		once("doctor --watch", "", "doctor", "--watch"),
		once("ports --watch", "", "ports", "--watch"),
		with(once("adopt, its trials", "trying clock rates", "adopt", "rtl"), confined),
		cold("prove", "prove"),
		cold("grade", "grade", "class", "--tutorial", "--again"),
		cold("tutorial", "tutorial", "class/ann"),
		cold("sim compare", "sim", "compare", "-n", "100000000", "--no-wave"),
		cold("sim vectors", "sim", "vectors", "v.jsonl"),
		cold("sim lint", "sim", "lint"),
		cold("sim replay", "sim", "replay", "r.jsonl"),
		cold("reproduce", "reproduce", "r.jsonl", "--seat", "white", "--is", board),
		once("contest rehearse", "rehearsing: day", "contest", "rehearse", "long.toml"),
		once("contest set-address", hangs, "contest", "set-address", "hang", "Ben", deaf+"?net=1", "--why", "it has moved", confined),
		once("sim replay, its input", reads, "sim", "replay", "-"),
		once("verify", reads, "verify", "-"),
		once("replay", reads, "replay", "-"),
		once("moves", reads, "moves", "-"),
		once("render", reads, "render", "-"),
		once("puzzle", reads, "puzzle", "-"),
		once("openings", reads, "openings", "-"),
		once("rate", reads, "rate", "pipe"),
		once("record vcd", reads, "record", "vcd", "pipe"),
		once("games chaser map", reads, "games", "chaser", "map", "-"),
		once("games dpt field", reads, "games", "dpt", "field", "-"),
		once("games kakomimasu board", reads, "games", "kakomimasu", "board", "-"),
		with(once("vectors check", hangs, "vectors", "check", "v.jsonl", "--against", deaf, "--timeout", "1h"), confined),
		once("vectors gen", "", "vectors", "gen", "--quota", "1000", "-o", "large.jsonl"),
	}
}

// stopless are the commands that wait for nothing that lasts, each with the reason.
var stopless = map[string]string{
	"loopline":                      "prints help",
	"loopline version":              "prints",
	"loopline games":                "prints; its tools are above",
	"loopline games chaser":         "prints",
	"loopline games dpt":            "prints",
	"loopline games kakomimasu":     "prints",
	"loopline sim":                  "prints help",
	"loopline sim convert":          "one run of GHDL, which is not everywhere; it builds as sim lint does",
	"loopline vectors":              "prints help",
	"loopline vectors package":      "prints",
	"loopline vectors words":        "prints",
	"loopline vectors classes":      "prints",
	"loopline vectors info":         "reads regular files alone: TestOddFilesEndNoCommand",
	"loopline record":               "prints help",
	"loopline new":                  "writes some files",
	"loopline usb-reattach":         "writes to files of the system",
	"loopline contest":              "prints help",
	"loopline contest new":          "writes a file",
	"loopline contest codes":        "writes files",
	"loopline contest status":       "reads regular files alone",
	"loopline contest standings":    "reads regular files alone",
	"loopline contest publish":      "writes pages, and looks at its context between them",
	"loopline contest ceremony":     "as publish",
	"loopline contest certificates": "reads regular files alone: TestOddFilesEndNoCommand",
	"loopline contest verify":       "computes, and looks at its context between games: TestVerifyEnds",
	"loopline farm":                 "runs loopline-farm, whose TestStops has them",
	"loopline offer":                "runs loopline-farm",
	"loopline hall":                 "runs loopline-farm",
}

// orders are the commands of a director, which wait for a lock for at most 1.5 s.
func orders() (all []string) {
	for _, k := range command.Kinds() {
		all = append(all, "loopline contest "+cmp.Or(presentNames[k.Name], k.Name))
	}
	return all
}

// Each command either waits, and stands in the table of those that are stopped, or stands with a reason in that of
// those that do not.
func TestEveryCommandIsStopped(t *testing.T) {
	root := newRootCmd()
	stopped := map[string]bool{}
	for _, s := range stops("exec:./deaf", "sim:rtl?top=top", "auto", func() string { return "tcp:localhost:1" }) {
		c, _, err := root.Find(s.args)
		require.NoError(t, err, s.name)
		stopped[c.CommandPath()] = true
	}
	known := slices.Concat(slices.Collect(maps.Keys(stopless)), orders())
	var all []string
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if !strings.HasPrefix(c.CommandPath(), "loopline completion") {
			all = append(all, c.CommandPath())
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
	for _, path := range all {
		require.True(t, stopped[path] || slices.Contains(known, path),
			"%s stands neither in stops nor in stopless: if it can wait, add a row with what it then shows", path)
	}
	for path := range stopless {
		require.Contains(t, all, path)
		require.False(t, stopped[path], "%s is stopped: take it out of stopless", path)
	}
}

// Files that are no regular ones, where a command wants one to read it whole, are refused instead of waited for.
func TestOddFilesEndNoCommand(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	record := filepath.Join(t.TempDir(), "r.jsonl")
	require.Zero(t, run(t.Context(), []string{"play", "--white", "bot:random?seed=1", "--red", "bot:random?seed=2", "--record", record},
		nil, io.Discard, os.Stderr))
	for _, args := range [][]string{
		{"vectors", "info", pipe},
		{"contest", "certificates", t.TempDir(), t.TempDir(), "--template", pipe},
		{"record", "vcd", record, "--seat", "white", "--against", pipe},
	} {
		var said bytes.Buffer
		require.Equal(t, statusFailed, run(t.Context(), args, nil, io.Discard, &said), "%v", args)
		require.Contains(t, said.String(), "is a named pipe", "%v", args)
	}
}

// waits returns what reports whether the command waits for what lasts.
func (c *stop) waits() func(pid int, said string) bool {
	words, ofProcess := strings.CutPrefix(c.until, "process ")
	child, ofChild := strings.CutPrefix(c.until, "child ")
	pattern := regexp.MustCompile(child)
	return func(pid int, said string) bool {
		switch {
		case ofProcess:
			return processWith(words)
		case ofChild:
			return childWith(pid, pattern)
		}
		return pattern.MatchString(said)
	}
}

// processWith reports whether a process of this machine, other than shells that start it, begins with the words.
func processWith(words string) bool {
	for _, arguments := range commandLines() {
		if strings.HasPrefix(arguments, words) {
			return true
		}
	}
	return false
}

// commandLines are the arguments of the processes of this machine.
func commandLines() map[int]string {
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	all := map[int]string{}
	for _, name := range names {
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		text, _ := os.ReadFile(name)
		all[pid] = string(bytes.ReplaceAll(text, []byte{0}, []byte(" ")))
	}
	return all
}

// childWith reports whether the arguments of a process below another one match a pattern.
func childWith(ancestor int, pattern *regexp.Regexp) bool {
	parents := map[int]int{}
	lines := commandLines()
	for pid := range lines {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if end := bytes.LastIndexByte(text, ')'); end >= 0 {
			if fields := bytes.Fields(text[end+1:]); len(fields) > 1 {
				parents[pid], _ = strconv.Atoi(string(fields[1]))
			}
		}
	}
	for pid, arguments := range lines {
		if !pattern.MatchString(arguments) {
			continue
		}
		for at := parents[pid]; at > 1; at = parents[at] {
			if at == ancestor {
				return true
			}
		}
	}
	return false
}

// Every command that waits ends within 2 s of the first signal, and within half a second of the second, whatever its
// players do, and whatever the machine was late meanwhile; a contest pauses at the first Ctrl-C, and ends at the second.
func TestStops(t *testing.T) {
	tier.Rest(t)
	tier.NoRace(t)
	self, err := os.Executable()
	require.NoError(t, err)
	port := func() string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer l.Close()
		return "listen:" + l.Addr().String()
	}
	for _, isolation := range []string{"none", "auto"} {
		folder := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(folder, "rtl"), 0o755))
		deaf, board := "exec:./deaf", "sim:rtl?top=top&clk=12000000&clock=clk&rst=rst&rx=rx&tx=tx"
		for name, text := range map[string]string{
			"deaf": deafPlayer, "rtl/top.v": muteBoard, "long.toml": longDay, "hang.toml": fmt.Sprintf(stopDay, deaf), "board.toml": fmt.Sprintf(stopDay, board),
		} {
			require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o755))
		}
		require.Zero(t, run(t.Context(), []string{"play", "--white", "bot:random?seed=1", "--red", "bot:random?seed=2", "--record",
			filepath.Join(folder, "r.jsonl")}, nil, io.Discard, os.Stderr))
		require.Zero(t, run(t.Context(), []string{"vectors", "gen", "--quota", "1", "-o", filepath.Join(folder, "v.jsonl")}, nil, io.Discard, os.Stderr))
		require.Zero(t, run(t.Context(), []string{"new", "board", filepath.Join(folder, "class", "ann"), "--board", "icebreaker"}, nil, io.Discard, os.Stderr))
		require.NoError(t, syscall.Mkfifo(filepath.Join(folder, "pipe"), 0o600))
		for _, c := range stops(deaf, board, isolation, port) {
			first := []os.Signal{os.Interrupt}
			if strings.HasPrefix(c.name, "contest run") { // it pauses first
				first = append(first, os.Interrupt)
			}
			ways := [][]os.Signal{{syscall.SIGTERM}, first, {syscall.SIGTERM, syscall.SIGTERM}}
			if c.once || isolation != "auto" {
				ways = ways[:1]
			}
			if c.once && isolation != "auto" {
				continue
			}
			for _, signals := range ways {
				t.Run(fmt.Sprintf("%s/%s/%v", isolation, c.name, signals), func(t *testing.T) {
					state, said := bridgetest.Stop{
						Command: func() *exec.Cmd {
							run := exec.Command(self)
							run.Args = append([]string{"loopline"}, c.args...)
							run.Dir = folder
							if c.cold {
								run.Env = append(os.Environ(), "LOOPLINE_CACHE="+t.TempDir())
							}
							return run
						},
						Waits: c.waits(), Signals: signals, Folder: folder,
					}.Require(t)
					if c.once {
						require.Equal(t, statusInterrupted, state.ExitCode(), said)
					}
				})
			}
		}
	}
	require.Eventually(t, func() bool { return !processWith("sleep 7654321") }, 30*time.Second, 10*time.Millisecond, "what the players started is gone")
}
