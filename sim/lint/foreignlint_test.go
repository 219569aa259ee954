package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/finding"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// foreignFaults are modules as others write them, with one known fault each.
var foreignFaults = []struct{ name, file, text, want string }{
	{"an enum without its default", "fsm.sv", `module top (input logic clk, input logic rx, output logic tx);
  typedef enum logic [1:0] {IDLE, RUN, STOP} state_t;
  state_t state, next;
  logic busy;
  always_comb begin
    next = state;
    case (state)
      IDLE: begin busy = 1'b0; if (rx) next = RUN; end
      RUN:  begin busy = 1'b1; next = STOP; end
      STOP: next = IDLE;
      default: busy = 1'b0;
    endcase
  end
  initial state = IDLE;
  always_ff @(posedge clk) state <= next;
  assign tx = busy;
endmodule
`, "busy"},
	{"a loop that goes one too far", "far.sv", `module top (input logic clk, input logic rx, output logic tx);
  logic [7:0] d, q;
  initial d = 0;
  always_ff @(posedge clk) begin
    d <= {d[6:0], rx};
    for (int i = 0; i <= 8; i++) q[i] <= d[8-i];
  end
  assign tx = ^q;
endmodule
`, "far.sv:6:"},
	{"a field of a struct from two blocks", "pair.sv", `module top (input logic clk, input logic rx, output logic tx);
  typedef struct packed { logic valid; logic [7:0] data; } word_t;
  word_t w;
  always_ff @(posedge clk) w <= '{valid: rx, data: {w.data[6:0], rx}};
  always_ff @(posedge clk) if (rx) w.valid <= 1'b0;
  assign tx = w.valid ^ w.data[7];
endmodule
`, "pair.sv:"},
	{"a connection that declares a wire", "implicit.v", `module top (input clk, input rx, output tx);
  wire [3:0] level;
  sub s (.clk(clk), .d(rx), .level(levl));
  assign tx = level[3];
endmodule
module sub (input clk, input d, output reg [3:0] level);
  initial level = 0;
  always @(posedge clk) level <= {level[2:0], d};
endmodule
`, "implicit.v:3:"},
	{"= and <= for one register", "mixed.sv", `module top (input logic clk, input logic rst, input logic rx, output logic tx);
  logic [2:0] n;
  always_ff @(posedge clk) begin
    if (rst) n = 0;
    else n <= n + {2'b00, rx};
  end
  assign tx = n[2];
endmodule
`, "mixed.sv:"},
	{"two processes drive a signal", "two.vhd", `library ieee;
use ieee.std_logic_1164.all;
entity top is port (clk, rst, rx : in std_logic; tx : out std_logic); end entity;
architecture rtl of top is
  signal q : std_logic := '0';
begin
  process (clk) begin
    if rising_edge(clk) then q <= rx; end if;
  end process;
  process (rst) begin
    if rst = '1' then q <= '0'; end if;
  end process;
  tx <= q;
end architecture;
`, "two.vhd:"},
	{"a signal that nothing drives, in VHDL", "open.vhd", `library ieee;
use ieee.std_logic_1164.all;
entity top is port (clk, rx : in std_logic; tx : out std_logic); end entity;
architecture rtl of top is
  signal q, enable : std_logic := '0';
  signal ready : std_logic;
begin
  process (clk) begin
    if rising_edge(clk) then
      if ready = '1' then q <= rx; end if;
    end if;
  end process;
  tx <= q;
end architecture;
`, "open.vhd:6"},
	{"a latch of when others => null", "held.vhd", `library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity top is port (clk, rx : in std_logic; tx : out std_logic); end entity;
architecture rtl of top is
  signal s : unsigned(1 downto 0) := "00";
  signal y : std_logic;
begin
  process (clk) begin
    if rising_edge(clk) then s <= s + 1; tx <= y; end if;
  end process;
  process (s, rx) begin
    case s is
      when "00" => y <= rx;
      when "01" => y <= not rx;
      when others => null;
    end case;
  end process;
end architecture;
`, "held.vhd:13: y is a latch: a branch leaves it as it was, such as when others => null|latch infered for net \"y\""},
	{"a sensitivity list that leaves one out, in VHDL", "list.vhd", `library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity top is port (clk, rx : in std_logic; tx : out std_logic); end entity;
architecture rtl of top is
  signal s : unsigned(1 downto 0) := "00";
  signal y : std_logic;
begin
  process (clk) begin
    if rising_edge(clk) then s <= s + 1; tx <= y; end if;
  end process;
  process (s) begin
    case s is
      when "00" => y <= rx;
      when others => y <= '1';
    end case;
  end process;
end architecture;
`, "list.vhd:12: y follows rx too, which the sensitivity list leaves out: hardware does, a VHDL simulator does not; write process (all)"},
	{"a bit of a counter as a clock, in VHDL", "divider.vhd", `library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity top is port (clk, rx : in std_logic; tx : out std_logic); end entity;
architecture rtl of top is
  signal n : unsigned(3 downto 0) := "0000";
begin
  process (clk) begin
    if rising_edge(clk) then n <= n + 1; end if;
  end process;
  process (n(3)) begin
    if rising_edge(n(3)) then tx <= rx; end if;
  end process;
end architecture;
`, "makes it of logic: its edges come late, and no tool knows when. Clock the block by the board's clock, and act in one cycle of many, a clock enable: if rising_edge(clk) then if tick = '1' then"},
}

// foreignSound are modules as others write them, without a fault.
var foreignSound = []struct{ name, file, text string }{
	{"an interface, an enum and a generate loop", "sound.sv", `package link_pkg;
  typedef enum logic [1:0] {IDLE, START, DATA, STOP} state_e;
  typedef struct packed { logic last; logic [7:0] data; } beat_t;
endpackage
interface stream_if (input logic clk);
  link_pkg::beat_t beat;
  logic valid, ready;
  modport source (output beat, valid, input ready);
  modport sink (input beat, valid, output ready);
endinterface
module producer import link_pkg::*; #(parameter int unsigned DEPTH = 4) (input logic clk, input logic rst_n, input logic d, stream_if.source out);
  localparam int unsigned W = $clog2(DEPTH);
  state_e state, next;
  logic [W-1:0] count;
  logic [DEPTH-1:0] taps;
  for (genvar i = 0; i < DEPTH; i++) begin : g_tap
    if (i == 0) begin : g_first
      always_ff @(posedge clk) taps[0] <= d;
    end else begin : g_rest
      always_ff @(posedge clk) taps[i] <= taps[i-1];
    end
  end
  always_comb begin
    next = state;
    unique case (state)
      IDLE:  if (out.ready) next = START;
      START: next = DATA;
      DATA:  if (count == W'(DEPTH - 1)) next = STOP;
      STOP:  next = IDLE;
      default: next = IDLE;
    endcase
  end
  always_ff @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      state <= IDLE;
      count <= '0;
    end else begin
      state <= next;
      count <= state == DATA ? count + 1'b1 : '0;
    end
  assign out.valid = state == DATA;
  assign out.beat = '{last: next == STOP, data: {{(8 - DEPTH){1'b0}}, taps}};
endmodule
module top (input logic clk, input logic rst_n, input logic rx, output logic tx);
  stream_if s (.clk);
  producer #(.DEPTH(4)) p (.clk, .rst_n, .d(rx), .out(s));
  assign s.ready = 1'b1;
  always_ff @(posedge clk) tx <= ~(s.valid & (s.beat.last | s.beat.data[3]));
endmodule
`},
	{"a memory with two clocks and a function", "ram.v", `module top #(parameter DEPTH = 1024) (input clk, input clk2, input rx, output reg tx);
  function integer clog2(input integer n);
    begin
      clog2 = 0;
      for (n = n - 1; n > 0; n = n >> 1) clog2 = clog2 + 1;
    end
  endfunction
  localparam AW = clog2(DEPTH);
  reg [7:0] ram [0:DEPTH-1];
  reg [AW-1:0] wa = 0, ra = 0;
  reg [7:0] sh = 0, q = 0;
  reg [1:0] meta = 0;
  always @(posedge clk) begin
    sh <= {sh[6:0], rx};
    wa <= wa + 1'b1;
    ram[wa] <= sh;
  end
  always @(posedge clk2) begin
    meta <= {meta[0], wa[AW-1]};
    if (meta[1]) ra <= ra + 1'b1;
    q <= ram[ra];
    tx <= ^q;
  end
` + "`ifndef SYNTHESIS\n  initial if (DEPTH < 2) $display(\"DEPTH is too small\");\n`endif\nendmodule\n"},
	{"processes without a clock, with lists and without latches", "lists.vhd", `library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity top is port (clk, rx : in std_logic; tx : out std_logic); end entity;
architecture rtl of top is
  signal s : unsigned(1 downto 0) := "00";
  signal y, z : std_logic;
  signal v, w : std_logic_vector(3 downto 0);
  type word_t is record data, Rx : std_logic; end record;
  signal r : word_t;
begin
  process (clk) begin
    if rising_edge(clk) then s <= s + 1; tx <= y xor z xor v(0) xor w(1) xor r.data; end if;
  end process;
  process (s, Rx) is
    variable clk : std_logic; -- hides the port
  begin
    y <= '0';
    clk := rx;
    case s is
      when "00" => y <= clk;
      when "01" => if rx <= '0' then y <= not rx; end if;
      when others => null;
    end case;
  end process;
  process (v(1), w, s) begin
    z <= '1';
    for rx in v'range loop
      if v(rx) = '1' and (w(rx) = '1' or s <= 2) then z <= '0'; end if;
    end loop;
  end process;
  process (all) begin w <= (others => rx); v <= w(2 downto 0) & rx; end process;
  copy : process (s, y) begin r <= (rx => y, data => '0'); r.data <= s(0); end process copy;
  process begin wait until rising_edge(clk); assert rx = '1'; end process;
end architecture;
`},
	{"records, two processes and a generic", "sound.vhd", `library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
package types is
  type state_t is (IDLE, SHIFT, DONE);
  type reg_t is record
    state : state_t;
    count : unsigned(3 downto 0);
    data  : std_logic_vector(7 downto 0);
  end record;
  constant RESET : reg_t := (IDLE, (others => '0'), (others => '1'));
  function parity(v : std_logic_vector) return std_logic;
end package;
package body types is
  function parity(v : std_logic_vector) return std_logic is
    variable p : std_logic := '0';
  begin
    for i in v'range loop p := p xor v(i); end loop;
    return p;
  end function;
end package body;
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.types.all;
entity top is
  generic (LAST : natural := 7);
  port (clk, rst_n, rx : in std_logic; tx : out std_logic);
end entity;
architecture rtl of top is
  signal r, rin : reg_t := RESET;
  signal sync : std_logic_vector(1 downto 0) := "11";
begin
  comb : process (all)
    variable v : reg_t;
  begin
    v := r;
    case r.state is
      when IDLE => if sync(1) = '0' then v.state := SHIFT; v.count := (others => '0'); end if;
      when SHIFT =>
        v.data := sync(1) & r.data(7 downto 1);
        v.count := r.count + 1;
        if r.count = LAST then v.state := DONE; end if;
      when DONE => v.state := IDLE;
    end case;
    rin <= v;
  end process;
  tx <= parity(r.data) when r.state = DONE else '1';
  regs : process (clk, rst_n) begin
    if rst_n = '0' then
      r <= RESET;
      sync <= "11";
    elsif rising_edge(clk) then
      r <= rin;
      sync <= sync(0) & rx;
    end if;
  end process;
end architecture;
`},
}

// TestForeignLint finds the fault of each, and none in what is sound.
func TestForeignLint(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	lint := func(t *testing.T, name, text string) []finding.Finding {
		if sources.IsVHDL(name) {
			simtest.NeedGHDL(t)
		}
		report, err := Board(t.Context(), simtest.Quick(), model.BoardDesign{Source: sourcestest.Files(name, text), Top: "top"})
		require.NoError(t, err)
		for _, f := range report.Findings {
			t.Log(f.Text, f.By())
		}
		return report.Findings
	}
	for _, c := range foreignFaults {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			found := lint(t, c.file, c.text)
			require.NotEmpty(t, found)
			require.True(t, slices.ContainsFunc(found, func(f finding.Finding) bool {
				before, after, _ := strings.Cut(c.want, "|") // as versions say it
				return strings.Contains(f.Text, before) || after != "" && strings.Contains(f.Text, after)
			}), "%v", found)
		})
	}
	for _, c := range foreignSound {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			found := slices.DeleteFunc(lint(t, c.file, c.text), func(f finding.Finding) bool { // Icarus 11 and 12 do not know all of the language
				return f.By() == "iverilog STOPPED" && (strings.HasSuffix(f.Text, "syntax error") || strings.HasSuffix(f.Text, "Errors in port declarations."))
			})
			require.Empty(t, found)
		})
	}
}
