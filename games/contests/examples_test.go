package contests

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player"
)

// playContest plays the day of a file with bots, verifies it, and returns it.
func playContest(t *testing.T, text string) *tournament.Tournament {
	t.Helper()
	file := filepath.Join(t.TempDir(), "cup.toml")
	text = regexp.MustCompile(`(?m)^((?:move|play-off)-time) = .*$`).ReplaceAllString(text, `$1 = "1m"`) // a busy machine decides nothing
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	plan, g, err := Read(file)
	require.NoError(t, err)
	o := g.Opener(time.Minute, time.Minute, func(string) {})
	dir := director.FolderOf(file)
	d := &director.Director{
		Match: NewGame(&g), Env: Env(file), Say: func(string) {},
		Open: func(ctx context.Context, entrant string, _ int, address string, stderr io.Writer) (series.PlayerConn, error) {
			return o.OpenWithin(ctx, entrant, address, player.Means{}, stderr)
		},
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	require.NoError(t, director.Run(ctx, dir, plan, d, io.Discard))
	v := journal.VerifyIn(t.Context(), Env(dir), dir, games.Verify)
	require.Empty(t, v.Differences)
	require.True(t, v.Over)
	day, err := tournament.Read(dir)
	require.NoError(t, err)
	return day
}

// rawGame is what the raw lines of a record say of a game.
type rawGame struct {
	id, winner string
	players    [2]string
	items      [2]int
	left       int
	put        bool
	void       bool
}

// rawGames reads the records of a day line by line, with nothing of ours but JSON.
func rawGames(t *testing.T, dir string) (games []rawGame) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "records", "*.jsonl"))
	require.NoError(t, err)
	for _, name := range files {
		f, err := os.Open(name)
		require.NoError(t, err)
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		var g rawGame
		var seats [2]string
		method, mover := "", 0
		for lines.Scan() {
			var e struct {
				Type, ID, Name, Reason string
				Winner                 *string
				Void                   bool
				Scores                 []int
				Seats                  []struct{ Name, Address string }
				Data                   json.RawMessage
			}
			require.NoError(t, json.Unmarshal(lines.Bytes(), &e))
			switch {
			case e.Type == "game":
				g = rawGame{id: e.ID, left: -1, players: [2]string{e.Seats[0].Address, e.Seats[1].Address}}
				seats, method = [2]string{e.Seats[0].Name, e.Seats[1].Name}, ""
			case e.Type == "note" && e.Name == "method":
				var m struct {
					Seat   int
					Method string
				}
				require.NoError(t, json.Unmarshal(e.Data, &m))
				method, mover = m.Method, m.Seat
			case e.Type == "note" && e.Name == "result":
				var r struct{ Left int }
				require.NoError(t, json.Unmarshal(e.Data, &r))
				g.left = r.Left
			case e.Type == "verdict":
				g.void, g.items = e.Void, [2]int(e.Scores)
				if e.Winner != nil && !e.Void {
					seat := slices.Index(seats[:], *e.Winner)
					g.winner = g.players[seat]
					g.put = strings.HasPrefix(method, "p") && mover == seat && (e.Reason == "block" || e.Reason == "shut-in")
				}
				games = append(games, g)
			}
		}
		require.NoError(t, errors.Join(lines.Err(), f.Close()))
	}
	return games
}

// of are the games of a match, or of all of a stage, in the order in which they were played.
func of(games []rawGame, prefix string) (found []rawGame) {
	for _, g := range games {
		if strings.HasPrefix(g.id, prefix+"/") {
			found = append(found, g)
		}
	}
	return found
}

// requirePoints derives the table of a qualifier from the raw games: three times the items, and the
// turns left for or against.
func requirePoints(t *testing.T, day *tournament.Tournament, games []rawGame) {
	t.Helper()
	points := map[string]int{}
	for _, g := range of(games, day.Stages[0].Name) {
		require.False(t, g.void)
		require.GreaterOrEqual(t, g.left, 0)
		for seat, name := range g.players {
			sign := -1
			if g.winner == name {
				sign = 1
			}
			points[name] += 3*g.items[seat] + sign*g.left
		}
	}
	rows := standing.Of(day, day.Stages[0], 0)
	for i, row := range rows {
		require.Equal(t, float64(points[row.Entrant]), row.Points, row.Entrant)
		require.True(t, i == 0 || points[rows[i-1].Entrant] >= points[row.Entrant])
	}
	var went []string
	for _, e := range day.Stages[1].Groups[0] {
		went = append(went, day.Entrants[e].Name)
	}
	var best []string
	for _, row := range rows[:len(went)] {
		best = append(best, row.Entrant)
	}
	require.Equal(t, best, went)
}

// requireMatches derives the winner of each match of a stage from the raw games: sets of a length, in
// which more wins decide, then wins by put if that counts, then items.
func requireMatches(t *testing.T, day *tournament.Tournament, s *tournament.Stage, games []rawGame, length int, put bool) {
	t.Helper()
	for _, r := range s.Rounds {
		for _, m := range r.Matches {
			a, b := day.Entrants[m.Entrants[0]].Name, day.Entrants[m.Entrants[1]].Name
			all, winner := of(games, m.ID), ""
			for from := 0; from < len(all) && winner == ""; from += length {
				set := all[from:min(from+length, len(all))]
				var wins, puts, items [2]int
				for _, g := range set {
					for side, name := range []string{a, b} {
						if g.winner == name {
							wins[side]++
							if g.put {
								puts[side]++
							}
						}
						items[side] += g.items[slices.Index(g.players[:], name)]
					}
				}
				if !put {
					puts = [2]int{}
				}
				for _, by := range [][2]int{wins, puts, items} {
					if winner == "" && by[0] != by[1] {
						winner = map[bool]string{true: a, false: b}[by[0] > by[1]]
					}
				}
			}
			if winner == "" {
				require.Equal(t, "lots", m.Rule, m.ID)
				continue
			}
			require.Equal(t, winner, day.Entrants[m.Winner()].Name, "%s: %+v", m.ID, all)
		}
	}
}

var fence = regexp.MustCompile("(?s)```toml\n(.*?)```\n")

// The examples of docs/contest.md run as they are; points and winners come out of the raw records
// once more.
func TestContestExamples(t *testing.T) {
	tier.Slow(t)
	page, err := os.ReadFile("../../docs/contest.md")
	require.NoError(t, err)
	examples := fence.FindAllStringSubmatch(string(page), -1)
	require.Len(t, examples, 3)
	japanese, err := os.ReadFile("../../docs/contest.ja.md")
	require.NoError(t, err)
	require.Equal(t, examples, fence.FindAllStringSubmatch(string(japanese), -1))

	t.Run("Sapporo", func(t *testing.T) {
		day := playContest(t, examples[0][1])
		games := rawGames(t, day.Dir)
		require.Len(t, of(games, "morning"), 20)
		requirePoints(t, day, games)
		requireMatches(t, day, day.Stages[1], games, 2, true)
		require.Len(t, day.Stages[1].Rounds[1].Matches, 2)
	})
	t.Run("Hakodate", func(t *testing.T) {
		day := playContest(t, examples[1][1])
		games := rawGames(t, day.Dir)
		require.Len(t, of(games, "qualifier"), 4)
		for _, g := range of(games, "qualifier") {
			require.Equal(t, "house 1", g.players[1])
		}
		requirePoints(t, day, games)
		requireMatches(t, day, day.Stages[1], games, 2, false)
	})
	t.Run("Asahikawa", func(t *testing.T) {
		asahikawa, err := os.ReadFile("testdata/asahikawa.toml")
		require.NoError(t, err)
		day := playContest(t, string(asahikawa))
		requireMatches(t, day, day.Stages[0], rawGames(t, day.Dir), 3, true)
	})
	t.Run("FPGA", func(t *testing.T) {
		day := playContest(t, examples[2][1])
		require.Len(t, standing.Of(day, day.Stages[0], 0), 4)
		wins := map[string]int{}
		for _, m := range day.Stages[0].Rounds[1].Matches {
			for _, g := range m.Games {
				if g.Winner >= 0 {
					wins[fmt.Sprint(m.ID, g.Winner)]++
				}
			}
			require.Equal(t, 2, wins[fmt.Sprint(m.ID, m.Winner())], "best of three")
		}
	})
}
