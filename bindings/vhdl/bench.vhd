-- SPDX-License-Identifier: Apache-2.0
--
-- Plays random games on ll_core and compares it with the rules after each turn.
--
-- A core with GEN: remove the marks --gen.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.loopline.all;

entity bench is
  generic (
    LogSize : positive := 5;
    TurnsN  : positive := 20000;    -- PLAY and TRY to compare
    Seed    : natural  := 1;        -- of the games
    Plies   : natural  := 0;        -- games end after so many turns: 1 for a core that knows the first turn alone
    Without : natural  := 0;        -- operations that the core lacks: 4 UNDO, 8 TRY, 16 GEN, and sums of these
    Patience : positive := 4000000  -- clock cycles
  );
end entity;

architecture sim of bench is
  signal clk : std_logic := '0';
  signal rst : std_logic := '1';

  signal cmd_valid, cmd_ready       : std_logic := '0';
  signal cmd_op                     : std_logic_vector(2 downto 0) := "000";
  signal cmd_col, cmd_row           : unsigned(LogSize downto 0) := (others => '0');
  signal cmd_shape                  : std_logic_vector(1 downto 0) := "00";
  signal rsp_valid                  : std_logic;
  signal rsp_status, rsp_completed  : std_logic_vector(3 downto 0);
  signal gen_valid, gen_ready       : std_logic := '0';
  signal gen_col, gen_row           : unsigned(LogSize downto 0) := (others => '0');
  signal gen_shape                  : std_logic_vector(1 downto 0) := "00";
  signal gen_status, gen_completed  : std_logic_vector(3 downto 0) := "0000";
  signal width, height              : unsigned(LogSize downto 0);
  signal tiles                      : unsigned(2 * LogSize downto 0);
  signal red, over, winner          : std_logic;
  signal trace_valid, trace_undo    : std_logic;
  signal trace_forced               : std_logic;
  signal trace_x, trace_y           : unsigned(LogSize - 1 downto 0);
  signal origin_x, origin_y         : unsigned(LogSize - 1 downto 0);
  signal trace_tile                 : std_logic_vector(3 downto 0);
  signal timeout, finish, differs   : std_logic := '0';
  signal turns                      : natural;
  signal noise                      : std_logic_vector(15 downto 0) := x"0001";
begin
  core : entity work.ll_core
    generic map (LogSize => LogSize)
    port map (
      clk_i => clk, rst_i => rst,
      cmd_valid_i => cmd_valid, cmd_ready_o => cmd_ready, cmd_op_i => cmd_op, cmd_col_i => cmd_col,
      cmd_row_i => cmd_row, cmd_shape_i => cmd_shape,
      rsp_valid_o => rsp_valid, rsp_status_o => rsp_status, rsp_completed_o => rsp_completed,
      --gen gen_valid_o => gen_valid, gen_ready_i => gen_ready, gen_col_o => gen_col, gen_row_o => gen_row,
      --gen gen_shape_o => gen_shape, gen_status_o => gen_status, gen_completed_o => gen_completed,
      width_o => width, height_o => height, tiles_o => tiles, red_o => red, over_o => over, winner_o => winner,
      trace_valid_o => trace_valid, trace_undo_o => trace_undo, trace_forced_o => trace_forced,
      trace_x_o => trace_x, trace_y_o => trace_y, trace_tile_o => trace_tile,
      origin_x_o => origin_x, origin_y_o => origin_y);

  scoreboard : entity work.ll_scoreboard
    generic map (LogSize => LogSize)
    port map (
      clk_i => clk, rst_i => rst,
      cmd_valid_i => cmd_valid, cmd_ready_o => cmd_ready, cmd_op_i => cmd_op, cmd_col_i => cmd_col,
      cmd_row_i => cmd_row, cmd_shape_i => cmd_shape,
      rsp_valid_o => rsp_valid, rsp_status_o => rsp_status, rsp_completed_o => rsp_completed,
      gen_valid_o => gen_valid, gen_ready_i => gen_ready, gen_col_o => gen_col, gen_row_o => gen_row,
      gen_shape_o => gen_shape, gen_status_o => gen_status, gen_completed_o => gen_completed,
      width_o => width, height_o => height, tiles_o => tiles, red_o => red, over_o => over, winner_o => winner,
      trace_valid_o => trace_valid, trace_undo_o => trace_undo, trace_forced_o => trace_forced,
      trace_x_o => trace_x, trace_y_o => trace_y, trace_tile_o => trace_tile,
      origin_x_o => origin_x, origin_y_o => origin_y,
      timeout => timeout, finish => finish, turns => turns, differs => differs);

  clk <= not clk after 5 ns;

  -- Takes moves of GEN with pauses.
  process (clk)
  begin
    if rising_edge(clk) then
      noise <= noise(14 downto 0) & (noise(15) xor noise(13) xor noise(12) xor noise(10));
    end if;
  end process;
  gen_ready <= noise(0) or noise(3);

  -- Every other command is offered while the core is busy. What has no meaning any more changes.
  process
    variable stimulus : integer;
    variable command  : unsigned(30 downto 0);
    variable early    : boolean := true;

    -- Waits for a falling edge at which the core is ready: a command offered there passes.
    procedure wait_ready is
      variable waited : natural := 0;
    begin
      while cmd_ready /= '1' and differs /= '1' loop
        waited := waited + 1;
        if waited = Patience then
          timeout <= '1';
          finish  <= '1';
        end if;
        wait until falling_edge(clk);
      end loop;
    end procedure;
  begin
    stimulus := ll_stimulus_new(Seed, LogSize, Without, Plies);
    assert stimulus > 0 report "no stimulus, error " & integer'image(stimulus) severity failure;
    for i in 1 to 4 loop
      wait until falling_edge(clk);
    end loop;
    rst <= '0';
    while differs /= '1' and turns < TurnsN loop
      command   := to_unsigned(ll_stimulus_next(stimulus), 31);
      cmd_valid <= '1';
      cmd_op    <= std_logic_vector(command(2 downto 0));
      cmd_shape <= std_logic_vector(command(5 downto 4));
      cmd_col   <= command(8 + LogSize downto 8);
      cmd_row   <= command(18 + LogSize downto 18);
      wait_ready;
      wait until falling_edge(clk);  -- it has passed
      cmd_valid <= '0';
      cmd_op    <= not cmd_op;
      cmd_shape <= not cmd_shape;
      cmd_col   <= not cmd_col;
      cmd_row   <= not cmd_row;
      early     := not early;
      if not early then
        wait_ready;
      end if;
    end loop;
    wait_ready;
    wait until falling_edge(clk);
    finish <= '1';
    wait;
  end process;
end architecture;
