package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

var update = flag.Bool("update", false, "write the table into docs/rtl/formal.md")

// TestPage holds the page's table to the manifest.
func TestPage(t *testing.T) {
	const page, mark, end = "../../docs/rtl/formal.md", "<!-- proofs -->\n", "<!-- end -->"
	proofs, err := readManifest("../../hdl/formal/proofs.json")
	require.NoError(t, err)
	var table strings.Builder
	printTable(&table, proofs)
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	from := strings.Index(string(text), mark) + len(mark)
	to := from + strings.Index(string(text[from:]), end)
	require.Less(t, len(mark), from, "no %s", mark)
	require.LessOrEqual(t, from, to, "no %s", end)
	now := string(text[:from]) + table.String() + string(text[to:])
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(now), 0o644))
		return
	}
	require.Equal(t, now, string(text), "go test ./tools/prove -run TestPage -update")
}

// TestModules: every module has a bug put in that a proof catches.
func TestModules(t *testing.T) {
	tier.Rest(t)
	proofs, err := readManifest("../../hdl/formal/proofs.json")
	require.NoError(t, err)
	var broken []string
	for _, p := range proofs {
		for _, mutant := range p.Mutants {
			broken = append(broken, mutant.File)
		}
	}
	modules, err := filepath.Glob("../../hdl/rtl/*/*.sv")
	require.NoError(t, err)
	require.NotEmpty(t, modules)
	for _, m := range modules {
		if strings.HasSuffix(m, "_pkg.sv") {
			continue // codes alone: a wrong one is caught where it is used
		}
		require.Contains(t, broken, strings.TrimPrefix(m, "../../"))
	}
}
