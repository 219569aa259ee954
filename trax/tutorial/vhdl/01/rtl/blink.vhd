-- A lamp that is on for half a second, then off for half a second.
library ieee;
use ieee.std_logic_1164.all;

entity blink is
  generic (CLOCK_HZ : positive := 12000000);
  port (
    clk  : in  std_logic;
    rst  : in  std_logic;
    lamp : out std_logic
  );
end entity;

architecture rtl of blink is
  constant HALF : positive := CLOCK_HZ / 2;
  signal count  : natural range 0 to HALF - 1;
  signal lit    : std_logic;
begin
  lamp <= lit;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        lit   <= '0';
        count <= 0;
      elsif count = 0 then
        lit   <= not lit;
        count <= HALF - 1;
      else
        count <= count - 1;
      end if;
    end if;
  end process;
end architecture;
