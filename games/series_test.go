package games

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/series"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/player"
)

// playSeries plays games between players who change seats, and returns what is
// shown and recorded.
func playSeries(t *testing.T, g Descriptor, settings Settings, games int, players ...string) (shown string, recorded []byte) {
	t.Helper()
	opener := &player.Opener{
		Connect: time.Minute, Lines: g.Lines, Say: func(string) {},
		Bot: func(spec string) (player.LocalPlayer, error) {
			return g.NewBot(spec, BotOptions{Team: "LL", Limit: time.Minute, Notify: func(string) {}})
		},
	}
	path := filepath.Join(t.TempDir(), g.Name+".jsonl")
	file, err := record.Open(path)
	require.NoError(t, err)
	var out bytes.Buffer
	s := &series.Series{
		Players: players, Games: games, Record: file, Say: func(string) {},
		Show:    terminal.NewPlain(&out, func() terminal.View { return g.View() }),
		NewGame: func(seats ...host.Seat) (*host.Game, error) { return g.NewGame(settings, seats...) },
		Open: func(ctx context.Context, seat, address string, stderr io.Writer) (series.PlayerConn, error) {
			return opener.Open(ctx, seat, address, stderr)
		},
	}
	require.NoError(t, s.Play(t.Context()))
	require.NoError(t, s.Close())
	recorded, err = os.ReadFile(path)
	require.NoError(t, err)
	return out.String(), recorded
}

// Two games of every game, with the seats exchanged: each verdict follows from
// the record again.
func TestSeriesOfEveryGame(t *testing.T) {
	options := map[string]map[string]string{
		"chaser": {"turns": "9"}, "dpt": {"turns": "6"}, "kakomimasu": {"turns": "6", "seed": "16"},
	}
	for _, g := range All() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			s := Settings{Move: time.Minute, Handshake: time.Minute, First: time.Minute, Options: options[g.Name]}
			shown, recorded := playSeries(t, g, s, 2, "bot:greedy?seed=1", "bot:random?seed=2")
			require.Contains(t, shown, "game 2 of 2: "+g.Seats[0]+" bot:random?seed=2, "+g.Seats[1]+" bot:greedy?seed=1\n")
			require.Contains(t, shown, "match: bot:greedy?seed=1 ")
			found, err := record.Read(bytes.NewReader(recorded))
			require.NoError(t, err)
			require.Len(t, found, 2)
			for i := range found {
				r, err := Verify(&found[i])
				require.NoError(t, err)
				require.True(t, r.Complete)
				require.Nil(t, r.Verdict.Foul)
			}
		})
	}
}

// What a bot thinks is in the record where it is asked for, for each of its moves.
func TestBotThinksIntoTheRecord(t *testing.T) {
	g, err := ByName("trax")
	require.NoError(t, err)
	s := Settings{Move: time.Minute, Handshake: time.Minute, First: time.Minute}
	_, recorded := playSeries(t, g, s, 1, "bot:search?depth=2&eval=tracks&log=true", "bot:random?seed=2")
	found, err := record.Read(bytes.NewReader(recorded))
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Contains(t, string(recorded), `{"type":"log","seat":0,"text":"depth 1, value 0, @0`)
	_, silent := playSeries(t, g, s, 1, "bot:search?depth=2", "bot:random?seed=2")
	require.NotContains(t, string(silent), `"type":"log"`)
}
