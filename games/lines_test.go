package games

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/games/descriptor"
)

// inPieces is a player of 2048 versus that writes its answers in two pieces.
const inPieces = `#!/bin/sh
read start
echo 3 3
while read first; do
  for line in 1 2 3 4 5 6 7 8 9 10; do read row; done
  printf 'R '
  sleep 0.1
  echo 1 1 1 1
done
`

// Answers that come in pieces are whole answers: silence behind a space ends one of
// Trax alone, in which there are none.
func TestAnswersInPieces(t *testing.T) {
	for _, g := range All() {
		require.Equal(t, g.Name == "trax", g.Lines.Dialect == lines.SpaceEnded, g.Name)
	}
	g, err := ByName("battle2048")
	require.NoError(t, err)
	player := filepath.Join(t.TempDir(), "player")
	require.NoError(t, os.WriteFile(player, []byte(inPieces), 0o700))
	v := played(t, g, descriptor.Settings{Move: 20 * time.Second, Handshake: 20 * time.Second}, func(string) {}, "exec:"+player, "bot:greedy")
	require.NotNil(t, v.Foul)
	require.Contains(t, v.Foul.Detail, `"R 1 1 1 1"`, "it is illegal sooner or later, as a whole")
}
