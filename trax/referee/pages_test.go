package referee

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOpeningsOfPagesAreLegal reads each opening that a page shows as the referee
// would.
func TestOpeningsOfPagesAreLegal(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	opening := regexp.MustCompile(`opening=((?:[@A-Z]+[0-9]+[+/\\] ?)+)`)
	found := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, m := range opening.FindAllStringSubmatch(string(text), -1) {
			_, err := ReadOpening(m[1])
			require.NoError(t, err, "%s shows %s", page, m[0])
			found++
		}
	}
	require.Positive(t, found)
}
