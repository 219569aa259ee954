-- Plays golden vectors of turns (loopline vectors gen --form hex) on a core, by
-- NEW and PLAY alone, and compares its answers: status, box, tiles, what the turn
-- completed, the end and the winner. The first difference ends it.
--
-- A word is 64 bits; loopline vectors package prints its fields.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity turns_tb is
  generic (
    FILE_NAME : string   := "turns.hex";
    VECTORS   : natural  := 0;  -- how many are played; 0 is all
    LogSize   : positive := 5
  );
end entity;

architecture sim of turns_tb is
  constant OP_NEW  : std_logic_vector(2 downto 0) := "000";
  constant OP_PLAY : std_logic_vector(2 downto 0) := "001";

  -- Types of words.
  constant BEGINS : natural := 2;
  constant SETUP  : natural := 3;
  constant TURN   : natural := 4;
  constant AFTER_IT : natural := 5;
  constant ENDING : natural := 17;

  constant BOARD_FULL : natural := 9;

  signal clk     : std_logic := '0';
  signal rst     : std_logic := '1';
  signal running : boolean := true;

  signal cmd_valid, cmd_ready, rsp_valid : std_logic := '0';
  signal cmd_op                          : std_logic_vector(2 downto 0) := OP_NEW;
  signal cmd_col, cmd_row                : unsigned(LogSize downto 0) := (others => '0');
  signal cmd_shape                       : std_logic_vector(1 downto 0) := "00";
  signal rsp_status, rsp_completed       : std_logic_vector(3 downto 0);
  signal width, height                   : unsigned(LogSize downto 0);
  signal tiles                           : unsigned(2 * LogSize downto 0);
  signal over, winner                    : std_logic;
begin
  clk <= not clk after 5 ns when running else '0';

  dut : entity work.ll_core
    generic map (LogSize => LogSize)
    port map (
      clk_i => clk, rst_i => rst,
      cmd_valid_i => cmd_valid, cmd_ready_o => cmd_ready, cmd_op_i => cmd_op,
      cmd_col_i => cmd_col, cmd_row_i => cmd_row, cmd_shape_i => cmd_shape,
      rsp_valid_o => rsp_valid, rsp_status_o => rsp_status, rsp_completed_o => rsp_completed,
      width_o => width, height_o => height, tiles_o => tiles, red_o => open, over_o => over, winner_o => winner,
      trace_valid_o => open, trace_undo_o => open, trace_forced_o => open, trace_x_o => open, trace_y_o => open,
      trace_tile_o => open, origin_x_o => open, origin_y_o => open);

  process
    type words_t is array (natural range <>) of std_logic_vector(63 downto 0);
    file source        : text;
    variable l         : line;
    variable word      : std_logic_vector(63 downto 0);
    variable moves     : words_t(0 to 4095);  -- that lead to the position
    variable many      : natural := 0;
    variable id        : natural := 0;
    variable done      : natural := 0;
    variable fresh     : boolean := false;    -- the position is on the board
    variable expected  : natural;

    impure function field(offset, bits : natural) return natural is
    begin
      return to_integer(unsigned(word(offset + bits - 1 downto offset)));
    end function;

    -- A number that does not fit is given as the largest that does.
    function fitting(number : natural) return unsigned is
    begin
      if number >= 2 ** (LogSize + 1) then
        return to_unsigned(2 ** (LogSize + 1) - 1, LogSize + 1);
      end if;
      return to_unsigned(number, LogSize + 1);
    end function;

    procedure ask(op : std_logic_vector(2 downto 0); move : std_logic_vector(63 downto 0)) is
    begin
      cmd_op    <= op;
      cmd_col   <= fitting(to_integer(unsigned(move(15 downto 0))));
      cmd_row   <= fitting(to_integer(unsigned(move(31 downto 16))));
      cmd_shape <= move(33 downto 32);
      cmd_valid <= '1';
      loop
        wait until rising_edge(clk);
        exit when cmd_ready = '1';
      end loop;
      cmd_valid <= '0';
      for cycle in 0 to 4_000_000 loop
        wait until falling_edge(clk);
        exit when rsp_valid = '1';
        assert cycle < 4_000_000 report "FAIL: the core does not answer" severity failure;
      end loop;
    end procedure;

    procedure compare(what : string; got, want : natural) is
    begin
      assert got = want
        report "FAIL: vector " & natural'image(id) & ": " & what & " is " & natural'image(got) & ", it should be " &
          natural'image(want)
        severity failure;
    end procedure;
  begin
    wait for 20 ns;
    rst <= '0';
    file_open(source, FILE_NAME, read_mode);
    while not endfile(source) loop
      readline(source, l);
      next when l'length < 16 or l(l'left) = '/';
      hread(l, word);
      case field(59, 5) is
        when BEGINS =>
          exit when VECTORS /= 0 and done = VECTORS;
          id := field(0, 32);
          if field(48, 1) = 0 then
            many := 0;
          end if;
        when SETUP =>
          moves(many) := word;
          many := many + 1;
        when TURN =>
          ask(OP_NEW, word);
          for i in 0 to many - 1 loop
            ask(OP_PLAY, moves(i));
          end loop;
          expected := field(34, 4);
          if field(38, 1) = 1 then
            expected := BOARD_FULL;
          end if;
          ask(OP_PLAY, word);
          compare("status", to_integer(unsigned(rsp_status)), expected);
          fresh := expected = 0;
          done := done + 1;
        when AFTER_IT =>
          if fresh then
            compare("width", to_integer(width), field(0, 12));
            compare("height", to_integer(height), field(12, 12));
            compare("tiles", to_integer(tiles), field(24, 20));
            compare("completed", to_integer(unsigned(rsp_completed)), field(46, 4));
            compare("over", to_integer(unsigned'("" & over)), field(44, 1));
            if field(44, 1) = 1 then
              compare("winner", to_integer(unsigned'("" & winner)), field(45, 1));
            end if;
          end if;
        when ENDING => exit;
        when others => null;
      end case;
    end loop;
    report "PASS " & natural'image(done) & " vectors";
    running <= false;
    wait;
  end process;
end architecture;
