package cli

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/playertest"
)

func TestIsAddress(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("odd:name", nil, 0o600))
	for s, want := range map[string]bool{
		"bot": true, "bot:greedy": true, "serial:/dev/ttyUSB0": true, "sim:reference": true, "exec:./a": true,
		"serial:": true, "match.jsonl": false, "./bot": false, "-": false, "/dev/ttyUSB0": false, "odd:name": false,
		"nosuch:name": true,
	} {
		require.Equal(t, want, addr.IsAddress(s), s)
	}
}

func TestPlayOut(t *testing.T) {
	var illegal *trax.IllegalError
	_, legal, err := playertest.PlayOut([]string{"@0+", "@0+"})
	require.ErrorAs(t, err, &illegal)
	require.Equal(t, 1, legal)
}
