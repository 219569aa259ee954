// Command hash writes hdl's module of the places and tags of windows:
//
//	go run ./trax/engine/searchmodel/rimweights/hash
package main

import (
	"fmt"
	"os"

	"github.com/loopline/loopline/trax/engine/searchmodel/rimweights"
)

const (
	rtlFile = "hdl/rtl/trax/ll_rim_hash.sv" // below the folder in which the command is called
	command = "go run ./trax/engine/searchmodel/rimweights/hash"
)

func main() {
	if err := os.WriteFile(rtlFile, rimweights.Module(command), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "hash:", err)
		os.Exit(1)
	}
}
