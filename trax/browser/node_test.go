package browser_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	. "github.com/loopline/loopline/trax/browser"
)

// The engine as WebAssembly says what it says natively: analyses with a bound of nodes, positions
// and reviews. LOOPLINE_WASM says how many positions; 1,000 take some minutes.
func TestSameAsNative(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node.js is not installed")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	start := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	if _, err := os.Stat(start); err != nil {
		t.Skip("this Go comes without " + start)
	}
	engine := filepath.Join(t.TempDir(), "engine.wasm")
	build := exec.Command("go", "build", "-pgo=off", "-ldflags=-s -w", "-o", engine, "./engine")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)

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
	run := exec.CommandContext(t.Context(), node, "testdata/node.js", start, engine)
	run.Stdin = &questions
	var wasm, errout bytes.Buffer
	run.Stdout, run.Stderr = &wasm, &errout
	require.NoError(t, run.Run(), errout.String())
	require.Equal(t, strings.Split(native.String(), "\n"), strings.Split(wasm.String(), "\n"))
	t.Logf("%d positions: the same", positions)
}
