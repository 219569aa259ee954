package sim

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
)

// WrapperTop is the module in a wrapper.
const WrapperTop = "ll_sim_top"

// Files beside those of a design.
const (
	wrapperFile   = "ll_sim_top.sv" // the wrapper
	convertedFile = "ll_vhdl.v"     // the Verilog that is made of its VHDL
	clocksFile    = "ll_clocks.v"   // its stubs; a list of files need not name it
)

// layOut writes the files of a design below a directory. They stay: a model may read files beside them.
func layOut(dir string, files []sourceFile) error {
	for _, f := range slices.Concat(files, besideSources(files)) {
		if err := writeBelow(dir, sourceDir+"/"+f.name, f.text); err != nil {
			return err
		}
	}
	return nil
}

// writeBelow writes a file below a directory, and makes the folders that it is in. The name has slashes.
func writeBelow(dir, name string, text []byte) error {
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}

// quoted matches a string of Verilog without escapes.
var quoted = regexp.MustCompile(`"([^"\\\n]+)"`)

// besideSources returns copies of files of data in a folder, such as rtl/rom.hex, as sources in that folder name them:
// $readmemh finds them from the directory of the board alone, and Yosys beside the source too.
func besideSources(files []sourceFile) (copies []sourceFile) {
	texts := make(map[string][]byte)
	for _, f := range files {
		texts[f.name] = f.text
	}
	for _, f := range files {
		if !isHDL(f.name) || path.Dir(f.name) == "." {
			continue
		}
		for _, m := range quoted.FindAllSubmatch(withoutComments(f.text), -1) {
			name := string(m[1])
			text, there := texts[path.Join(path.Dir(f.name), name)]
			if _, taken := texts[name]; !there || taken || !fs.ValidPath(name) || isHDL(name) || isHeader(name) || isVHDL(name) {
				continue
			}
			texts[name] = text
			copies = append(copies, sourceFile{name: name, text: text})
		}
	}
	return copies
}
