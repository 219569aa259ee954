package cli

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
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

// A stop is a command that waits.
type stop struct {
	name  string
	args  []string
	until string // of the output, or of the arguments of a process: then it waits
}

// stops are the commands that wait, with players that heed no signal and boards in a long answer.
func stops(deaf, board, isolation string, port func() string) []stop {
	confined := "--isolation=" + isolation
	const hangs, silent, listens = "process sleep 7654321", "no line came yet", `http://\S+`
	slow := []string{"--move-time", "1h", "--handshake", "1h", confined}
	of := func(name, until string, args ...string) stop { return stop{name, args, until} }
	with := func(s stop, more ...string) stop { s.args = append(s.args, more...); return s }
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
		with(of("sim check", silent, "sim", "check", strings.TrimPrefix(board, "sim:")), slow...),
		of("sim board", "", "sim", "board", strings.TrimPrefix(board, "sim:"), confined),
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
	}
}

// processWith reports whether a process of this machine, other than shells that start it, has the words.
func processWith(words string) bool {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range all {
		text, _ := os.ReadFile(name)
		if strings.HasPrefix(string(bytes.ReplaceAll(text, []byte{0}, []byte(" "))), words) {
			return true
		}
	}
	return false
}

// Every command that waits ends at the first signal, and at once at the second, whatever its players do; a
// contest pauses at the first Ctrl-C, and ends at the second. How
// long that took is logged: the limit leaves room for the load of other tests.
func TestStops(t *testing.T) {
	tier.Rest(t)
	tier.NoRace(t)
	const most = 30 * time.Second
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
			"deaf": deafPlayer, "rtl/top.v": muteBoard, "hang.toml": fmt.Sprintf(stopDay, deaf), "board.toml": fmt.Sprintf(stopDay, board),
		} {
			require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o755))
		}
		require.Zero(t, run(t.Context(), []string{"play", "--white", "bot:random?seed=1", "--red", "bot:random?seed=2", "--record",
			filepath.Join(folder, "r.jsonl")}, nil, io.Discard, os.Stderr))
		for _, c := range stops(deaf, board, isolation, port) {
			first := []os.Signal{os.Interrupt}
			if strings.HasPrefix(c.name, "contest run") { // it pauses first
				first = append(first, os.Interrupt)
			}
			for _, signals := range [][]os.Signal{first, {syscall.SIGTERM}, {syscall.SIGTERM, syscall.SIGTERM}} {
				t.Run(fmt.Sprintf("%s/%s/%v", isolation, c.name, signals), func(t *testing.T) {
					said := &bridgetest.Buffer{}
					run := exec.Command(self)
					run.Args = append([]string{"loopline"}, c.args...)
					run.Dir, run.Stdout, run.Stderr = folder, said, said
					in, err := run.StdinPipe()
					require.NoError(t, err)
					defer in.Close()
					require.NoError(t, run.Start())
					over := make(chan struct{})
					go func() { _ = run.Wait(); close(over) }()
					defer func() { _ = run.Process.Kill(); <-over }()
					words, ofProcess := strings.CutPrefix(c.until, "process ")
					pattern := regexp.MustCompile(c.until)
					waits := func() bool {
						if ofProcess {
							return processWith(words)
						}
						return pattern.MatchString(said.String())
					}
					for until := time.Now().Add(time.Minute); !waits(); time.Sleep(10 * time.Millisecond) {
						select {
						case <-over:
							require.Fail(t, "it ended by itself", said.String())
						default:
						}
						require.False(t, time.Now().After(until), said.String())
					}
					time.Sleep(300 * time.Millisecond) // what it does next, it waits for too
					began := time.Now()
					for _, s := range signals {
						began = time.Now()
						_ = run.Process.Signal(s) // the first may have ended it
						if len(signals) > 1 {
							time.Sleep(20 * time.Millisecond)
						}
					}
					select {
					case <-over:
					case <-time.After(most):
						require.Fail(t, "it does not end", said.String())
					}
					t.Logf("%s, %v: ended in %v: %v", c.name, signals, time.Since(began).Round(time.Millisecond), run.ProcessState)
				})
			}
		}
	}
	require.Eventually(t, func() bool { return !processWith("sleep 7654321") }, most, 10*time.Millisecond, "what the players started is gone")
}
