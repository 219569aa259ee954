package cli

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/trax/referee"
)

// deskDay is the file of a contest whose teams hand in sources and designs.
const deskDay = `name = "Desk"
game = "trax"
options = { max-plies = "20" }
move-time = "10s"
seed = 1
[desk]
check = "game"
designs = true
[[desk.program]]
name = "C"
file = "bot.c"
build = '''sh -c 'touch "$HOME/cache" && make' '''
command = "./bot"
[[entrant]]
name = "Aoi"
address = "desk:aoi"
[[entrant]]
name = "Ben"
address = "bot:random?seed=1"
[[entrant]]
name = "Cho"
address = "desk:cho"
[[stage]]
name = "final"
kind = "round-robin"
games = 1
`

// deskClient is a team at a desk.
type deskClient struct{ url, code string }

// send sends a request and decodes what comes back.
func (c deskClient) send(t *testing.T, method, path, kind string, body io.Reader, into any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, c.url+path, body)
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+c.code)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	a, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	require.NoError(t, err)
	require.Less(t, a.StatusCode, 300, string(text))
	require.NoError(t, json.Unmarshal(text, into), string(text))
}

// deskVersion is what a team gets to know of a version.
type deskVersion struct {
	Version                     int
	State, Reason, Report, Wait string
}

// handIn hands a file in.
func (c deskClient) handIn(t *testing.T, name string, file []byte) (v deskVersion) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	require.NoError(t, err)
	_, err = part.Write(file)
	require.NoError(t, err)
	require.NoError(t, form.Close())
	c.send(t, http.MethodPost, "versions", form.FormDataContentType(), &body, &v)
	return v
}

// checked waits for the end of a version's check.
func (c deskClient) checked(t *testing.T, number string, within time.Duration) (v deskVersion) {
	t.Helper()
	for until := time.Now().Add(within); ; time.Sleep(100 * time.Millisecond) {
		c.send(t, http.MethodGet, "versions/"+number, "", nil, &v)
		if v.State != "checking" {
			return v
		}
		require.False(t, time.Now().After(until), "%+v", v)
	}
}

// tarredFiles are the files of a folder as a tar.gz.
func tarredFiles(t *testing.T, folder string) []byte {
	var all bytes.Buffer
	compressed := gzip.NewWriter(&all)
	w := tar.NewWriter(compressed)
	require.NoError(t, errors.Join(w.AddFS(os.DirFS(folder)), w.Close(), compressed.Close()))
	return all.Bytes()
}

// zippedFiles are the files of a folder as a zip.
func zippedFiles(t *testing.T, folder string) []byte {
	var all bytes.Buffer
	w := zip.NewWriter(&all)
	require.NoError(t, errors.Join(w.AddFS(os.DirFS(folder)), w.Close()))
	return all.Bytes()
}

// deskHost runs the commands of a contest with a desk as a user, in the user's folder.
type deskHost struct {
	t    *testing.T
	user *bridgetest.User
}

// start starts a command of loopline.
func (h deskHost) start(args ...string) (*exec.Cmd, *bridgetest.Buffer) {
	said := &bridgetest.Buffer{}
	run := h.user.Command()
	run.Args = append([]string{"loopline"}, args...)
	run.Stdout, run.Stderr = said, said
	require.NoError(h.t, run.Start())
	h.t.Cleanup(func() { _ = run.Process.Kill(); _ = run.Wait() })
	return run, said
}

// open writes the contest's file and opens its desk. It returns the teams.
func (h deskHost) open(plan string, more ...string) (desk *exec.Cmd, said *bridgetest.Buffer, teams map[string]deskClient) {
	file := filepath.Join(h.user.Dir, "cup.toml")
	require.NoError(h.t, os.WriteFile(file, []byte(plan), 0o644))
	run, out := h.start("contest", "codes", "cup.toml")
	ended(h.t, run, out, time.Minute)
	desk, said = h.start(append([]string{"contest", "desk", "cup.toml", "--addr", "127.0.0.1:0", "--isolation", "require"}, more...)...)
	url := waitsFor(h.t, said, `teams hand in at (http\S+)`)
	teams = map[string]deskClient{}
	for line := range strings.Lines(out.String()) {
		if fields := strings.Fields(line); len(fields) > 1 {
			teams[fields[0]] = deskClient{url, fields[1]}
		}
	}
	return desk, said, teams
}

// A project of sources with a Makefile and a board with BOARD in its own, as people pack them, are handed
// in, built, checked and played, as the ordinary user and as root, from a folder that is named as people
// name it.
func TestDeskBuilds(t *testing.T) {
	tier.Rest(t)
	tier.NoRace(t)
	for _, tool := range []string{"bwrap", "cc", "make", "verilator"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	t.Run("as an ordinary user", func(t *testing.T) { deskBuilds(deskHost{t, bridgetest.OrdinaryUser(t)}) })
	if os.Getuid() == 0 {
		t.Run("as root", func(t *testing.T) { deskBuilds(deskHost{t, bridgetest.Root(t)}) })
	}
}

func deskBuilds(h deskHost) {
	t := h.t
	projects := t.TempDir()
	require.Zero(t, run(t.Context(), []string{"new", "bot", filepath.Join(projects, "bot"), "--lang", "c"}, nil, io.Discard, os.Stderr))
	require.Zero(t, run(t.Context(), []string{"new", "board", filepath.Join(projects, "board", "fox"), "--lang", "v", "--board", "icebreaker"}, nil, io.Discard, os.Stderr))
	_, said, teams := h.open(deskDay)
	teams["aoi"].handIn(t, "bot.zip", zippedFiles(t, filepath.Join(projects, "bot")))
	teams["cho"].handIn(t, "fox.tar.gz", tarredFiles(t, filepath.Join(projects, "board")))
	for team, reports := range map[string]string{"aoi": "-o bot bot.c\n", "cho": "BOARD = rtl?"} {
		v := teams[team].checked(t, "1", 10*time.Minute)
		require.Equal(t, "passed", v.State, "%+v %s", v, said)
		require.Contains(t, v.Report, reports)
		require.Contains(t, v.Report, "one short game: ok")
	}
	contest, out := h.start("contest", "run", "cup.toml", "--isolation", "require")
	ended(t, contest, out, 10*time.Minute)
	require.True(t, contest.ProcessState.Success(), out.String())
	dir := filepath.Join(h.user.Dir, "cup")
	v := journal.Verify(dir, games.Verify)
	require.Empty(t, v.Differences)
	require.True(t, v.Over)
	day, err := tournament.Read(dir)
	require.NoError(t, err)
	finished := 0
	for _, c := range day.Decisions {
		if c.Type == tournament.Finished {
			finished++
			require.Contains(t, []string{referee.ReasonTooLong, "line", "loop"}, c.Reason, out.String())
		}
	}
	require.GreaterOrEqual(t, finished, 3) // a void one is played again
}

// The full check at the desk runs what was handed in as its short game does: as a check, below all games, and
// with the bounds of the contest's boards.
func TestFullCheckIsACheck(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cup.toml")
	require.NoError(t, os.WriteFile(file, []byte(deskDay), 0o644))
	var c contestFile
	require.NoError(t, c.read(newContestDeskCmd(), file))
	defer c.opener.Close()
	c.plan.MoveTime = config.Duration(time.Second)
	for policy, nice := range map[sandbox.Policy]string{sandbox.PolicyCheck: "19", sandbox.PolicyPlayer: ""} {
		var said bridgetest.Buffer
		address := `exec:sh -c "echo nice=$(nice)= >&2"`
		require.Error(t, c.checkEntrant(t.Context(), say.English, &said, &said, "Aoi", address, player.Means{Policy: policy}))
		require.Equal(t, nice == "19", strings.Contains(said.String(), "nice=19="), said.String())
	}
	var said bridgetest.Buffer
	err := c.checkEntrant(t.Context(), say.English, &said, &said, "Aoi", "sim:reference?clk=10GHz", player.Means{Policy: sandbox.PolicyCheck})
	require.ErrorContains(t, err, "200", said.String())
}
