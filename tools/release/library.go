package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// libraryTargets are the systems and processors that libloopline is released for. It holds C
// code, so each needs a compiler.
var libraryTargets = []target{{"linux", "amd64"}, {"linux", "arm64"}}

// compiler returns the C compiler for a target, and whether it is installed.
func compiler(t target) (name string, installed bool) {
	name = map[string]string{"amd64": "x86_64-linux-gnu-gcc", "arm64": "aarch64-linux-gnu-gcc"}[t.processor]
	if t.system == runtime.GOOS && t.processor == runtime.GOARCH {
		name = "gcc"
	}
	_, err := exec.LookPath(name)
	return name, err == nil
}

// libraryFolder holds the library in an archive: "loopline new bench" looks there.
const libraryFolder = "libloopline/"

// mostLibrary limits the bytes of the shared library.
const mostLibrary = 6_000_000

// library builds libloopline for a target with its header and bindings in a folder.
func library(t target, folder string) (files []file, err error) {
	gcc, _ := compiler(t)
	build := exec.Command("scripts/libloopline", folder)
	build.Env = append(os.Environ(), "GOFLAGS=", "CC="+gcc, "GOOS="+t.system, "GOARCH="+t.processor, "GOAMD64=v1", "GOARM64=v8.0")
	if err := run(build); err != nil {
		return nil, fmt.Errorf("libloopline for %s: %w", t, err)
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
