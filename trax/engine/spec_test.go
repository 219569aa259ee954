package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax"
)

// TestWeightsOfBoard: the bot board plays by the weights of a file, and no other bot takes one. What is
// wrong with the file is an error with its line.
func TestWeightsOfBoard(t *testing.T) {
	row := func(weight string) string { return strings.Repeat(" "+weight, 16) + "\n" }
	table := func(weight string) string {
		var b strings.Builder
		for _, name := range strings.Fields("own,right own,top own,left own,bottom other,right other,top other,left other,bottom") {
			b.WriteString(strings.Replace(name, ",", " ", 1) + "\n")
			for n := range 8 {
				b.WriteString(string(rune('0'+n)) + ":" + row(weight))
			}
		}
		return b.String()
	}
	name := filepath.Join(t.TempDir(), "weights")
	write := func(text string) { require.NoError(t, os.WriteFile(name, []byte(text), 0o600)) }
	write(table("0"))
	spec, err := ParseSpec("board?cycles=100000&weights=" + name)
	require.NoError(t, err)
	own, err := ParseSpec("board?cycles=100000")
	require.NoError(t, err)

	differ := false // with no evaluation it plays other moves, legal ones
	for _, moves := range []string{"@0+ B1+ B2/", "@0+ B1/ A2/ @2/ @2\\", "@0+ A2+ A3\\ B2+"} {
		var p trax.Position
		for _, m := range strings.Fields(moves) {
			move, err := trax.ParseMove(m)
			require.NoError(t, err)
			require.NoError(t, p.Play(move))
		}
		var played [2]trax.Move
		for i, s := range []Spec{spec, own} {
			bot, err := s.New()
			require.NoError(t, err)
			played[i], err = bot.Move(context.Background(), &p, time.Minute)
			require.NoError(t, err)
		}
		differ = differ || played[0] != played[1]
		require.NoError(t, p.Play(played[0]))
	}
	require.True(t, differ)

	_, err = ParseSpec("search?weights=" + name)
	require.ErrorContains(t, err, "bot search has no table of weights; bot:board?weights=FILE does")
	write(strings.Replace(table("0"), "1:", "1: secret", 1))
	_, err = ParseSpec("board?weights=" + name)
	require.ErrorContains(t, err, "weights: "+name+": line 3: want 1: and 16 weights")
	require.NotContains(t, err.Error(), "secret")
	_, err = ParseSpec("board?weights=" + filepath.Dir(name))
	require.Error(t, err)
}
