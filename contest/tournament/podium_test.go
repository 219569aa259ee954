package tournament

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The places stay secret unless the file says that they are revealed, or there is none.
func TestPodiumFailsClosed(t *testing.T) {
	for text, secret := range map[string]bool{
		"": true, "reveal": true, "secret": true, "secret\n": true, "\x00\x00": true, "revealed": false, "revealed\n": false,
	} {
		dir := t.TempDir()
		require.False(t, PodiumIsSecret(dir), "a contest without pages")
		require.NoError(t, os.WriteFile(filepath.Join(dir, PodiumFile), []byte(text), 0o600))
		require.Equal(t, secret, PodiumIsSecret(dir), "%q", text)
		require.NoError(t, BeginPodium(dir, PodiumCeremony), "a restart")
		require.Equal(t, secret, PodiumIsSecret(dir), "%q", text)
		require.NoError(t, KeepPodium(dir, !secret))
		require.Equal(t, !secret, PodiumIsSecret(dir), "%q", text)
	}
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, PodiumFile), 0o777))
	require.True(t, PodiumIsSecret(dir), "what cannot be read")
	require.Error(t, KeepPodium(dir, false))
	require.Error(t, BeginPodium(dir, PodiumCeremony))
}

// Who reads the file while it is written finds one word or the other.
func TestPodiumIsWrittenWhole(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, KeepPodium(dir, true))
	name := filepath.Join(dir, PodiumFile)
	opened, err := os.Open(name)
	require.NoError(t, err)
	defer opened.Close()
	require.NoError(t, KeepPodium(dir, false))
	before, err := opened.Stat()
	require.NoError(t, err)
	after, err := os.Stat(name)
	require.NoError(t, err)
	require.False(t, os.SameFile(before, after), "the file is replaced, and not written over")
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
}
