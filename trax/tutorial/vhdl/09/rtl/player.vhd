-- Decides what is answered to a line: it asks the chooser, which asks the core.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascii.all;

entity player is
  generic (BUDGET : positive := 6000000); --@10
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
    -- What was read.
    done      : in  std_logic;
    question  : in  std_logic_vector(7 downto 0);
    column    : in  unsigned(9 downto 0);
    row       : in  unsigned(9 downto 0);
    shape     : in  unsigned(1 downto 0);
    -- What is written.
    go        : out std_logic;
    team      : out std_logic;
    my_column : out unsigned(9 downto 0);
    my_row    : out unsigned(9 downto 0);
    my_shape  : out unsigned(1 downto 0)
  );
end entity;

architecture rtl of player is
  constant OP_NEW  : std_logic_vector(2 downto 0) := "000";
  constant OP_PLAY : std_logic_vector(2 downto 0) := "001";

  type state_t is (AWAIT, EMPTY, HEAR, THINK);
  signal state : state_t;

  -- The last line that came, until it is taken.
  signal asked                 : std_logic;
  signal letter                : std_logic_vector(7 downto 0);
  signal its_column, its_row   : unsigned(5 downto 0) := "000000";
  signal its_shape             : unsigned(1 downto 0);
  signal white                 : std_logic;  -- we are
  signal game                  : std_logic;  -- it goes on
  signal sent                  : std_logic;  -- the command has passed, its answer has not come

  signal thinks, chosen, found, wants : std_logic;
  signal chooser_op                   : std_logic_vector(2 downto 0);
  signal own_column, own_row          : unsigned(5 downto 0);
  signal own_shape                    : std_logic_vector(1 downto 0);

  signal cmd_valid, cmd_ready, rsp_valid, red, over : std_logic;
  signal cmd_op                                     : std_logic_vector(2 downto 0);
  signal cmd_col, cmd_row, width, height            : unsigned(5 downto 0);
  signal cmd_shape                                  : std_logic_vector(1 downto 0);
  signal status, completed                          : std_logic_vector(3 downto 0);
  signal tiles                                      : unsigned(10 downto 0);

  function fitting(number : unsigned(9 downto 0)) return unsigned is  -- a number that the core can take
  begin
    if number > 63 then
      return to_unsigned(63, 6);
    end if;
    return number(5 downto 0);
  end function;
begin
  thinks    <= '1' when state = THINK else '0';
  cmd_valid <= wants when thinks = '1' else not sent when state = EMPTY or state = HEAR else '0';
  cmd_op    <= chooser_op when thinks = '1' else OP_NEW when state = EMPTY else OP_PLAY;
  cmd_col   <= own_column when thinks = '1' else its_column;
  cmd_row   <= own_row when thinks = '1' else its_row;
  cmd_shape <= own_shape when thinks = '1' else std_logic_vector(its_shape);

  u_chooser : entity work.chooser
    generic map (BUDGET => BUDGET) --@10
    port map (clk => clk, rst => rst, run => thinks, done => chosen, found => found,
      column => own_column, row => own_row, shape => own_shape,
      cmd_valid => wants, cmd_ready => cmd_ready, cmd_op => chooser_op,
      rsp_valid => rsp_valid, rsp_status => status, rsp_completed => completed,
      width => width, height => height, tiles => tiles, red => red);

  u_core : entity work.ll_core
    generic map (LogSize => 5)
    port map (clk_i => clk, rst_i => rst,
      cmd_valid_i => cmd_valid, cmd_ready_o => cmd_ready, cmd_op_i => cmd_op,
      cmd_col_i => cmd_col, cmd_row_i => cmd_row, cmd_shape_i => cmd_shape,
      rsp_valid_o => rsp_valid, rsp_status_o => status, rsp_completed_o => completed,
      width_o => width, height_o => height, tiles_o => tiles, red_o => red, over_o => over, winner_o => open,
      trace_valid_o => open, trace_undo_o => open, trace_forced_o => open, trace_x_o => open,
      trace_y_o => open, trace_tile_o => open, origin_x_o => open, origin_y_o => open);

  my_column <= resize(own_column, 10);
  my_row    <= resize(own_row, 10);
  my_shape  <= unsigned(own_shape);

  process (clk)
    variable goes_on : std_logic;
  begin
    if rising_edge(clk) then
      go   <= '0';
      team <= '0';
      if cmd_valid = '1' and cmd_ready = '1' then
        sent <= '1';
      end if;
      if rsp_valid = '1' then
        sent <= '0';
      end if;

      case state is
        when AWAIT =>
          if asked = '1' then
            asked <= '0';
            if letter = byte('T') then
              go   <= '1';
              team <= '1';
            elsif letter = byte('W') or letter = byte('B') then
              white <= '1' when letter = byte('W') else '0';
              state <= EMPTY;
            elsif letter = byte('E') then
              game <= '0';
            elsif letter = x"00" and game = '1' then
              state <= HEAR;
            end if;
          end if;

        when EMPTY =>
          if rsp_valid = '1' then
            game  <= '1';
            state <= THINK when white = '1' else AWAIT;
          end if;

        when HEAR =>
          if rsp_valid = '1' then
            goes_on := '1' when status = x"0" and over = '0' else '0';
            game    <= goes_on;
            state   <= THINK when goes_on = '1' else AWAIT;
          end if;

        when THINK =>
          if chosen = '1' then
            go    <= found and not asked;  -- unless something else was asked meanwhile
            game  <= found and not over;
            state <= AWAIT;
          end if;
      end case;

      if done = '1' then
        asked      <= '1';
        letter     <= question;
        its_column <= fitting(column);
        its_row    <= fitting(row);
        its_shape  <= shape;
      end if;
      if rst = '1' then
        asked <= '0';
        sent  <= '0';
        game  <= '0';
        state <= AWAIT;
      end if;
    end if;
  end process;
end architecture;
