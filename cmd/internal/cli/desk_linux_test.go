package cli

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/internal/tier"
)

// A desk that is killed in the middle of an upload, and another time in the check of one, keeps no half
// of it: the next one checks what came whole, and that plays, to a contest that verifies.
func TestKilledDesk(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	folder := t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	bot := filepath.Join(folder, "loopline")
	require.NoError(t, os.Symlink(self, bot))
	plan := fmt.Sprintf(`name = "Desk"
game = "trax"
options = { max-plies = "20" }
move-time = "1m"
seed = 1
[desk]
check = "game"
[[desk.program]]
name = "Text"
file = "main.txt"
command = "%s bot random"
[[entrant]]
name = "Aoi"
address = "desk:aoi"
[[entrant]]
name = "Ben"
address = "bot:random?seed=1"
[[stage]]
name = "final"
kind = "round-robin"
games = 2
`, bot)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "cup.toml"), []byte(plan), 0o644))
	loopline := func(args ...string) (*exec.Cmd, *bridgetest.Buffer) {
		said := &bridgetest.Buffer{}
		run := exec.Command(self)
		run.Args = append([]string{"loopline"}, args...)
		run.Dir, run.Stdout, run.Stderr = folder, said, said
		require.NoError(t, run.Start())
		t.Cleanup(func() { _ = run.Process.Kill(); _ = run.Wait() })
		return run, said
	}
	open := func() (run *exec.Cmd, url string) {
		run, said := loopline("contest", "desk", "cup.toml", "--addr", "127.0.0.1:0", "--isolation", "none")
		return run, waitsFor(t, said, `teams hand in at (http\S+)`)
	}
	killed := func(run *exec.Cmd) {
		require.NoError(t, run.Process.Kill())
		_ = run.Wait()
	}
	codes, said := loopline("contest", "codes", "cup.toml")
	require.NoError(t, codes.Wait())
	code := strings.Fields(said.String())[1]

	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "main.txt")
	require.NoError(t, err)
	_, err = io.WriteString(part, strings.Repeat("a line of it\n", 10_000))
	require.NoError(t, err)
	require.NoError(t, form.Close())
	desk := func(pattern string) []string {
		found, err := filepath.Glob(filepath.Join(folder, "cup", "desk", "aoi", pattern))
		require.NoError(t, err)
		return found
	}
	// send sends so many bytes of the upload, and returns what is answered to a whole one.
	send := func(url string, bytes int) string {
		address := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
		c, err := net.Dial("tcp", address)
		require.NoError(t, err)
		t.Cleanup(func() { _ = c.Close() })
		require.NoError(t, c.SetDeadline(time.Now().Add(time.Minute)))
		fmt.Fprintf(c, "POST /versions HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n",
			address, code, form.FormDataContentType(), body.Len())
		_, err = c.Write(body.Bytes()[:bytes])
		require.NoError(t, err)
		if bytes < body.Len() {
			return ""
		}
		answer, err := io.ReadAll(c)
		require.NoError(t, err)
		return string(answer)
	}
	versions := func(url string) string {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"versions", nil)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+code)
		a, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		return string(text)
	}

	run, url := open()
	send(url, body.Len()*2/3)
	require.Eventually(t, func() bool {
		parts := desk("*/upload")
		info, err := os.Stat(strings.Join(parts, ""))
		return err == nil && info.Size() > 0
	}, time.Minute, time.Millisecond, "a part of it is on the disk")
	killed(run)
	require.Len(t, desk("*"), 1)
	run, url = open()
	require.Empty(t, desk("*"), "what was left of it is gone")
	require.Equal(t, "null\n", versions(url))

	require.Contains(t, send(url, body.Len()), "201 Created")
	killed(run) // its check has begun, or will
	_, url = open()
	listed := ""
	require.Eventually(t, func() bool { // asks seldom: who asks often is put off
		listed = versions(url)
		return strings.Contains(listed, `"state": "passed"`)
	}, time.Minute, 200*time.Millisecond)
	require.Equal(t, 1, strings.Count(listed, `"version":`), listed)

	contest, out := loopline("contest", "run", "cup.toml", "--isolation", "none")
	ended(t, contest, out, time.Minute)
	require.True(t, contest.ProcessState.Success(), out.String())
	dir := filepath.Join(folder, "cup")
	v := journal.Verify(dir, games.Verify)
	require.Empty(t, v.Differences)
	require.True(t, v.Over)
	day, err := tournament.Read(dir)
	require.NoError(t, err)
	for _, c := range day.Decisions {
		if c.Type == tournament.Started {
			require.Len(t, c.Versions, 1)
			require.Equal(t, 1, c.Versions[0].Number)
		}
	}
}
