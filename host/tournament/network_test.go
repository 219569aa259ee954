package tournament

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/series"
)

// vanishing is a player whose agent is killed whenever it is asked.
type vanishing struct {
	sitter
	unasked bool // it is found lost also when nothing is wanted of it
}

func (v vanishing) Agent() host.Agent { return v }
func (vanishing) Terms() host.Terms   { return host.Terms{Name: "lab", Trusted: true} }
func (vanishing) SendBy(context.Context, context.Context, string, string) (host.Passage, error) {
	return host.Passage{}, &host.NetworkError{Why: "killed"}
}

func (vanishing) ReceiveBy(context.Context, context.Context) (string, host.Passage, error) {
	return "", host.Passage{}, &host.NetworkError{Why: "killed"}
}

func (v vanishing) Lost() error {
	if v.unasked {
		return &host.NetworkError{Why: "silent"}
	}
	return nil
}

// vanish has the players of some entrants vanish.
func (h *hall) vanish(unasked bool, entrants ...string) {
	h.Open = func(ctx context.Context, entrant, address string, out io.Writer) (series.Player, error) {
		for _, e := range entrants {
			if e == entrant {
				return vanishing{sitter{hosttest.Answering("0", 0)}, unasked}, nil
			}
		}
		return h.opened(ctx, entrant, address, out)
	}
}

// TestVanishingAgentLoses: who kills its own agent whenever it is asked loses from the
// second game of the match on, in every kind of stage; a network that both have lost is
// nobody's fault.
func TestVanishingAgentLoses(t *testing.T) {
	knockout := "[[stage]]\nname = \"all\"\nkind = \"knockout\"\n"
	for _, c := range []struct {
		name, head, stage string
		unasked           bool
		entrants          []string
		winners           []int // of the games of the match, by entrant; -1 is nobody
		attempts          []int
		drawn             bool // lots decide
	}{
		{"round robin", "", oneStage, false, []string{"E2"}, []int{0, 0}, []int{2, 1}, false},
		{"the other seat", "", oneStage, false, []string{"E1"}, []int{1, 1}, []int{2, 1}, false},
		{"knockout", "", knockout, false, []string{"E2"}, []int{0, 0}, []int{2, 1}, false},
		{"at the first", "network-voids = 1\n", oneStage, false, []string{"E2"}, []int{0, 0}, []int{1, 1}, false},
		{"at the third", "network-voids = 3\n", oneStage, false, []string{"E2"}, []int{-1, 0}, []int{2, 1}, false},
		{"a void game is a draw", "void = \"draw\"\n", oneStage, false, []string{"E2"}, []int{-1, 0}, []int{1, 1}, false},
		{"never", "network-voids = 0\n", oneStage, false, []string{"E2"}, []int{-1, -1}, []int{2, 2}, false},
		{"never, and a knockout", "network-voids = 0\n", knockout, false, []string{"E2"}, []int{-1, -1, -1, -1}, []int{2, 2, 2, 2}, true},
		{"both at once", "", oneStage, true, []string{"E1", "E2"}, []int{-1, -1}, []int{2, 2}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, err := ParsePlan("t", c.head+planText(2, c.stage))
			require.NoError(t, err)
			h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
			h.vanish(c.unasked, c.entrants...)
			require.NoError(t, h.Run(t.Context()))
			d := h.day()
			m := d.Match("all/1/1")
			var winners, attempts []int
			for _, g := range m.Games {
				winner := -1
				if g.Winner != None {
					winner = g.Winner
				}
				winners, attempts = append(winners, winner), append(attempts, g.Attempt)
			}
			require.Equal(t, c.winners, winners)
			require.Equal(t, c.attempts, attempts)
			require.Equal(t, c.drawn, m.Drawn != None)
			require.Empty(t, Verify(d.Dir, verifyHigher).Differences)
		})
	}
}

// TestVanishingAgentOverRestarts: a host that is stopped in the middle counts on.
func TestVanishingAgentOverRestarts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "day")
	text := planText(2, oneStage)
	stopped := errors.New("stopped")
	for range 8 {
		plan, err := ParsePlan("t", text)
		require.NoError(t, err)
		h := newHall(t, dir, plan)
		h.vanish(false, "E2")
		ctx, cancel := context.WithCancelCause(t.Context())
		h.Say = func(text string) {
			if strings.Contains(text, "void") || strings.Contains(text, "wins") {
				cancel(stopped)
			}
		}
		_ = h.Run(ctx)
		cancel(nil)
		require.NoError(t, h.Journal.Close())
	}
	d, err := Read(dir)
	require.NoError(t, err)
	require.True(t, d.Over())
	m := d.Match("all/1/1")
	require.Equal(t, [2]int{0, 3}, m.Lost)
	require.Equal(t, 0, m.Winner())
	require.Empty(t, Verify(dir, verifyHigher).Differences)
}

// TestVoidByHandCountsForNobody: what the director decides is no agent's fault, and a
// game that is played again on order counts on.
func TestVoidByHandCountsForNobody(t *testing.T) {
	plan, err := ParsePlan("t", planText(2, oneStage))
	require.NoError(t, err)
	h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	require.NoError(t, h.Run(t.Context()))
	_, err = h.Journal.Give(Order{Verb: "void", Args: []string{"all/1/1/1"}, By: "Jun", Why: "w"})
	require.NoError(t, err)
	require.Equal(t, [2]int{}, h.day().Match("all/1/1").Lost)
	_, err = h.Journal.Give(Order{Verb: "replay", Args: []string{"all/1/1/1"}, By: "Jun", Why: "w"})
	require.NoError(t, err)
	h.vanish(false, "E2")
	require.NoError(t, h.Run(t.Context()))
	m := h.day().Match("all/1/1")
	require.Equal(t, [2]int{0, 2}, m.Lost)
	require.Equal(t, 0, m.Games[0].Winner)
	require.Empty(t, Verify(h.day().Dir, verifyHigher).Differences)
}

// TestForgedLoss: a decision that blames another agent, or none, is found.
func TestForgedLoss(t *testing.T) {
	plan, err := ParsePlan("t", planText(2, oneStage))
	require.NoError(t, err)
	h := newHall(t, filepath.Join(t.TempDir(), "day"), plan)
	h.vanish(false, "E2")
	require.NoError(t, h.Run(t.Context()))
	dir := h.day().Dir
	for from, to := range map[string]string{
		`"reason":"network","ply":1,`: `"reason":"higher","ply":1,`,
		`,"absent":["E2"]`:            ``,
		`"absent":["E2"]`:             `"absent":["E1"]`,
		`"network_voids":2,`:          ``,
	} {
		forged := filepath.Join(t.TempDir(), "day")
		require.NoError(t, os.CopyFS(forged, os.DirFS(dir)))
		forge(t, forged, from, to)
		require.NotEmpty(t, Verify(forged, verifyHigher).Differences, from)
	}
	_, err = ParsePlan("t", "network-voids = 10\n"+planText(2, oneStage))
	require.ErrorContains(t, err, "t:1:1: network-voids = 10 is outside 0 to 9; 0 is never")
}
