package repotest

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestArchitectureNamesEveryFolder wants every folder with Go files to have a line of the
// page, by its name or as one of a/{b,c}/, and every folder of the page to be there. A
// line of games/NAME/ is of every game: each folder of it is in one game at least.
func TestArchitectureNamesEveryFolder(t *testing.T) {
	atRoot(t)
	text, err := os.ReadFile("ARCHITECTURE.md")
	require.NoError(t, err)
	named := namedFolders(string(text))
	require.Greater(t, len(named), 30)
	for name := range named {
		found, err := filepath.Glob(strings.ReplaceAll(name, anyGame, "*"))
		require.NoError(t, err)
		require.NotEmpty(t, found, "ARCHITECTURE.md names %s", name)
	}
	require.Empty(t, unnamed(named, goFolders(t)),
		"ARCHITECTURE.md has no line for these folders: write one in \"Folders\", such as    internal/tier/   what it does")
}

// A folder that no line names exactly is found.
func TestUnnamedFoldersAreFound(t *testing.T) {
	named := namedFolders("# X\n## Folders\n\n    a/   this\n    a/{b,c}/   these\n    a/d/e/  that\n    h/{,i,j/k}/  more\n" +
		"    games/NAME/{,bots}/  all\n    text f/\n## Invariants\n    g/  no\n")
	require.Equal(t, map[string]bool{"a": true, "a/b": true, "a/c": true, "a/d/e": true, "h": true, "h/i": true, "h/j/k": true,
		"games/NAME": true, "games/NAME/bots": true}, named)
	require.Equal(t, []string{"a/d", "a/b/x", "f", "g", "h/j", "games/grid", "games/dpt/svg"}, unnamed(named, []string{
		"a", "a/b", "a/c", "a/d", "a/d/e", "a/b/x", "f", "g", "h/i", "h/j", "games/dpt", "games/dpt/bots", "games/grid", "games/dpt/svg"}))
}

// anyGame stands for the folder of any game.
const anyGame = "NAME"

// namedFolders are the folders that have a line of the page.
func namedFolders(page string) map[string]bool {
	_, after, _ := strings.Cut(page, "## Folders")
	folders, _, _ := strings.Cut(after, "\n## ")
	named := map[string]bool{}
	for line := range strings.Lines(folders) {
		fields := strings.Fields(line)
		if !strings.HasPrefix(line, "    ") || len(fields) < 2 || !strings.HasSuffix(fields[0], "/") {
			continue
		}
		before, inside, _ := strings.Cut(strings.TrimSuffix(fields[0], "/"), "{")
		for part := range strings.SplitSeq(strings.TrimSuffix(inside, "}"), ",") {
			named[path.Clean(before+part)] = true
		}
	}
	return named
}

// unnamed are the folders that have no line.
func unnamed(named map[string]bool, folders []string) (all []string) {
	for _, name := range folders {
		if !named[name] && !slices.ContainsFunc(rules, func(game string) bool {
			below, ok := strings.CutPrefix(name+"/", game+"/")
			return ok && named[path.Join("games", anyGame, below)]
		}) {
			all = append(all, name)
		}
	}
	return all
}

// goFolders are the folders of the module with Go files.
func goFolders(t *testing.T) (all []string) {
	for name := range importsOf(t) {
		if !strings.HasSuffix(name, " tests") {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// plainer are ways to say things that this project has better words for.
var plainer = map[string]string{
	"whatever wire":                "any connection",
	"before the day":               "before the contest",
	"whatever answers":             "anything that reads and writes lines of text",
	"stood still while":            "stalled while",
	"may take to be there":         "how long to wait for a player",
	"where the player leaves them": "where the player deviates",
	"word of theirs":               "any output",
	"when it is whole":             "written to a temporary file, then renamed",
	"sparring":                     "opponent",
}

// TestPlainWords refuses phrases that have a plainer form in pages and commands, and
// constructions of stilted English in any English page.
func TestPlainWords(t *testing.T) {
	atRoot(t)
	read := 0
	for _, name := range texts(t) {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		read++
		text := strings.ToLower(strings.Join(strings.Fields(string(b)), " "))
		for phrase, better := range plainer {
			require.NotContains(t, text, phrase, "%s: say %q", name, better)
		}
	}
	require.Greater(t, read, 60)

	read = 0
	for _, name := range texts(t) {
		if path.Ext(name) != ".md" || isJapanese(name) {
			continue
		}
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		read++
		number := 0
		for line := range strings.Lines(string(b)) {
			number++
			require.Empty(t, stiltedIn(line), "%s:%d: %s", name, number, line)
		}
	}
	require.Greater(t, read, 50)
}

// stilted are constructions that a native speaker would not use, with the remedy.
var stilted = []struct {
	found  *regexp.Regexp
	unless *regexp.Regexp // may be nil
	remedy string
}{
	{regexp.MustCompile("(?:^|[.:;|] |// )(?:Who|Whoever|What|Whatever) [a-z][^.?!\"`]{2,60} (?:is|are|has|gets|wants|stays|comes|may|can|must|loses|needs|joins|takes)\\b"),
		regexp.MustCompile(`\?`), "name the subject: the player, the host"},
	{regexp.MustCompile(`^\s*// \w+ (?:is|are|says?) (?:what|who|how|where|whatever|those|that of|all that)\b`), nil,
		"a doc comment promises a value, units, errors; or delete it"},
	{regexp.MustCompile(`^\s*// \w+ tells whether\b`), nil, "reports whether"},
	{regexp.MustCompile(`\b(?:is|are) no [a-z]+\b`),
		regexp.MustCompile(`[Tt]here (?:is|are) no |(?:is|are) no (?:longer|more|less|better|worse|such|need|way|reason|point|exception|problem|limit|error)`),
		"use a verb or an adjective: invalid, unknown, empty, want"},
	{regexp.MustCompile(`\b(?:is|are) none\b`), regexp.MustCompile(`[Tt]here (?:is|are) none\b`), "is empty, isn't set, want one of"},
	{regexp.MustCompile(`\b(?:is|are|was|were|be) told\b`), regexp.MustCompile(`told (?:apart|to|its)\b`), "use the active voice, or reported, printed"},
	{regexp.MustCompile(`\bwhat (?:came|comes|became|becomes|will become|is made) of\b|\bcomes? to its end\b`), nil, "the result; ends"},
	{regexp.MustCompile(`\bstands? (?:in|behind|beside|before|there) `), regexp.MustCompile(`stands? \w+ for\b`), "is, follows"},
	{regexp.MustCompile(`\bbehind (?:the|a|an|each|every) (?:game|move|end|handshake|answer|word|header|first|last|name|colon|question|turn|verdict|reset|sum|other|options?|quote|shape|method|round|tenth|fourth)\b`),
		nil, "after"},
	{regexp.MustCompile(`\bbeside (?:what|those|that|the wire|its? (?:own|usual))\b|\bsays? beside\b`), nil, "besides, as well as, next to"},
	{regexp.MustCompile(`\b(?:for|to) people\b`), nil, "readable"},
	{regexp.MustCompile(`\b(?:anew|in vain|vouch(?:es|ed)?|mend(?:s|ed|ing)?|of late|whose end|nobody vouches)\b`), nil, "again, failed, untrusted, fix"},
	{regexp.MustCompile(`\b(?:of|after|by|with|at|in|for|than|from|so) so (?:many|much)\b`), nil, "the given number"},
	{regexp.MustCompile(`\b(?:is|are|as|than|be) (?:that|those) of\b`), nil, "repeat the noun"},
	{regexp.MustCompile(`\b(?:what|how much) [^.]{1,40} (?:is|are) worth\b|\b(?:is|are) worth to\b`), nil, "value, eval"},
	{regexp.MustCompile(`\bIt is (?:used by|for) one goroutine\b`), nil, "It is not safe for concurrent use"},
}

// stiltedIn returns the remedies of the constructions in a line.
func stiltedIn(line string) (remedies []string) {
	for _, s := range stilted {
		if s.found.MatchString(line) && (s.unless == nil || !s.unless.MatchString(line)) {
			remedies = append(remedies, s.remedy)
		}
	}
	return remedies
}

// TestStiltedWordsAreFound: each construction is found, and its plain forms are not.
func TestStiltedWordsAreFound(t *testing.T) {
	for i, line := range []string{
		"// Who is late loses. What it says is kept.", "	// worker is what works", "// open tells whether it is open", `"%q is no number"`,
		"0 is none", "the host is told of it", "what came of the game", "it stands behind the line", "behind the last move",
		"beside what it used", "a text for people", "opens anew", "stops after so many", "the error is that of ctx",
		"what a move is worth", "It is used by one goroutine",
	} {
		require.Equal(t, []string{stilted[i].remedy}, stiltedIn(line), line)
	}
	for _, line := range []string{
		"there is no such file", "there is no move", "there are none", "can be told apart", "stands in for a board", "is no longer open", "behind a router",
	} {
		require.Empty(t, stiltedIn(line), line)
	}
}

// texts are the pages, and the files of the commands.
func texts(t *testing.T) (names []string) {
	var walk func(dir string)
	walk = func(dir string) {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			switch {
			case strings.HasPrefix(e.Name(), ".") || e.Name() == "build" || e.Name() == "testdata":
			case e.IsDir():
				walk(name)
			case strings.HasSuffix(name, ".md"), strings.HasPrefix(name, "cmd/") && strings.HasSuffix(name, ".go"):
				names = append(names, name)
			}
		}
	}
	walk(".")
	return names
}

// maxWidth is the width of a line of Markdown, in characters. Tables, code and
// what programs write into a page may be wider.
const maxWidth = 120

// TestPagesAreOfOneWidth wants text that an editor and a diff can show.
func TestPagesAreOfOneWidth(t *testing.T) {
	atRoot(t)
	read := 0
	for _, name := range texts(t) {
		if path.Ext(name) != ".md" {
			continue
		}
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		read++
		code, written, number := false, false, 0
		for line := range strings.Lines(string(b)) {
			number++
			switch {
			case strings.HasPrefix(line, "```"):
				code = !code
			case strings.HasPrefix(line, "<!-- "):
				written = !strings.HasPrefix(line, "<!-- end")
			case code, written, strings.HasPrefix(line, "    "), strings.HasPrefix(line, "|"):
			default:
				require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), maxWidth, "%s:%d", name, number)
			}
		}
	}
	require.Greater(t, read, 20)
}

// TestJapanesePagesLeadToJapaneseOnes: a link of a Japanese page leads to the
// Japanese sister of a page, where there is one.
func TestJapanesePagesLeadToJapaneseOnes(t *testing.T) {
	atRoot(t)
	link := regexp.MustCompile(`\]\(([^):#]+\.md)`)
	followed := 0
	for _, name := range texts(t) {
		if !isJapanese(name) || path.Ext(name) != ".md" {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			to := path.Join(path.Dir(name), found[1])
			require.FileExists(t, to, name)
			followed++
			if isJapanese(to) || name == "README.ja.md" && to == "README.md" { // the English version
				continue
			}
			for _, sister := range []string{
				strings.TrimSuffix(to, ".md") + ".ja.md", strings.Replace(to, "docs/tutorial/", "docs/tutorial/ja/", 1),
			} {
				require.True(t, sister == to || !exists(sister), "%s leads to %s, and there is %s", name, to, sister)
			}
		}
	}
	require.Greater(t, followed, 50)
}

func isJapanese(name string) bool {
	return strings.HasSuffix(name, ".ja.md") || strings.Contains(name, "/ja/")
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
