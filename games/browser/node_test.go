package browser_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/games/browser"
	"github.com/loopline/loopline/internal/pageworker/workertest"
	"github.com/loopline/loopline/internal/tier"
)

// The engine as WebAssembly says what it says natively: of positions, analyses and reviews of games
// of each kind.
func TestSameAsNative(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	var questions, native bytes.Buffer
	s := NewSession(nil)
	n := 0
	for name, start := range starts() {
		moves := played(t, NewSession(nil), Question{Game: name, Start: start}, 24, rand.New(rand.NewPCG(5, 6)))
		for at := range moves {
			n++
			q := Question{ID: n, Game: name, Start: start, Moves: moves, At: at}
			for _, q.Do = range []string{"review", "position", "analyse"} {
				if q.Do != "review" {
					q.Moves = moves[:at]
				}
				text, err := json.Marshal(q)
				require.NoError(t, err)
				questions.Write(append(text, '\n'))
				s.Answer(t.Context(), text, func(answer []byte) { native.Write(append(answer, '\n')) })
			}
		}
	}
	require.Equal(t, strings.Split(native.String(), "\n"), workertest.Answers(t, "./engine", questions.Bytes()))
	t.Logf("%d positions: the same", n)
}
