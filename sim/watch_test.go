package sim

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWatch: each save runs it again, one while it runs too; a directory that comes
// back is another save; its error ends it.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	save := func(name, text string) {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	enough := errors.New("enough")
	runs := 0
	err := Watch(t.Context(), dir, func() error {
		runs++
		switch runs {
		case 1:
			save("rtl/top.v", "module top; endmodule")
		case 2:
			save("rtl/top.v", "module other; endmodule")
		case 3:
			require.NoError(t, os.Remove(filepath.Join(dir, "rtl", "top.v")))
		case 4:
			require.NoError(t, os.RemoveAll(dir))
			go func() {
				time.Sleep(2 * lookEvery) // so that it is seen that it is gone, as a rule
				if err := os.CopyFS(dir, fstest.MapFS{"top.v": {Data: []byte("module top; endmodule")}}); err != nil {
					t.Error(err)
				}
			}()
		default:
			require.FileExists(t, filepath.Join(dir, "top.v"))
			return enough
		}
		return nil
	})
	require.ErrorIs(t, err, enough)
	require.Equal(t, 5, runs)
}

// TestWatchEnds with its context, and where there is nothing to watch.
func TestWatchEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	err := Watch(ctx, t.TempDir(), func() error { cancel(); return nil })
	require.ErrorIs(t, err, context.Canceled)
	err = Watch(t.Context(), filepath.Join(t.TempDir(), "none"), func() error { return nil })
	require.ErrorIs(t, err, os.ErrNotExist)
}
