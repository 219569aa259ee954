package entrant

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What an entrant says leads nowhere but to what it handed in.
func TestHostileBoards(t *testing.T) {
	for text, want := range map[string]string{
		"rtl?/../../student0/rtl?top=top":         "is not yours to set",
		"rtl?top=top&flash=/etc/passwd":           "is not in what was handed in",
		"rtl?top=top&flash=../1/w.bin":            "is not in what was handed in",
		"rtl?top=top&flash=a/../../w.bin@1M":      "is not in what was handed in",
		"rtl?top=top&flash=@1M":                   "is not in what was handed in",
		"rtl?top=top&flash=w?x=1":                 "is not in what was handed in",
		"../student0/rtl?top=top":                 "there is no HDL in the folder",
		"/etc?top=top":                            "there is no HDL in the folder",
		"a&wave=x?top=top":                        "there is no HDL in the folder",
		"$(shell id)?top=top":                     "has a variable",
		"rtl?top=top&wave=x.vcd":                  "is not yours to set",
		"rtl?top=top&cputime=1s":                  "is not yours to set",
		"rtl?top=top&seed=1&seed=2":               "is given twice",
		"rtl?paced=1":                             "is not yours to set",
		"rtl?skew=0.2":                            "is not yours to set",
		"rtl?pcf=/etc/passwd":                     "is not yours to set",
		"rtl?top=a b":                             "have a space",
		"rtl?top=a\x00":                           "have a space",
		"rtl?top":                                 "has no value",
		"rtl?param.N=" + strings.Repeat("1", 300): "longer than 200 bytes",
	} {
		_, err := ParseBoard(text)
		require.ErrorContains(t, err, want, text)
	}
	b, err := ParseBoard("rtl/board?top=top&flash=data/w.bin&boot=400ms")
	require.NoError(t, err)
	require.Equal(t, "rtl/board", b.Folder())
	require.Equal(t, []string{"data/w.bin"}, b.Files())
	address, err := b.Address("/a/rtl", "/a@b/files")
	require.NoError(t, err)
	require.Equal(t, "/a/rtl?top=top&flash=/a@b/files/data/w.bin@0&boot=400ms", filepath.ToSlash(address))
	address, err = b.With("flash", "w@1M").With("clk", "1").Bitstream("/a/t.bin", "/a/t.pcf", "/f")
	require.NoError(t, err)
	require.Equal(t, "/a/t.bin?pcf=/a/t.pcf&top=top&flash=/f/w@1M&boot=400ms", filepath.ToSlash(address))
	for _, folder := range []string{"/a?b", "/a&b"} {
		_, err = b.Address(folder, "/f")
		require.Error(t, err)
		_, err = b.Address("/f", folder)
		require.Error(t, err)
		_, err = b.Bitstream("/f", folder, "/f")
		require.Error(t, err)
	}
	var none Board
	address, err = none.Address("/a", "/a")
	require.NoError(t, err)
	require.Equal(t, "/a", address)
}

// FuzzBoard looks for a text that leads out of what was handed in, or that another reading takes apart
// otherwise.
func FuzzBoard(f *testing.F) {
	f.Add("rtl?top=top&flash=w.bin@1M")
	f.Add("rtl?/../../student0/rtl?top=top")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ParseBoard(text)
		if err != nil {
			return
		}
		require.True(t, filepath.IsLocal(b.Folder()))
		for _, name := range b.Files() {
			require.True(t, filepath.IsLocal(name))
		}
		again, err := ParseOptions(b.Options())
		require.NoError(t, err)
		require.Equal(t, b.Options(), again.Options())
		address, err := b.Address("/files/rtl", "/files")
		require.NoError(t, err)
		target, _, _ := strings.Cut(address, "?")
		require.Equal(t, "/files/rtl", target)
	})
}
