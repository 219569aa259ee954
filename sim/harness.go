package sim

import _ "embed" // for the harness

//go:embed harness/model.h
var harnessHeader []byte

//go:embed harness/board.cpp
var boardText []byte

// boardHarness drives a whole board by its pins.
func boardHarness() Harness { return Harness{"board", boardText} }

func (h Harness) files() []sourceFile {
	return []sourceFile{{name: "model.h", text: harnessHeader}, {name: h.Name + ".cpp", text: h.Text}}
}
