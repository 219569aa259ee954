// Command bundle builds the engine of the pages into the folder files. The bytes follow from the
// sources and the version of Go alone.
//
//	go generate ./trax/browser/bundle
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	if err := build("files"); err != nil {
		fmt.Fprintln(os.Stderr, "the engine of the pages:", err)
		os.Exit(1)
	}
}

// build writes the engine and its script into a folder.
func build(folder string) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return fmt.Errorf("%w; this Go comes without its files for WebAssembly: install Go from go.dev", err)
	}
	work, err := os.MkdirTemp("", "engine")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	module := filepath.Join(work, "engine.wasm")
	compile := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-pgo=off", "-ldflags=-s -w -buildid=", "-o", module, "../engine")
	compile.Env = append(os.Environ(), "GOFLAGS=", "GOOS=js", "GOARCH=wasm", "GOWASM=")
	compile.Stderr = os.Stderr
	if err := compile.Run(); err != nil {
		return err
	}
	text, err := os.ReadFile(module)
	if err != nil {
		return err
	}
	zipped, err := compressed(text)
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{"engine.wasm.gz": zipped, "wasm_exec.js": script} {
		if err := replace(filepath.Join(folder, name), data); err != nil {
			return err
		}
	}
	return nil
}

func compressed(text []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// replace writes a file, unless it is so already: what embeds it is not built again then.
func replace(name string, data []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return nil
	}
	return os.WriteFile(name, data, 0o644)
}
