package sim

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// isVHDL tells whether a file is in the language that Verilator does not read.
func isVHDL(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".vhd" || ext == ".vhdl"
}

// entity is the declaration of what is a module in Verilog.
var entity = regexp.MustCompile(`(?im)^\s*entity\s+(\w+)\s+is\b`)

// entityFile is the VHDL file that declares an entity; case does not matter.
func entityFile(files []sourceFile, name string) (file string, ok bool) {
	for _, f := range files {
		if !isVHDL(f.name) {
			continue
		}
		for _, found := range entity.FindAllSubmatch(f.text, -1) {
			if strings.EqualFold(string(found[1]), name) {
				return f.name, true
			}
		}
	}
	return "", false
}

// vhdlRemedy is how VHDL is simulated.
func vhdlRemedy(top string) string {
	return fmt.Sprintf("Verilator reads no VHDL; GHDL converts it: ghdl synth --std=08 --out=verilog *.vhd -e %s > %s.v "+
		"(apt-get install -y ghdl).", top, top)
}

// noHDL is the error of files none of which can be compiled.
func noHDL(files []sourceFile) error {
	at := slices.IndexFunc(files, func(f sourceFile) bool { return isVHDL(f.name) })
	if at < 0 {
		return errors.New("holds no .sv or .v file")
	}
	top := "TOP"
	if found := entity.FindSubmatch(files[at].text); found != nil {
		top = string(found[1])
	}
	return fmt.Errorf("holds no .sv or .v file but %s. %s", files[at].name, vhdlRemedy(top))
}

// noModule is the error of a top that no file declares.
func (h *hierarchy) noModule(files []sourceFile, top string) error {
	if file, ok := entityFile(files, top); ok {
		return fmt.Errorf("has %s in %s. %s", top, file, vhdlRemedy(top))
	}
	modules, _ := h.tops()
	if len(modules) == 0 {
		return fmt.Errorf("has no module %s, and no other", top)
	}
	for _, m := range modules {
		if strings.EqualFold(m, top) {
			return fmt.Errorf("has no module %s, but %s; write it so", top, m)
		}
	}
	return fmt.Errorf("has no module %s; it has %s", top, someOf(modules))
}
