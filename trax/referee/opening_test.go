package referee

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/trax"
)

// scripted chooses the moves of a game written down.
type scripted []string

func (s scripted) Move(_ context.Context, p *trax.Position, _ time.Duration) (trax.Move, error) {
	return trax.ParseMove(s[p.Ply()])
}

// contestant is our side of the protocol, playing a game written down.
func contestant(moves string) *hosttest.FakePlayer {
	c := &Responder{Team: "AB", Strategy: scripted(strings.Fields(moves)), Say: func(string) {}}
	c.Reset()
	return hosttest.New(func(p *hosttest.FakePlayer, text string) {
		if answer, err := c.Answer(context.Background(), text); err == nil && answer != "" {
			p.Say(time.Millisecond, answer+"\n")
		}
	})
}

// A game that begins behind moves: both are told them, who is to move is asked,
// and the record is enough to verify it.
func TestOpening(t *testing.T) {
	moves := strings.Fields(line)
	for plies := range moves {
		for _, team := range []bool{true, false} {
			cfg := Config{AskTeam: team, Opening: strings.Join(moves[:plies], " ")}
			white, red := contestant(line), contestant(line)
			v, record := play(t, cfg, white, red)
			require.Equal(t, "red", trax.Color(v.Winner).String())
			require.Equal(t, len(moves), v.Ply)
			require.Equal(t, len(moves), strings.Count(record, `"name":"ply"`))
			if plies == 0 {
				require.NotContains(t, record, OptionOpening)
				continue
			}
			for _, p := range []*hosttest.FakePlayer{white, red} {
				require.Contains(t, p.Heard(), "-O "+cfg.Opening)
			}
			first := []*hosttest.FakePlayer{white, red}[plies%2].Heard()
			require.Equal(t, []string{"-W", "-B"}[plies%2], first[len(first)-1-(len(moves)-1-plies)/2])
		}
	}
}

// The opening in a record cannot be changed unseen.
func TestOpeningIsVerified(t *testing.T) {
	cfg := Config{Opening: "@0+ B1+ C1+"}
	_, recorded := play(t, cfg, contestant(line), contestant(line))
	for _, spoilt := range []struct{ opening, want string }{
		{"@0+ B1+", "seat 0"}, {"", "options are not those"}, {"@0+ B1+ Z9+", "option opening: ply 3"},
		{`@0/ A2\ B1\`, "option opening: the game is over at ply 3"},
	} {
		games, err := record.Read(strings.NewReader(recorded))
		require.NoError(t, err)
		games[0].Events[0].Options[OptionOpening] = spoilt.opening
		_, err = Verify(&games[0])
		require.ErrorContains(t, err, spoilt.want)
	}
}

func TestReadOpening(t *testing.T) {
	p, err := ReadOpening(" @0/  A2\\ ")
	require.NoError(t, err)
	require.Equal(t, 2, p.Ply())
	long := "@0+" + strings.Repeat(" A0/ A0\\", 40)
	_, err = ReadOpening(long)
	require.ErrorContains(t, err, "more than 64 plies")
	_, err = ReadOpening("@0+ x")
	require.ErrorContains(t, err, `ply 2, "x"`)
}

// A seat that does not begin behind an opening, and cannot be told its colour
// where no team code is asked, loses when the other begins.
func TestOpeningToTheGone(t *testing.T) {
	deaf := &hosttest.FakePlayer{SendErr: errGone}
	v, recorded := play(t, Config{Opening: "@0+ B1+"}, contestant(line), deaf)
	require.Equal(t, 0, v.Winner)
	require.Equal(t, host.Gone, v.Foul.Kind)
	var last record.Event
	lines := strings.Split(strings.TrimSpace(recorded), "\n")
	require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &last))
	require.Equal(t, record.EventVerdict, last.Type)
}
