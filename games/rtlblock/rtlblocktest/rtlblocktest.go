// Package rtlblocktest is the suite that the golden vectors and the RTL block of every
// game pass.
package rtlblocktest

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/rtlblock"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/sources"
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
		_, _, text := generate(t, set, vectors.Options{Kind: kind, Encoding: e, Seed: 3, Goal: 4})
		require.Equal(t, string(want), string(text), "%s: make generate", e)
	}
	_, h, _ := generate(t, set, vectors.Options{Kind: kind, Encoding: vectors.CSV, Seed: 1, Count: 300})
	require.Equal(t, 300, h.Count)
	name, h, one := generate(t, set, vectors.Options{Kind: kind, Seed: 1, Count: 5000, Threads: 1})
	_, _, many := generate(t, set, vectors.Options{Kind: kind, Seed: 1, Count: 5000, Threads: 3})
	require.True(t, bytes.Equal(one, many), "the number of threads changes the bytes")
	rules, err := vectors.ReferenceTarget(set, h)
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

// seed is the seed of the random questions.
const seed = 5

// Agrees compares a module of a source with the rules, and has it answer the
// golden file.
func Agrees(t *testing.T, m *rtlblock.Block, rtl fs.FS, count int, golden string) {
	t.Helper()
	needVerilator(t)
	b := &model.Builder{Quick: true}
	c := rtlblock.Config{Source: sources.Source{Name: "hdl", FS: rtl}, Count: count, Seed: seed, File: golden}
	o, err := m.Compare(t.Context(), b, c)
	require.NoError(t, err)
	require.Empty(t, o.Found())
	require.Equal(t, count, o.Agreed)
	for _, class := range o.Bins {
		require.Positive(t, class.Count, "%s was never asked", class.Name)
	}
	o, err = m.Check(t.Context(), b, c)
	require.NoError(t, err)
	require.Empty(t, o.Found())
	require.Contains(t, string(o.AppendText(nil)), "agree with "+m.Top+" of hdl")
}

func needVerilator(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("verilator"); err != nil {
		t.Skip("verilator is missing: scripts/setup")
	}
}

// Mutant is a module with a bug: in a file of the RTL, a text is another.
type Mutant struct{ name, file, old, text, says string }

// NewMutant has a text where the old one was in a file. ON in it stands for whether
// this bug is switched on. Says is part of the report.
func NewMutant(name, file, old, text, says string) Mutant { return Mutant{name, file, old, text, says} }

// KillsMutants has each bug found twice, by the given number of random questions in lock-step
// and by the golden file. All bugs are in one model, which agrees while none of
// them is switched on.
func KillsMutants(t *testing.T, m *rtlblock.Block, rtl fs.FS, count int, golden string, bugs []Mutant) {
	t.Helper()
	needVerilator(t)
	b := &model.Builder{Quick: true}
	c := rtlblock.Config{Source: sources.Source{Name: "broken", FS: mutated(t, rtl, bugs)}, Count: count, Seed: seed, File: golden}
	o, err := m.Compare(t.Context(), b, c)
	require.NoError(t, err)
	require.Empty(t, o.Found())
	for i, bug := range bugs {
		t.Run(bug.name, func(t *testing.T) {
			c := c
			c.Plusargs = []string{fmt.Sprintf("+bug=%d", i+1)}
			for how, ask := range map[string]func(context.Context, *model.Builder, rtlblock.Config) (*rtlblock.CompareResult, error){
				"in lock-step": m.Compare, "by golden vectors": m.Check,
			} {
				o, err := ask(t.Context(), b, c)
				require.NoError(t, err)
				require.NotEmpty(t, o.Found(), "not found %s", how)
				require.Contains(t, string(o.AppendText(nil)), "  "+bug.says, how)
			}
		})
	}
}

// mutated is a source with all the bugs in it. The plusarg bug=N switches the one
// of that number on, from 1.
func mutated(t *testing.T, rtl fs.FS, bugs []Mutant) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	require.NoError(t, fs.WalkDir(rtl, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(rtl, name)
		files[name] = &fstest.MapFile{Data: seeded(t, filepath.Base(name), string(data), bugs)}
		return err
	}))
	return files
}

// seeded is the text of a file with the bugs in it.
func seeded(t *testing.T, file, text string, bugs []Mutant) []byte {
	t.Helper()
	clean := text
	for i, bug := range bugs {
		if bug.file != file {
			continue
		}
		require.Equal(t, 1, strings.Count(text, bug.old), "%s: %s is stale", file, bug.name)
		text = strings.Replace(text, bug.old, strings.ReplaceAll(bug.text, "ON", fmt.Sprintf("(bug_q == %d)", i+1)), 1)
	}
	if text == clean {
		return []byte(text)
	}
	return []byte(strings.Replace(text, "\n);\n", "\n);\n"+
		"  int bug_q;\n  initial if ($value$plusargs(\"bug=%d\", bug_q) == 0) bug_q = 0;\n", 1))
}
