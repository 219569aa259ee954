// loopline lint_off: it stands for a vendor's.
module SB_PLL40_CORE #(parameter FEEDBACK_PATH = 0, DIVR = 0, DIVF = 0, DIVQ = 0, FILTER_RANGE = 0) (input REFERENCECLK, output PLLOUTCORE, output PLLOUTGLOBAL, output LOCK, input RESETB, input BYPASS);
  assign PLLOUTCORE = REFERENCECLK;
  assign PLLOUTGLOBAL = REFERENCECLK;
  assign LOCK = 1'b1;
endmodule
