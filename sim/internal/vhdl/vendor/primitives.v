// Declarations of what FPGA vendors' libraries have, for simulation: clocks pass, a lock rises after 32 clock cycles, pads
// pass their bit, resets are not active. Each module is whole in itself; parameters that change none of that are accepted.
// Written from the vendors' public descriptions of the ports.

// Lattice iCE40

module SB_PLL40_CORE #(parameter FEEDBACK_PATH = "SIMPLE", DIVR = 0, DIVF = 0, DIVQ = 0, FILTER_RANGE = 0, DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED", DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED", FDA_FEEDBACK = 0, FDA_RELATIVE = 0, SHIFTREG_DIV_MODE = 0, PLLOUT_SELECT = "GENCLK", ENABLE_ICEGATE = 0, EXTERNAL_DIVIDE_FACTOR = 1, TEST_MODE = 0) (input REFERENCECLK, output PLLOUTCORE, output PLLOUTGLOBAL, input EXTFEEDBACK, input [7:0] DYNAMICDELAY, output LOCK, input BYPASS, input RESETB, input LATCHINPUTVALUE, output SDO, input SDI, input SCLK);
  reg [5:0] ll_since = 6'd0;
  always @(posedge REFERENCECLK) if (!ll_since[5]) ll_since <= ll_since + 6'd1;
  assign PLLOUTCORE = REFERENCECLK;
  assign PLLOUTGLOBAL = REFERENCECLK;
  assign LOCK = ll_since[5];
  assign SDO = 1'b0;
endmodule

module SB_PLL40_PAD #(parameter FEEDBACK_PATH = "SIMPLE", DIVR = 0, DIVF = 0, DIVQ = 0, FILTER_RANGE = 0, DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED", DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED", FDA_FEEDBACK = 0, FDA_RELATIVE = 0, SHIFTREG_DIV_MODE = 0, PLLOUT_SELECT = "GENCLK", ENABLE_ICEGATE = 0, EXTERNAL_DIVIDE_FACTOR = 1, TEST_MODE = 0) (input PACKAGEPIN, output PLLOUTCORE, output PLLOUTGLOBAL, input EXTFEEDBACK, input [7:0] DYNAMICDELAY, output LOCK, input BYPASS, input RESETB, input LATCHINPUTVALUE, output SDO, input SDI, input SCLK);
  reg [5:0] ll_since = 6'd0;
  always @(posedge PACKAGEPIN) if (!ll_since[5]) ll_since <= ll_since + 6'd1;
  assign PLLOUTCORE = PACKAGEPIN;
  assign PLLOUTGLOBAL = PACKAGEPIN;
  assign LOCK = ll_since[5];
  assign SDO = 1'b0;
endmodule

module SB_PLL40_2_PAD #(parameter FEEDBACK_PATH = "SIMPLE", DIVR = 0, DIVF = 0, DIVQ = 0, FILTER_RANGE = 0, DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED", DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED", FDA_FEEDBACK = 0, FDA_RELATIVE = 0, SHIFTREG_DIV_MODE = 0, PLLOUT_SELECT_PORTB = "GENCLK", ENABLE_ICEGATE_PORTA = 0, ENABLE_ICEGATE_PORTB = 0, EXTERNAL_DIVIDE_FACTOR = 1, TEST_MODE = 0) (input PACKAGEPIN, output PLLOUTCOREA, output PLLOUTGLOBALA, output PLLOUTCOREB, output PLLOUTGLOBALB, input EXTFEEDBACK, input [7:0] DYNAMICDELAY, output LOCK, input BYPASS, input RESETB, input LATCHINPUTVALUE, output SDO, input SDI, input SCLK);
  reg [5:0] ll_since = 6'd0;
  always @(posedge PACKAGEPIN) if (!ll_since[5]) ll_since <= ll_since + 6'd1;
  assign PLLOUTCOREA = PACKAGEPIN;
  assign PLLOUTGLOBALA = PACKAGEPIN;
  assign PLLOUTCOREB = PACKAGEPIN;
  assign PLLOUTGLOBALB = PACKAGEPIN;
  assign LOCK = ll_since[5];
  assign SDO = 1'b0;
endmodule

module SB_GB (input USER_SIGNAL_TO_GLOBAL_BUFFER, output GLOBAL_BUFFER_OUTPUT);
  assign GLOBAL_BUFFER_OUTPUT = USER_SIGNAL_TO_GLOBAL_BUFFER;
endmodule

module SB_GB_IO #(parameter PIN_TYPE = 0, PULLUP = 0, IO_STANDARD = "SB_LVCMOS") (input PACKAGE_PIN, output GLOBAL_BUFFER_OUTPUT, input LATCH_INPUT_VALUE, input CLOCK_ENABLE, input INPUT_CLK, input OUTPUT_CLK, input OUTPUT_ENABLE, input D_OUT_0, input D_OUT_1, output D_IN_0, output D_IN_1);
  assign GLOBAL_BUFFER_OUTPUT = PACKAGE_PIN;
  assign D_IN_0 = PACKAGE_PIN;
  assign D_IN_1 = PACKAGE_PIN;
endmodule

module SB_IO #(parameter [5:0] PIN_TYPE = 6'd0, parameter PULLUP = 0, NEG_TRIGGER = 0, IO_STANDARD = "SB_LVCMOS") (inout PACKAGE_PIN, input LATCH_INPUT_VALUE, input CLOCK_ENABLE, input INPUT_CLK, input OUTPUT_CLK, input OUTPUT_ENABLE, input D_OUT_0, input D_OUT_1, output D_IN_0, output D_IN_1);
  reg ll_out, ll_in;
  always @(posedge OUTPUT_CLK) ll_out <= D_OUT_0;
  always @(posedge INPUT_CLK) ll_in <= PACKAGE_PIN;
  wire ll_drives = PIN_TYPE[5:4] == 2'b01 || PIN_TYPE[5] && OUTPUT_ENABLE;
  assign PACKAGE_PIN = ll_drives ? (PIN_TYPE[3:2] == 2'b01 ? ll_out : D_OUT_0) : 1'bz;
  assign D_IN_0 = PIN_TYPE[0] ? PACKAGE_PIN : ll_in;
  assign D_IN_1 = PACKAGE_PIN;
endmodule

module SB_RGBA_DRV #(parameter CURRENT_MODE = "0b0", RGB0_CURRENT = "0b0", RGB1_CURRENT = "0b0", RGB2_CURRENT = "0b0") (input CURREN, input RGBLEDEN, input RGB0PWM, input RGB1PWM, input RGB2PWM, output RGB0, output RGB1, output RGB2);
  assign RGB0 = ~RGB0PWM;
  assign RGB1 = ~RGB1PWM;
  assign RGB2 = ~RGB2PWM;
endmodule

// AMD Xilinx

module BUFG (output O, input I);
  assign O = I;
endmodule

module BUFGCE #(parameter CE_TYPE = "SYNC", IS_CE_INVERTED = 0, IS_I_INVERTED = 0) (output O, input CE, input I);
  reg ll_on = 1'b0;
  always @(negedge I) ll_on <= CE;
  assign O = I & ll_on;
endmodule

module BUFH (output O, input I);
  assign O = I;
endmodule

module BUFR #(parameter BUFR_DIVIDE = "BYPASS", SIM_DEVICE = "7SERIES") (output O, input CE, input CLR, input I);
  assign O = I;
endmodule

module BUFIO (output O, input I);
  assign O = I;
endmodule

module IBUF #(parameter CAPACITANCE = "DONT_CARE", IBUF_DELAY_VALUE = "0", IBUF_LOW_PWR = "TRUE", IFD_DELAY_VALUE = "AUTO", IOSTANDARD = "DEFAULT") (output O, input I);
  assign O = I;
endmodule

module IBUFG #(parameter CAPACITANCE = "DONT_CARE", IBUF_DELAY_VALUE = "0", IBUF_LOW_PWR = "TRUE", IOSTANDARD = "DEFAULT") (output O, input I);
  assign O = I;
endmodule

module IBUFDS #(parameter CAPACITANCE = "DONT_CARE", DIFF_TERM = "FALSE", DQS_BIAS = "FALSE", IBUF_DELAY_VALUE = "0", IBUF_LOW_PWR = "TRUE", IFD_DELAY_VALUE = "AUTO", IOSTANDARD = "DEFAULT") (output O, input I, input IB);
  assign O = I;
endmodule

module IBUFGDS #(parameter CAPACITANCE = "DONT_CARE", DIFF_TERM = "FALSE", IBUF_DELAY_VALUE = "0", IBUF_LOW_PWR = "TRUE", IOSTANDARD = "DEFAULT") (output O, input I, input IB);
  assign O = I;
endmodule

module OBUF #(parameter CAPACITANCE = "DONT_CARE", DRIVE = 12, IOSTANDARD = "DEFAULT", SLEW = "SLOW") (output O, input I);
  assign O = I;
endmodule

module OBUFDS #(parameter CAPACITANCE = "DONT_CARE", IOSTANDARD = "DEFAULT", SLEW = "SLOW") (output O, output OB, input I);
  assign O = I;
  assign OB = ~I;
endmodule

module OBUFT #(parameter CAPACITANCE = "DONT_CARE", DRIVE = 12, IOSTANDARD = "DEFAULT", SLEW = "SLOW") (output O, input I, input T);
  assign O = T ? 1'bz : I;
endmodule

module IOBUF #(parameter DRIVE = 12, IBUF_LOW_PWR = "TRUE", IOSTANDARD = "DEFAULT", SLEW = "SLOW") (output O, inout IO, input I, input T);
  assign IO = T ? 1'bz : I;
  assign O = IO;
endmodule

module MMCME2_BASE #(parameter BANDWIDTH = "OPTIMIZED", CLKFBOUT_MULT_F = 5.0, CLKFBOUT_PHASE = 0.0, CLKIN1_PERIOD = 0.0, CLKOUT0_DIVIDE_F = 1.0, CLKOUT0_DUTY_CYCLE = 0.5, CLKOUT0_PHASE = 0.0, CLKOUT1_DIVIDE = 1, CLKOUT1_DUTY_CYCLE = 0.5, CLKOUT1_PHASE = 0.0, CLKOUT2_DIVIDE = 1, CLKOUT2_DUTY_CYCLE = 0.5, CLKOUT2_PHASE = 0.0, CLKOUT3_DIVIDE = 1, CLKOUT3_DUTY_CYCLE = 0.5, CLKOUT3_PHASE = 0.0, CLKOUT4_CASCADE = "FALSE", CLKOUT4_DIVIDE = 1, CLKOUT4_DUTY_CYCLE = 0.5, CLKOUT4_PHASE = 0.0, CLKOUT5_DIVIDE = 1, CLKOUT5_DUTY_CYCLE = 0.5, CLKOUT5_PHASE = 0.0, CLKOUT6_DIVIDE = 1, CLKOUT6_DUTY_CYCLE = 0.5, CLKOUT6_PHASE = 0.0, DIVCLK_DIVIDE = 1, REF_JITTER1 = 0.01, STARTUP_WAIT = "FALSE") (input CLKIN1, input CLKFBIN, input PWRDWN, input RST, output CLKFBOUT, output CLKFBOUTB, output CLKOUT0, output CLKOUT0B, output CLKOUT1, output CLKOUT1B, output CLKOUT2, output CLKOUT2B, output CLKOUT3, output CLKOUT3B, output CLKOUT4, output CLKOUT5, output CLKOUT6, output LOCKED);
  reg [5:0] ll_since = 6'd0;
  always @(posedge CLKIN1) if (!ll_since[5]) ll_since <= ll_since + 6'd1;
  assign {CLKFBOUT, CLKOUT0, CLKOUT1, CLKOUT2, CLKOUT3, CLKOUT4, CLKOUT5, CLKOUT6} = {8{CLKIN1}};
  assign {CLKFBOUTB, CLKOUT0B, CLKOUT1B, CLKOUT2B, CLKOUT3B} = {5{~CLKIN1}};
  assign LOCKED = ll_since[5];
endmodule

module MMCME2_ADV #(parameter BANDWIDTH = "OPTIMIZED", CLKFBOUT_MULT_F = 5.0, CLKFBOUT_PHASE = 0.0, CLKFBOUT_USE_FINE_PS = "FALSE", CLKIN1_PERIOD = 0.0, CLKIN2_PERIOD = 0.0, CLKOUT0_DIVIDE_F = 1.0, CLKOUT0_DUTY_CYCLE = 0.5, CLKOUT0_PHASE = 0.0, CLKOUT0_USE_FINE_PS = "FALSE", CLKOUT1_DIVIDE = 1, CLKOUT1_DUTY_CYCLE = 0.5, CLKOUT1_PHASE = 0.0, CLKOUT1_USE_FINE_PS = "FALSE", CLKOUT2_DIVIDE = 1, CLKOUT2_DUTY_CYCLE = 0.5, CLKOUT2_PHASE = 0.0, CLKOUT2_USE_FINE_PS = "FALSE", CLKOUT3_DIVIDE = 1, CLKOUT3_DUTY_CYCLE = 0.5, CLKOUT3_PHASE = 0.0, CLKOUT3_USE_FINE_PS = "FALSE", CLKOUT4_CASCADE = "FALSE", CLKOUT4_DIVIDE = 1, CLKOUT4_DUTY_CYCLE = 0.5, CLKOUT4_PHASE = 0.0, CLKOUT4_USE_FINE_PS = "FALSE", CLKOUT5_DIVIDE = 1, CLKOUT5_DUTY_CYCLE = 0.5, CLKOUT5_PHASE = 0.0, CLKOUT5_USE_FINE_PS = "FALSE", CLKOUT6_DIVIDE = 1, CLKOUT6_DUTY_CYCLE = 0.5, CLKOUT6_PHASE = 0.0, CLKOUT6_USE_FINE_PS = "FALSE", COMPENSATION = "ZHOLD", DIVCLK_DIVIDE = 1, REF_JITTER1 = 0.01, REF_JITTER2 = 0.01, SS_EN = "FALSE", SS_MODE = "CENTER_HIGH", SS_MOD_PERIOD = 10000, STARTUP_WAIT = "FALSE") (input CLKIN1, input CLKIN2, input CLKINSEL, input CLKFBIN, input PWRDWN, input RST, input [6:0] DADDR, input DCLK, input DEN, input [15:0] DI, input DWE, input PSCLK, input PSEN, input PSINCDEC, output CLKFBOUT, output CLKFBOUTB, output CLKFBSTOPPED, output CLKINSTOPPED, output CLKOUT0, output CLKOUT0B, output CLKOUT1, output CLKOUT1B, output CLKOUT2, output CLKOUT2B, output CLKOUT3, output CLKOUT3B, output CLKOUT4, output CLKOUT5, output CLKOUT6, output [15:0] DO, output DRDY, output LOCKED, output PSDONE);
  reg [5:0] ll_since = 6'd0;
  always @(posedge CLKIN1) if (!ll_since[5]) ll_since <= ll_since + 6'd1;
  assign {CLKFBOUT, CLKOUT0, CLKOUT1, CLKOUT2, CLKOUT3, CLKOUT4, CLKOUT5, CLKOUT6} = {8{CLKIN1}};
  assign {CLKFBOUTB, CLKOUT0B, CLKOUT1B, CLKOUT2B, CLKOUT3B} = {5{~CLKIN1}};
  assign {CLKFBSTOPPED, CLKINSTOPPED, DRDY, PSDONE} = 4'd0;
  assign DO = 16'd0;
  assign LOCKED = ll_since[5];
endmodule

module PLLE2_BASE #(parameter BANDWIDTH = "OPTIMIZED", CLKFBOUT_MULT = 5, CLKFBOUT_PHASE = 0.0, CLKIN1_PERIOD = 0.0, CLKOUT0_DIVIDE = 1, CLKOUT0_DUTY_CYCLE = 0.5, CLKOUT0_PHASE = 0.0, CLKOUT1_DIVIDE = 1, CLKOUT1_DUTY_CYCLE = 0.5, CLKOUT1_PHASE = 0.0, CLKOUT2_DIVIDE = 1, CLKOUT2_DUTY_CYCLE = 0.5, CLKOUT2_PHASE = 0.0, CLKOUT3_DIVIDE = 1, CLKOUT3_DUTY_CYCLE = 0.5, CLKOUT3_PHASE = 0.0, CLKOUT4_DIVIDE = 1, CLKOUT4_DUTY_CYCLE = 0.5, CLKOUT4_PHASE = 0.0, CLKOUT5_DIVIDE = 1, CLKOUT5_DUTY_CYCLE = 0.5, CLKOUT5_PHASE = 0.0, DIVCLK_DIVIDE = 1, REF_JITTER1 = 0.01, STARTUP_WAIT = "FALSE") (input CLKIN1, input CLKFBIN, input PWRDWN, input RST, output CLKFBOUT, output CLKOUT0, output CLKOUT1, output CLKOUT2, output CLKOUT3, output CLKOUT4, output CLKOUT5, output LOCKED);
  reg [5:0] ll_since = 6'd0;
  always @(posedge CLKIN1) if (!ll_since[5]) ll_since <= ll_since + 6'd1;
  assign {CLKFBOUT, CLKOUT0, CLKOUT1, CLKOUT2, CLKOUT3, CLKOUT4, CLKOUT5} = {7{CLKIN1}};
  assign LOCKED = ll_since[5];
endmodule

module PLLE2_ADV #(parameter BANDWIDTH = "OPTIMIZED", CLKFBOUT_MULT = 5, CLKFBOUT_PHASE = 0.0, CLKIN1_PERIOD = 0.0, CLKIN2_PERIOD = 0.0, CLKOUT0_DIVIDE = 1, CLKOUT0_DUTY_CYCLE = 0.5, CLKOUT0_PHASE = 0.0, CLKOUT1_DIVIDE = 1, CLKOUT1_DUTY_CYCLE = 0.5, CLKOUT1_PHASE = 0.0, CLKOUT2_DIVIDE = 1, CLKOUT2_DUTY_CYCLE = 0.5, CLKOUT2_PHASE = 0.0, CLKOUT3_DIVIDE = 1, CLKOUT3_DUTY_CYCLE = 0.5, CLKOUT3_PHASE = 0.0, CLKOUT4_DIVIDE = 1, CLKOUT4_DUTY_CYCLE = 0.5, CLKOUT4_PHASE = 0.0, CLKOUT5_DIVIDE = 1, CLKOUT5_DUTY_CYCLE = 0.5, CLKOUT5_PHASE = 0.0, COMPENSATION = "ZHOLD", DIVCLK_DIVIDE = 1, REF_JITTER1 = 0.01, REF_JITTER2 = 0.01, STARTUP_WAIT = "FALSE") (input CLKIN1, input CLKIN2, input CLKINSEL, input CLKFBIN, input PWRDWN, input RST, input [6:0] DADDR, input DCLK, input DEN, input [15:0] DI, input DWE, output CLKFBOUT, output CLKOUT0, output CLKOUT1, output CLKOUT2, output CLKOUT3, output CLKOUT4, output CLKOUT5, output [15:0] DO, output DRDY, output LOCKED);
  reg [5:0] ll_since = 6'd0;
  always @(posedge CLKIN1) if (!ll_since[5]) ll_since <= ll_since + 6'd1;
  assign {CLKFBOUT, CLKOUT0, CLKOUT1, CLKOUT2, CLKOUT3, CLKOUT4, CLKOUT5} = {7{CLKIN1}};
  assign DRDY = 1'b0;
  assign DO = 16'd0;
  assign LOCKED = ll_since[5];
endmodule

// Lattice ECP5

module EHXPLLL #(parameter CLKI_DIV = 1, CLKFB_DIV = 1, CLKOP_DIV = 8, CLKOS_DIV = 8, CLKOS2_DIV = 8, CLKOS3_DIV = 8, CLKOP_ENABLE = "ENABLED", CLKOS_ENABLE = "DISABLED", CLKOS2_ENABLE = "DISABLED", CLKOS3_ENABLE = "DISABLED", CLKOP_CPHASE = 0, CLKOS_CPHASE = 0, CLKOS2_CPHASE = 0, CLKOS3_CPHASE = 0, CLKOP_FPHASE = 0, CLKOS_FPHASE = 0, CLKOS2_FPHASE = 0, CLKOS3_FPHASE = 0, FEEDBK_PATH = "CLKOP", CLKOP_TRIM_POL = "RISING", CLKOP_TRIM_DELAY = 0, CLKOS_TRIM_POL = "RISING", CLKOS_TRIM_DELAY = 0, OUTDIVIDER_MUXA = "DIVA", OUTDIVIDER_MUXB = "DIVB", OUTDIVIDER_MUXC = "DIVC", OUTDIVIDER_MUXD = "DIVD", PLL_LOCK_MODE = 0, PLL_LOCK_DELAY = 200, STDBY_ENABLE = "DISABLED", REFIN_RESET = "DISABLED", SYNC_ENABLE = "DISABLED", INT_LOCK_STICKY = "ENABLED", DPHASE_SOURCE = "DISABLED", PLLRST_ENA = "DISABLED", INTFB_WAKE = "DISABLED") (input CLKI, input CLKFB, input PHASESEL1, input PHASESEL0, input PHASEDIR, input PHASESTEP, input PHASELOADREG, input STDBY, input PLLWAKESYNC, input RST, input ENCLKOP, input ENCLKOS, input ENCLKOS2, input ENCLKOS3, output CLKOP, output CLKOS, output CLKOS2, output CLKOS3, output LOCK, output INTLOCK, output REFCLK, output CLKINTFB);
  reg [5:0] ll_since = 6'd0;
  always @(posedge CLKI) if (!ll_since[5]) ll_since <= ll_since + 6'd1;
  assign {CLKOP, CLKOS, CLKOS2, CLKOS3, REFCLK, CLKINTFB} = {6{CLKI}};
  assign {LOCK, INTLOCK} = {2{ll_since[5]}};
endmodule

module DCCA (input CLKI, input CE, output CLKO);
  assign CLKO = CLKI;
endmodule

module IB (input I, output O);
  assign O = I;
endmodule

module OB (input I, output O);
  assign O = I;
endmodule

module OBZ (input I, input T, output O);
  assign O = T ? 1'bz : I;
endmodule

module BB (input I, input T, output O, inout B);
  assign B = T ? 1'bz : I;
  assign O = B;
endmodule

// Gowin

module rPLL #(parameter FCLKIN = "100.0", DYN_IDIV_SEL = "false", IDIV_SEL = 0, DYN_FBDIV_SEL = "false", FBDIV_SEL = 0, DYN_ODIV_SEL = "false", ODIV_SEL = 8, PSDA_SEL = "0000", DYN_DA_EN = "false", DUTYDA_SEL = "1000", CLKOUT_FT_DIR = 1, CLKOUTP_FT_DIR = 1, CLKOUT_DLY_STEP = 0, CLKOUTP_DLY_STEP = 0, CLKFB_SEL = "internal", CLKOUT_BYPASS = "false", CLKOUTP_BYPASS = "false", CLKOUTD_BYPASS = "false", DYN_SDIV_SEL = 2, CLKOUTD_SRC = "CLKOUT", CLKOUTD3_SRC = "CLKOUT", DEVICE = "GW1N-1") (input CLKIN, input CLKFB, input RESET, input RESET_P, input [5:0] FBDSEL, input [5:0] IDSEL, input [5:0] ODSEL, input [3:0] PSDA, input [3:0] FDLY, input [3:0] DUTYDA, output CLKOUT, output LOCK, output CLKOUTP, output CLKOUTD, output CLKOUTD3);
  reg [5:0] ll_since = 6'd0;
  always @(posedge CLKIN) if (!ll_since[5]) ll_since <= ll_since + 6'd1;
  assign {CLKOUT, CLKOUTP, CLKOUTD, CLKOUTD3} = {4{CLKIN}};
  assign LOCK = ll_since[5];
endmodule

module PLLVR #(parameter FCLKIN = "100.0", DYN_IDIV_SEL = "false", IDIV_SEL = 0, DYN_FBDIV_SEL = "false", FBDIV_SEL = 0, DYN_ODIV_SEL = "false", ODIV_SEL = 8, PSDA_SEL = "0000", DYN_DA_EN = "false", DUTYDA_SEL = "1000", CLKOUT_FT_DIR = 1, CLKOUTP_FT_DIR = 1, CLKOUT_DLY_STEP = 0, CLKOUTP_DLY_STEP = 0, CLKFB_SEL = "internal", CLKOUT_BYPASS = "false", CLKOUTP_BYPASS = "false", CLKOUTD_BYPASS = "false", DYN_SDIV_SEL = 2, CLKOUTD_SRC = "CLKOUT", CLKOUTD3_SRC = "CLKOUT", DEVICE = "GW1NS-4") (input CLKIN, input CLKFB, input RESET, input RESET_P, input VREN, input [5:0] FBDSEL, input [5:0] IDSEL, input [5:0] ODSEL, input [3:0] PSDA, input [3:0] FDLY, input [3:0] DUTYDA, output CLKOUT, output LOCK, output CLKOUTP, output CLKOUTD, output CLKOUTD3);
  reg [5:0] ll_since = 6'd0;
  always @(posedge CLKIN) if (!ll_since[5]) ll_since <= ll_since + 6'd1;
  assign {CLKOUT, CLKOUTP, CLKOUTD, CLKOUTD3} = {4{CLKIN}};
  assign LOCK = ll_since[5];
endmodule

module TBUF (output O, input I, input OEN);
  assign O = OEN ? 1'bz : I;
endmodule

// Intel

module altpll #(parameter bandwidth_type = "AUTO", clk0_divide_by = 1, clk0_duty_cycle = 50, clk0_multiply_by = 1, clk0_phase_shift = "0", clk1_divide_by = 1, clk1_duty_cycle = 50, clk1_multiply_by = 1, clk1_phase_shift = "0", clk2_divide_by = 1, clk2_duty_cycle = 50, clk2_multiply_by = 1, clk2_phase_shift = "0", clk3_divide_by = 1, clk3_duty_cycle = 50, clk3_multiply_by = 1, clk3_phase_shift = "0", clk4_divide_by = 1, clk4_duty_cycle = 50, clk4_multiply_by = 1, clk4_phase_shift = "0", compensate_clock = "CLK0", gate_lock_signal = "NO", inclk0_input_frequency = 20000, inclk1_input_frequency = 20000, intended_device_family = "", invalid_lock_multiplier = 5, lpm_hint = "", lpm_type = "altpll", operation_mode = "NORMAL", pll_type = "AUTO", port_activeclock = "", port_areset = "", port_clkbad0 = "", port_clkbad1 = "", port_clkloss = "", port_clkswitch = "", port_configupdate = "", port_fbin = "", port_inclk0 = "", port_inclk1 = "", port_locked = "", port_pfdena = "", port_phasecounterselect = "", port_phasedone = "", port_phasestep = "", port_phaseupdown = "", port_pllena = "", port_scanaclr = "", port_scanclk = "", port_scanclkena = "", port_scandata = "", port_scandataout = "", port_scandone = "", port_scanread = "", port_scanwrite = "", port_clk0 = "", port_clk1 = "", port_clk2 = "", port_clk3 = "", port_clk4 = "", port_clk5 = "", port_clkena0 = "", port_clkena1 = "", port_clkena2 = "", port_clkena3 = "", port_clkena4 = "", port_clkena5 = "", port_extclk0 = "", port_extclk1 = "", port_extclk2 = "", port_extclk3 = "", self_reset_on_loss_lock = "OFF", valid_lock_multiplier = 1, width_clock = 5, width_phasecounterselect = 4) (input [1:0] inclk, input areset, input clkswitch, input configupdate, input [5:0] clkena, input [3:0] extclkena, input fbin, input pfdena, input [3:0] phasecounterselect, input phasestep, input phaseupdown, input pllena, input scanaclr, input scanclk, input scanclkena, input scandata, input scanread, input scanwrite, output [4:0] clk, output activeclock, output [1:0] clkbad, output clkloss, output enable0, output enable1, output [3:0] extclk, output fbout, output fref, output icdrclk, output locked, output phasedone, output scandataout, output scandone, output sclkout0, output sclkout1, output vcooverrange, output vcounderrange);
  reg [5:0] ll_since = 6'd0;
  always @(posedge inclk[0]) if (!ll_since[5]) ll_since <= ll_since + 6'd1;
  assign clk = {5{inclk[0]}};
  assign extclk = {4{inclk[0]}};
  assign {fbout, fref, icdrclk} = {3{inclk[0]}};
  assign {activeclock, clkbad, clkloss, enable0, enable1, scandataout, scandone, sclkout0, sclkout1, vcooverrange, vcounderrange} = 12'd0;
  assign phasedone = 1'b1;
  assign locked = ll_since[5];
endmodule
