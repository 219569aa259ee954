package cli

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/tier"
)

// besideShells is a contest of one program that needs its time against a bot, and of a team whose build is a
// hundred and fifty busy shells.
const besideShells = `name = "Shells"
game = "trax"
move-time = "1s"
wait = "2s"
seed = 1
[desk]
check = "game"
check-time = "1h"
[[desk.program]]
name = "Make"
file = "Makefile"
build = "make"
command = "./bot"
[[entrant]]
name = "Aoi"
address = %q
[[entrant]]
name = "Ben"
address = "bot:random?seed=1"
[[entrant]]
name = "Mal"
address = "desk:mal"
[[stage]]
name = "all"
kind = "round-robin"
games = %d
`

// hostileGames is how many games a match of these days has; GAMES changes it.
func hostileGames(t *testing.T, usual int) int {
	if text := os.Getenv("GAMES"); text != "" {
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		return n
	}
	return usual
}

// packed are files as a tar.gz.
func packed(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var all bytes.Buffer
	compressed := gzip.NewWriter(&all)
	w := tar.NewWriter(compressed)
	for name, text := range files {
		require.NoError(t, w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(text)), Typeflag: tar.TypeReg}))
		_, err := io.WriteString(w, text)
		require.NoError(t, err)
	}
	require.NoError(t, errors.Join(w.Close(), compressed.Close()))
	return all.Bytes()
}

// stopped stops a desk, whatever builds there.
func stopped(t *testing.T, desk *exec.Cmd, said *bridgetest.Buffer) {
	t.Helper()
	require.NoError(t, desk.Process.Signal(os.Interrupt))
	ended(t, desk, said, time.Minute)
}

// lostOnTime counts the games that an entrant has lost on time, of how many.
func lostOnTime(day *tournament.Tournament, entrant string) (lost, of int) {
	for _, c := range day.Decisions {
		if c.Type != tournament.Finished || c.Void {
			continue
		}
		if of++; (c.Reason == string(host.Late) || c.Reason == string(host.Silent)) && c.Winner != entrant {
			lost++
		}
	}
	return lost, of
}

// TestDeskUnderShells: a build of a hundred and fifty busy shells, beside a contest in the same session, costs an
// honest entrant no game.
func TestDeskUnderShells(t *testing.T) {
	tier.Long(t)
	for who, user := range runners(t) {
		t.Run("as "+who, func(t *testing.T) {
			h := deskHost{t, user}
			plan := fmt.Sprintf(besideShells, user.ExecAddress("good", scriptNeedy), hostileGames(t, 40))
			desk, said, teams := h.open(plan)
			shells := "all:\n\tfor i in $$(seq 150); do (while :; do :; done) & done; wait\n"
			teams["mal"].handIn(t, "x.tar.gz", packed(t, map[string]string{"Makefile": shells}))
			require.Eventually(t, func() bool {
				out, _ := exec.Command("pgrep", "-fc", "while :; do :; done").Output()
				n, _ := strconv.Atoi(strings.TrimSpace(string(out)))
				return n >= 1
			}, time.Minute, 100*time.Millisecond, said.String())
			contest, out := h.start("contest", "run", "cup.toml", "--isolation", "require")
			ended(t, contest, out, time.Hour)
			require.True(t, contest.ProcessState.Success(), out.String())
			stopped(t, desk, said)
			day, err := tournament.Read(filepath.Join(user.Dir, "cup"))
			require.NoError(t, err)
			lost, of := lostOnTime(day, "Aoi")
			for _, c := range day.Decisions {
				if c.Type == tournament.Finished && (c.Void || c.Reason == string(host.Gone)) {
					t.Logf("%s: void %v: %s", c.Game, c.Void, c.Reason)
				}
			}
			t.Logf("as %s: %d of %d games lost on time beside 150 busy shells", who, lost, of)
			require.NotZero(t, of)
			require.Zero(t, lost, out.String())
			day.Matches(func(m *tournament.Match) {
				for _, g := range m.Games {
					require.NotContains(t, g.Absent, 0, "%s: a program that starts late is not absent: %s", g.ID, out)
				}
			})
		})
	}
}

// hostileDay is a contest of five honest entrants and, if it has them, of a hostile program, a design, a
// bitstream and a team that hands in.
func hostileDay(user *bridgetest.User, hostile bool, matchGames int) string {
	plan := `name = "Roles"
game = "trax"
move-time = "2s"
wait = "1s"
tables = 2
seed = 1
[boards]
answer = "1s"
answer-wall = "10s"
[desk]
check = "game"
check-time = "5m"
[[desk.program]]
name = "Make"
file = "Makefile"
build = "make"
command = "./bot"
`
	add := func(name, address string) {
		plan += fmt.Sprintf("[[entrant]]\nname = %q\naddress = %q\n", name, address)
	}
	add("Aoi", user.ExecAddress("good", scriptQuick))
	add("Ben", user.ExecAddress("good", scriptNeedy))
	add("Cho", "bot:greedy?seed=3")
	add("Dai", "bot:random?seed=1")
	add("Eri", "bot:random?seed=2")
	if hostile {
		add("Program", user.ExecAddress("good", scriptSpinner))
		add("Design", "sim:evil?rst=none&clk=1e6")
		add("Bitstream", "bit:evil.bin?pcf=evil.pcf&package=sg48")
		add("Handed in", "desk:mal")
	}
	return plan + fmt.Sprintf("[[stage]]\nname = \"all\"\nkind = \"round-robin\"\ngames = %d\n", matchGames)
}

// evilBoard computes where no time runs, writes where it may not, and asks for what is the host's.
const evilBoard = `module evil (input clk, input rx, output tx);
  assign tx = 1'b1;
  reg [31:0] n = 0, x = 1; integer i, f; reg [8*200:1] name;
  initial begin
    if ($value$plusargs("%s", name)) $display("%0s", name);
    f = $fopen("../model", "r"); f = $fopen("/proc/self/cmdline", "r"); f = $fopen("/tmp/x", "w");
  end
  always @(posedge clk) begin
    n <= n + 1;
    if (n > 10) for (i = 0; i < 100000; i = i + 1) x = x * 3 + (x >> 7) + i;
    if (x == 5) $display("%d", x);
  end
endmodule
`

// honestGames are the results of the games between honest entrants, by match and number.
func honestGames(t *testing.T, dir string) (results map[string]string, all int) {
	t.Helper()
	day, err := tournament.Read(dir)
	require.NoError(t, err)
	honest := func(e int) bool { return e < 5 }
	results = map[string]string{}
	day.Matches(func(m *tournament.Match) {
		for _, g := range m.Games {
			if all++; !honest(m.Entrants[0]) || !honest(m.Entrants[1]) {
				continue
			}
			winner := "nobody"
			if g.Winner != tournament.None {
				winner = day.Entrants[g.Winner].Name
			}
			key := []string{day.Entrants[m.Entrants[0]].Name, day.Entrants[m.Entrants[1]].Name}
			if key[0] > key[1] {
				key[0], key[1] = key[1], key[0]
			}
			first := day.Entrants[g.Seats[0]].Name
			// Games of a pair are known by who begins, as their order may be another.
			for n := 1; ; n++ {
				name := fmt.Sprintf("%s, %s begins, %d", strings.Join(key, " - "), first, n)
				if results[name] == "" {
					results[name] = fmt.Sprintf("%s %v %s %d", winner, g.Draw, g.Reason, g.Ply)
					break
				}
			}
		}
	})
	return results, all
}

// besiege sends to the pages at an address what no browser does, until ctx ends.
func besiege(ctx context.Context, url string) (requests *sync.WaitGroup) {
	address := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	var all sync.WaitGroup
	client := &http.Client{Timeout: 2 * time.Second}
	for i, path := range []string{"", "../../etc/passwd", "game/x", "versions", "feed.ndjson", "static/../../x"} {
		all.Go(func() {
			for ctx.Err() == nil {
				r, err := http.NewRequestWithContext(ctx, []string{http.MethodGet, http.MethodPost}[i%2], url+path, strings.NewReader(strings.Repeat("x", 1<<16)))
				if err != nil {
					return
				}
				r.Host = []string{"evil.example", address}[i%2]
				r.Header.Set("Authorization", "Bearer "+strings.Repeat("a", i*7))
				r.Header.Set("Cookie", strings.Repeat("seat=1; ", 500))
				if a, err := client.Do(r); err == nil {
					_, _ = io.CopyN(io.Discard, a.Body, 1<<16)
					a.Body.Close()
				}
				time.Sleep(20 * time.Millisecond)
			}
		})
	}
	all.Go(func() { // slow headers
		for ctx.Err() == nil {
			if c, err := net.DialTimeout("tcp", address, time.Second); err == nil {
				_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: "+address+"\r\nX: ")
				defer c.Close()
			}
			time.Sleep(50 * time.Millisecond)
		}
	})
	return &all
}

// TestHostileDay: beside a hostile team in every role the games between honest entrants end as on a day without
// it.
func TestHostileDay(t *testing.T) {
	tier.Long(t)
	matchGames := hostileGames(t, 6) // of 36 pairs
	days := map[bool]map[string]string{}
	for _, hostile := range []bool{false, true} {
		user := bridgetest.OrdinaryUser(t)
		h := deskHost{t, user}
		for name, text := range map[string]string{"evil/evil.v": evilBoard, "evil.bin": strings.Repeat("\xff\x00\x7e\xaa", 1<<12), "evil.pcf": "set_io rx 1\nset_io $(touch x) 2\n"} {
			name = filepath.Join(user.Dir, name)
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
			require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		}
		desk, said, teams := h.open(hostileDay(user, hostile, matchGames))
		ctx, stop := context.WithCancel(t.Context())
		var sieges []*sync.WaitGroup
		if hostile {
			shells := "all:\n\tfor i in $$(seq 50); do (while :; do :; done) & done; dd if=/dev/zero of=x bs=1M count=100000; wait\n"
			teams["mal"].handIn(t, "x.tar.gz", packed(t, map[string]string{"Makefile": shells}))
			sieges = append(sieges, besiege(ctx, teams["mal"].url))
		}
		contest, out := h.start("contest", "run", "cup.toml", "--isolation", "require", "--live", "127.0.0.1:0", "--exit")
		if hostile {
			sieges = append(sieges, besiege(ctx, waitsFor(t, out, `(http://127\.0\.0\.1:\d+/)`)))
		}
		ended(t, contest, out, time.Hour)
		stop()
		for _, s := range sieges {
			s.Wait()
		}
		require.True(t, contest.ProcessState.Success(), out.String())
		stopped(t, desk, said)
		dir := filepath.Join(user.Dir, "cup")
		require.Empty(t, journal.Verify(dir, games.Verify).Differences)
		all := 0
		days[hostile], all = honestGames(t, dir)
		t.Logf("hostile: %v: %d games, %d of them between honest entrants", hostile, all, len(days[hostile]))
		require.Len(t, days[hostile], 10*matchGames)
		require.NotContains(t, out.String(), "alarm")
	}
	require.Equal(t, days[false], days[true])
}
