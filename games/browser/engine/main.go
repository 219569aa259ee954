//go:build js && wasm

// Command engine is package browser for a worker of a page, as WebAssembly: see package pageworker.
//
//	GOOS=js GOARCH=wasm go build -o engine.wasm ./games/browser/engine
package main

import (
	"github.com/loopline/loopline/games/browser"
	"github.com/loopline/loopline/internal/pageworker"
)

func main() { pageworker.Serve(browser.NewSession(pageworker.Breathe).Answer) }
