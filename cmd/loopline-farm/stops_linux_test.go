package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/cmd/internal/cli"
	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/internal/tier"
)

// A farmStop is a command for many machines that waits, and what it has said by then.
type farmStop struct {
	until string
	args  []string
}

// farmStops are the commands that wait for others: with a server, and with one that is not there.
func farmStops(at string) []farmStop {
	const nowhere = "tls://127.0.0.1:1"
	work := []string{"farm", "work", "--key", "keys/worker.access", "--programs", "programs.txt", "--isolation", "none", "--at"}
	offer := []string{"offer", "exec:./deaf", "--name", "lab", "--key", "keys/agent-lab.access", "--isolation", "none", "--at"}
	hall := []string{"hall", "east", "--key", "keys/agent-east.access", "--at"}
	return []farmStop{
		{"the server is at", []string{"farm", "server", "--keys", "keys", "--store", "store", "--listen", "127.0.0.1:0"}},
		{"works for", append(work[:len(work):len(work)], at)},
		{"farm work", []string{"farm", "run", "spec.toml"}},
		{"", append(offer[:len(offer):len(offer)], at)},
		{"", append(offer[:len(offer):len(offer)], nowhere)},
		{`\[\[hall\]\]`, append(hall[:len(hall):len(hall)], at)},
		{"", append(hall[:len(hall):len(hall)], nowhere)},
		{"", []string{"play", "bot", "remote:lab?at=" + at + "&key=keys/host.access"}},
	}
}

const deafPlayer = `#!/bin/sh
trap '' INT TERM HUP QUIT
while read -r line; do
	case "$line" in
	-T) echo AA ;;
	*) exec sleep 7654322 ;;
	esac
done
`

// Every command for many machines ends in time when it is told to, whatever it waits for.
func TestStops(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	keys := filepath.Join(dir, "keys")
	require.NoError(t, natsconn.MakeKeys(keys, natsconn.Init{Agents: []string{"east", "lab", "west"}}))
	server, err := natsconn.StartServer(natsconn.ServerOptions{Keys: keys, Listen: "127.0.0.1:0", Notify: func(string) {}})
	require.NoError(t, err)
	t.Cleanup(server.Stop)
	program, err := exec.LookPath("true")
	require.NoError(t, err)
	sum, err := exec.Command("sha256sum", program).Output()
	require.NoError(t, err)
	for name, text := range map[string]string{
		"deaf": deafPlayer, "programs.txt": string(sum),
		"spec.toml": "kind = \"seeds\"\nprogram = \"" + program + "\"\ncommand = [\"{n}\"]\nseeds = 3\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755))
	}
	for _, c := range farmStops(server.URL()) {
		for _, signals := range [][]os.Signal{{syscall.SIGTERM}, {syscall.SIGTERM, syscall.SIGTERM}} {
			t.Run(strings.Join(c.args, " "), func(t *testing.T) {
				pattern := regexp.MustCompile(c.until)
				bridgetest.Stop{
					Command: func() *exec.Cmd {
						run := exec.Command(self)
						run.Args = append([]string{"loopline-farm"}, c.args...)
						run.Env, run.Dir = append(os.Environ(), envRole+"=stopped"), dir
						return run
					},
					Waits:   func(_ int, said string) bool { return pattern.MatchString(said) },
					Signals: signals, Folder: dir,
				}.Require(t)
			})
		}
	}
}

// Each command that this program alone has waits, and is stopped above, but for those that end by themselves.
func TestEveryCommandIsStopped(t *testing.T) {
	root := cli.Root(program("loopline-farm"))
	stopped := map[string]bool{"loopline-farm farm": true /* prints help */, "loopline-farm farm init": true /* writes files */}
	for _, s := range farmStops("tls://localhost:1") {
		c, _, err := root.Find(s.args)
		require.NoError(t, err)
		stopped[c.CommandPath()] = true
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		require.True(t, stopped[c.CommandPath()], "%s is stopped by no test: add it to farmStops", c.CommandPath())
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	for _, c := range root.Commands() {
		if c.Name() == "farm" || c.Name() == "offer" || c.Name() == "hall" {
			walk(c)
		}
	}
}
