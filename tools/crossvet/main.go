// Crossvet type-checks and vets the whole module, tests included, without cgo, for each
// named system and processor (such as windows/arm64). It reads sources and compiles
// nothing: go vet compiles the standard library for every target first, which takes six
// times as long.
//
// It runs the analyzers of go vet that need no facts about other packages. go vet
// itself runs on the system at hand, and make cross builds and vets for all of them.
package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/appends"
	"golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/atomic"
	"golang.org/x/tools/go/analysis/passes/bools"
	"golang.org/x/tools/go/analysis/passes/buildtag"
	"golang.org/x/tools/go/analysis/passes/composite"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/defers"
	"golang.org/x/tools/go/analysis/passes/directive"
	"golang.org/x/tools/go/analysis/passes/errorsas"
	"golang.org/x/tools/go/analysis/passes/httpresponse"
	"golang.org/x/tools/go/analysis/passes/ifaceassert"
	"golang.org/x/tools/go/analysis/passes/loopclosure"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/analysis/passes/sigchanyzer"
	"golang.org/x/tools/go/analysis/passes/stdmethods"
	"golang.org/x/tools/go/analysis/passes/stringintconv"
	"golang.org/x/tools/go/analysis/passes/structtag"
	"golang.org/x/tools/go/analysis/passes/testinggoroutine"
	"golang.org/x/tools/go/analysis/passes/tests"
	"golang.org/x/tools/go/analysis/passes/timeformat"
	"golang.org/x/tools/go/analysis/passes/unmarshal"
	"golang.org/x/tools/go/analysis/passes/unreachable"
	"golang.org/x/tools/go/analysis/passes/unsafeptr"
	"golang.org/x/tools/go/analysis/passes/unusedresult"
	"golang.org/x/tools/go/analysis/passes/waitgroup"
	"golang.org/x/tools/go/packages"
)

var analyzers = []*analysis.Analyzer{
	appends.Analyzer, assign.Analyzer, atomic.Analyzer, bools.Analyzer, buildtag.Analyzer, composite.Analyzer,
	copylock.Analyzer, defers.Analyzer, directive.Analyzer, errorsas.Analyzer, httpresponse.Analyzer,
	ifaceassert.Analyzer, loopclosure.Analyzer, nilfunc.Analyzer, shift.Analyzer, sigchanyzer.Analyzer,
	stdmethods.Analyzer, stringintconv.Analyzer, structtag.Analyzer, testinggoroutine.Analyzer, tests.Analyzer,
	timeformat.Analyzer, unmarshal.Analyzer, unreachable.Analyzer, unsafeptr.Analyzer, unusedresult.Analyzer,
	waitgroup.Analyzer,
}

func main() {
	debug.SetGCPercent(400) // it lives for seconds
	found := false
	all := sources{files: map[string]*ast.File{}, vetted: map[string]bool{}}
	for _, target := range os.Args[1:] {
		if err := vet(target, &all); err != nil {
			fmt.Fprintf(os.Stderr, "crossvet: %s: %v\n", target, err)
			found = true
		}
	}
	if len(os.Args) == 1 {
		fmt.Fprintln(os.Stderr, "crossvet: name systems and processors, such as windows/amd64 darwin/arm64")
		os.Exit(2)
	}
	if found {
		os.Exit(1)
	}
}

// vet checks for one target, and prints what it finds.
func vet(target string, all *sources) error {
	system, processor, ok := strings.Cut(target, "/")
	if !ok {
		return errors.New("no system/processor such as windows/amd64")
	}
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedModule | packages.NeedTypesSizes,
		Tests: true,
		Env:   append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor),
	}, "./...")
	if err != nil {
		return err
	}
	packages.Visit(loaded, nil, all.check)
	if packages.PrintErrors(loaded) > 0 {
		return errors.New("it does not compile")
	}
	graph, err := checker.Analyze(analyzers, slices.DeleteFunc(loaded, all.wasVetted), nil)
	if err != nil {
		return err
	}
	return report(graph, &all.set)
}

// report prints findings, each once, and those that failed.
func report(graph *checker.Graph, set *token.FileSet) error {
	seen := map[string]bool{}
	for act := range graph.All() {
		if act.Err != nil {
			return act.Err
		}
		for _, d := range act.Diagnostics {
			seen[fmt.Sprintf("%s: %s", set.Position(d.Pos), d.Message)] = true
		}
	}
	for _, line := range slices.Sorted(maps.Keys(seen)) {
		fmt.Fprintln(os.Stderr, line)
	}
	if len(seen) > 0 {
		return fmt.Errorf("%d findings", len(seen))
	}
	return nil
}

// sources are files that were parsed: most belong to every target.
type sources struct {
	set    token.FileSet
	files  map[string]*ast.File // by name
	vetted map[string]bool      // packages, by their files
}

// wasVetted reports whether the files of a package were vetted for another target. Their
// types are checked for each.
func (s *sources) wasVetted(p *packages.Package) bool {
	key := fmt.Sprint(p.ID, p.CompiledGoFiles)
	was := s.vetted[key]
	s.vetted[key] = true
	return was
}

// check parses and types a package whose imports are typed. What functions of other
// modules do is not looked at.
func (s *sources) check(p *packages.Package) {
	p.Fset = &s.set
	if p.PkgPath == "unsafe" {
		p.Types = types.Unsafe
		return
	}
	fail := func(err error) {
		found := packages.Error{Pos: "-", Msg: err.Error(), Kind: packages.TypeError}
		var typed types.Error
		if errors.As(err, &typed) {
			found.Pos, found.Msg = s.set.Position(typed.Pos).String(), typed.Msg
		}
		p.Errors, p.IllTyped = append(p.Errors, found), true
	}
	for _, name := range p.CompiledGoFiles {
		f, err := s.parse(name)
		if err != nil {
			fail(err)
			return
		}
		p.Syntax = append(p.Syntax, f)
	}
	p.TypesInfo = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	config := types.Config{Importer: imports(p.Imports), Sizes: p.TypesSizes, Error: fail}
	info := p.TypesInfo
	if p.Module == nil || !p.Module.Main {
		config.IgnoreFuncBodies, info = true, nil
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	p.Types = types.NewPackage(p.PkgPath, p.Name)
	_ = types.NewChecker(&config, &s.set, p.Types, info).Files(p.Syntax) // fail has the errors
}

// imports are the packages that one imports, by the paths that it names.
type imports map[string]*packages.Package

// Import is for package types.
func (i imports) Import(path string) (*types.Package, error) {
	if p := i[path]; p != nil && p.Types != nil {
		return p.Types, nil
	}
	return nil, fmt.Errorf("%s was not loaded", path)
}

func (s *sources) parse(name string) (*ast.File, error) {
	if f, ok := s.files[name]; ok {
		return f, nil
	}
	f, err := parser.ParseFile(&s.set, name, nil, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
	if err == nil {
		s.files[name] = f
	}
	return f, err
}
