package engine_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	. "github.com/loopline/loopline/trax/engine"
)

var kizuna = flag.String("kizuna", "", "`PROGRAM` of KizuNa that TestKizuNa plays against, with KZMS milliseconds of processor time a move")

// TestKizuNa measures a bot against KizuNa, the second of the contest of 2016 (github.com/YuriCat/KizuNaTrax):
// each opening twice, with colours exchanged. It measures, and asserts no strength. Commit 16feb28 of
// KizuNa is its kizuna_engine, built as a release, with three changes: main in src/trax/client.cc sets
// LIMIT_TIME, 750 there, to the number in KZMS, ClockMS in src/common/defines.h reads
// CLOCK_PROCESS_CPUTIME_ID, and N_THREADS in src/trax/trax.hpp is 1.
//
//	KZMS=750 go test ./trax/engine -run TestKizuNa -v -kizuna /path/to/kizuna -pairs 100 -timeout 0 \
//	  -openings searchmodel/testdata/openings.txt -bot 'board?windows=true'
func TestKizuNa(t *testing.T) {
	if *kizuna == "" || *matchPairs == 0 {
		t.Skip("no -kizuna to play against, or no -pairs")
	}
	require.NotEmpty(t, os.Getenv("KZMS"))
	runtime.LockOSThread()
	points, pairs := 0.0, [5]int{}
	for i, opening := range openingLines(t, *matchPairs) {
		pair := playKizuNa(t, opening, trax.White) + playKizuNa(t, opening, trax.Red)
		points += pair
		pairs[int(2*pair)]++
		s, e := measured(pairs)
		t.Logf("%d games: %g points, %.3f ± %.3f", 2*i+2, points, s, e)
	}
}

// playKizuNa plays a game from an opening on, the bot with a colour, and returns the points of the bot.
// KizuNa has to answer each move, by a legal one.
func playKizuNa(t *testing.T, opening string, own trax.Color) float64 {
	t.Helper()
	p := replay(t, opening)
	spec, err := ParseSpec(*matchBots[0])
	require.NoError(t, err)
	bot, err := New(spec.Name, OnProcessorTime(spec.Options))
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), *kizuna, "-np")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	side := map[trax.Color]string{trax.White: "-B", trax.Red: "-W"}[own] // KizuNa's
	_, err = fmt.Fprintf(in, "-R %s -F %s\n", opening, side)
	require.NoError(t, err)
	bots := [2]Bot{toldBot{bot, in}, kizunaBot{bufio.NewReader(out)}}
	return playBots(t, bots, [2]time.Duration{2 * time.Hour, 2 * time.Hour}, p, own)
}

// toldBot is a bot whose moves KizuNa is told.
type toldBot struct {
	Bot
	kizuna io.Writer
}

func (b toldBot) Move(ctx context.Context, p *trax.Position, limit time.Duration) (trax.Move, error) {
	m, err := b.Bot.Move(ctx, p, limit)
	if err == nil {
		_, err = fmt.Fprintln(b.kizuna, m)
	}
	return m, err
}

// kizunaBot answers as KizuNa does, which takes its own time.
type kizunaBot struct{ answers *bufio.Reader }

func (b kizunaBot) Move(context.Context, *trax.Position, time.Duration) (trax.Move, error) {
	answer, err := b.answers.ReadString('\n')
	if err != nil {
		return trax.Move{}, fmt.Errorf("KizuNa ended: %w", err)
	}
	return trax.ParseMove(strings.TrimSpace(answer))
}
