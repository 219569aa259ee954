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

// docLink is a link to an exported name of the same package: [Name], [*Name] or
// [Name.Method].
var docLink = regexp.MustCompile(`\[\*?([A-Z]\w*(?:\.[A-Z]\w*)?)\]`)

// TestDocLinks follows the links in doc comments: the name must exist.
func TestDocLinks(t *testing.T) {
	atRoot(t)
	folders := map[string][]*ast.File{}
	files := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".") {
			return skipDir(err)
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		folders[filepath.Dir(path)] = append(folders[filepath.Dir(path)], f)
		return err
	})
	require.NoError(t, err)
	links := 0
	for _, folder := range folders {
		names := namesOf(folder)
		for _, f := range folder {
			for _, doc := range docsOf(f) {
				for _, m := range docLink.FindAllStringSubmatch(doc.Text(), -1) {
					links++
					if !names[m[1]] && m[1] != strings.ToUpper(m[1]) { // capitals stand for an argument
						t.Errorf("%s: the link %s leads nowhere", files.Position(doc.Pos()), m[0])
					}
				}
			}
		}
	}
	require.Greater(t, links, 20)
}

// docsOf are the doc comments of a file: of the package, and those that a
// declaration follows at once.
func docsOf(f *ast.File) (docs []*ast.CommentGroup) {
	if f.Doc != nil {
		docs = append(docs, f.Doc)
	}
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			docs = append(docs, d.Doc)
		case *ast.GenDecl:
			docs = append(docs, d.Doc)
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					docs = append(docs, s.Doc)
				case *ast.ValueSpec:
					docs = append(docs, s.Doc)
				}
			}
		}
	}
	return docs
}

// namesOf are what a package declares: names, methods and fields as TYPE.NAME.
func namesOf(folder []*ast.File) map[string]bool {
	names := map[string]bool{}
	for _, f := range folder {
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					name = receiver(d.Recv.List[0].Type) + "." + name
				}
				names[name] = true
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					addNames(names, spec)
				}
			}
		}
	}
	return names
}

func addNames(names map[string]bool, spec ast.Spec) {
	switch s := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range s.Names {
			names[name.Name] = true
		}
	case *ast.TypeSpec:
		names[s.Name.Name] = true
		fields := &ast.FieldList{}
		switch kind := s.Type.(type) {
		case *ast.StructType:
			fields = kind.Fields
		case *ast.InterfaceType:
			fields = kind.Methods
		}
		for _, field := range fields.List {
			for _, name := range field.Names {
				names[s.Name.Name+"."+name.Name] = true
			}
		}
	}
}

// receiver is the name of a receiver's type.
func receiver(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
