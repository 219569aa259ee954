package starter

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/loopline/loopline/bindings"
)

// benchFiles are those of a bench: the bindings of the language, the core that knows the
// first turn, and what builds and runs both.
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

// libraryFolder is where libloopline lies beside this program: in its source tree, an
// archive of a release or a system. It is empty if it lies in none.
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
