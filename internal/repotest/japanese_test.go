package repotest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// japanesePages are the pages in Japanese, with those that they say the same as; ""
// is none.
func japanesePages(t *testing.T) map[string]string {
	pages := map[string]string{}
	require.NoError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "build" || name != "." && strings.HasPrefix(d.Name(), ".")) {
			return skipDir(err)
		}
		name = filepath.ToSlash(name)
		switch {
		case strings.HasSuffix(name, ".ja.md"):
			pages[name] = strings.TrimSuffix(name, ".ja.md") + ".md"
		case strings.HasPrefix(name, "docs/tutorial/ja/"):
			pages[name] = "docs/tutorial/" + path.Base(name)
		}
		return nil
	}))
	pages["docs/glossary.ja.md"] = ""
	require.Greater(t, len(pages), 7)
	return pages
}

// outline is what two pages in different languages have in common: their headings'
// levels, and their code without what explains it.
func outline(text string) (lines []string) {
	fenced, before := false, ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		indented := strings.HasPrefix(line, "    ") && (before == "" || strings.HasPrefix(before, "    "))
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
			lines = append(lines, line)
		case fenced || indented:
			lines = append(lines, "code "+command(line))
		case strings.HasPrefix(line, "#"):
			lines = append(lines, "heading "+line[:strings.Index(line+" ", " ")])
		}
		if strings.TrimSpace(line) != "" || !indented {
			before = line
		}
	}
	return lines
}

// explained is what stands behind a line of code: a comment, or a column of words.
var explained = regexp.MustCompile(`(\s+# | {2,}).*`)

// command is a line of code without what explains it.
func command(line string) string {
	return strings.TrimSpace(explained.ReplaceAllString(strings.TrimSpace(line), ""))
}

// translationWanted marks a page in Japanese that is behind the English one, and says so to its reader. Whoever
// changes a page without knowing Japanese writes it below the first heading.
const translationWanted = "**翻訳募集：英語版のほうが新しくなっています。**"

// Pages in Japanese do not drift from the English ones: the same headings, the same
// code. Those that are marked may, and few are.
func TestJapanesePages(t *testing.T) {
	atRoot(t)
	marked := 0
	for japanese, english := range japanesePages(t) {
		text, err := os.ReadFile(japanese)
		require.NoError(t, err)
		if strings.Contains(string(text), translationWanted) {
			marked++
			t.Logf("%s: translation wanted", japanese)
			continue
		}
		require.True(t, strings.ContainsFunc(string(text), func(r rune) bool { return unicode.Is(unicode.Hiragana, r) }), japanese)
		if english == "" {
			continue
		}
		other, err := os.ReadFile(english)
		require.NoError(t, err, "%s says the same as no page", japanese)
		require.Equal(t, outline(string(other)), outline(string(text)), "%s is not as %s: translate the change, or mark the page with %s",
			japanese, english, translationWanted)
	}
	require.LessOrEqual(t, marked, 4, "pages wait for a translation")
}

// pageLink is a link of a page.
var pageLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// Links of Japanese pages lead to files that are there, and those to headings to
// headings.
func TestJapaneseLinks(t *testing.T) {
	atRoot(t)
	links := 0
	for japanese := range japanesePages(t) {
		text, err := os.ReadFile(japanese)
		require.NoError(t, err)
		for _, m := range pageLink.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			links++
			name, heading, _ := strings.Cut(m[1], "#")
			to := japanese
			if name != "" {
				to = path.Join(path.Dir(japanese), name)
			}
			page, err := os.ReadFile(to)
			require.NoError(t, err, "%s links to %s", japanese, m[1])
			if heading != "" {
				require.Contains(t, anchors(string(page)), heading, "%s links to %s", japanese, m[1])
			}
		}
	}
	require.Greater(t, links, 40)
}

// anchors are the names of the headings of a page, as GitHub makes them.
func anchors(text string) (names []string) {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			continue
		}
		name := strings.Map(func(r rune) rune {
			switch {
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			case r == ' ':
				return '-'
			}
			return -1
		}, strings.TrimSpace(strings.TrimLeft(line, "#")))
		names = append(names, name)
	}
	return names
}
