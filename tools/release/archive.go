package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io"
	"path"
	"slices"
	"strings"
	"time"
)

// file is a file of an archive.
type file struct {
	name string // with slashes
	data []byte
	runs bool // a program
}

func (f file) mode() int64 {
	if f.runs {
		return 0o755
	}
	return 0o644
}

// folders lists the folders of the files, parents first.
func folders(files []file) (all []string) {
	for _, f := range files {
		for dir := path.Dir(f.name); dir != "."; dir = path.Dir(dir) {
			all = append(all, dir+"/")
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// sorted are the files by name.
func sorted(files []file) []file {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files
}

// writeTar writes files without an owner and with one time, so that archives are
// reproducible.
func writeTar(w io.Writer, files []file, made time.Time) error {
	zipped, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(zipped)
	for _, dir := range folders(files) {
		if err := t.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: dir, Mode: 0o755, ModTime: made}); err != nil {
			return err
		}
	}
	for _, f := range sorted(files) {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: f.mode(), Size: int64(len(f.data)), ModTime: made}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return zipped.Close()
}

// writeZip is the same for Windows.
func writeZip(w io.Writer, files []file, made time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range sorted(files) {
		to, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: made})
		if err != nil {
			return err
		}
		if _, err := to.Write(f.data); err != nil {
			return err
		}
	}
	return z.Close()
}
