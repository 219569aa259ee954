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

	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/player"
)

// playSeries plays games between players who change seats, and returns what is
// shown and recorded.
func playSeries(t *testing.T, g descriptor.Descriptor, settings descriptor.Settings, games int, players ...string) (shown string, recorded []byte) {
	t.Helper()
	opener := &player.Opener{
		Connect: time.Minute, Lines: g.Lines, Say: func(string) {},
		Bot: func(spec string) (player.LocalPlayer, error) {
			return g.NewBot(spec, descriptor.BotOptions{Team: "LL", Limit: time.Minute, Notify: func(string) {}})
		},
	}
	path := filepath.Join(t.TempDir(), g.Name+".jsonl")
	file, err := record.Open(path)
	require.NoError(t, err)
	var out bytes.Buffer
	s := &series.Series{
		Players: players, Games: games, Record: file, Say: func(string) {},
		Show:    terminal.NewPlain(&out, func() terminal.View { return g.View() }),
		NewGame: func(_ int, seats ...host.Seat) (*host.Game, error) { return g.NewGame(settings, seats...) },
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
			s := descriptor.Settings{Move: time.Minute, Handshake: time.Minute, First: time.Minute, Options: options[g.Name]}
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
	s := descriptor.Settings{Move: time.Minute, Handshake: time.Minute, First: time.Minute}
	_, recorded := playSeries(t, g, s, 1, "bot:search?depth=2&eval=tracks&log=true", "bot:random?seed=2")
	found, err := record.Read(bytes.NewReader(recorded))
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Contains(t, string(recorded), `{"type":"log","seat":0,"text":"depth 1, value 0, @0`)
	_, silent := playSeries(t, g, s, 1, "bot:search?depth=2", "bot:random?seed=2")
	require.NotContains(t, string(silent), `"type":"log"`)
}

// No two pairs of a match are equal, in any game: maps, boards and the choices of bots
// are drawn anew, and each record is verified.
func TestPairsDiffer(t *testing.T) {
	few := map[string]map[string]string{"chaser": {"turns": "20"}, "dpt": {"turns": "8"}, "kakomimasu": {"turns": "8"}}
	for _, g := range All() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			settings := descriptor.Settings{Move: time.Minute, Handshake: time.Minute, First: time.Minute, Options: few[g.Name]}
			opener := g.Opener(time.Minute, time.Minute, func(string) {})
			digests := map[[32]byte]bool{}
			const pairs, bots = 3, 2
			players := [bots]string{"bot:greedy", "bot:greedy?name=b"}
			for n := range 2 * pairs {
				seats := make([]host.Seat, bots)
				for seat := range seats {
					who := (seat + n) % bots
					p, err := opener.Open(t.Context(), g.Seats[seat], g.PairAddress(players[who], descriptor.DefaultSeed, n/2, who, seat), io.Discard)
					require.NoError(t, err)
					defer p.Close()
					seats[seat] = host.Seat{Address: players[who], Player: p}
				}
				m, err := g.NewGame(g.PairSettings(settings, descriptor.DefaultSeed, n/2), seats...)
				require.NoError(t, err)
				var d record.Digest
				var written bytes.Buffer
				m.Watch, m.Record = func(e record.Event) { d.Add(&e) }, &written
				v, err := m.Run(t.Context())
				require.NoError(t, err)
				require.Nil(t, v.Foul)
				require.False(t, digests[d.Sum()], "game %d is equal to an earlier one", n+1)
				digests[d.Sum()] = true
				recorded, err := record.Read(&written)
				require.NoError(t, err)
				_, err = Verify(&recorded[0])
				require.NoError(t, err)
			}
		})
	}
}

// What a user gives stays as it is.
func TestGivenSeedsStay(t *testing.T) {
	g, err := ByName("chaser")
	require.NoError(t, err)
	require.Equal(t, "7", g.PairSettings(descriptor.Settings{Options: map[string]string{"seed": "7"}}, 3, 5).Options["seed"])
	require.Equal(t, "3", g.PairSettings(descriptor.Settings{}, 3, 0).Options["seed"])
	require.NotEqual(t, "3", g.PairSettings(descriptor.Settings{}, 3, 1).Options["seed"])
	for _, address := range []string{"bot:greedy?seed=7", "human", "exec:./mybot", "bot:nobody"} {
		require.Equal(t, address, g.PairAddress(address, 3, 5, 1, 0))
	}
	require.Regexp(t, `^bot:search\?seed=\d+&name=x$`, g.PairAddress("bot?name=x", 3, 5, 1, 0))
	trax, err := ByName(Default)
	require.NoError(t, err)
	require.Regexp(t, `^bot:level\?n=3&seed=\d+$`, trax.PairAddress("bot:level?n=3", 3, 5, 1, 0))
}
