package sim

// LintHelp is what people read of loopline sim lint.
const LintHelp = `Lint runs verilator -Wall, Yosys (hierarchy -check, proc, check -assert) and
iverilog -Wall. Any output is a finding. The worst come first: errors, what
changes behaviour (latches, several drivers, undriven inputs and wires), what
only one of the other tools rejects, widths, style. Nothing is waived. The exit
status is 3 if there is a finding.

BOARD is written as for sim check and read from its top module on, with its
parameters. Without BOARD every module of our RTL, or of --core, is read by
itself.

`
