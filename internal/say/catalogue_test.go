package say

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// environment is an environment of KEY=VALUE.
func environment(entries ...string) func(string) string {
	return func(name string) string {
		for _, e := range entries {
			if key, value, _ := strings.Cut(e, "="); key == name {
				return value
			}
		}
		return ""
	}
}

// A line has both languages, and each part of the one in the other once.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"a": `"a" is not ENGLISH = OTHER`, " = b": "is not", "a = ": "is not", "a = b\na = c": `"a" is there twice`,
		"[x] a = b\n[x] c = d": `"x" is there twice`, "[x]  = b": "is not",
		"a %s = b": "has 0 parts of 1", "a %d = b %s %s": "part 2", "%s %s = %s %[1]s": "part 1", "a = b %s": "part 1",
		"a %.40q = %s %[2]s": "part 2",
	} {
		_, err := parse(text)
		require.ErrorContains(t, err, want, text)
	}
	all, err := parse("// a\n\n50 %% of %v = %s の 50 %\n[n.m] x = y\n")
	require.NoError(t, err)
	require.Len(t, all.formats, 1)
	require.Len(t, all.names, 1)
}

// keysOf are the keys that calls of this package have, by where they stand.
func keysOf(t *testing.T, name string, source any) map[string]string {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, name, source, 0)
	require.NoError(t, err)
	keys := map[string]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		function, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		of, ok := function.X.(*ast.Ident)
		if !ok || of.Name != "say" {
			return true
		}
		from, to := 0, 0
		switch function.Sel.Name {
		case "Format", "Errorf", "ByName", "Word":
			to = 1
		case "Plural":
			from, to = 1, 3
		}
		for _, arg := range call.Args[from:min(to, len(call.Args))] {
			if key, ok := constant(arg); ok {
				if function.Sel.Name == "ByName" {
					key = "[" + key + "]"
				}
				keys[key] = files.Position(call.Pos()).String()
			}
		}
		return true
	})
	return keys
}

// constant is a text that is written down.
func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		x, first := constant(e.X)
		y, second := constant(e.Y)
		return x + y, first && second && e.Op == token.ADD
	}
	return "", false
}

// unknown are the keys that have no line.
func unknown(keys map[string]string) (all []string) {
	for key, at := range keys {
		of, name := catalogue().formats, key
		if named, is := strings.CutPrefix(key, "["); is {
			of, name = catalogue().names, strings.TrimSuffix(named, "]")
		}
		if of[name] == nil {
			all = append(all, at+": "+strconv.Quote(key)+" has no line in ja.txt")
		}
	}
	return all
}

// programFiles calls f for each Go file of the repository that is no test.
func programFiles(f func(path string)) error {
	return filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "build" || strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2):
			return fs.SkipDir
		case filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go"):
			f(path)
		}
		return nil
	})
}

// Every text of the program is in the catalogue.
func TestEveryTextIsThere(t *testing.T) {
	n := 0
	require.NoError(t, programFiles(func(path string) {
		keys := keysOf(t, path, nil)
		n += len(keys)
		for _, missing := range unknown(keys) {
			t.Error(missing)
		}
	}))
	require.Greater(t, n, 10)

	planted := keysOf(t, "planted.go", `package p
var _ = say.Format("planted %d", 1)
var _ = say.Errorf("no line: " + "%s", 1)
var _ = say.ByName("live.planted")
var _ = say.Plural(1, "%d game", "%d planted")
`)
	require.Len(t, unknown(planted), 3)
}

// constantsOf adds the texts that are written down in a file.
func constantsOf(t *testing.T, name string, source any, all map[string]bool) {
	f, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
	require.NoError(t, err)
	ast.Inspect(f, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if text, ok := constant(e); ok {
				all[text] = true
			}
		}
		return true
	})
}

// unused are the lines whose key none of the texts is. A name may be made of a family,
// such as "foul.", and a word; a format may be put together by Join, of its separator, or
// of a beginning and an end.
func unused(of *rows, texts map[string]bool) (all []string) {
	for key := range of.formats {
		used := texts[key]
		for i := 1; i < len(key) && !used; i++ {
			used = texts[key[:i]] && texts[key[i:]]
		}
		if between, ok := strings.CutPrefix(key, "%s"); ok && !used {
			between, ok = strings.CutSuffix(between, "%s")
			used = ok && texts[between]
		}
		if !used {
			all = append(all, strconv.Quote(key))
		}
	}
	for key := range of.names {
		used := texts[key]
		for i := range key {
			used = used || strings.ContainsRune(".-", rune(key[i])) && texts[key[:i+1]]
		}
		if !used {
			all = append(all, "["+key+"]")
		}
	}
	return all
}

// Every line of the catalogue is used by the program, and has both languages.
func TestEveryLineIsUsed(t *testing.T) {
	texts := map[string]bool{}
	require.NoError(t, programFiles(func(path string) { constantsOf(t, path, nil, texts) }))
	for _, of := range []string{ // of the system, and of the library
		"no such file or directory", "permission denied", "connection refused", "signal: killed",
		"i/o timeout", "EOF", "executable file not found in $PATH",
	} {
		texts[of] = true
	}
	for _, line := range unused(catalogue(), texts) {
		t.Errorf("ja.txt: nothing says %s", line)
	}
	for _, of := range []map[string]*row{catalogue().formats, catalogue().names} {
		for key, r := range of {
			require.NotEmpty(t, strings.TrimSpace(r.english), key)
			require.NotEmpty(t, strings.TrimSpace(r.said), key)
		}
	}

	planted, err := parse("a = b\nc = d\n%s+%s = %s・%s\n[x.y] e = f\n[z.y] e = f\n[w] e = f\n")
	require.NoError(t, err)
	texts = map[string]bool{}
	constantsOf(t, "planted.go", `package p
var _ = say.Format("a")
var _ = say.Join("+", a, b)
var _ = say.ByName("x." + y)
`, texts)
	require.ElementsMatch(t, []string{`"c"`, "[z.y]", "[w]"}, unused(planted, texts))
}
