package starter

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hashed returns the files of a folder, by name.
func hashed(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(text)
		return err
	}))
	return all
}

// FuzzProject: neither the name of a project's folder nor that of the release changes what is in its files, and the
// command that is printed for it names the folder in one word.
func FuzzProject(f *testing.F) {
	if runtime.GOOS == "windows" {
		f.Skip("names and quotes are others there")
	}
	for _, name := range []string{
		"mine", "a b", "$(touch PWNED)", "`touch PWNED`", "x;touch PWNED", "-rf", "it's", `"`, "\\", "*", "x\ny", "#", "%", "\xff", "対局", "~", "@RELEASE@",
	} {
		f.Add(name, name, uint8(len(name)))
	}
	projects := []Project{{Kind: "bot", Language: "c"}, {Kind: "core"}, {Kind: "bench", Language: "vhdl"}, {Kind: "board", Board: "icebreaker", Language: "vhdl"}}
	f.Fuzz(func(t *testing.T, name, release string, kind uint8) {
		if strings.ContainsAny(name, "/\x00") || len(name) > 200 || name == "." || name == ".." || name == "" || released.MatchString(release) {
			return
		}
		p := projects[int(kind)%len(projects)]
		plain := filepath.Join(t.TempDir(), "plain")
		_, err := p.Write(plain)
		require.NoError(t, err)
		p.Release = release
		dir := filepath.Join(t.TempDir(), name)
		next, err := p.Write(dir)
		require.NoError(t, err)
		require.Equal(t, hashed(t, plain), hashed(t, dir))
		_, command, ok := strings.Cut(next, "type: ")
		require.True(t, ok)
		run := exec.Command("sh", "-c", "make() { printf '%s|%s|%s|%s' $# \"$@\"; }\n"+command)
		run.Dir = t.TempDir()
		out, err := run.CombinedOutput()
		require.NoError(t, err)
		require.Equal(t, "3|-C|"+dir+"|check", string(out))
		left, err := os.ReadDir(run.Dir)
		require.NoError(t, err)
		require.Empty(t, left)
	})
}
