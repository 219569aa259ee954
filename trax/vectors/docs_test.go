package vectors_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/trax/vectors"
)

var update = flag.Bool("update", false, "write the tables into docs/vectors.md")

// TestDocs holds the generated parts of the page to what generates them.
func TestDocs(t *testing.T) {
	const name = "../../docs/vectors.md"
	page, err := os.ReadFile(name)
	require.NoError(t, err)
	verilog, err := os.ReadFile("testdata/count.sv")
	require.NoError(t, err)
	now := string(page)
	for _, part := range []struct {
		begin, end string
		text       []byte
	}{
		{"<!-- words -->\n", "<!-- end -->", Set().AppendWordTable(nil)},
		{"<!-- classes -->\n", "<!-- end -->", Set().AppendBinSummary(nil)},
		{"```systemverilog\n", "```\n", verilog},
	} {
		before, rest, ok := strings.Cut(now, part.begin)
		require.True(t, ok)
		_, after, ok := strings.Cut(rest, part.end)
		require.True(t, ok)
		now = before + part.begin + string(part.text) + part.end + after
	}
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(now), 0o644))
		return
	}
	require.Equal(t, now, string(page), "go test ./vectors -update")
}

// TestDocsExample wants of the page's example what the rules want.
func TestDocsExample(t *testing.T) {
	page, err := os.ReadFile("../../docs/vectors.md")
	require.NoError(t, err)
	_, rest, ok := bytes.Cut(page, []byte("    {\"id\":7,"))
	require.True(t, ok)
	text, _, ok := bytes.Cut(rest, []byte(",\n     \"classes\""))
	require.True(t, ok)
	var v Vector
	require.NoError(t, json.Unmarshal(append(append([]byte("{"), text...), '}'), &v))
	want, classes, err := NewOracle(Turn, Set().Grid).Answer(v.Ask)
	require.NoError(t, err)
	require.JSONEq(t, string(want), string(v.Want))
	require.Equal(t, []string{"status.ok", "cell.--r-.backslash"}, classes[:2])
}
