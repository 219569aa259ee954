-- SPDX-License-Identifier: Apache-2.0
--
-- Compares a Trax core with the rules by what its ports do (docs/rtl-interface.md), turn by turn.
-- Connect the ports of the same names; those of GEN may stay open.
--
-- turns counts PLAY and TRY. differs rises with the first difference, and nothing is compared from
-- then on. A cycle of timeout says that the testbench waited too long. With finish the scoreboard
-- prints difference and summary, and ends the simulator with exit status 1 unless turns were
-- compared and all agree.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.loopline.all;

entity ll_scoreboard is
  generic (LogSize : positive := 5);
  port (
    clk_i           : in std_logic;
    rst_i           : in std_logic;
    cmd_valid_i     : in std_logic;
    cmd_ready_o     : in std_logic;
    cmd_op_i        : in std_logic_vector(2 downto 0);
    cmd_col_i       : in unsigned(LogSize downto 0);
    cmd_row_i       : in unsigned(LogSize downto 0);
    cmd_shape_i     : in std_logic_vector(1 downto 0);
    rsp_valid_o     : in std_logic;
    rsp_status_o    : in std_logic_vector(3 downto 0);
    rsp_completed_o : in std_logic_vector(3 downto 0);
    gen_valid_o     : in std_logic := '0';
    gen_ready_i     : in std_logic := '0';
    gen_col_o       : in unsigned(LogSize downto 0) := (others => '0');
    gen_row_o       : in unsigned(LogSize downto 0) := (others => '0');
    gen_shape_o     : in std_logic_vector(1 downto 0) := (others => '0');
    gen_status_o    : in std_logic_vector(3 downto 0) := (others => '0');
    gen_completed_o : in std_logic_vector(3 downto 0) := (others => '0');
    width_o         : in unsigned(LogSize downto 0);
    height_o        : in unsigned(LogSize downto 0);
    tiles_o         : in unsigned(2 * LogSize downto 0);
    red_o           : in std_logic;
    over_o          : in std_logic;
    winner_o        : in std_logic;
    trace_valid_o   : in std_logic;
    trace_undo_o    : in std_logic;
    trace_forced_o  : in std_logic;
    trace_x_o       : in unsigned(LogSize - 1 downto 0);
    trace_y_o       : in unsigned(LogSize - 1 downto 0);
    trace_tile_o    : in std_logic_vector(3 downto 0);
    origin_x_o      : in unsigned(LogSize - 1 downto 0);
    origin_y_o      : in unsigned(LogSize - 1 downto 0);

    timeout : in  std_logic := '0';
    finish  : in  std_logic := '0';
    turns   : out natural   := 0;
    differs : out std_logic := '0'
  );
end entity;

architecture sim of ll_scoreboard is
  -- A bit that isn't 0 or 1 must not become a number unseen.
  procedure known(unknown : boolean) is
  begin
    assert not unknown report "a port has a bit that isn't 0 or 1" severity failure;
  end procedure;
  function n(bits : std_logic_vector) return integer is
  begin
    known(is_x(bits));
    return to_integer(unsigned(bits));
  end function;
  function n(bits : unsigned) return integer is
  begin
    known(is_x(bits));
    return to_integer(bits);
  end function;
  function n(bit : std_logic) return integer is
  begin
    known(is_x(bit));
    if to_x01(bit) = '1' then
      return 1;
    end if;
    return 0;
  end function;
begin
  process
    variable handle, code, state : integer;
    variable settling            : boolean := false;  -- answered, and not ready since
  begin
    assert ll_abi_version = ABI_VERSION report "libloopline is of another version" severity failure;
    handle := ll_scoreboard_new(LogSize);
    assert handle > 0 report "LogSize: no scoreboard, error " & integer'image(handle) severity failure;
    loop
      wait until rising_edge(clk_i);
      code := 0;
      if rst_i = '1' then
        code     := ll_sb_reset(handle);
        settling := false;
      else
        if trace_valid_o = '1' then
          if trace_undo_o = '1' then  -- forced and tile have no meaning
            code := ll_sb_trace(handle, 1, 0, n(trace_x_o), n(trace_y_o), 0, n(origin_x_o), n(origin_y_o));
          else
            code := ll_sb_trace(handle, n(trace_undo_o), n(trace_forced_o), n(trace_x_o), n(trace_y_o),
                                n(trace_tile_o), n(origin_x_o), n(origin_y_o));
          end if;
        end if;
        if gen_valid_o = '1' and gen_ready_i = '1' then
          code := ll_sb_gen(handle, n(gen_col_o), n(gen_row_o), n(gen_shape_o), n(gen_status_o), n(gen_completed_o));
        end if;
        if rsp_valid_o = '1' or (cmd_ready_o = '1' and settling) then
          state := ll_sb_state(handle, n(width_o), n(height_o), n(tiles_o), n(red_o), n(over_o), n(winner_o),
                               n(origin_x_o), n(origin_y_o));
        end if;
        if rsp_valid_o = '1' then
          code     := ll_sb_response(handle, n(rsp_status_o), n(rsp_completed_o));
          settling := true;
        end if;
        if cmd_ready_o = '1' and settling then
          code     := ll_sb_ready(handle);
          settling := false;
        end if;
        if cmd_valid_i = '1' and cmd_ready_o = '1' then
          code := ll_sb_command(handle, n(cmd_op_i), n(cmd_col_i), n(cmd_row_i), n(cmd_shape_i));
        end if;
      end if;
      if timeout = '1' then
        code := ll_sb_timeout(handle);
      end if;
      if code /= 0 then
        differs <= '1';
      end if;
      turns <= ll_sb_turns(handle);
      if finish = '1' then
        code := ll_sb_report_exit(handle);
        std.env.finish;
      end if;
    end loop;
  end process;
end architecture;
