package model

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/loopline/loopline/sim/tooling"
)

// inputsFile is C++ that model.h includes.
const inputsFile = "inputs.h"

// portLine is a line of the header that Verilator makes, of an input or an
// inout: VL_IN8(&clk_i,0,0); or VL_IN8((&d)[2][3],3,0); or since 5.048, of an array, which may be an output too:
// VlUnpacked<CData/*3:0*/, 2> &d;
var portLine = regexp.MustCompile(`\bVL_IN(?:OUT)?(?:8|16|64|W)?\(\(?&(\w+)\)?|\bVlUnpacked<.*> ?&(\w+);`)

// writeInputs writes inputsFile for a model that Verilator has made in a
// directory.
func writeInputs(dir string) error {
	header, err := tooling.ReadMadeIn(filepath.Join(dir, objDir), "Vdut.h", tooling.MaxMadeFile)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "harness", inputsFile), inputsLow(string(header)), 0o644)
}

// inputsLow is C++ that makes all inputs of a model low: those that the harness
// does not know stay so. Without it their values would be random.
func inputsLow(header string) []byte {
	var b strings.Builder
	b.WriteString("#include <cstring>\n\ninline void inputs_low(Vdut* d) {\n  (void)d;\n")
	for _, m := range portLine.FindAllStringSubmatch(header, -1) {
		fmt.Fprintf(&b, "  std::memset(&d->%[1]s, 0, sizeof d->%[1]s);\n", m[1]+m[2])
	}
	b.WriteString("}\n")
	return []byte(b.String())
}
