package simulated

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/trax/conformance"
	"github.com/loopline/loopline/trax/playertest"
)

// TestKeepFailing: behind the first game that fails a player writes no waveform
// any more, which would replace that game's.
func TestKeepFailing(t *testing.T) {
	var opened []string
	opener := func(name string) playertest.Opener {
		return func(context.Context) (check.PlayerConn, error) {
			opened = append(opened, name)
			return nil, nil
		}
	}
	c := &conformance.Config{Open: opener("waved")}
	keepFailing(c, opener("without"))
	for i := range 4 {
		p, err := c.Open(t.Context())
		require.NoError(t, err)
		c.OnStart(p)
		if i == 1 {
			c.OnFail(nil)
		}
	}
	require.Equal(t, []string{"waved", "waved", "without", "without"}, opened)
}
