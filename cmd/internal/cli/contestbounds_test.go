package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A simulated board is bounded in every command that reads the contest's file, also in those that do not open it.
func TestContestBoundsBoards(t *testing.T) {
	for _, c := range []struct{ keys, clock, want string }{
		{"", "10GHz", "is faster than 200000000"},
		{"[boards]\nclock = \"25MHz\"\n", "100MHz", "is faster than 25000000"},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "cup.toml")
		require.NoError(t, os.WriteFile(file, []byte("name = \"cup\"\ngame = \"trax\"\n"+c.keys+
			"[[entrant]]\nname = \"A\"\naddress = \"sim:reference?clk="+c.clock+"\"\n[[entrant]]\nname = \"B\"\naddress = \"bot\"\n"+
			"[[stage]]\nname = \"all\"\nkind = \"round-robin\"\n"), 0o644))
		for _, args := range [][]string{
			{"contest", "rehearse", file}, {"contest", "run", file}, {"contest", "check", file}, {"contest", "desk", file, "--addr", "127.0.0.1:0"},
		} {
			var said bytes.Buffer
			require.Equal(t, statusUsage, run(t.Context(), args, nil, io.Discard, &said), "%v: %s", args, said.String())
			require.Contains(t, said.String(), c.want, "%v", args)
		}
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, left, 1, "nothing was begun")
	}
}
