package games

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/tier"
)

// The client that the page shows and one of our bots play over HTTP, with a seat
// that is played by lines. The client is killed after its first turn, and started again.
func TestKakomimasuOverHTTP(t *testing.T) {
	tier.Slow(t)
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "docs", "protocol-kakomimasu.md"))
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```python\n(.*?)```").FindAllSubmatch(page, -1)
	require.Len(t, blocks, 2)
	path := filepath.Join(t.TempDir(), "client.py")
	require.NoError(t, os.WriteFile(path, blocks[1][1], 0o644))

	server := bridgetest.Loopback()
	base := "http://" + server

	g, err := ByName("kakomimasu")
	require.NoError(t, err)
	bot, err := g.NewBot("greedy", descriptor.BotOptions{Notify: func(string) {}})
	require.NoError(t, err)
	played := make(chan error, 2)
	opened := make(chan string, 2)
	go func() {
		<-opened
		<-opened
		go func() { played <- killedOnce(t.Context(), base, "python3", path, base, "RED") }()
		line, err := g.Dial(t.Context(), base+"?token=BLUE")
		if err != nil {
			played <- err
			return
		}
		played <- bot.Serve(t.Context(), lines.New(line, g.Lines))
	}()
	s := descriptor.Settings{Handshake: 20 * time.Second, Options: map[string]string{
		"turns": "3", "operation": "1000", "transition": "200",
	}}
	v := playedAt(t, g, s, func(text string) { opened <- text },
		"api:"+server+"?token=RED", "api:"+server+"?token=BLUE", "bot:greedy")
	require.NoError(t, <-played)
	require.NoError(t, <-played)
	require.Nil(t, v.Foul)
	require.Equal(t, 3, v.Ply)
	require.Len(t, v.Scores, 3)
}

// killedOnce runs a client, kills it in the second turn of the match at a port, and runs it again to its end.
func killedOnce(ctx context.Context, base, name string, args ...string) error {
	client := exec.CommandContext(ctx, name, args...)
	if err := client.Start(); err != nil {
		return err
	}
	for turn := 0; turn < 2; time.Sleep(50 * time.Millisecond) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/v1/matches", nil)
		if err != nil {
			return err
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			return err
		}
		var matches []struct{ Turn int }
		if err := errors.Join(json.NewDecoder(a.Body).Decode(&matches), a.Body.Close()); err != nil {
			return err
		}
		turn = matches[0].Turn
	}
	_ = client.Process.Kill()
	_ = client.Wait()
	return exec.CommandContext(ctx, name, args...).Run()
}

// playedAt opens the players all at once, as a series does, lets them play, and
// verifies the record.
func playedAt(t *testing.T, g descriptor.Descriptor, s descriptor.Settings, say func(string), addresses ...string) host.Verdict {
	t.Helper()
	seats := make([]host.Seat, len(addresses))
	opener := opener(&g, say)
	errs := make(chan error, len(addresses))
	for i, address := range addresses {
		go func() {
			p, err := opener.Open(t.Context(), g.Seats[i], address, io.Discard)
			if err == nil {
				seats[i] = host.Seat{Address: addr.DisplayName(address), Player: p, PollingClient: p.PollingClient()}
			}
			errs <- err
		}()
	}
	for range addresses {
		require.NoError(t, <-errs)
	}
	v := runAndVerify(t, g, s, seats)
	for i := range seats {
		require.NoError(t, seats[i].Player.(io.Closer).Close())
	}
	return v
}
