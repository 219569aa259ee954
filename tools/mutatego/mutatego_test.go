package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
)

const sample = `package p

import "fmt"

func add(all []int, most int) (n int, err error) {
	defer fmt.Println("never a mutant")
	for i := 0; i < len(all); i++ {
		if all[i] > most && most > 0 {
			continue
		}
		n += all[i]
	}
	return n, fmt.Errorf("at 7")
}

func (t *thing) String() string { return "" + "x" }
`

func TestMutants(t *testing.T) {
	all, err := mutantsOf("p", "p/p.go", []byte(sample))
	require.NoError(t, err)
	var keys []string
	for _, m := range all {
		keys = append(keys, m.key())
		require.NotContains(t, m.function, "String")
	}
	for _, want := range []string{
		"p/p.go add: for i := 0; i < len(all); i++ { => for i := 0; i <= len(all); i++ {",
		"p/p.go add: if all[i] > most && most > 0 { => if !(all[i] > most && most > 0) {",
		"p/p.go add: if all[i] > most && most > 0 { => if all[i] > most || most > 0 {",
		"p/p.go add: if all[i] > most && most > 0 { => if all[i] > most && most > 1 {",
		"p/p.go add: continue =>",
		"p/p.go add: n += all[i] => n -= all[i]",
		"p/p.go add: n += all[i] =>",
		`p/p.go add: return n, fmt.Errorf("at 7") => return 0, fmt.Errorf("at 7")`,
		`p/p.go add: return n, fmt.Errorf("at 7") => return n, nil`,
	} {
		require.Contains(t, keys, want)
	}
	require.NotContains(t, keys, "p/p.go add: for i := 0; i < len(all); i++ { => for i := 0; i < len(all); i-- {")
}

func TestSample(t *testing.T) {
	all, err := mutantsOf("p", "p/p.go", []byte(sample))
	require.NoError(t, err)
	one, again := slices.Collect(sampled(all, 1)), slices.Collect(sampled(all, 1))
	require.Equal(t, one, again)
	require.Len(t, one, perFunction)
	require.NotEqual(t, one[0].line, one[1].line)
	require.Equal(t, []int{30, 4, 3}, shares([]int{300, 10, 3}, 32, 4))
}

func TestExplained(t *testing.T) {
	name := filepath.Join(t.TempDir(), "explained.txt")
	require.NoError(t, os.WriteFile(name, []byte("# a list\na.go f: x => y\n  equal\n\nb.go g: x => y\n"), 0o644))
	_, err := readExplained(name)
	require.ErrorContains(t, err, "b.go g: x => y: no reason")
	require.NoError(t, os.WriteFile(name, []byte("# a list\na.go f: x => y\n  equal\n"), 0o644))
	known, err := readExplained(name)
	require.NoError(t, err)
	require.Equal(t, map[string]string{"a.go f: x => y": "equal"}, known)
}

// TestTrial: a fault that the tests of a package find, one that they do not, one that does not compile.
func TestTrial(t *testing.T) {
	tier.Slow(t)
	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, "p"), 0o755))
	for name, text := range map[string]string{
		"go.mod":      "module example.org/p\n\ngo 1.26\n",
		"p/p.go":      "package p\n\nfunc More(a, b int) bool {\n\tif a > b {\n\t\treturn true\n\t}\n\treturn false\n}\n",
		"p/p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestMore(t *testing.T) {\n\tif !More(2, 1) || More(1, 2) {\n\t\tt.Fatal()\n\t}\n}\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	t.Chdir(root)
	all, err := candidates("p")
	require.NoError(t, err)
	tried, err := newTrial(t.Context(), root, t.TempDir(), "p")
	require.NoError(t, err)
	all = append(all, &mutant{file: "p/p.go", text: "package q\n", from: 0, to: 0})
	var found []verdict
	for _, m := range all {
		v, _, err := tried.try(t.Context(), m)
		require.NoError(t, err)
		found = append(found, v)
	}
	require.Equal(t, []verdict{killed, survived, killed, killed, refused}, found) // >= in place of > is not tested
}
