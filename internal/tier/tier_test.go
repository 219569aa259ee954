package tier

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// marked has the tests of this file that only show whether they are skipped run.
const marked = "LOOPLINE_TIER_MARKED"

func TestMain(m *testing.M) {
	if os.Getenv(marked) == "folder" {
		AllSlow()
	}
	os.Exit(m.Run())
}

func TestMarkedSlow(t *testing.T)   { requireMarked(t); Slow(t) }
func TestMarkedNoRace(t *testing.T) { requireMarked(t); NoRace(t) }
func TestMarkedRest(t *testing.T)   { requireMarked(t); Rest(t) }
func TestMarkedLong(t *testing.T)   { requireMarked(t); Long(t) }
func TestMarkedNot(t *testing.T)    { requireMarked(t) }

func requireMarked(t *testing.T) {
	t.Helper()
	if os.Getenv(marked) == "" {
		t.Skip("TestRuns runs it")
	}
}

// Each run has the tests that belong to it.
func TestRuns(t *testing.T) {
	for _, c := range []struct {
		by, rest string
		flags    []string
		want     []string
	}{
		{"tests", "", nil, []string{"NoRace", "Not", "Slow"}},
		{"tests", "", []string{"-test.short"}, []string{"NoRace", "Not"}},
		{"tests", "1", nil, []string{"NoRace", "Not", "Rest", "Slow"}},
		{"tests", "1", []string{"-test.short"}, []string{"NoRace", "Not"}},
		{"tests", "long", nil, []string{"Long", "NoRace", "Not", "Rest", "Slow"}},
		{"tests", "long", []string{"-test.short"}, []string{"NoRace", "Not"}},
		{"folder", "", nil, []string{"NoRace", "Not", "Slow"}},
		{"folder", "1", nil, []string{"NoRace", "Not", "Rest", "Slow"}},
		{"folder", "1", []string{"-test.short"}, nil},
	} {
		cmd := exec.Command(os.Args[0], append(c.flags, "-test.v", "-test.run=^TestMarked")...)
		cmd.Env = append(os.Environ(), marked+"="+c.by, restVariable+"="+c.rest)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		var ran []string
		for line := range strings.Lines(string(out)) {
			if name, ok := strings.CutPrefix(line, "--- PASS: TestMarked"); ok {
				ran = append(ran, strings.Fields(name)[0])
			}
		}
		slices.Sort(ran)
		want := slices.DeleteFunc(slices.Clone(c.want), func(name string) bool { return raceDetector && name == "NoRace" })
		require.ElementsMatch(t, want, ran, "%v", c)
	}
}
