package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// rulesName is where the rules for udev lie in an archive.
const rulesName = "udev/70-loopline.rules"

// pack writes the archive of a target, and for Linux the package for Debian.
func (r *release) pack(t target, program string) error {
	binary, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	texts, err := licences(info)
	if err != nil {
		return err
	}
	materials, err := r.materials(t, info, texts)
	if err != nil {
		return err
	}
	files := append([]file{{name: t.program(), data: binary, runs: true}}, r.shared...)
	files = append(files, texts.files()...)
	files = append(files, file{name: "loopline.spdx.json", data: materials})
	if t.system == "linux" {
		files = append(files, file{name: rulesName, data: r.rules})
	}
	name := fmt.Sprintf("loopline-%s-%s-%s", r.version, t.system, t.processor)
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
		return r.debian(t, files, name)
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
