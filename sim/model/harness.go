package model

import (
	_ "embed"

	"github.com/loopline/loopline/sim/internal/vhdl"
	"github.com/loopline/loopline/sim/sources"
)

// for the harness

//go:embed harness/model.h
var harnessHeader []byte

//go:embed harness/board.cpp
var boardText []byte

//go:embed harness/flash.h
var flashText []byte

// FlashMacro tells the harness that the wrapper has the pins of a flash.
const FlashMacro = "FLASH"

// DesignOf is the design of a board whose top is the named module; an empty name is guessed, as pinout.OnlyTop does.
func DesignOf(s sources.Source, top string) *Design {
	return &Design{Reading: vhdl.Reading{Source: s, Top: top}, harness: boardHarness()}
}

// boardHarness drives a whole board by its pins.
func boardHarness() Harness {
	return Harness{Name: "board", Text: boardText, headers: []sources.File{{Name: "flash.h", Text: flashText}}}
}

func (h Harness) files() []sources.File {
	return append([]sources.File{{Name: "model.h", Text: harnessHeader}, {Name: h.Name + ".cpp", Text: h.Text}}, h.headers...)
}
