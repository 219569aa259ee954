package repotest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDefencesAreTested wants each row of docs/security.md that says what defends
// against something to name a test of it, and each test that the page names to be
// there.
func TestDefencesAreTested(t *testing.T) {
	atRoot(t)
	page, err := os.ReadFile("docs/security.md")
	require.NoError(t, err)
	tests := declaredTests(t)
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`")
	rows, told := 0, false
	for line := range strings.Lines(string(page)) {
		names := named.FindAllStringSubmatch(line, -1)
		for _, name := range names {
			require.True(t, tests[name[1]], "there is no %s", name[1])
		}
		switch {
		case !strings.HasPrefix(line, "|"):
			told = false
		case strings.HasSuffix(line, "| test |\n"):
			told = true
		case told && !strings.HasPrefix(line, "| ---"):
			rows++
			require.NotEmpty(t, names, "no test: %s", line)
		}
	}
	require.Greater(t, rows, 20)
	page, err = os.ReadFile("docs/security-testing.md")
	require.NoError(t, err)
	for _, name := range named.FindAllStringSubmatch(string(page), -1) {
		require.True(t, tests[name[1]], "there is no %s", name[1])
	}
}

// declaredTests are the tests of all packages, by name.
func declaredTests(t *testing.T) map[string]bool {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Za-z0-9]+)\(`)
	all := map[string]bool{}
	require.NoError(t, filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		source, err := os.ReadFile(file)
		for _, name := range declared.FindAllStringSubmatch(string(source), -1) {
			all[name[1]] = true
		}
		return err
	}))
	return all
}
