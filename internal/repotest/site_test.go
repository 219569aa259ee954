package repotest

import (
	"flag"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var site = flag.String("site", "", "the folder that TestSite looks at, as scripts/site made it")

// TestPicturesHaveTexts: whoever does not see a picture is told what it shows.
func TestPicturesHaveTexts(t *testing.T) {
	atRoot(t)
	picture := regexp.MustCompile(`!\[([^]]*)\]\(`)
	pictures := 0
	for _, name := range texts(t) {
		if filepath.Ext(name) != ".md" {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, m := range picture.FindAllStringSubmatch(string(text), -1) {
			pictures++
			require.GreaterOrEqual(t, len(m[1]), 8, "%s: the picture %q has no text that says what it shows", name, m[0])
		}
	}
	require.Greater(t, pictures, 15)
}

// movedTo matches a page that only names its new place, for links from outside.
var movedTo = regexp.MustCompile(`^This page is now \[[^\]]+\]\([^)]+\.md\)\.\n$`)

// TestPagesAreReached: from README.md every page of docs is some links away, but those
// that have moved.
func TestPagesAreReached(t *testing.T) {
	atRoot(t)
	link := regexp.MustCompile(`\]\(([^)#:]+\.md)(?:#[^)]*)?\)`)
	reached := map[string]bool{}
	for next := []string{"README.md"}; len(next) > 0; next = next[1:] {
		page := next[0]
		if reached[page] {
			continue
		}
		reached[page] = true
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			next = append(next, filepath.Join(filepath.Dir(page), filepath.FromSlash(m[1])))
		}
	}
	require.NoError(t, filepath.WalkDir("docs", func(name string, _ fs.DirEntry, err error) error {
		if filepath.Ext(name) != ".md" || reached[name] {
			return err
		}
		text, err := os.ReadFile(name)
		if !movedTo.Match(text) {
			t.Errorf("no link leads to %s", name)
		}
		return err
	}))
}

// TestSite looks at the site that was made, page by page: what it links to and
// shows is there, pictures have texts, and nothing comes from another place.
func TestSite(t *testing.T) {
	atRoot(t)
	if *site == "" {
		t.Skip("scripts/site runs it")
	}
	points := regexp.MustCompile(`<(a|img|script|link)\b[^>]*?\b(?:href|src)="([^"]*)"`)
	texted := regexp.MustCompile(`^<img [^>]*\balt="[^"]{8,}"`)
	pages, links := 0, 0
	require.NoError(t, filepath.WalkDir(*site, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".html" {
			return err
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		pages++
		if strings.Contains(string(text), `<html lang="ja">`) {
			require.NotContains(t, string(text), ">Search<", name)
		}
		for _, at := range points.FindAllStringSubmatchIndex(string(text), -1) {
			tag, target := string(text[at[2]:at[3]]), string(text[at[4]:at[5]])
			u, err := url.Parse(strings.ReplaceAll(target, "&amp;", "&"))
			require.NoError(t, err, name)
			if u.IsAbs() {
				require.Equal(t, "a", tag, "%s loads %s", name, target)
				continue
			}
			links++
			if u.Path != "" {
				require.FileExists(t, filepath.Join(filepath.Dir(name), filepath.FromSlash(u.Path)), name)
			}
			if tag == "img" {
				require.Regexp(t, texted, string(text[at[0]:at[1]+200]), name)
			}
		}
		return nil
	}))
	require.Greater(t, pages, 50)
	require.Greater(t, links, 1000)
	index, err := os.ReadFile(filepath.Join(*site, "search-index.js"))
	require.NoError(t, err)
	require.Equal(t, pages-1, strings.Count(string(index), `"url":`), "every page but the first is found")
}
