package contests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
)

// Each example of the file that "contest new" writes is one that is read, alone and with all
// others.
func TestContestSample(t *testing.T) {
	name := filepath.Join(t.TempDir(), "cup.toml")
	read := func(text, what string) {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		_, _, err := Read(name)
		require.NoError(t, err, what)
	}
	read(config.Sample, "as it is")
	example := regexp.MustCompile(`(?m)^# ((?:\[|[a-z-]+ = ).*)$`)
	found := example.FindAllStringSubmatchIndex(config.Sample, -1)
	require.Greater(t, len(found), 10)
	for _, at := range found {
		read(config.Sample[:at[0]]+config.Sample[at[2]:], config.Sample[at[2]:at[3]])
	}
	read(example.ReplaceAllString(config.Sample, "$1"), "all together")
}

// An entrant is checked under the limits of the file, all of them.
func TestContestCheckLimits(t *testing.T) {
	name := filepath.Join(t.TempDir(), "cup.toml")
	args := func(head string) []string {
		require.NoError(t, os.WriteFile(name, []byte(head+config.Sample), 0o644))
		plan, g, err := Read(name)
		require.NoError(t, err)
		return CheckArguments(&g, plan, "bot")
	}
	require.NotContains(t, strings.Join(args(""), " "), "--handshake")
	with := args("handshake = \"20s\"\nfirst-time = \"7s\"\n")
	for _, want := range []string{"--handshake=20s", "--first-time=7s", "--move-time=1s"} {
		require.Contains(t, with, want)
	}
}
