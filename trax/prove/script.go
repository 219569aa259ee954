package prove

import (
	_ "embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/trax/rtl"
)

//go:embed checks.sv
var checksText []byte

// Files in the folder of a run.
const (
	checksFile  = "checks.sv"
	openingFile = "opening.sv"
	coversFile  = "covers.v"
	outputsFile = "outputs.txt"
)

// top is the module of checks.sv.
const top = "ll_prove_fv"

// coversText turns each cover into an assert that fails where the cover is met, so that one
// search finds both.
const coversText = `(* techmap_celltype = "$cover" *)
module cover (input A, input EN);
  \$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
`

// plainWord is a word that Yosys takes as it is.
var plainWord = regexp.MustCompile(`^[\w./-]+$`)

// design is the core that is read: a [lint.Workspace].
type design interface {
	Files() []lint.File
	Headers() []string
	FixedParameters() bool
}

// frontEnd is the part of a Yosys script that reads the core, whose files are below root, and the
// checks.
func (r *run) frontEnd(w design, root string) string {
	var b strings.Builder
	b.WriteString("read_verilog -sv -formal")
	if slices.Contains(r.config.Without, rtl.Gen) {
		b.WriteString(" -DWITHOUT_GEN")
	}
	if w.FixedParameters() {
		b.WriteString(" -DFIXED_SIZE")
	}
	for _, dir := range w.Headers() {
		if plainWord.MatchString(dir) {
			b.WriteString(" -I" + path.Join(root, dir))
		}
	}
	for _, f := range w.Files() {
		fmt.Fprintf(&b, " %q", path.Join(root, f.Name))
	}
	fmt.Fprintf(&b, " %s %s\n", checksFile, openingFile)
	return b.String()
}

func (r *run) parameters() (names []string, values []int) {
	has := func(op rtl.Op) int {
		if slices.Contains(r.config.Without, op) {
			return 0
		}
		return 1
	}
	return []string{"LogSize", "Mode", "Cycles", "Start", "Undo", "Try"},
		[]int{r.config.LogSize, r.mode, r.cycles, r.start(), has(rtl.Undo), has(rtl.Try)}
}

// elaborate is the part that follows.
func (r *run) elaborate() string {
	b := "hierarchy -check -top " + top
	names, values := r.parameters()
	for i, name := range names {
		b += fmt.Sprintf(" -chparam %s %d", name, values[i])
	}
	return b + "\nproc -norom\nflatten\n" + LowerChecks + r.unasked()
}

// LowerChecks is the part of a Yosys script that makes $assert, $assume and $cover cells, as Yosys had them before
// 0.38, of the $check cells that newer ones make of the same statements: async2sync does so by itself. It takes out
// cells that no model has: of messages, and of the names of modules that were flattened.
const LowerChecks = "async2sync\ndelete t:$print t:$scopeinfo\n"

// unasked takes out the asserts and covers of the checks that are not asked for.
func (r *run) unasked() string {
	b := ""
	for _, name := range Names() {
		if len(r.config.Checks) > 0 && name != Opening && !slices.Contains(r.config.Checks, name) {
			b += fmt.Sprintf("delete t:$assert %s/*a_%s_* %%i\ndelete t:$cover %s/*c_%s %s/*c_%s_* %%u %%i\n", top, name, top, name, top, name)
		}
	}
	return b
}

// unsettled is the number of cycles before the first command at which the search begins.
const unsettled = 5

// settle simulates reset and opening, but for the last cycles.
func (r *run) settle() string {
	return fmt.Sprintf("opt_clean\nsim -q -clock clk_i -n %d -w %s\n", r.start()-unsettled, top)
}

// settledFile holds the model after the opening, with its covers.
const settledFile = "settled.il"

// AIGScript is the Yosys script that makes an and-inverter graph, for ABC, of the loaded model: an
// output for each assert, in the order of outputs.txt. It writes NAME.aig and NAME.aim. The order
// of the commands matters to Yosys 0.23. There is no opt_merge in it, nor opt, which has it: it
// would make one of two asserts with one premise.
func AIGScript(name string) string {
	return `memory_nordff
async2sync
chformal -assume -early
chformal -live -fair -cover -remove
opt_clean
formalff -setundef -clk2ff -ff2anyinit
memory_map -formal
formalff -setundef -clk2ff -ff2anyinit
flatten
setundef -undriven -anyseq
setattr -unset keep
delete -output
opt_expr
opt_clean
techmap
opt_expr
opt_clean
dffunmap
abc -g AND -fast
opt_clean
tee -q -o ` + outputsFile + ` select -list t:$assert
write_aiger -I -B -zinit -no-startoffset -map ` + name + `.aim ` + name + `.aig
`
}
