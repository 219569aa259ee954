-- A board with generics, and a library of its own: serlib.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
library serlib;
use serlib.serial_pkg.all;

entity contest_board is
  generic (
    CLOCK_HZ : positive := 50_000_000;
    BAUD     : positive := 230_400;
    TEAM     : string(1 to 2) := "VL"
  );
  port (
    osc_50    : in  std_logic;
    key_rst_n : in  std_logic;
    ftdi_rxd  : in  std_logic;
    ftdi_txd  : out std_logic;
    led       : out std_logic_vector(3 downto 0)
  );
end entity;

architecture rtl of contest_board is
  constant DIV : positive := divider(CLOCK_HZ, BAUD);
  signal rst_pipe : std_logic_vector(1 downto 0) := "11";
  signal beat     : unsigned(24 downto 0) := (others => '0');
  signal heard, said : stream := IDLE_STREAM;
  signal ready : std_logic;
begin
  sync : process (osc_50) is
  begin
    if rising_edge(osc_50) then
      rst_pipe <= rst_pipe(0) & not key_rst_n;
      beat     <= beat + 1;
    end if;
  end process;

  lamps : for i in led'range generate
    led(i) <= beat(beat'high - i);
  end generate;

  rx : entity serlib.receiver
    generic map (DIVIDER => DIV)
    port map (clk => osc_50, rst => rst_pipe(1), line_in => ftdi_rxd, got => heard);

  me : entity work.brain
    generic map (TEAM => TEAM)
    port map (clk => osc_50, rst => rst_pipe(1), heard => heard, ready => ready, said => said);

  tx : entity serlib.sender
    generic map (DIVIDER => DIV)
    port map (clk => osc_50, rst => rst_pipe(1), want => said, ready => ready, line_out => ftdi_txd);
end architecture;
