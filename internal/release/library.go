package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// libraryTarget is the system and processor that libloopline is released for. It holds C
// code, and the compiler here makes that for no other.
var libraryTarget = target{"linux", "amd64"}

// libraryFolder holds the library in an archive: "loopline new bench" looks there.
const libraryFolder = "libloopline/"

// mostLibrary limits the bytes of the shared library.
const mostLibrary = 6_000_000

// library builds libloopline with its header and bindings in a folder.
func library(folder string) (files []file, err error) {
	build := exec.Command("scripts/libloopline", folder)
	build.Env = append(os.Environ(), "GOFLAGS=", "GOOS="+libraryTarget.system, "GOARCH="+libraryTarget.processor, "GOAMD64=v1")
	if err := run(build); err != nil {
		return nil, fmt.Errorf("libloopline: %w", err)
	}
	err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if strings.HasSuffix(name, ".so") && len(data) > mostLibrary {
			return fmt.Errorf("%s has %d bytes, more than %d", name, len(data), mostLibrary)
		}
		below, err := filepath.Rel(folder, name)
		files = append(files, file{name: libraryFolder + filepath.ToSlash(below), data: data})
		return err
	})
	return files, err
}

// installedLibrary returns where a file of the library is installed. Loopline.pc finds
// what it names beside itself, so all of it stays in one folder.
func installedLibrary(name string) string {
	return "usr/lib/loopline/" + strings.TrimPrefix(name, libraryFolder)
}
