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

	"github.com/loopline/loopline/host"
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
		family := slices.Contains([]string{"column", "decision", "verb", "help", "kind", "left", "rule", "foul"}, name)
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

// backwardsView says its own words backwards in other languages.
type backwardsView struct{ countView }

func (backwardsView) Translate(lang, text string) string {
	if lang == English.String() {
		return text
	}
	said := []rune(text)
	slices.Reverse(said)
	return string(said)
}

// What a game says of its moves, its seats and its end is said in the language of
// the page; a kind of foul has a message, and names of players stay.
func TestTranslated(t *testing.T) {
	g, err := NewGame("1", &backwardsView{})
	require.NoError(t, err)
	tell(g, opening("xy", "zz"))
	for _, e := range ply(0, "move", 0) {
		tell(g, e)
	}
	tell(g, won("a"))
	require.Equal(t, said{"evom", "1+"}, g.moves[0].In(Japanese))
	require.Equal(t, said{"move", "+1"}, g.moves[0].In(English))
	require.Contains(t, g.ending(English), "by count")
	require.Contains(t, g.ending(Japanese), "xy (a) の勝ち（tnuoc、")
	g.verdict.Reason = string(host.Late)
	require.Contains(t, g.ending(Japanese), messages["foul-late"][Japanese])
	g.verdict.Foul = &host.EventFoul{Kind: string(host.Late), Detail: "took 2 s of 1 s"}
	require.Contains(t, g.ending(Japanese), "1 s のところ 2 s かかりました")
	require.Contains(t, g.ending(English), "took 2 s of 1 s")
	for _, kind := range []host.Kind{host.Illegal, host.Late, host.Silent, host.Gone, host.Garbled, host.Protocol} {
		require.Contains(t, messages, "foul-"+string(kind))
	}
}
