package sim

import _ "embed" // for the harness

//go:embed harness/model.h
var harnessHeader []byte

//go:embed harness/board.cpp
var boardText []byte

//go:embed harness/flash.h
var flashText []byte

// flashMacro tells the harness that the wrapper has the pins of a flash.
const flashMacro = "FLASH"

// newBoard is the design of a board whose top is the named module; an empty name is guessed, as onlyTop does.
func newBoard(s Source, top string) *design {
	return &design{reading: reading{source: s, top: top}, harness: boardHarness()}
}

// boardHarness drives a whole board by its pins.
func boardHarness() Harness {
	return Harness{Name: "board", Text: boardText, headers: []sourceFile{{name: "flash.h", text: flashText}}}
}

func (h Harness) files() []sourceFile {
	return append([]sourceFile{{name: "model.h", text: harnessHeader}, {name: h.Name + ".cpp", text: h.Text}}, h.headers...)
}
