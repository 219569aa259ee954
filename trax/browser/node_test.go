package browser_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/pageworker/workertest"
	"github.com/loopline/loopline/internal/tier"
	. "github.com/loopline/loopline/trax/browser"
)

// The engine as WebAssembly says what it says natively: analyses with a bound of nodes, positions
// and reviews. LOOPLINE_WASM says how many positions; 1,000 take some minutes.
func TestSameAsNative(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	positions := 25
	if n, err := strconv.Atoi(os.Getenv("LOOPLINE_WASM")); err == nil {
		positions = n
	}
	var questions, native bytes.Buffer
	s := NewSession(nil)
	rng := rand.New(rand.NewPCG(11, 12))
	for n := range positions {
		whole := game(rng, 40)
		moves := whole[:rng.IntN(len(whole))]
		for _, q := range []Question{
			{ID: n, Do: "analyse", Moves: moves, Nodes: 1 + rng.Int64N(4000), Seed: rng.Uint64() >> 12},
			{ID: n, Do: "move", Moves: moves, Level: 1 + rng.IntN(9), Seed: rng.Uint64() >> 12},
			{ID: n, Do: "position", Moves: moves},
		} {
			text, err := json.Marshal(q)
			require.NoError(t, err)
			questions.Write(append(text, '\n'))
			s.Answer(t.Context(), text, func(answer []byte) { native.Write(append(answer, '\n')) })
		}
	}
	require.Equal(t, strings.Split(native.String(), "\n"), workertest.Answers(t, "./engine", questions.Bytes()))
	t.Logf("%d positions: the same", positions)
}
