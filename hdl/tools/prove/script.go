package main

// The Yosys scripts. Their order matters to Yosys 0.23.

// counting lists the asserts and covers before anything is optimised.
const counting = `proc -norom
flatten
tee -q -o asserts.txt select -list t:$assert
tee -q -o covers.txt select -list t:$cover
`

// toAIG makes an and-inverter graph, for ABC, of which each assert is an output. There is no
// opt_merge in it, nor opt, which has it: it would make one of two asserts with one premise.
const toAIG = `memory_nordff
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
tee -q -o outputs.txt select -list t:$assert
write_aiger -I -B -zinit -no-startoffset -map model.aim model.aig
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
