package browsertest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// mostMemory limits the WebAssembly memory of an engine's worker, in bytes.
const mostMemory = 256 << 20

// TestLongAnalysis analyses and reviews the positions of a game again and again, on a page of each
// game, and measures the memory of the engine's worker: it grows no more after the first fifth of the
// time. It runs where LOOPLINE_LONG_ANALYSIS says how long Trax is analysed, such as 10m; each other
// game takes a fifth of that.
func TestLongAnalysis(t *testing.T) {
	long, err := time.ParseDuration(os.Getenv("LOOPLINE_LONG_ANALYSIS"))
	if err != nil {
		t.Skip("LOOPLINE_LONG_ANALYSIS is not set: how long a game is analysed, such as 10m")
	}
	ctx := browser(t)
	for _, game := range []string{"trax", "kakomimasu", "battle2048", "dpt", "chaser"} {
		t.Run(game, func(t *testing.T) {
			record, long := "", long
			if game == "trax" {
				record = played(t, game)
			} else {
				record, long = shortGame(t, game), long/5
			}
			open(t, ctx, "about:blank")
			open(t, ctx, served(t, record)+"/game/1/?ply=6&lang=en")
			wait(t, ctx, "looplinePage.at() === 6 && looplinePage.moves() > 0 && !document.getElementById('analyse').hidden")
			first := firstValue(t, ctx)
			wait(t, ctx, "looplineAnalysis.analysed")
			rate := eval[float64](t, ctx, "looplineAnalysis.rate")
			eval[bool](t, ctx, "document.querySelector('#analysis [data-do=missed]').click(), true")
			wait(t, ctx, "looplineAnalysis.reviews().filter((r) => r).length === looplinePage.plies()")
			memory := measured(t, ctx, long)
			t.Logf("%s, %v: first value %.0f ms after the click, %.0f moves tried a second, memory of the worker %s MiB",
				game, long, first, rate, inMiB(memory))
			require.Less(t, slices.Max(memory), mostMemory)
			require.LessOrEqual(t, slices.Max(memory), slices.Max(memory[:len(memory)/5+1]), "it grows no more after a fifth of the time")
			quiet(t, ctx)
		})
	}
}

// samples is how many times the memory is measured.
const samples = 20

// measured analyses the positions of the page's game for a time, and returns the bytes of the worker's
// memory at even times.
func measured(t *testing.T, ctx context.Context, long time.Duration) (bytes []int) {
	t.Helper()
	for range samples {
		bytes = append(bytes, eval[int](t, ctx, fmt.Sprintf(`(async () => {
			const engine = looplineAnalysis.engine, moves = looplinePage.codes(), end = performance.now() + %d;
			const extra = await looplineAnalysis.question();
			for (let i = self.looplineNext || 0; performance.now() < end; i = self.looplineNext = (i + 7) %% (moves.length + 1)) {
				await engine.ask({ ...extra, do: "analyse", moves: moves.slice(0, i), time: 400 }, 1);
				if (i < moves.length) await engine.ask({ ...extra, do: "review", moves, at: i }, 2);
			}
			return (await engine.ask({ do: "memory" })).bytes;
		})()`, (long/samples).Milliseconds())))
	}
	return bytes
}

func inMiB(bytes []int) (all string) {
	for _, n := range bytes {
		all += fmt.Sprintf(" %d", n>>20)
	}
	return all
}
