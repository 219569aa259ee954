package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// rulesName is the path of the udev rules in an archive.
const rulesName = "udev/70-loopline.rules"

// contents lists the files of an archive besides its program, licences and bill of
// materials.
func (r *release) contents(t target, p program) []file {
	files := slices.Clone(r.shared[p.name])
	if p.name == "loopline" && t.system == "linux" {
		files = append(files, file{name: rulesName, data: r.rules})
	}
	if p.name == "loopline" {
		files = append(files, r.library[t]...)
	}
	return files
}

// pack writes the archive of a program for a target, and for Linux the packages.
func (r *release) pack(t target, p program, built string) error {
	binary, err := os.ReadFile(built)
	if err != nil {
		return err
	}
	info, err := buildinfo.ReadFile(built)
	if err != nil {
		return err
	}
	texts, err := licences(info)
	if err != nil {
		return err
	}
	materials, err := r.materials(t, p, info, texts)
	if err != nil {
		return err
	}
	files := append(r.contents(t, p), file{name: p.file(t), data: binary, runs: true}, file{name: p.name + ".spdx.json", data: materials})
	files = append(files, texts.files()...)
	name := fmt.Sprintf("%s-%s-%s-%s", p.name, r.version, t.system, t.processor)
	for i := range files {
		files[i].name = name + "/" + files[i].name
	}
	write, ending := writeTar, ".tar.gz"
	if t.system == "windows" {
		write, ending = writeZip, ".zip"
	}
	if err := r.create(name+ending, func(f *os.File) error { return write(f, files, r.made) }); err != nil {
		return err
	}
	if t.system == "linux" {
		return r.packages(t, p, files, name)
	}
	return nil
}

// create writes a file of the release.
func (r *release) create(name string, write func(*os.File) error) error {
	f, err := os.Create(filepath.Join(r.folder, name))
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// sums writes the sums of all files, as sha256sum reads and writes them.
func (r *release) sums() error {
	all, err := os.ReadDir(r.folder)
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, e := range all {
		data, err := os.ReadFile(filepath.Join(r.folder, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(data), e.Name())
	}
	fmt.Print(text.String())
	return os.WriteFile(filepath.Join(r.folder, "SHA256SUMS"), []byte(text.String()), 0o644)
}
