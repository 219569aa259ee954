package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
)

// How a move is judged beside the bot's, by the values of both.
func TestComparisonLose(t *testing.T) {
	const won, lost = engine.MaxValue + 500, -engine.MaxValue - 500
	for _, c := range []struct {
		value, best int
		decided     string
		loss        int // -1 is none
	}{
		{10, 30, "", 20}, {30, 30, "", 0}, {40, 30, "", 0},
		{lost, 30, "blunder", -1}, {lost, won, "blunder", -1}, {lost, lost, "", -1},
		{30, won, "missed", -1}, {won, won, "", -1}, {won, 30, "", -1}, {30, lost, "", -1},
	} {
		one := &comparison{Value: newWorth(c.value), Best: newWorth(c.best)}
		one.lose()
		require.Equal(t, c.decided, one.decided, "%+v", c)
		if c.loss < 0 {
			require.Nil(t, one.Loss, "%+v", c)
		} else {
			require.Equal(t, c.loss, *one.Loss, "%+v", c)
		}
	}
	unknown := &comparison{Value: nil, Best: newWorth(3)}
	unknown.lose()
	require.Nil(t, unknown.Loss)
	require.Empty(t, unknown.Value.String())
}

func TestComparisonWorse(t *testing.T) {
	loss := func(n int) *comparison { return &comparison{Loss: &n} }
	blunder, missed := &comparison{decided: "blunder"}, &comparison{decided: "missed"}
	require.False(t, loss(0).worse(nil))
	rising := []*comparison{loss(1), loss(90), missed, blunder}
	for i, one := range rising {
		require.True(t, one.worse(nil))
		for _, less := range rising[:i] {
			require.True(t, one.worse(less))
			require.False(t, less.worse(one))
		}
		require.False(t, one.worse(one))
	}
}

func TestWorthString(t *testing.T) {
	require.Equal(t, "+12", newWorth(12).String())
	require.Equal(t, "-7", newWorth(-7).String())
	require.Equal(t, "win in 500", newWorth(engine.MaxValue+500).String())
	require.Equal(t, "loss in 1", newWorth(-(engine.MaxValue + 999)).String())
}

func TestIsAddress(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("odd:name", nil, 0o600))
	for s, want := range map[string]bool{
		"bot": true, "bot:greedy": true, "serial:/dev/ttyUSB0": true, "sim:reference": true, "exec:./a": true,
		"serial:": true, "match.jsonl": false, "./bot": false, "-": false, "/dev/ttyUSB0": false, "odd:name": false,
		"nosuch:name": true,
	} {
		require.Equal(t, want, isAddress(s), s)
	}
}

// A seat can be named by its colour or by who sat there.
func TestComparedGameChoose(t *testing.T) {
	g := &comparedGame{players: [2]string{"bot:a", "bot:b"}}
	for seat, want := range map[string][2]bool{
		"both": {true, true}, "white": {true, false}, "red": {false, true}, "bot:b": {false, true}, "bot:c": {},
	} {
		require.Equal(t, want != [2]bool{}, g.choose(seat))
		require.Equal(t, want, g.compare)
	}
}

// An output is there whole or not at all; a device is written as it is and stays.
func TestOutputFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out.csv")
	f, err := createOutput(name)
	require.NoError(t, err)
	require.NoFileExists(t, name)
	f.discard()
	require.NoFileExists(t, name)
	left, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Empty(t, left)

	f, err = createOutput(os.DevNull)
	require.NoError(t, err)
	require.NoError(t, f.finish(nil))
	info, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeDevice)
}

// The suite's opponent leaves no win at once where it need not.
func TestLastingIsSafe(t *testing.T) {
	p, _, err := playOut([]string{"@0+", "B1+", "B2/"})
	require.NoError(t, err)
	value := lasting(anywhere)
	safe, unsafe := 0, 0
	for _, m := range p.AppendMoves(nil) {
		width := p.Width()
		require.NoError(t, p.Play(m))
		if !p.Outcome().Over {
			if wins := canWin(p); wins {
				unsafe++
				require.Less(t, value(m, width, p), lastingSafe)
			} else {
				safe++
				require.GreaterOrEqual(t, value(m, width, p), lastingSafe)
			}
		}
		p.Undo()
	}
	require.Positive(t, safe)
	require.Positive(t, unsafe)
	var illegal *trax.IllegalError
	_, legal, err := playOut([]string{"@0+", "@0+"})
	require.True(t, errors.As(err, &illegal))
	require.Equal(t, 1, legal)
}
