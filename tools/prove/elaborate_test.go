package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

// repository is where the files of proofs.json are named from.
const repository = "../.."

// manifestProofs returns the proofs of the reference RTL.
func manifestProofs(t *testing.T) []Proof {
	t.Helper()
	proofs, err := readManifest("../../hdl/formal/proofs.json")
	require.NoError(t, err)
	return proofs
}

// elaborated has Yosys read a proof's files, build its top and count its asserts and covers.
func elaborated(t *testing.T, root string, p *Proof) error {
	t.Helper()
	d, err := readDesign(root, p)
	if err != nil {
		return err
	}
	w, err := newWorkspace(t.TempDir(), d)
	require.NoError(t, err)
	if _, err := w.yosys(t.Context(), "model", d.frontEnd()+counting); err != nil {
		return err
	}
	return w.count()
}

// TestElaborates: every proof's files are there and are all that its top is made of, with the asserts
// and covers that the manifest promises.
func TestElaborates(t *testing.T) {
	tier.Slow(t)
	needTools(t)
	for _, p := range manifestProofs(t) {
		t.Run(p.ID(), func(t *testing.T) {
			t.Parallel()
			require.NoError(t, elaborated(t, repository, &p))
		})
	}
}

// TestElaboratesFindsMissing: without any of its files a proof does not elaborate, whether the file has
// moved or the manifest does not name it.
func TestElaboratesFindsMissing(t *testing.T) {
	tier.Slow(t)
	needTools(t)
	proofs := manifestProofs(t)
	i := slices.IndexFunc(proofs, func(p Proof) bool { return p.Name == "search" })
	require.GreaterOrEqual(t, i, 0)
	p := proofs[i]
	for _, file := range p.Files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			for _, f := range p.Files {
				if f == file {
					continue
				}
				text, err := os.ReadFile(filepath.Join(repository, f))
				require.NoError(t, err)
				require.NoError(t, os.MkdirAll(filepath.Join(root, filepath.Dir(f)), 0o755))
				require.NoError(t, os.WriteFile(filepath.Join(root, f), text, 0o600))
			}
			require.Equal(t, NoFile, kindOf(elaborated(t, root, &p)))
			unnamed := p
			unnamed.Files = slices.DeleteFunc(slices.Clone(p.Files), func(f string) bool { return f == file })
			require.Equal(t, SyntaxError, kindOf(elaborated(t, root, &unnamed)))
		})
	}
}

// TestElaboratesFindsUndriven: an input that a testbench leaves open takes any value, so that is no proof.
func TestElaboratesFindsUndriven(t *testing.T) {
	tier.Slow(t)
	needTools(t)
	proofs := manifestProofs(t)
	p := proofs[slices.IndexFunc(proofs, func(p Proof) bool { return p.Name == "movegen" })]
	root := t.TempDir()
	for _, f := range p.Files {
		text, err := os.ReadFile(filepath.Join(repository, f))
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Join(root, filepath.Dir(f)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, f), bytes.Replace(text, []byte(".only_i(only_i),"), nil, 1), 0o600))
	}
	err := elaborated(t, root, &p)
	require.Equal(t, SyntaxError, kindOf(err))
	require.ErrorContains(t, err, "only_i is used but has no driver")
}

// TestMutantsApply: the text that each mutant replaces stands once in its file.
func TestMutantsApply(t *testing.T) {
	for _, p := range manifestProofs(t) {
		d, err := readDesign(repository, &p)
		require.NoError(t, err, p.ID())
		for _, m := range p.Mutants {
			_, err := d.mutant(m)
			require.NoError(t, err, p.ID())
		}
	}
}

// TestFilesAreProved: every file of hdl/formal is one of a proof.
func TestFilesAreProved(t *testing.T) {
	named := map[string]bool{}
	for _, p := range manifestProofs(t) {
		for _, f := range p.Files {
			named[f] = true
		}
	}
	files, err := filepath.Glob("../../hdl/formal/*.sv")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		require.Contains(t, named, "hdl/formal/"+filepath.Base(f), "no proof names it")
	}
}
