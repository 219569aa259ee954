package cli

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"rsc.io/qr"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/internal/tier"
)

// visitedRun runs a command with one person at a page, who chooses by chance, and returns what
// was printed and the verdicts on the page.
func visitedRun(t *testing.T, folder string, args ...string) (printed string, verdicts []string) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	said := &bridgetest.Buffer{}
	run := exec.Command(self)
	run.Args = append([]string{"loopline"}, args...)
	run.Dir, run.Stdout, run.Stderr = folder, said, said
	require.NoError(t, run.Start())
	t.Cleanup(func() { _ = run.Process.Kill(); _ = run.Wait() })
	link := waitsFor(t, said, `open this link in a browser to play; it is for one person: (http\S+)`)
	require.NotContains(t, said.String(), "\x1b", "no QR code is drawn into a file")
	link = regexp.MustCompile(`//.*:(\d+)/`).ReplaceAllString(link, "//127.0.0.1:$1/")
	verdicts, err = hosttest.Visit(t.Context(), link, rand.New(rand.NewPCG(1, 1)).IntN)
	require.NoError(t, err, said.String())
	ended(t, run, said, time.Minute)
	require.True(t, run.ProcessState.Success(), said.String())
	require.Equal(t, 1, strings.Count(said.String(), "open this link"), "the link is for the whole match")
	return said.String(), verdicts
}

// A person with a name plays a match of several games by one link, and changes seats.
func TestVisitorPlaysAMatch(t *testing.T) {
	folder := t.TempDir()
	printed, verdicts := visitedRun(t, folder, "play", "--white", "web?name=Ann", "--red", "bot:random?seed=3", "--games", "2", "--record", "r.jsonl", "-q")
	require.Len(t, verdicts, 2)
	require.Contains(t, printed, "Ann: open this link")
	require.Contains(t, printed, "game 1 of 2: white Ann, red bot:random?seed=3")
	require.Contains(t, printed, "game 2 of 2: white bot:random?seed=3, red Ann")
	record, err := os.ReadFile(filepath.Join(folder, "r.jsonl"))
	require.NoError(t, err)
	require.Contains(t, string(record), `"limits":{"first":600000000`, "a person has a person's time")
	require.NotContains(t, string(record), "seat/1/", "the record has no link")
}

// A person is an entrant of a contest like any other.
func TestVisitorPlaysAContest(t *testing.T) {
	tier.Slow(t)
	for game, options := range map[string]string{"trax": `max-plies = "20"`, "dpt": `turns = "4"`, "kakomimasu": `turns = "3", agents = "2"`, "chaser": `turns = "6"`} {
		t.Run(game, func(t *testing.T) {
			folder := t.TempDir()
			plan := strings.Replace(shortPlan, `"bot:greedy"`, `"web"`, 1)
			plan = strings.Replace(plan, "seed = 1\n", "seed = 1\nmove-time = \"1m\"\nwait = \"1m\"\n", 1)
			plan = strings.NewReplacer(`"trax"`, `"`+game+`"`, `max-plies = "20"`, options).Replace(plan)
			require.NoError(t, os.WriteFile(filepath.Join(folder, "plan.toml"), []byte(plan), 0o644))
			printed, verdicts := visitedRun(t, folder, "contest", "run", "plan.toml", "--dir", "day")
			require.NotEmpty(t, verdicts)
			require.Contains(t, printed, "Ann: open this link")
			require.Contains(t, printed, "rank  entrant")
		})
	}
}

// The code on the terminal has every module of the encoder's, with four white ones around.
func TestDrawQR(t *testing.T) {
	code, err := qr.Encode("http://192.168.1.7:8080/seat/1/#ABCDEFGHIJKLMNOPQRSTUVWXYZ", qr.L)
	require.NoError(t, err)
	drawn := drawQR(code.Size, code.Black)
	lines := strings.Split(strings.TrimSuffix(drawn, "\n"), "\n")
	require.Len(t, lines, (code.Size+2*quietZone+1)/2)
	for row, line := range lines {
		line = strings.TrimSuffix(strings.TrimPrefix(line, "\x1b[30;107m"), "\x1b[0m")
		modules := []rune(line)
		require.Len(t, modules, code.Size+2*quietZone)
		for column, m := range modules {
			x, y := column-quietZone, 2*row-quietZone
			require.Equal(t, code.Black(x, y), m == '█' || m == '▀', "%d %d", x, y)
			require.Equal(t, code.Black(x, y+1), m == '█' || m == '▄', "%d %d", x, y+1)
		}
	}
}

// A stand shows bots until somebody comes, and then has visitors play one after another.
func TestStandOffersGames(t *testing.T) {
	tier.Slow(t)
	folder := t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	said := &bridgetest.Buffer{}
	run := exec.Command(self)
	run.Args = []string{"loopline", "serve", "--play", "bot:random", "--game", "dpt", "--option", "turns=3", "--addr", "127.0.0.1:0", "--idle", "50ms", "--record", "r.jsonl"}
	run.Dir, run.Stdout, run.Stderr = folder, said, said
	require.NoError(t, run.Start())
	t.Cleanup(func() { _ = run.Process.Kill(); _ = run.Wait() })
	url := waitsFor(t, said, `the stand is at (http\S+)`)
	place := func(client *http.Client) (p struct{ Link, Playing string }) {
		a, err := client.Get(url + "stand/place.json")
		require.NoError(t, err)
		defer a.Body.Close()
		require.NoError(t, json.NewDecoder(a.Body).Decode(&p))
		return p
	}
	require.Eventually(t, func() bool { return strings.Contains(place(http.DefaultClient).Playing, "bot:greedy") }, time.Minute, 20*time.Millisecond)
	for number := 1; number <= 2; number++ {
		jar, err := cookiejar.New(nil)
		require.NoError(t, err)
		client := &http.Client{Jar: jar}
		a, err := client.Post(url+"stand/join", "", nil)
		require.NoError(t, err)
		a.Body.Close()
		require.Equal(t, http.StatusNoContent, a.StatusCode)
		link := ""
		require.Eventually(t, func() bool { link = place(client).Link; return link != "" }, time.Minute, 20*time.Millisecond)
		require.Empty(t, place(http.DefaultClient).Link, "the link is the guest's alone")
		verdicts, err := hosttest.Visit(t.Context(), link, rand.New(rand.NewPCG(uint64(number), 1)).IntN)
		require.NoError(t, err, said.String())
		require.Len(t, verdicts, 1)
	}
	waitsFor(t, said, `(?s)visitor-1.*(visitor-2)`)
	require.NoError(t, run.Process.Signal(os.Interrupt))
	ended(t, run, said, time.Minute)
	verify := exec.Command(self)
	verify.Args, verify.Dir = []string{"loopline", "verify", "r.jsonl"}, folder
	out, err := verify.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), "2 games")
}

// leaver is a person who does nothing until its game is taken away.
type leaver struct{}

func (leaver) Serve(ctx context.Context, _ host.Player) error { <-ctx.Done(); return ctx.Err() }

// A visitor plays no longer than a visit.
func TestVisitsAreBrief(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		require.ErrorIs(t, brief{leaver{}, time.Minute}.Serve(t.Context(), nil), context.DeadlineExceeded)
		require.Equal(t, time.Minute, time.Since(began))
	})
}
