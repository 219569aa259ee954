package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/engine/searchmodel/rimweights"
)

// TestRun: the file is the image of the embedded weights, or of others, and what it lacks is printed.
func TestRun(t *testing.T) {
	out := filepath.Join(t.TempDir(), "weights.bin")
	read := func() *rimweights.Image {
		b, err := os.ReadFile(out)
		require.NoError(t, err)
		require.Len(t, b, rimweights.Size)
		image, err := rimweights.Parse(b)
		require.NoError(t, err)
		return image
	}
	var report bytes.Buffer
	require.NoError(t, run(out, "", &report))
	want, _ := engine.LearnedWeights().RimImage()
	require.Equal(t, want, read())
	require.Regexp(t, `weights.bin: \d+ of 87858 windows of ten edges, \d+ of 7114 of six\n$`, report.String())

	weights := filepath.Join(t.TempDir(), "weights.txt")
	require.NoError(t, os.WriteFile(weights, []byte("0+6"), 0o644))
	require.NoError(t, run(out, weights, &report))
	require.Zero(t, *read().Tracks())

	require.ErrorContains(t, run(out, out, &report), out)
}
