-- A core that plays a recording: what the outputs of another core were at each rising edge of the
-- clock, a line an edge, all ports in the order of the entity. The commands must be those of then.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity ll_core is
  generic (LogSize : positive := 5);
  port (
    clk_i       : in std_logic;
    rst_i       : in std_logic;
    cmd_valid_i : in std_logic;
    cmd_op_i    : in std_logic_vector(2 downto 0);
    cmd_col_i   : in unsigned(LogSize downto 0);
    cmd_row_i   : in unsigned(LogSize downto 0);
    cmd_shape_i : in std_logic_vector(1 downto 0);
    gen_ready_i : in std_logic;
    cmd_ready_o : out std_logic;
    rsp_valid_o : out std_logic;
    rsp_status_o : out std_logic_vector(3 downto 0);
    rsp_completed_o : out std_logic_vector(3 downto 0);
    gen_valid_o : out std_logic;
    gen_col_o : out unsigned(LogSize downto 0);
    gen_row_o : out unsigned(LogSize downto 0);
    gen_shape_o : out std_logic_vector(1 downto 0);
    gen_status_o : out std_logic_vector(3 downto 0);
    gen_completed_o : out std_logic_vector(3 downto 0);
    width_o : out unsigned(LogSize downto 0);
    height_o : out unsigned(LogSize downto 0);
    tiles_o : out unsigned(2 * LogSize downto 0);
    red_o : out std_logic;
    over_o : out std_logic;
    winner_o : out std_logic;
    trace_valid_o : out std_logic;
    trace_undo_o : out std_logic;
    trace_forced_o : out std_logic;
    trace_x_o : out unsigned(LogSize - 1 downto 0);
    trace_y_o : out unsigned(LogSize - 1 downto 0);
    trace_tile_o : out std_logic_vector(3 downto 0);
    origin_x_o : out unsigned(LogSize - 1 downto 0);
    origin_y_o : out unsigned(LogSize - 1 downto 0)
  );
end entity;

architecture recorded of ll_core is
begin
  process
    file record_file : text;
    variable l       : line;
    variable at      : positive;

    impure function next_bit return std_logic is
    begin
      at := at + 1;
      case l(at - 1) is
        when '1' => return '1';
        when '0' => return '0';
        when others => return 'X';
      end case;
    end function;

    procedure take(signal s : out std_logic) is
    begin
      s <= next_bit;
    end procedure;

    procedure take(signal s : out std_logic_vector) is
      variable v : std_logic_vector(s'range);
    begin
      for i in v'range loop
        v(i) := next_bit;
      end loop;
      s <= v;
    end procedure;

    procedure take(signal s : out unsigned) is
      variable v : unsigned(s'range);
    begin
      for i in v'range loop
        v(i) := next_bit;
      end loop;
      s <= v;
    end procedure;
  begin
    file_open(record_file, "record.txt", read_mode);  -- in its declaration, GHDL 5 opens it in "ghdl -e"
    while not endfile(record_file) loop
      readline(record_file, l);
      at := 1;
      take(cmd_ready_o);
      take(rsp_valid_o);
      take(rsp_status_o);
      take(rsp_completed_o);
      take(gen_valid_o);
      take(gen_col_o);
      take(gen_row_o);
      take(gen_shape_o);
      take(gen_status_o);
      take(gen_completed_o);
      take(width_o);
      take(height_o);
      take(tiles_o);
      take(red_o);
      take(over_o);
      take(winner_o);
      take(trace_valid_o);
      take(trace_undo_o);
      take(trace_forced_o);
      take(trace_x_o);
      take(trace_y_o);
      take(trace_tile_o);
      take(origin_x_o);
      take(origin_y_o);
      wait until rising_edge(clk_i);
    end loop;
    rsp_valid_o   <= '0';  -- idle
    gen_valid_o   <= '0';
    trace_valid_o <= '0';
    wait;
  end process;
end architecture;
