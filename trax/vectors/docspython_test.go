package vectors_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// snippets returns the page's Python.
func snippets(t *testing.T) (all []string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/vectors.md")
	require.NoError(t, err)
	for _, part := range strings.Split(string(page), "```python\n")[1:] {
		text, _, ok := strings.Cut(part, "```\n")
		require.True(t, ok)
		all = append(all, text)
	}
	require.Len(t, all, 2)
	return all
}

// python runs a program with an input and returns what it prints. The test is
// skipped where there is no Python.
func python(t *testing.T, program, input string, args ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is missing")
	}
	name := filepath.Join(t.TempDir(), "program.py")
	require.NoError(t, os.WriteFile(name, []byte(program), 0o600))
	cmd := exec.CommandContext(context.Background(), "python3", append([]string{name}, args...)...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.Output()
	return string(out), err
}

// TestDocsReader reads a golden file with the page's reader, and one that was
// cut.
func TestDocsReader(t *testing.T) {
	t.Parallel()
	reader := snippets(t)[0]
	out, err := python(t, reader, "", "../../vectors/golden/turn.jsonl")
	require.NoError(t, err)
	require.Equal(t, 189, strings.Count(out, "\n"))
	require.True(t, strings.HasPrefix(out, "0 {'moves': "), "%.80s", out)
	golden, err := os.ReadFile("../../vectors/golden/turn.jsonl")
	require.NoError(t, err)
	lines := bytes.SplitAfter(golden, []byte("\n"))
	cut := filepath.Join(t.TempDir(), "cut.jsonl")
	require.NoError(t, os.WriteFile(cut, bytes.Join(lines[:100], nil), 0o600))
	_, err = python(t, reader, "", cut)
	require.Error(t, err)
}

// TestDocsModel runs the page's model around one that echoes.
func TestDocsModel(t *testing.T) {
	t.Parallel()
	model := "def model(kind, ask):\n    return {\"kind\": kind, \"ask\": ask}\n\n" + snippets(t)[1]
	out, err := python(t, model, `{"id":0,"kind":"turn","ask":{"moves":"","move":"@0/"}}`+"\n"+
		`{"id":1,"kind":"notation","ask":{"text":"A\\\u00ff"}}`+"\n")
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, 2)
	require.JSONEq(t, `{"id":0,"answer":{"kind":"turn","ask":{"moves":"","move":"@0/"}}}`, lines[0])
	require.JSONEq(t, `{"id":1,"answer":{"kind":"notation","ask":{"text":"A\\\u00ff"}}}`, lines[1])
}
