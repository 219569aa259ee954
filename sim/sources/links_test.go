package sources

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLinksOfNoUTF8: the name of a link may be any bytes.
func TestLinksOfNoUTF8(t *testing.T) {
	r := sourceReader{links: []string{"x\xbd\xbe.v"}, files: []File{{Name: "top.v", Text: []byte("module top; endmodule\n")}}}
	require.NoError(t, r.checkLinks())
}
