// Package bundle holds the engine of the pages of all games but Trax: package browser as
// WebAssembly, and the script by which Go starts it. "go generate" makes both, which "make build"
// and releases call: they are no part of the repository, because each change would add more than a
// megabyte to it. A program that is built without has empty ones.
package bundle

import "embed"

//go:generate go run github.com/loopline/loopline/trax/browser/bundle/make

//go:embed files
var files embed.FS

// Module returns the engine as WebAssembly, compressed by gzip; nil where the program was built
// without it.
func Module() []byte { return read("engine.wasm.gz") }

// Script returns the script that defines Go, which starts the engine; nil where Module is.
func Script() []byte { return read("wasm_exec.js") }

func read(name string) []byte {
	text, err := files.ReadFile("files/" + name)
	if err != nil {
		return nil // it was not made
	}
	return text
}
