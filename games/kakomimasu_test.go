package games

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/tier"
)

// The client that the page shows and one of our bots play over HTTP, with a seat
// that is played by lines.
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

	g := kakomimasuDescriptor()
	client := exec.CommandContext(t.Context(), "python3", path, base, "RED")
	bot, err := g.NewBot("greedy", BotOptions{Notify: func(string) {}})
	require.NoError(t, err)
	played := make(chan error, 1)
	opened := make(chan string, 2)
	go func() {
		<-opened
		<-opened
		if err := client.Start(); err != nil {
			played <- err
			return
		}
		line, err := g.Dial(t.Context(), base+"?token=BLUE")
		if err != nil {
			played <- err
			return
		}
		played <- bot.Serve(t.Context(), bridge.NewLine(line, g.Lines))
	}()
	s := Settings{Handshake: 20 * time.Second, Options: map[string]string{
		optionBoardTurns: "2", optionOperation: "500", optionTransition: "200",
	}}
	v := playedAt(t, g, s, func(text string) { opened <- text },
		"api:"+server+"?token=RED", "api:"+server+"?token=BLUE", "bot:greedy")
	require.NoError(t, <-played)
	require.NoError(t, client.Wait(), "it is told the end")
	require.Nil(t, v.Foul)
	require.Equal(t, 2, v.Ply)
	require.Len(t, v.Scores, 3)
}

// playedAt opens the players all at once, as a series does, lets them play, and
// verifies the record.
func playedAt(t *testing.T, g Descriptor, s Settings, say func(string), addresses ...string) host.Verdict {
	t.Helper()
	seats := make([]host.Seat, len(addresses))
	opener := opener(&g, say)
	errs := make(chan error, len(addresses))
	for i, address := range addresses {
		go func() {
			p, err := opener.Open(t.Context(), g.Seats[i], address, io.Discard)
			if err == nil {
				seats[i] = host.Seat{Address: bridge.DisplayName(address), Player: p, PollingClient: p.PollingClient()}
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
