-- A serial line from bytes: 8 data bits, no parity, 1 stop bit.
--
-- A byte is taken in a cycle in which go is high and busy is low. CLKS is how
-- many clock cycles a bit lasts.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity uart_tx is
  generic (CLKS : positive := 104);
  port (
    clk  : in  std_logic;
    rst  : in  std_logic;
    go   : in  std_logic;
    data : in  std_logic_vector(7 downto 0);
    busy : out std_logic;
    tx   : out std_logic
  );
end entity;

architecture rtl of uart_tx is
  signal frame : std_logic_vector(9 downto 0);  -- what is still to be sent, the lowest bit first
  signal count : natural range 0 to CLKS;
  signal left  : natural range 0 to 10;         -- bits
begin
  busy <= '0' when left = 0 else '1';
  tx   <= frame(0);  -- high while idle

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        frame <= (others => '1');
        left  <= 0;
        count <= 0;
      elsif left = 0 then
        if go = '1' then
          frame <= '1' & data & '0';
          left  <= 10;
          count <= CLKS - 1;
        end if;
      elsif count /= 0 then
        count <= count - 1;
      else
        frame <= '1' & frame(9 downto 1);
        left  <= left - 1;
        count <= CLKS - 1;
      end if;
    end if;
  end process;
end architecture;
