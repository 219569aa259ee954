package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// mutant is one edit of one file: text takes the place of the bytes from..to.
type mutant struct {
	folder, file, function string
	operator               operator
	line                   int
	before, after          string // the line
	from, to               int
	text                   string
}

// operator is a kind of fault.
type operator string

const (
	negate     operator = "negated condition"
	boundary   operator = "< for <="
	equality   operator = "== for !="
	logic      operator = "&& for ||"
	arithmetic operator = "+ for -"
	constant   operator = "constant ±1"
	remove     operator = "removed statement"
	noDefer    operator = "removed defer"
	noBranch   operator = "removed break or continue"
	zero       operator = "zero returned"
	noError    operator = "nil for an error"
)

// key names a mutant in the list of explained ones, whatever lines are above it.
func (m *mutant) key() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s: %s => %s", filepath.ToSlash(m.file), m.function, m.before, m.after))
}

var (
	// Texts for people, which the tests of pages and commands are about.
	textual  = regexp.MustCompile(`^(String|Error|GoString|MarshalText|Usage)$`)
	printing = regexp.MustCompile(`^(fmt|log|slog|say)\.|Print|Errorf|Sprintf|Fprint|\.Log`)
)

// candidates returns the mutants of the files of a folder that this system builds.
func candidates(folder string) ([]*mutant, error) {
	pkg, err := build.Default.ImportDir(folder, 0)
	if err != nil {
		return nil, err
	}
	var all []*mutant
	for _, name := range append(pkg.GoFiles, pkg.CgoFiles...) {
		path := filepath.Join(folder, name)
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if bytes.Contains(source, []byte("// Code generated")) {
			continue
		}
		found, err := mutantsOf(folder, path, source)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// mutantsOf returns the mutants of a file.
func mutantsOf(folder, path string, source []byte) ([]*mutant, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	c := &collector{files: files, source: source, path: path, folder: folder}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil && !textual.MatchString(d.Name.Name) {
				c.function = d.Name.Name
				if d.Recv != nil {
					c.function = strings.TrimPrefix(c.text(d.Recv.List[0].Type), "*") + "." + c.function
				}
				c.walk(d.Body, d.Type)
			}
		case *ast.GenDecl:
			c.function = "-"
			c.walk(d, nil)
		}
	}
	return c.all, nil
}

// collector finds the mutants of a file.
type collector struct {
	files                  *token.FileSet
	source                 []byte
	path, folder, function string
	all                    []*mutant
}

func (c *collector) at(p token.Pos) int { return c.files.Position(p).Offset }

func (c *collector) text(n ast.Node) string { return string(c.source[c.at(n.Pos()):c.at(n.End())]) }

func (c *collector) add(op operator, from, to token.Pos, text string) {
	f, t := c.at(from), c.at(to)
	begin := bytes.LastIndexByte(c.source[:f], '\n') + 1
	end := len(c.source)
	if i := bytes.IndexByte(c.source[t:], '\n'); i >= 0 {
		end = t + i
	}
	words := func(parts ...string) string { return strings.Join(strings.Fields(strings.Join(parts, "")), " ") }
	c.all = append(c.all, &mutant{
		folder: c.folder, file: c.path, function: c.function, operator: op, line: c.files.Position(from).Line,
		before: words(string(c.source[begin:end])), after: words(string(c.source[begin:f]), text, string(c.source[t:end])),
		from: f, to: t, text: text,
	})
}

// swaps are the operators of Go that take each other's place.
var swaps = map[token.Token]struct {
	op   operator
	text string
}{
	token.LSS: {boundary, "<="}, token.LEQ: {boundary, "<"}, token.GTR: {boundary, ">="}, token.GEQ: {boundary, ">"},
	token.EQL: {equality, "!="}, token.NEQ: {equality, "=="}, token.LAND: {logic, "||"}, token.LOR: {logic, "&&"},
	token.ADD: {arithmetic, "-"}, token.SUB: {arithmetic, "+"},
	token.ADD_ASSIGN: {arithmetic, "-="}, token.SUB_ASSIGN: {arithmetic, "+="},
	token.INC: {arithmetic, "--"}, token.DEC: {arithmetic, "++"},
}

func (c *collector) swap(at token.Pos, t token.Token) {
	if s, ok := swaps[t]; ok {
		c.add(s.op, at, at+token.Pos(len(t.String())), s.text)
	}
}

// walk collects below a node; signature is that of the function around it.
func (c *collector) walk(root ast.Node, signature *ast.FuncType) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			c.walk(n.Body, n.Type)
			return false
		case *ast.CallExpr:
			return !printing.MatchString(c.text(n.Fun))
		case *ast.CompositeLit:
			return len(n.Elts) <= 8 // longer ones are tables
		case *ast.IfStmt:
			c.add(negate, n.Cond.Pos(), n.Cond.End(), "!("+c.text(n.Cond)+")")
		case *ast.ForStmt:
			if n.Post != nil { // the opposite step would only hang
				for _, part := range []ast.Node{n.Init, n.Cond, n.Body} {
					if part != nil && part != ast.Stmt(nil) && part != ast.Expr(nil) {
						c.walk(part, signature)
					}
				}
				return false
			}
		case *ast.BinaryExpr:
			if text, ok := n.Y.(*ast.BasicLit); !ok || text.Kind != token.STRING {
				c.swap(n.OpPos, n.Op)
			}
		case *ast.AssignStmt:
			c.swap(n.TokPos, n.Tok)
			if n.Tok != token.DEFINE && c.text(n.Lhs[0]) != "_" {
				c.add(remove, n.Pos(), n.End(), "")
			}
		case *ast.IncDecStmt:
			c.swap(n.TokPos, n.Tok)
			c.add(remove, n.Pos(), n.End(), "")
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok {
				if printing.MatchString(c.text(call.Fun)) {
					return false
				}
				c.add(remove, n.Pos(), n.End(), "")
			}
		case *ast.DeferStmt:
			c.add(noDefer, n.Pos(), n.End(), "")
		case *ast.BranchStmt:
			if n.Tok == token.BREAK || n.Tok == token.CONTINUE {
				c.add(noBranch, n.Pos(), n.End(), "")
			}
		case *ast.ReturnStmt:
			c.returned(n, signature)
		case *ast.BasicLit:
			if i, err := strconv.ParseInt(n.Value, 0, 64); n.Kind == token.INT && err == nil {
				c.add(constant, n.Pos(), n.End(), strconv.FormatInt(i+1, 10))
				if i > 0 {
					c.add(constant, n.Pos(), n.End(), strconv.FormatInt(i-1, 10))
				}
			}
		}
		return true
	})
}

// zeros are the zero values of types that mutants return.
var zeros = map[string]string{
	"error": "nil", "bool": "false", "int": "0", "int64": "0", "float64": "0", "string": `""`, "time.Duration": "0",
}

func (c *collector) returned(n *ast.ReturnStmt, signature *ast.FuncType) {
	if signature == nil || signature.Results == nil {
		return
	}
	var types []string
	for _, f := range signature.Results.List {
		for range max(1, len(f.Names)) {
			types = append(types, c.text(f.Type))
		}
	}
	if len(types) != len(n.Results) {
		return // a call returns all of them
	}
	for i, x := range n.Results {
		text, ok := zeros[types[i]]
		if types[i] == "bool" && c.text(x) == "false" {
			text = "true"
		}
		if !ok || c.text(x) == text {
			continue
		}
		op := zero
		if types[i] == "error" {
			op = noError
		}
		c.add(op, x.Pos(), x.End(), text)
	}
}
