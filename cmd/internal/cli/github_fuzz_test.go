package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzAnnotation: a text of others is one workflow command, whatever it holds.
func FuzzAnnotation(f *testing.F) {
	for _, text := range []string{"plain", "a\n::error::x", "::set-env name=X::y", "##[group]x", "%0A::stop-commands::t", "a,file=/etc/passwd::", "\r\n::x", "x.go:1: y"} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, title, text string) {
		a := annotation{level: "error", title: title, text: text}
		line := string(a.append(nil))
		require.True(t, strings.HasPrefix(line, "::error "), "%q", line)
		require.Equal(t, 1, strings.Count(line, "\n"), "%q", line)
		require.NotContains(t, line, "\r")
		require.NotContains(t, line, "##[")
		properties, _, ok := strings.Cut(strings.TrimPrefix(line, "::error "), "::")
		require.True(t, ok)
		for property := range strings.SplitSeq(properties, ",") {
			key, _, _ := strings.Cut(property, "=")
			require.Contains(t, []string{"title", "file", "line", "col"}, key, "%q", line)
		}
	})
}
