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

// scannerErr is where a file returns the error of a scanner.
var scannerErr = regexp.MustCompile(`\b(?:lines|scanner|s|in)\.Err\(\)`)

// forTests are folders of tests and tools, and one that reads its own table alone.
var forTests = regexp.MustCompile(`^(?:bridge/bridgetest|farm/farmtest|host/hosttest|tools|trax/engine/searchmodel)/`)

// "bufio.Scanner: token too long" tells nobody what is wrong with which file: whatever returns the error of a scanner
// says of a long line in its own words what it is.
func TestLongLinesAreNamed(t *testing.T) {
	atRoot(t)
	found := 0
	require.NoError(t, filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || forTests.MatchString(file) {
			return err
		}
		text, err := os.ReadFile(file)
		source := string(text)
		if !strings.Contains(source, "bufio.NewScanner(") || !scannerErr.MatchString(source) {
			return err
		}
		found++
		require.True(t, strings.Contains(source, "bufio.ErrTooLong"), "%s returns the error of a scanner as it is: say which line is too long, and of what", file)
		return err
	}))
	require.Greater(t, found, 4)
}
