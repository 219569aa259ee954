package repotest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
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
			for _, stub := range stubs(decl) {
				t.Errorf("%s: say what it promises, not %q", files.Position(decl.Pos()), stub)
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

// stub matches a comment that says no more than "Limit is what ...".
var stub = regexp.MustCompile(`^\w+ (is|are|says?) (what|who|how|where|whatever|those|that of|all that)\b`)

// stubs returns the comments of exported names in a declaration that promise nothing.
func stubs(decl ast.Decl) (found []string) {
	look := func(exported bool, doc *ast.CommentGroup) {
		if text := stub.FindString(doc.Text()); exported && text != "" {
			found = append(found, text)
		}
	}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		look(d.Name.IsExported() && exportedReceiver(d), d.Doc)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				look(s.Name.IsExported(), s.Doc)
				look(s.Name.IsExported(), d.Doc)
			case *ast.ValueSpec:
				look(s.Names[0].IsExported(), s.Doc)
				look(s.Names[0].IsExported(), d.Doc)
			}
		}
	}
	return found
}

func TestStubs(t *testing.T) {
	for src, want := range map[string]string{
		"// Limit is how many there are.\nconst Limit = 1":                           "Limit is how",
		"// limit is how many there are.\nconst limit = 1":                           "",
		"// Limit bounds the games.\nconst Limit = 1":                                "",
		"// Run says what came of it.\nfunc Run() {}":                                "Run says what",
		"// T is that of a game.\ntype T int":                                        "T is that of",
		"type t int\n\n// Run says what came of it.\nfunc (t) Run() {}":              "",
		"type (\n\t// T are those of a game.\n\tT int\n\t// U holds it.\n\tU int\n)": "T are those",
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n\n"+src, parser.ParseComments)
		require.NoError(t, err)
		var found []string
		for _, decl := range f.Decls {
			found = append(found, stubs(decl)...)
		}
		require.Equal(t, want, strings.Join(found, "; "), src)
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

// exportedReceiver reports whether a function has no receiver or one of an exported type.
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
