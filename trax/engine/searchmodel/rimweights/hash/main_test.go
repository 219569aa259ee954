package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax/engine/searchmodel/rimweights"
)

// TestFile: the module is what the command writes.
func TestFile(t *testing.T) {
	got, err := os.ReadFile(filepath.Join("../../../../..", rtlFile))
	require.NoError(t, err)
	require.Equal(t, string(rimweights.Module(command)), string(got), command)
}
