package ports

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge"
)

func TestOpenFiles(t *testing.T) {
	require.Empty(t, openFiles(viewers+spare))
	require.Empty(t, openFiles(1<<63), "no limit")
	few := openFiles(1024)
	require.Len(t, few, 1)
	require.Equal(t, bridge.SeverityAdvice, few[0].Severity)
	require.Contains(t, few[0].Text, "a program may open 1024 files here: about 924 viewers")
	require.Contains(t, few[0].Fix[0], "--nofile=20100")
	require.Contains(t, openFiles(5)[0].Text, "about 0 viewers")
}
