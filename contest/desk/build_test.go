package desk

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// buildingDesk is a desk with a program that is built.
func buildingDesk(t *testing.T, build func(dir string, w *tar.Writer) error) *Desk {
	return openDesk(t, func(d *Desk) {
		d.Plan.Desk.Programs[1].Build = "make"
		d.Build = func(_ context.Context, dir, _ string, built, _ io.Writer) error {
			w := tar.NewWriter(built)
			return errors.Join(build(dir, w), w.Close())
		}
	})
}

func put(w *tar.Writer, name, text string) error {
	err := w.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Size: int64(len(text)), Mode: 0})
	_, wrong := io.WriteString(w, text)
	return errors.Join(err, wrong)
}

// What is built takes the place of what was handed in, whatever its modes.
func TestBuild(t *testing.T) {
	d := buildingDesk(t, func(dir string, w *tar.Writer) error {
		text, err := os.ReadFile(filepath.Join(dir, "main"))
		return errors.Join(err, put(w, "./main", string(text)+" built"), put(w, "out/a", "a"))
	})
	for _, base := range []string{"", "p/"} {
		v := handIn(t, d, "aoi", "a.zip", zipped(nil, [2]string{base + "main", "source"}, [2]string{base + "gone", ""}))
		require.Equal(t, Passed, v.State, v.Reason)
		p, err := d.Player("aoi", v.DeskVersion)
		require.NoError(t, err)
		text, err := os.ReadFile(filepath.Join(p.Dir, "main"))
		require.NoError(t, err)
		require.Equal(t, "source built", string(text))
		require.FileExists(t, filepath.Join(p.Dir, "out", "a"))
		require.NoFileExists(t, filepath.Join(p.Dir, "gone"))
	}
}

// A build that leaves more than a version may have, or what is no file, is refused, and nothing of it stays
// on the contest's disk, nor more than the limit for a moment.
func TestHostileBuilds(t *testing.T) {
	deep := strings.Repeat("d/", 600) + "d"
	for name, build := range map[string]func(dir string, w *tar.Writer) error{
		"a file": func(_ string, w *tar.Writer) error { return put(w, "big", strings.Repeat("x", 40<<20)) },
		"many files": func(_ string, w *tar.Writer) (err error) {
			for i := 0; err == nil; i++ {
				err = put(w, fmt.Sprint(i), strings.Repeat("x", 1<<20))
			}
			return nil // as a build that minds no error
		},
		"empty files": func(_ string, w *tar.Writer) (err error) {
			for i := 0; err == nil; i++ {
				err = put(w, fmt.Sprint(i), "")
			}
			return nil
		},
		"deep": func(_ string, w *tar.Writer) error { return put(w, deep, "") },
		"a link": func(_ string, w *tar.Writer) error {
			return w.WriteHeader(&tar.Header{Name: "main", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink})
		},
		"outwards": func(_ string, w *tar.Writer) error { return put(w, "../../upload", "") },
		"no tar":   func(_ string, w *tar.Writer) error { return errors.New("killed") },
	} {
		d := buildingDesk(t, build)
		v := handIn(t, d, "aoi", "a.zip", zipped(nil, [2]string{"main", "source"}))
		require.Equal(t, Failed, v.State, name)
		entries, err := os.ReadDir(d.folder("aoi", "1"))
		require.NoError(t, err)
		var left []string
		for _, e := range entries {
			left = append(left, e.Name())
		}
		require.Equal(t, []string{reportFile, uploadFile, versionFile}, left, name)
	}
}

// What may not be read is removed too.
func TestRemoveTree(t *testing.T) {
	name := filepath.Join(t.TempDir(), "tree")
	require.NoError(t, os.MkdirAll(filepath.Join(name, "a", "b", "c"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(name, "a", "b", "c", "f"), nil, 0))
	for _, folder := range []string{"a/b/c", "a/b", "a", ""} {
		require.NoError(t, os.Chmod(filepath.Join(name, folder), 0))
	}
	require.NoError(t, removeTree(name))
	require.NoDirExists(t, name)
	require.NoError(t, removeTree(name))
}

// A team whose checks are slow, or many, waits for the others, and these do not wait for it.
func TestFairQueue(t *testing.T) {
	d := openDesk(t, nil)
	for i, team := range []string{"aoi", "aoi", "aoi", "bo"} {
		_, err := d.Receive(team, Upload{Name: "main", File: strings.NewReader(fmt.Sprint("\x7fELF", i))})
		require.NoError(t, err)
	}
	var order []string
	for range 4 {
		next, ok, _ := d.next()
		require.True(t, ok)
		order = append(order, fmt.Sprint(next.team, next.version))
		d.charge(next, map[string]time.Duration{"aoi": time.Minute, "bo": time.Second}[next.team])
		d.done(next)
		if len(order) == 2 {
			d.enqueue("bo", 1) // its second
		}
		if len(order) == 3 {
			break
		}
	}
	require.Equal(t, []string{"aoi1", "bo1", "bo1"}, order)
}
