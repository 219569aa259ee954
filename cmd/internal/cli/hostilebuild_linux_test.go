package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/contest/desk"
	"github.com/loopline/loopline/internal/tier"
)

// leftProcess is how a process that a build leaves behind is known.
const leftProcess = "sleep 7654323"

// marked is a file that each hostile build leaves in its /tmp.
const marked = "/tmp/loopline-hostile-build"

// hostileBuilds are scripts by which a team harms its contest, if it can: each either fails, or ends with a main.
var hostileBuilds = map[string]string{
	"an endless file":                       "dd if=/dev/zero of=big bs=1M; echo x > main",
	"an endless file, elsewhere":            "dd if=/dev/zero of=/tmp/big bs=1M; dd if=/dev/zero of=/dev/shm/big bs=1M; echo x > main",
	"200,000 files":                         "seq 200000 | xargs touch; echo x > main",
	"folders that nobody may read":          "mkdir -p a/b/c && echo x > main && touch a/b/c/f && chmod 000 a/b/c/f a/b/c a/b a",
	"a folder that nobody may read, of all": "echo x > main; mkdir a; chmod 000 a .",
	"deep folders":                          "p=$(printf 'd/%.0s' $(seq 1000)); for i in $(seq 20); do mkdir -p $p && cd -P $p || break; done; echo x > main",
	"150 processes":                         "for i in $(seq 150); do sh -c 'while :; do :; done' " + strings.ReplaceAll(leftProcess, " ", "-") + " & done; sleep 1; echo x > main",
	"a process in the background":           leftProcess + " >/dev/null 2>&1 & echo x > main",
	"a process that holds its output":       leftProcess + " & setsid " + leftProcess + " & echo x > main",
	"endless words":                         "yes it is a build that says much; echo x > main",
	"words of a terminal":                   "printf '\\033]0;x\\007\\033[2J\\233'; echo x > main",
	"links":                                 "ln -s / root; ln -s /etc/passwd main; mkfifo pipe",
	"a tar of its own":                      "tar() { exit 1; }; echo x > main; exec tar",
}

// What teams build by the real build of a contest harms neither the contest's folder nor the host, as root and as an
// ordinary user: it fails with a reason or is sound, says a bounded text, and leaves nothing.
func TestHostileBuildsOfTheDesk(t *testing.T) {
	tier.Rest(t)
	tier.NoRace(t)
	for _, tool := range []string{"bwrap", "tar", "xargs"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	if os.Getuid() == 0 {
		t.Run("as an ordinary user", func(t *testing.T) {
			self := bridgetest.OrdinaryUser(t).Command("-test.run", "^TestHostileBuildsOfTheDesk$", "-test.v")
			out, err := self.CombinedOutput()
			require.NoError(t, err, string(out))
			require.NotContains(t, string(out), "--- SKIP")
			t.Logf("%s", out)
		})
	}
	for name, script := range hostileBuilds {
		t.Run(name, func(t *testing.T) { hostileBuild(t, script) })
	}
}

func hostileBuild(t *testing.T, script string) {
	dir, temporary := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	file := filepath.Join(dir, "cup.toml")
	plan := strings.Replace(deskDay, `build = '''sh -c 'touch "$HOME/cache" && make' '''`, `build = "sh bot.c"`, 1)
	plan = strings.Replace(plan, "designs = true\n", "designs = true\nmax-size = \"4MiB\"\ncheck-time = \"4s\"\n", 1)
	require.Contains(t, plan, "sh bot.c")
	require.NoError(t, os.WriteFile(file, []byte(plan), 0o644))
	var c contestFile
	require.NoError(t, c.read(newContestDeskCmd(), file))
	defer c.opener.Close()
	require.NoError(t, c.confined())
	d := c.atFolder()
	d.Build = c.buildAt
	d.Check = func(context.Context, string, desk.Player, io.Writer) error { return nil }
	require.NoError(t, d.Open())
	defer d.Close()
	given, err := d.Receive("aoi", desk.Upload{Name: "bot.c", File: strings.NewReader("touch " + marked + "\n" + script + "\n")})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() { defer close(over); d.Run(ctx) }()
	var v desk.Version
	for until := time.Now().Add(5 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		v, err = d.Version("aoi", given.Number)
		require.NoError(t, err)
		if v.State != desk.Checking {
			break
		}
		require.False(t, time.Now().After(until), "it is checked for ever")
	}
	stop()
	<-over
	t.Logf("%s: %v", v.State, v.Reason)
	report := d.Report("aoi", given.Number)
	require.Less(t, len(report), 2*buildReport)
	require.NotContains(t, report, "\x1b")

	inside := filepath.Join(dir, "cup", "desk", "aoi", fmt.Sprint(given.Number))
	var left []string
	entries, err := os.ReadDir(inside)
	require.NoError(t, err)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if v.State == desk.Passed {
		require.Contains(t, left, "files")
		text, err := os.ReadFile(filepath.Join(inside, "files", "main"))
		require.NoError(t, err)
		require.Equal(t, "x\n", string(text))
	} else {
		require.Equal(t, desk.Failed, v.State)
		require.NotEmpty(t, v.Reason)
		require.NotContains(t, left, "files")
	}
	for _, name := range left {
		require.Contains(t, []string{"files", "report.txt", "upload", "version.json"}, name)
	}
	require.NoFileExists(t, marked)
	entries, err = os.ReadDir(temporary)
	require.NoError(t, err)
	require.Empty(t, entries, "it leaves files of the host")
	require.Eventually(t, func() bool {
		return !processWith(leftProcess) && !processWith("sh -c while :; do :; done "+strings.ReplaceAll(leftProcess, " ", "-"))
	}, time.Minute, 50*time.Millisecond, "it leaves processes")
	require.NoError(t, os.RemoveAll(inside))
}
