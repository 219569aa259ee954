// Package workertest asks an engine of the pages as WebAssembly, for tests that compare its answers with
// those that it gives natively.
package workertest

import (
	"bytes"
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

//go:embed testdata/node.js
var script []byte

// Answers builds the program of a folder and returns its answers, a line a part, to questions, a line
// each. Without Node.js, or the files of Go for it, the test is skipped.
func Answers(t *testing.T, folder string, questions []byte) []string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node.js is not installed")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	start := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	if _, err := os.Stat(start); err != nil {
		t.Skip("this Go comes without " + start)
	}
	work := t.TempDir()
	engine, asks := filepath.Join(work, "engine.wasm"), filepath.Join(work, "node.js")
	require.NoError(t, os.WriteFile(asks, script, 0o600))
	build := exec.Command("go", "build", "-pgo=off", "-ldflags=-s -w", "-o", engine, folder)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	run := exec.CommandContext(t.Context(), node, asks, start, engine)
	run.Stdin = bytes.NewReader(questions)
	var wasm, errout bytes.Buffer
	run.Stdout, run.Stderr = &wasm, &errout
	require.NoError(t, run.Run(), errout.String())
	return strings.Split(wasm.String(), "\n")
}
