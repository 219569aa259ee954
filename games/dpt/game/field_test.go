package game

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
)

// The tool draws a field, reads it again, and a game is played on it.
func TestDptFieldTool(t *testing.T) {
	var drawn, again bytes.Buffer
	require.NoError(t, (&fieldTool{random: true, rules: map[string]*string{}}).run(nil, nil, &drawn))
	require.NoError(t, (&fieldTool{}).run([]string{"-"}, bytes.NewReader(drawn.Bytes()), &again))
	require.Equal(t, drawn.String(), again.String())
	path := filepath.Join(t.TempDir(), "field.json")
	require.NoError(t, os.WriteFile(path, drawn.Bytes(), 0o644))
	g := Descriptor()
	m, err := g.NewGame(descriptor.Settings{Options: map[string]string{optionField: path}}, host.Seat{}, host.Seat{})
	require.NoError(t, err)
	require.Equal(t, strings.TrimSpace(drawn.String()), m.Options["field"])
	for want, args := range map[string][]string{
		"name one FILE":   nil,
		"no such file":    {filepath.Join(t.TempDir(), "none")},
		"not a JSON obje": {filepath.Join("..", "doc.go")},
	} {
		require.ErrorContains(t, (&fieldTool{}).run(args, nil, &again), want)
	}
}

// Options are read, and mistakes told.
func TestDptOptions(t *testing.T) {
	g := Descriptor()
	values, err := g.ParseOptions([]string{"size=9x12,turns=7,start=point,symmetry=none,redraw=always,swap=true,interval=0,seed=3"})
	require.NoError(t, err)
	m, err := g.NewGame(descriptor.Settings{Options: values}, host.Seat{}, host.Seat{})
	require.NoError(t, err)
	for key, want := range map[string]string{
		"seed": "3", "turns": "7", "start": "point", "symmetry": "none", "redraw": "always", "swap": "true", "drawn": "true",
	} {
		require.Equal(t, want, m.Options[key], key)
	}
	require.Contains(t, m.Options["field"], `"width":9,"height":12,`)
	require.Zero(t, m.Limits["interval"])
	for pair, want := range map[string]string{
		"size=9":      "write COLUMNSxROWS, each 2 to 64",
		"size=1x9":    "write COLUMNSxROWS",
		"turns=1001":  "write a whole number from 1 to 1000",
		"start=mid":   "there are corners, point, left-right, up-down",
		"symmetry=x":  "there are start, none",
		"redraw=x":    "there are between, always, never",
		"swap=yes":    "write true or false",
		"interval=-1": "write milliseconds",
		"field=none":  "no such file",
	} {
		_, err := g.ParseOptions([]string{pair})
		require.ErrorContains(t, err, want, pair)
	}
}
