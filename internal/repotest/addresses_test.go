package repotest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// joinedAddress is where a text is joined to an address of a simulated board.
var joinedAddress = regexp.MustCompile(`(?:"(?:sim|bit):"|Scheme(?:Sim|Bit)\s*\+\s*":")\s*\+|"(?:sim|bit):%`)

// mayJoin are the files that join a text to such an address outside the packages that parse them, with what it is.
var mayJoin = map[string]string{
	"cmd/internal/cli/cmd_contest_desk.go": "what entrant.Board returns",
	"cmd/internal/cli/cmd_sim_check.go":    "what the user typed, who reads no address of others there",
	"trax/tutorial/steps.go":               "what entrant.Board returns, by project.at",
}

// What an entrant says of its board becomes an address in one place, internal/entrant: nothing else joins texts to
// addresses of simulated boards, whose paths and options name files of the host.
func TestAddressesAreJoinedInOnePlace(t *testing.T) {
	atRoot(t)
	found := map[string]bool{}
	require.NoError(t, filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		within := func(folder string) bool { return strings.HasPrefix(filepath.ToSlash(file), folder+"/") }
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") ||
			slices.ContainsFunc([]string{"sim", "player", "internal/entrant"}, within) {
			return err
		}
		text, err := os.ReadFile(file)
		if at := joinedAddress.FindIndex(text); at != nil {
			name := filepath.ToSlash(file)
			found[name] = true
			require.NotEmpty(t, mayJoin[name], "%s:%d joins a text to the address of a simulated board: let internal/entrant do that, or say in mayJoin what the text is",
				name, strings.Count(string(text[:at[0]]), "\n")+1)
		}
		return err
	}))
	for name := range mayJoin {
		require.True(t, found[name], "%s joins nothing any more: take it out of mayJoin", name)
	}
}
