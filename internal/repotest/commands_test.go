package repotest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/shlex"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDevelopersCommandsOfThePages wants what the pages say to type besides loopline to be there:
// targets of make, tests and benchmarks that go test names, scripts. TestCommandsOfAllPages in
// cmd/internal/cli has the commands of loopline.
func TestDevelopersCommandsOfThePages(t *testing.T) {
	atRoot(t)
	targets := makeTargets(t)
	seen := map[string]bool{}
	for _, page := range texts(t) {
		if !strings.HasSuffix(page, ".md") {
			continue
		}
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, command := range commandsIn(string(text)) {
			if !seen[command] {
				seen[command] = true
				assert.Empty(t, missingOf(t, command, targets), "%s: %s", page, command)
			}
		}
	}
	require.Greater(t, len(seen), 60)
	for command, missing := range map[string]string{
		"make quick test": "", "make -C mine sim TEST=blink": "", "FUZZTIME=10m make fuzz": "", "make quickly": "no target quickly",
		"make verify-long STEPS=kills": "", "make verify-long STEPS=skills": "no step skills of verify-long",
		"go test ./sim -run VHDLMeans": "", "go test ./sim -run NoSuchThing": "no test NoSuchThing in ./sim", "go test ./nowhere": "no folder ./nowhere",
		"go test ./sim -run '^$' -bench Board": "", "go test ./sim -run '^$' -bench Nothing": "no test Nothing in ./sim",
		"scripts/match a b": "", "scripts/mismatch a b": "no scripts/mismatch",
	} {
		require.Equal(t, missing, missingOf(t, command, targets), command)
	}
}

var (
	inline     = regexp.MustCompile("`([^`]+)`")
	shellEnds  = regexp.MustCompile(` +(?:&&|\|\||[|;&>#]|\\$) *`)
	typedFirst = regexp.MustCompile(`^(?:[A-Z_]+=\S+ )*(make|go test|scripts/[\w-]+)( |$)`)
	target     = regexp.MustCompile(`(?m)^([a-z][\w -]*):(?:[^=]|$)`)
	goTests    = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz)\w+)\(`)
)

// commandsIn are the commands of a page to make, go test or a script, in code.
func commandsIn(page string) (all []string) {
	for line := range strings.SplitSeq(page, "\n") {
		var code []string
		if own, ok := strings.CutPrefix(line, "    "); ok {
			code = append(code, own)
		}
		for _, m := range inline.FindAllStringSubmatch(line, -1) {
			code = append(code, m[1])
		}
		for _, c := range code {
			c, _, _ = strings.Cut(strings.TrimPrefix(strings.TrimSpace(strings.ReplaceAll(c, `\|`, "|")), "$ "), "  ")
			for _, part := range shellEnds.Split(c, -1) {
				if typedFirst.MatchString(part) {
					all = append(all, part)
				}
			}
		}
	}
	return all
}

// makeTargets are those of the Makefiles of the repository, and of those that it writes.
func makeTargets(t *testing.T) (all []string) {
	t.Helper()
	for _, pattern := range []string{"Makefile", "starter/*/Makefile*", "starter/*/*/Makefile*", "bindings/*/Makefile", "hdl/*/Makefile", "sim/adopt/adopt.go"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			for _, m := range target.FindAllStringSubmatch(string(text), -1) {
				all = append(all, strings.Fields(m[1])...)
			}
		}
	}
	require.Greater(t, len(all), 40)
	return all
}

// missingOf says what a command names that is not there; "" if all is.
func missingOf(t *testing.T, command string, targets []string) string {
	t.Helper()
	words, err := shlex.Split(command)
	if err != nil {
		return err.Error()
	}
	for len(words) > 0 && strings.Contains(words[0], "=") {
		words = words[1:]
	}
	switch {
	case words[0] == "make":
		long := slices.Contains(words, "verify-long")
		for i, word := range words[1:] {
			if steps, ok := strings.CutPrefix(word, "STEPS="); ok && long {
				for step := range strings.FieldsSeq(steps) {
					if script, err := os.ReadFile("scripts/verify-long"); err != nil || !strings.Contains(string(script), "\n"+step+"() {") {
						return "no step " + step + " of verify-long"
					}
				}
			}
			argument := i > 0 && slices.Contains([]string{"-C", "-f"}, words[i])
			if !argument && regexp.MustCompile(`^[a-z][a-z-]*$`).MatchString(word) && !slices.Contains(targets, word) {
				return "no target " + word
			}
		}
	case words[0] == "go":
		return missingTest(t, words[2:])
	default:
		if !exists(words[0]) {
			return "no " + words[0]
		}
	}
	return ""
}

// kinds are the functions that a flag of go test picks.
var kinds = map[string]string{"-run": "Test", "-bench": "Benchmark", "-fuzz": "Fuzz"}

// missingTest says what the words of go test name that is not there.
func missingTest(t *testing.T, words []string) string {
	t.Helper()
	var folders []string
	patterns := map[string]string{} // to the beginning of the names
	for i, word := range words {
		switch {
		case strings.HasPrefix(word, "./"):
			folders = append(folders, word)
		case i > 0 && word != "^$" && word != "." && kinds[words[i-1]] != "":
			patterns[word] = kinds[words[i-1]]
		}
	}
	for _, folder := range folders {
		if !exists(strings.TrimSuffix(folder, "...")) {
			return "no folder " + folder
		}
		for pattern, kind := range patterns {
			pattern, _, _ = strings.Cut(pattern, "/")
			named, err := regexp.Compile(pattern)
			if err != nil || !slices.ContainsFunc(testsIn(t, folder), func(name string) bool {
				return strings.HasPrefix(name, kind) && named.MatchString(name)
			}) {
				return "no test " + pattern + " in " + folder
			}
		}
	}
	return ""
}

// testsIn are the tests, benchmarks and fuzz targets of a package.
func testsIn(t *testing.T, folder string) (all []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	require.NoError(t, err)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, m := range goTests.FindAllStringSubmatch(string(text), -1) {
			all = append(all, m[1])
		}
	}
	return all
}
