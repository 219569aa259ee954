//go:build !js || !wasm

// Command engine is package browser for a worker of a page, as WebAssembly.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "engine: this program runs in a browser; build it by: go generate ./games/browser/bundle")
	os.Exit(2)
}
