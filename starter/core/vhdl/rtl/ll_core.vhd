-- A Trax core behind the ports of docs/rtl-interface.md: one command at a time,
-- its tiles on the trace port, then its answer.
--
-- It knows the first turn. TODO: all others. Keep the tiles in a memory of
-- 2**LogSize columns and rows, play the tiles that a turn forces, refuse what
-- contradicts, find loops and lines. Then UNDO, TRY and GEN.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity ll_core is
  generic (LogSize : positive := 5);
  port (
    clk_i : in std_logic;
    rst_i : in std_logic;

    cmd_valid_i : in  std_logic;
    cmd_ready_o : out std_logic;
    cmd_op_i    : in  std_logic_vector(2 downto 0);  -- 0 NEW, 1 PLAY
    cmd_col_i   : in  unsigned(LogSize downto 0);
    cmd_row_i   : in  unsigned(LogSize downto 0);
    cmd_shape_i : in  std_logic_vector(1 downto 0);  -- 0 +, 1 /, 2 \, 3 no move

    rsp_valid_o     : out std_logic;
    rsp_status_o    : out std_logic_vector(3 downto 0);
    rsp_completed_o : out std_logic_vector(3 downto 0);

    width_o  : out unsigned(LogSize downto 0);
    height_o : out unsigned(LogSize downto 0);
    tiles_o  : out unsigned(2 * LogSize downto 0);
    red_o    : out std_logic;
    over_o   : out std_logic;
    winner_o : out std_logic;

    trace_valid_o  : out std_logic;
    trace_undo_o   : out std_logic;
    trace_forced_o : out std_logic;
    trace_x_o      : out unsigned(LogSize - 1 downto 0);
    trace_y_o      : out unsigned(LogSize - 1 downto 0);
    trace_tile_o   : out std_logic_vector(3 downto 0);
    origin_x_o     : out unsigned(LogSize - 1 downto 0);
    origin_y_o     : out unsigned(LogSize - 1 downto 0)
  );
end entity;

architecture rtl of ll_core is
  constant OP_NEW  : std_logic_vector(2 downto 0) := "000";
  constant OP_PLAY : std_logic_vector(2 downto 0) := "001";

  constant OK         : std_logic_vector(3 downto 0) := x"0";
  constant SYNTAX     : std_logic_vector(3 downto 0) := x"1";
  constant FIRST_MOVE : std_logic_vector(3 downto 0) := x"3";
  constant ISOLATED   : std_logic_vector(3 downto 0) := x"6";

  signal played  : std_logic;                     -- the first tile lies, in column 1 and row 1
  signal ready   : std_logic;
  signal verdict : std_logic_vector(3 downto 0);  -- what a PLAY is worth
begin
  -- TODO: on a board with tiles.
  verdict <= SYNTAX when cmd_shape_i = "11"
    else ISOLATED when played = '1'
    else FIRST_MOVE when cmd_col_i /= 0 or cmd_row_i /= 0 or cmd_shape_i = "10"
    else OK;

  cmd_ready_o     <= ready;
  width_o         <= (0 => played, others => '0');
  height_o        <= (0 => played, others => '0');
  tiles_o         <= (0 => played, others => '0');
  red_o           <= played;
  over_o          <= '0';
  winner_o        <= '0';
  rsp_completed_o <= x"0";
  trace_undo_o    <= '0';
  trace_forced_o  <= '0';
  trace_x_o       <= to_unsigned(1, LogSize);
  trace_y_o       <= to_unsigned(1, LogSize);
  origin_x_o      <= to_unsigned(0, LogSize);
  origin_y_o      <= to_unsigned(0, LogSize);

  process (clk_i)
  begin
    if rising_edge(clk_i) then
      rsp_valid_o   <= '0';
      trace_valid_o <= '0';
      ready         <= '1';
      if rst_i = '1' then
        played <= '0';
        ready  <= '0';
      elsif cmd_valid_i = '1' and ready = '1' then
        ready        <= '0';
        rsp_valid_o  <= '1';
        rsp_status_o <= OK;
        if cmd_op_i = OP_NEW then
          played <= '0';
        elsif cmd_op_i = OP_PLAY then
          rsp_status_o <= verdict;
          if verdict = OK then
            played        <= '1';
            trace_valid_o <= '1';
            -- Red sides: bit 0 right, 1 top, 2 left, 3 bottom.
            if cmd_shape_i = "00" then
              trace_tile_o <= "0101";
            else
              trace_tile_o <= "1001";
            end if;
          end if;
        end if;
      end if;
    end if;
  end process;
end architecture;
