//go:build linux

package qemutest_test

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/trax"
)

// firstLegal is a script that plays the first legal move it finds.
func firstLegal() bridgetest.Script {
	g := &game{position: trax.NewPosition()}
	return bridgetest.Script{Good: 2, Cheat: "ZZZ9999+", Answer: g.answer}
}

// game is one game, as docs/protocol.md has it.
type game struct {
	position *trax.Position
}

func (g *game) answer(question string) (string, bool) {
	switch question {
	case "-T":
		return "FL", true
	case "-B", "-R", "-E":
		g.position.Reset()
		return "", false
	case "-W":
		g.position.Reset()
	default:
		if g.position.PlayText(question) != nil {
			return "", false
		}
	}
	if g.position.Outcome().Over {
		return "", false
	}
	move := g.position.AppendMoves(nil)[0]
	if g.position.Play(move) != nil {
		return "", false
	}
	return move.String(), true
}

// seat lets a scripted player of bridgetest play on the far end of a wire.
func seat(t *testing.T, far io.ReadWriteCloser, player string, script bridgetest.Script) {
	t.Helper()
	p, err := bridgetest.PlayerNamed(player)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	var playing sync.WaitGroup
	playing.Go(func() { p.Play(script)(ctx, far) })
	t.Cleanup(func() {
		cancel()
		far.Close()
		playing.Wait()
	})
}

// reacting is a script that calls react when the question number n comes, and
// answers nothing from then on.
func reacting(n int, react func()) bridgetest.Script {
	script := firstLegal()
	answer, asked := script.Answer, 0
	script.Answer = func(question string) (string, bool) {
		text, due := answer(question)
		if due {
			asked++
		}
		if asked == n && due {
			react()
		}
		return text, due && asked < n
	}
	return script
}

// wants wants every part in a text, of which it shows the end alone.
func wants(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			require.Fail(t, "not said: "+part, "the last of what was said: %q", text[max(0, len(text)-2000):])
		}
	}
}

// patientScript is a script whose late answers are late by more than five
// seconds, which even a busy emulated machine keeps otherwise.
func patientScript() bridgetest.Script {
	script := firstLegal()
	script.Late = 6 * time.Second
	return script
}
