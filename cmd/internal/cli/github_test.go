package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// No text of an annotation ends it, begins another command, or names a file that is not
// there or outside the checkout.
func TestAnnotation(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("GITHUB_WORKSPACE", dir)
	name := "a,b%.v"
	require.NoError(t, os.WriteFile(name, nil, 0o644))
	for text, want := range map[string]string{
		name + ":12:3: latch\nin q\r": "::error file=a%2Cb%25.v,line=12,col=3,title=t%3A \\u000a%3A%3Awarning%3A%3Ax::latch%0Ain q\n",
		name + ":0012: 100 %\r\n::x":  "::error file=a%2Cb%25.v,line=12,title=t%3A \\u000a%3A%3Awarning%3A%3Ax::100 %25\\u000d%0A::x\n",
		"none.v:1: gone":              "::error title=t%3A \\u000a%3A%3Awarning%3A%3Ax::none.v:1: gone\n",
		"/etc/passwd:1: outside":      "::error title=t%3A \\u000a%3A%3Awarning%3A%3Ax::/etc/passwd:1: outside\n",
		".:1: a folder\x1b[2J":        "::error title=t%3A \\u000a%3A%3Awarning%3A%3Ax::.:1: a folder\\u001b[2J\n",
	} {
		a := annotation{level: "error", title: "t: \n::warning::x", text: text}
		require.Equal(t, want, string(a.append(nil)))
	}
	long := annotation{level: "error", text: strings.Repeat("é", maxAnnotation)}
	require.Less(t, len(long.append(nil)), maxAnnotation+100)
	t.Setenv("GITHUB_WORKSPACE", filepath.Dir(dir))
	a := annotation{level: "notice", text: name + ":1: x"}
	require.Contains(t, string(a.append(nil)), "file="+filepath.Base(dir)+"/a%2Cb%25.v,line=1,")
}

// However it is cut into writes, what others wrote is no command to a runner.
func TestGuard(t *testing.T) {
	for text, want := range map[string]string{
		"::error::x\n":                         ":\\:error::x\n",
		"a ::error::x\n \t::b::\n":             "a ::error::x\n \t:\\:b::\n",
		"\u3000::error::x\r::c::\r\n::d::":     "\u3000:\\:error::x\r:\\:c::\r\n:\\:d::",
		":::x\n":                               ":\\::x\n",
		"a##[error]x ###[e] # #[ #\n#[":        "a##\\[error]x ###\\[e] # #[ #\n#[",
		`{"a":"::x ##[error]y"}` + "\n##[e]\n": `{"a":"::x ##\u005berror]y"}` + "\n##\\[e]\n",
		"plain\n":                              "plain\n",
	} {
		for size := 1; size <= len(text); size++ {
			var out bytes.Buffer
			g, w, _ := newGuard(&out, io.Discard)
			g.armed.Store(true)
			for from := 0; from < len(text); from += size {
				_, err := w.Write([]byte(text[from:min(from+size, len(text))]))
				require.NoError(t, err)
			}
			require.Equal(t, want, out.String(), "in writes of %d", size)
		}
	}
	var out bytes.Buffer
	g, _, w := newGuard(io.Discard, &out)
	_, _ = io.WriteString(w, "::as it is::\n")
	g.armed.Store(true)
	_, _ = io.WriteString(w, "half a line")
	g.annotate([]annotation{{level: "error", title: "a", text: "b"}})
	require.Equal(t, "::as it is::\nhalf a line\n::error title=a::b\n", out.String())
}
