package live

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// asked finds the messages that templates ask for.
var asked = regexp.MustCompile(`(?:\.|\$f\.)(?:T|Raw) "([^"]+)"`)

// Every message has all languages with the same places to fill in, and every
// message that is asked for is there, and asked for somewhere.
func TestMessages(t *testing.T) {
	used := map[string]bool{}
	require.NoError(t, fs.WalkDir(assets, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := assets.ReadFile(path)
		for _, m := range asked.FindAllStringSubmatch(string(text), -1) {
			used[m[1]] = true
		}
		return err
	}))
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && strings.HasPrefix(text.Value, `"director-`) {
				used[strings.Trim(text.Value, `"`)] = true
			}
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
				name, isMethod := call.Fun.(*ast.SelectorExpr)
				text, isText := call.Args[0].(*ast.BasicLit)
				if isMethod && isText && name.Sel.Name == "T" {
					used[strings.Trim(text.Value, `"`)] = true
				}
			}
			return true
		})
	}
	for key, both := range messages {
		name, _, _ := strings.Cut(key, "-")
		family := slices.Contains([]string{"column", "decision", "verb", "help", "kind", "left", "rule"}, name)
		require.True(t, used[key] || family, "nothing says %q", key)
		verbs := regexp.MustCompile(`%(\[\d\])?[sd]`)
		require.Equal(t, verbs.FindAllString(both[0], -1), verbs.FindAllString(both[1], -1), key)
		for _, text := range both {
			require.NotEmpty(t, text, key)
		}
	}
	for key := range used {
		require.Contains(t, messages, key)
	}
}
