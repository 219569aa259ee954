// Package kerneltest is the suite that the golden vectors and the kernel of every
// game pass.
package kerneltest

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/kernel"
	"github.com/loopline/loopline/sim"
	"github.com/loopline/loopline/vectors"
)

// Files makes vectors of a kind in every form, reads them back, and has the
// rules answer them. Golden is where the small set in the tree lies, without its
// extension; it must have the same bytes for seed 3.
func Files(t *testing.T, set *vectors.Set, kind vectors.Kind, golden string) {
	t.Helper()
	for _, e := range []vectors.Encoding{vectors.JSONL, vectors.Hex} {
		want, err := os.ReadFile(golden + "." + string(e))
		require.NoError(t, err)
		_, _, text := generate(t, set, vectors.Options{Kind: kind, Encoding: e, Seed: 3, Quota: 4})
		require.Equal(t, string(want), string(text), "%s: make generate", e)
	}
	_, h, _ := generate(t, set, vectors.Options{Kind: kind, Encoding: vectors.CSV, Seed: 1, Count: 300})
	require.Equal(t, 300, h.Count)
	name, h, one := generate(t, set, vectors.Options{Kind: kind, Seed: 1, Count: 5000, Threads: 1})
	_, _, many := generate(t, set, vectors.Options{Kind: kind, Seed: 1, Count: 5000, Threads: 3})
	require.True(t, bytes.Equal(one, many), "the number of threads changes the bytes")
	rules, err := vectors.RuleAnswerer(set, h)
	require.NoError(t, err)
	agreed, bad, err := vectors.Check(t.Context(), name, set, h, rules, nil)
	require.NoError(t, err)
	require.Nil(t, bad)
	require.Equal(t, 5000, agreed)
	game, err := vectors.FileGame(name)
	require.NoError(t, err)
	require.Equal(t, set.Game, game)
}

// generate makes a file and reads it through.
func generate(t *testing.T, set *vectors.Set, o vectors.Options) (name string, h vectors.Header, text []byte) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "vectors")
	f, err := os.Create(name)
	require.NoError(t, err)
	_, err = vectors.Generate(t.Context(), f, set, o)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	h, err = vectors.ReadFile(name, set, nil)
	require.NoError(t, err)
	text, err = os.ReadFile(name)
	require.NoError(t, err)
	return name, h, text
}

// Agrees compares a module of a source with the rules, and has it answer the
// golden file. A text that is old in a file of the source and another in a
// mutant must be found, and the difference must be of the field named.
func Agrees(t *testing.T, m *kernel.Module, rtl fs.FS, count int, golden string, mutants ...Mutant) {
	t.Helper()
	if _, err := exec.LookPath("verilator"); err != nil {
		t.Skip("verilator is missing: scripts/setup")
	}
	b := &sim.Builder{Quick: true}
	c := kernel.Config{Source: sim.Source{Name: "hdl", FS: rtl}, Count: count, Seed: 5, File: golden}
	o, err := m.Compare(t.Context(), b, c)
	require.NoError(t, err)
	require.Empty(t, o.Found())
	require.Equal(t, count, o.Agreed)
	for _, class := range o.Classes {
		require.Positive(t, class.Count, "%s was never asked", class.Name)
	}
	o, err = m.Check(t.Context(), b, c)
	require.NoError(t, err)
	require.Empty(t, o.Found())
	require.Contains(t, string(o.AppendText(nil)), "agree with "+m.Top+" of hdl")
	for _, mutant := range mutants {
		t.Run(mutant.Name, func(t *testing.T) {
			broken := c
			broken.Source = mutant.seeded(t, rtl)
			o, err := m.Compare(t.Context(), b, broken)
			require.NoError(t, err)
			require.NotEmpty(t, o.Found())
			require.Contains(t, string(o.AppendText(nil)), "  "+mutant.Field+" is ")
		})
	}
}

// Mutant is a module with a bug: in a file, a text is another.
type Mutant struct {
	Name, File, Old, New string
	Field                string // of the answer that is wrong
}

// seeded is the source with the bug.
func (m Mutant) seeded(t *testing.T, rtl fs.FS) sim.Source {
	t.Helper()
	files := fstest.MapFS{}
	require.NoError(t, fs.WalkDir(rtl, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(rtl, name)
		if filepath.Base(name) == m.File {
			require.Equal(t, 1, bytes.Count(text, []byte(m.Old)), "%s: %s is stale", m.File, m.Name)
			text = bytes.Replace(text, []byte(m.Old), []byte(m.New), 1)
		}
		files[name] = &fstest.MapFile{Data: text}
		return err
	}))
	return sim.Source{Name: "mutant", FS: files}
}
