package contests

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host/record"
)

// plainCup is a contest whose file says nothing of maps.
const plainCup = `name = "Cup"
game = "GAME"
seed = 5
[[entrant]]
name = "A"
address = "bot:random?seed=1"
[[entrant]]
name = "B"
address = "bot:random?seed=2"
[[entrant]]
name = "C"
address = "bot:random?seed=3"
[[stage]]
name = "all"
kind = "round-robin"
`

// Each match of a stage that names no maps is played on a map of its own, in both of its games.
func TestUsualMaps(t *testing.T) {
	for game, option := range map[string]string{"chaser": "map", "kakomimasu": "seed", "dpt": "seed"} {
		text := strings.Replace(plainCup, "GAME", game, 1)
		plan, err := config.Parse("cup.toml", text)
		require.NoError(t, err)
		env := Env("cup.toml")
		drawn, err := env.Maps(plan, 5)
		require.NoError(t, err)
		seen := map[string]bool{}
		for _, options := range drawn["all"] {
			seen[options[option]] = true
		}
		require.Len(t, seen, defaultMaps, game)
		require.NoError(t, env.CheckMaps(plan, 5, drawn))
		require.NoError(t, env.CheckMaps(plan, 5, nil), "a contest that began before")
		require.Error(t, env.CheckMaps(plan, 6, drawn))
		drawn["all"][3] = drawn["all"][4]
		require.Error(t, env.CheckMaps(plan, 5, drawn))
		for _, says := range []string{"[options]\nseed = \"4\"\n", "[[stage]]\nname = \"x\"\nkind = \"swiss\"\nopenings = [{ seed = \"1\" }]\n"} {
			plan, err := config.Parse("cup.toml", text+says)
			require.NoError(t, err)
			drawn, err := env.Maps(plan, 5)
			require.NoError(t, err)
			require.Len(t, drawn, strings.Count(says, "stage"), says)
			require.NoError(t, env.CheckMaps(plan, 5, drawn))
		}
	}

	boards := playContest(t, strings.Replace(plainCup, "GAME", "kakomimasu", 1)+"[options]\nturns = \"2\"\n")
	other := Env(boards.Dir)
	other.Recorded = func(*config.Config, map[string]string, int) (map[string]string, error) {
		return map[string]string{"board": "{}"}, nil
	}
	require.Len(t, journal.VerifyIn(t.Context(), other, boards.Dir, games.Verify).Differences, 6, "the board of each game is compared")
	day := playContest(t, strings.Replace(plainCup, "GAME", "chaser", 1))
	files, err := filepath.Glob(filepath.Join(day.Dir, "records", "*.jsonl"))
	require.NoError(t, err)
	require.Len(t, files, 3)
	matches := map[string]string{} // by map
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		games, err := record.Read(bytes.NewReader(text))
		require.NoError(t, err)
		require.Len(t, games, 2)
		for _, g := range games {
			on := g.Header().Options["map"]
			require.NotEmpty(t, on)
			if had, ok := matches[on]; ok {
				require.Equal(t, had, name)
			}
			matches[on] = name
		}
	}
	require.Len(t, matches, 3)
}

// Bots without a seed get another one in each play-off; nobody else does.
func TestReseed(t *testing.T) {
	env, plan := Env("cup.toml"), &config.Config{Game: "trax"}
	first, second := env.Reseed(plan, "bot:greedy", "5/k/1/1", 1, 0), env.Reseed(plan, "bot:greedy", "5/k/1/1", 2, 0)
	require.Regexp(t, `^bot:greedy\?seed=\d+$`, first)
	require.NotEqual(t, first, second)
	require.NotEqual(t, first, env.Reseed(plan, "bot:greedy", "5/k/1/1", 1, 1))
	require.NotEqual(t, first, env.Reseed(plan, "bot:greedy", "5/k/1/2", 1, 0))
	for _, address := range []string{"bot:greedy?seed=3", "exec:./bot", "listen:0.0.0.0:2009?team=A", "desk:A"} {
		require.Equal(t, address, env.Reseed(plan, address, "5/k/1/1", 1, 0))
	}
}
