package contests

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/sim/model"
)

// TestContestBoards: a contest bounds simulated boards, by its file or as usual.
func TestContestBoards(t *testing.T) {
	const head, rest = "name = \"cup\"\ngame = \"trax\"\n", "[[entrant]]\nname = \"A\"\naddress = \"bot\"\n" +
		"[[entrant]]\nname = \"B\"\naddress = \"bot:random\"\n[[stage]]\nname = \"all\"\nkind = \"round-robin\"\n"
	usual := model.DefaultBounds()
	slow := usual
	slow.Clock, slow.Boot, slow.Load = 25e6, 2*time.Second, time.Minute
	slow.Answer, slow.AnswerWall, slow.Game, slow.GameWall = 5*time.Second, time.Minute, time.Hour/2, 2*time.Hour
	for text, want := range map[string]model.Bounds{
		"": usual, "[boards]\n": usual,
		"[boards]\nclock = \"25MHz\"\nboot = \"2s\"\nsecond = \"1m\"\nanswer = \"5s\"\nanswer-wall = \"1m\"\ngame = \"30m\"\ngame-wall = \"2h\"\n": slow,
	} {
		p, err := config.Parse("cup.toml", head+text+rest)
		require.NoError(t, err, text)
		b, err := Boards(p)
		require.NoError(t, err, text)
		require.Equal(t, want, b)
	}
	for text, want := range map[string]string{
		"clock = \"fast\"":    "contest file:4:1: boards: clock = \"fast\": that is not a number; write for example 50MHz or 50e6",
		"clock = \"20GHz\"":   "contest file:4:1: boards: clock = \"20GHz\": a clock of 2e+10 Hz is outside 1 kHz to 10 GHz",
		"clock = \"nan\"":     "contest file:4:1: boards: clock = \"nan\": a clock of NaN Hz is outside 1 kHz to 10 GHz",
		"answer = \"1ms\"":    "cup.toml:4:1: boards: answer = 1ms is outside 1s to 24h0m0s",
		"game-wall = \"-1s\"": "cup.toml:4:1: boards: game-wall = -1s is outside 1s to 24h0m0s",
		"boot = 5":            "cup.toml:4:1: boot = 5 has no unit; write it as \"5s\" or \"5ms\"",
		"speed = \"1s\"":      "cup.toml:4:1: there is no key \"boards.speed\"; docs/contest.md lists them",
		"second = \"1000h\"":  "cup.toml:4:1: boards: second = 1000h0m0s is outside 1s to 1h0m0s",
		"answer-wall = \"x\"": "cup.toml:4:15: ",
	} {
		p, err := config.Parse("cup.toml", head+"[boards]\n"+text+"\n"+rest)
		if err == nil {
			_, err = Boards(p)
		}
		require.ErrorContains(t, err, want, text)
	}
	// The bounds are those of all that opens entrants.
	name := filepath.Join(t.TempDir(), "cup.toml")
	require.NoError(t, os.WriteFile(name, []byte(head+"[boards]\nclock = \"fast\"\n"+rest), 0o644))
	_, _, err := Read(name)
	require.ErrorContains(t, err, name+":4:1: boards: clock")
}
