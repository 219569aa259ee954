package starter

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/loopline/loopline/bindings"
)

// benchFiles returns the files of a bench: the language's bindings, a core that plays the
// first turn, and the scripts that build and run both.
func benchFiles(language string) (made []file, err error) {
	core := "core/sv/rtl"
	if language == "vhdl" {
		core = "core/vhdl/rtl"
	}
	add := func(more []file, failed error) {
		made = append(made, more...)
		if failed != nil {
			err = failed
		}
	}
	add(copied(files, "bench/"+language, ""))
	add(copied(bindings.Files, language, ""))
	add(copied(files, core, "rtl"))
	if language == "verilog" {
		add(copied(bindings.Files, "c", ""))
	}
	for i := range made {
		if made[i].name == "Makefile" {
			made[i].text = bytes.Replace(made[i].text, []byte("@LIB@"), []byte(libraryFolder()), 1)
		}
	}
	return made, err
}

// libraryFolder returns the folder of libloopline next to this program: in its source tree,
// a release archive or an installed system. It returns "" if none has it.
func libraryFolder() string {
	program, err := os.Executable()
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(program); err == nil {
		program = real
	}
	for _, folder := range [...]string{"build/libloopline", "libloopline", "../lib/loopline"} {
		folder = filepath.Join(filepath.Dir(program), filepath.FromSlash(folder))
		if _, err := os.Stat(filepath.Join(folder, "libloopline.so")); err == nil {
			return folder
		}
	}
	return ""
}
