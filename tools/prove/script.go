package main

import core "github.com/loopline/loopline/trax/prove"

// The Yosys scripts. Their order matters to Yosys 0.23.

// counting lists the asserts and covers before anything is optimised, and looks for what nothing drives.
const counting = `proc -norom
flatten
` + core.LowerChecks + `check
tee -q -o asserts.txt select -list t:$assert
tee -q -o covers.txt select -list t:$cover
`

// toSMT makes a model for yosys-smtbmc.
const toSMT = `chformal -live -fair -remove
memory_nordff
memory_collect
async2sync
opt_clean
dffunmap
write_smt2 -wires model.smt2
`

// reaching replaces each assert by one that fails where the premise of the first is met, and
// each cover by one that fails where it is met. So "asserted" means "reached".
const reaching = `techmap -max_iter 1 -map premise.v
techmap -max_iter 1 -map cover.v
`

// premiseMap and coverMap are the rules of reaching.
const (
	premiseMap = `(* techmap_celltype = "$assert" *)
module premise (input A, input EN);
  \$assert _TECHMAP_REPLACE_ (.A(1'b0), .EN(EN));
endmodule
`
	coverMap = `(* techmap_celltype = "$cover" *)
module cover (input A, input EN);
  \$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
`
)
