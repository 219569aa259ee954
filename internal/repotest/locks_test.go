package repotest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bareUnlocks are the places in Go source at which a lock is given back by a plain call, which a panic before it
// leaves out.
func bareUnlocks(name string, source any) (places []string, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if _, deferred := n.(*ast.DeferStmt); deferred {
			return false
		}
		if s, ok := n.(*ast.ExprStmt); ok {
			call, _ := s.X.(*ast.CallExpr)
			if call == nil {
				return true
			}
			if f, ok := call.Fun.(*ast.SelectorExpr); ok && (f.Sel.Name == "Unlock" || f.Sel.Name == "RUnlock") {
				places = append(places, fmt.Sprint(set.Position(n.Pos())))
			}
		}
		return true
	})
	return places, nil
}

// A server that answers clients goes on when a handler panics. A lock that the panic left taken would stop it: where
// requests are answered, defer gives locks back.
func TestNoLockOutlivesAPanic(t *testing.T) {
	atRoot(t)
	var files []string
	for _, folder := range []string{"games/httpapi", "games/*/web", "games/*/procon30"} {
		found, err := filepath.Glob(folder + "/*.go")
		require.NoError(t, err)
		found = slices.DeleteFunc(found, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
		require.NotEmpty(t, found, folder)
		files = append(files, found...)
	}
	for _, name := range files {
		places, err := bareUnlocks(name, nil)
		require.NoError(t, err)
		require.Empty(t, places, "give the lock back by defer, in a function of its own if need be")
	}
	places, err := bareUnlocks("x.go", "package x\nfunc f() {\n\tdefer mu.Unlock()\n\tdefer func() { mu.Unlock() }()\n\tgo func() {\n\t\ts.mu.RUnlock()\n\t}()\n}\n")
	require.NoError(t, err)
	require.Equal(t, []string{"x.go:6:3"}, places)
}
