package sources

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/loopline/loopline/sim/tooling"
)

// WrapperTop is the module in a wrapper.
const WrapperTop = "ll_sim_top"

// Files beside those of a design.
const (
	WrapperFile   = "ll_sim_top.sv" // the wrapper
	ConvertedFile = "ll_vhdl.v"     // the Verilog that is made of its VHDL
	ClocksFile    = "ll_clocks.v"   // its stubs; a list of files need not name it
)

// LayOut writes the files of a design below a directory. They stay: a model may read files beside them.
func LayOut(dir string, files []File) error {
	for _, f := range slices.Concat(files, besideSources(files)) {
		if err := WriteBelow(dir, tooling.SourceDir+"/"+f.Name, f.Text); err != nil {
			return err
		}
	}
	return nil
}

// WriteBelow writes a file below a directory, and makes the folders that it is in. The name has slashes.
func WriteBelow(dir, name string, text []byte) error {
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
func besideSources(files []File) (copies []File) {
	texts := make(map[string][]byte)
	for _, f := range files {
		texts[f.Name] = f.Text
	}
	for _, f := range files {
		if !IsHDL(f.Name) || path.Dir(f.Name) == "." {
			continue
		}
		for _, m := range quoted.FindAllSubmatch(withoutComments(f.Text), -1) {
			name := string(m[1])
			text, there := texts[path.Join(path.Dir(f.Name), name)]
			if _, taken := texts[name]; !there || taken || !fs.ValidPath(name) || IsHDL(name) || IsHeader(name) || IsVHDL(name) {
				continue
			}
			texts[name] = text
			copies = append(copies, File{Name: name, Text: text})
		}
	}
	return copies
}
