package sources

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDefinesIn(t *testing.T) {
	require.Equal(t, []string{"-DB", "-DA=2"}, (&fileList{args: []string{"-DA=1", "x.v", "-DB", "-DC", "-UC", "-DA=2", "-y", "d"}}).Options())
}
