package repotest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDocumented wants a comment on every exported name of the module, and on
// every package.
func TestDocumented(t *testing.T) {
	atRoot(t)
	packages := map[string]bool{} // folder to whether it has a comment
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".") {
			return skipDir(err)
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		folder := filepath.Dir(path)
		packages[folder] = packages[folder] || f.Doc != nil
		for _, decl := range f.Decls {
			for _, name := range undocumented(decl) {
				t.Errorf("%s: %s has no comment", files.Position(decl.Pos()), name)
			}
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, len(packages), 5)
	for folder, documented := range packages {
		require.True(t, documented, "%s has no package comment", folder)
	}
}

func skipDir(err error) error {
	if err != nil {
		return err
	}
	return fs.SkipDir
}

// undocumented returns the exported names of a declaration without a comment.
func undocumented(decl ast.Decl) (names []string) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			names = append(names, undocumentedSpec(d, spec)...)
		}
	}
	return names
}

func undocumentedSpec(d *ast.GenDecl, spec ast.Spec) (names []string) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && s.Doc == nil && d.Doc == nil {
			names = append(names, s.Name.Name)
		}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if name.IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
				names = append(names, name.Name)
			}
		}
	}
	return names
}

// exportedReceiver tells whether a function is none's method, or that of an
// exported type.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	expr := d.Recv.List[0].Type
	if star, ok := expr.(*ast.StarExpr); ok {
		expr = star.X
	}
	if generic, ok := expr.(*ast.IndexExpr); ok {
		expr = generic.X
	}
	name, ok := expr.(*ast.Ident)
	return ok && name.IsExported()
}
