-- A contest board of any make: a clock, two serial pins, a lamp.
--
-- ask_reset may come from a button; the board is in reset from power-up, too.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity board is
  generic (
    CLOCK_HZ  : positive := 12000000;
    BAUD      : positive := 115200;
    TEAM_CODE : string   := "FP"
  );
  port (
    clk       : in  std_logic;
    ask_reset : in  std_logic;
    rx        : in  std_logic;
    tx        : out std_logic;
    lamp      : out std_logic  -- out of reset
  );
end entity;

architecture rtl of board is
  constant CLKS : positive := (CLOCK_HZ + BAUD / 2) / BAUD;

  -- 256 clock cycles of reset, and again when it is asked for.
  signal ask    : std_logic_vector(1 downto 0) := "00";
  signal waited : unsigned(8 downto 0) := (others => '0');
  signal rst    : std_logic;

  signal valid, done, go, team, send, waits : std_logic;
  signal data, question, letter             : std_logic_vector(7 downto 0);
  signal column, row, my_column, my_row     : unsigned(9 downto 0);
  signal shape, my_shape                    : unsigned(1 downto 0);
begin
  rst  <= not waited(8);
  lamp <= not rst;

  process (clk)
  begin
    if rising_edge(clk) then
      ask <= ask(0) & ask_reset;
      if ask(1) = '1' then
        waited <= (others => '0');
      elsif rst = '1' then
        waited <= waited + 1;
      end if;
    end if;
  end process;

  u_rx : entity work.uart_rx
    generic map (CLKS => CLKS)
    port map (clk => clk, rst => rst, rx => rx, valid => valid, data => data);

  u_reader : entity work.reader
    port map (clk => clk, rst => rst, valid => valid, data => data, done => done, question => question,
      column => column, row => row, shape => shape);

  u_player : entity work.player
    port map (clk => clk, rst => rst, done => done, question => question, column => column, row => row, shape => shape,
      go => go, team => team, my_column => my_column, my_row => my_row, my_shape => my_shape);

  u_writer : entity work.writer
    generic map (TEAM_CODE => TEAM_CODE)
    port map (clk => clk, rst => rst, go => go, team => team, column => my_column, row => my_row, shape => my_shape,
      busy => open, send => send, data => letter, waits => waits);

  u_tx : entity work.uart_tx
    generic map (CLKS => CLKS)
    port map (clk => clk, rst => rst, go => send, data => letter, busy => waits, tx => tx);
end architecture;
