package repotest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMakefileNamesTests wants every test that make test runs without the race
// detector, and leaves out with it, to be there, and in a folder where it is
// run: elsewhere a test of that name would not be run at all.
func TestMakefileNamesTests(t *testing.T) {
	atRoot(t)
	text, err := os.ReadFile("Makefile")
	require.NoError(t, err)
	lists := regexp.MustCompile(`(?m)^(?:WHOLE|ALONE|BUILDS) += (.*)$`).FindAllStringSubmatch(string(text), -1)
	require.Len(t, lists, 3)
	names := strings.Split(lists[0][1]+"|"+lists[1][1]+"|"+lists[2][1], "|")
	folders := foldersOf(t, text, "PLAIN")
	single := regexp.MustCompile(`(?m)^SINGLE += (.*)$`).FindStringSubmatch(string(text))
	require.NotNil(t, single)
	whole := regexp.MustCompile(single[1]) // run without the race detector as a whole

	found := map[string]bool{}
	require.NoError(t, filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		source, err := os.ReadFile(file)
		for _, name := range names {
			if strings.Contains(string(source), "\nfunc "+name+"(") {
				found[name] = true
				folder := path.Dir(file)
				require.True(t, whole.MatchString("/"+folder) || slices.ContainsFunc(folders, func(f string) bool { return covers(f, folder) }),
					"%s of %s runs in none of %s", name, file, folders)
			}
		}
		return err
	}))
	for _, name := range names {
		require.True(t, found[name], "there is no %s", name)
	}
}

// foldersOf lists the folders in which the Makefile runs the tests of a pattern.
func foldersOf(t *testing.T, makefile []byte, pattern string) []string {
	t.Helper()
	run := regexp.MustCompile(`-run '\$\(` + pattern + `\)' (.*)`).FindSubmatch(makefile)
	require.NotNil(t, run)
	return strings.Fields(string(run[1]))
}

// TestRestOfTheTestsIsRun wants make test-rest to run every test that make test leaves
// out by its name, and each name to be one.
func TestRestOfTheTestsIsRun(t *testing.T) {
	atRoot(t)
	text, err := os.ReadFile("Makefile")
	require.NoError(t, err)
	folders := foldersOf(t, text, "REST_TESTS")
	list := regexp.MustCompile(`(?m)^REST_TESTS += (.*)$`).FindStringSubmatch(string(text))
	require.NotNil(t, list)
	pattern := strings.ReplaceAll(list[1], "$$", "$")
	left, found := regexp.MustCompile(pattern), map[string]bool{}
	require.NoError(t, filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		source, err := os.ReadFile(file)
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(t `).FindAllStringSubmatch(string(source), -1) {
			if left.MatchString(m[1]) {
				found[m[1]] = true
				require.Contains(t, folders, "./"+path.Dir(file), "%s of %s is not run", m[1], file)
			}
		}
		return err
	}))
	for _, name := range regexp.MustCompile(`Test\w+`).FindAllString(pattern, -1) {
		require.True(t, found[name], "there is no %s", name)
	}
	require.Greater(t, len(found), 10)
}

// covers reports whether a folder as the go command names it holds a package.
func covers(folder, name string) bool {
	folder = strings.TrimPrefix(folder, "./")
	all, below := strings.CutSuffix(folder, "/...")
	return name == folder || below && (name == all || strings.HasPrefix(name, all+"/"))
}
