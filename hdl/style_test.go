package hdl_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sources are the texts of the files of some patterns, by name.
func sources(t *testing.T, patterns ...string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, names, pattern)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			texts[name] = string(text)
		}
	}
	return texts
}

// isPackage tells of a file by its name whether it declares a package.
func isPackage(name string) bool { return strings.HasSuffix(name, "_pkg.sv") }

var comments = regexp.MustCompile(`//[^\n]*`)

// TestHeaders wants the first comment of every module to tell of its handshake,
// latency, throughput and reset.
func TestHeaders(t *testing.T) {
	for name, text := range sources(t, "rtl/*/*.sv", "boards/*.sv", "boards/*/*.sv") {
		if isPackage(name) {
			require.Contains(t, text, "\npackage "+strings.TrimSuffix(filepath.Base(name), ".sv")+";", "%s is named after its package", name)
			continue
		}
		header, _, ok := strings.Cut(text, "`default_nettype none")
		require.True(t, ok, name)
		for _, word := range []string{"handshake", "latency", "throughput", "reset"} {
			require.Contains(t, strings.ToLower(header), word, name)
		}
		require.Contains(t, text, "\nmodule "+strings.TrimSuffix(filepath.Base(name), ".sv")+" ", "%s is named after its module", name)
	}
}

// TestLogic wants one kind of variable, in proofs and testbenches too.
func TestLogic(t *testing.T) {
	old := regexp.MustCompile(`\b(?:wire|reg|integer)\b`)
	for name, text := range sources(t, "rtl/*/*.sv", "boards/*.sv", "boards/*/*.sv", "formal/*.sv") {
		code := strings.ReplaceAll(comments.ReplaceAllString(text, ""), "`default_nettype wire", "")
		require.Empty(t, old.FindString(code), name)
	}
}

// TestStatusNames wants status codes by name in every module.
func TestStatusNames(t *testing.T) {
	number := regexp.MustCompile(`status\w* (?:<=|=|==|!=) (?:4')?d?\d.*`)
	for name, text := range sources(t, "rtl/trax/*.sv", "formal/*.sv", "tb/*.sv") {
		require.Empty(t, number.FindString(comments.ReplaceAllString(text, "")), name)
	}
}

// TestSerialKnowsNoGame wants the serial half to do without the rest: a player
// of any game may sit behind it.
func TestSerialKnowsNoGame(t *testing.T) {
	games := regexp.MustCompile(`(?i)\b(?:trax|tile|colour|red|white)\b`)
	serial := sources(t, "rtl/serial/*.sv")
	trax := sources(t, "rtl/trax/*.sv")
	for name, text := range serial {
		require.Empty(t, games.FindString(text), name)
		for other := range trax {
			require.False(t, strings.Contains(text, strings.TrimSuffix(filepath.Base(other), ".sv")), "%s names %s", name, other)
		}
	}
}

// TestFormalHoldsProofs wants nothing but proofs and their list in formal.
func TestFormalHoldsProofs(t *testing.T) {
	entries, err := os.ReadDir("formal")
	require.NoError(t, err)
	for _, e := range entries {
		require.True(t, strings.HasSuffix(e.Name(), "_fv.sv") || e.Name() == "proofs.json", e.Name())
	}
}
