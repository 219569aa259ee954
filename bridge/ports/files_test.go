package ports

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOpenFiles(t *testing.T) {
	require.Empty(t, openFiles(23072))
	require.Empty(t, openFiles(math.MaxInt32), "no limit")
	few := openFiles(1024)
	require.Len(t, few, 1)
	require.Equal(t, SeverityAdvice, few[0].Severity)
	require.Contains(t, few[0].Text.String(), "a program may open 1024 files here: about 576 viewers")
	require.Contains(t, few[0].Fix[0].String(), "--nofile=23072")
	require.Contains(t, openFiles(1)[0].Text.String(), "about 1 viewers")
}
