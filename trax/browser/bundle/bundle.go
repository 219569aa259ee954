// Package bundle holds the engine of the pages: package browser as WebAssembly, and the script by
// which Go starts it. "go generate" makes both, which "make build" and releases call: they are
// no part of the repository, because each change of the engine would add more than a megabyte to
// it. A program that is built without has neither.
package bundle

import "embed"

//go:generate go run github.com/loopline/loopline/tools/bundle

// Files hold files/engine.wasm.gz, the engine, compressed, and files/wasm_exec.js, which defines Go,
// which starts it.
//
//go:embed files
var Files embed.FS
