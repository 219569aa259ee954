-- Bytes from a serial line: 8 data bits, no parity, 1 stop bit.
--
-- valid is high for one clock cycle for each byte. A byte without a stop bit is
-- dropped. CLKS is how many clock cycles a bit lasts.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity uart_rx is
  generic (CLKS : positive := 104);
  port (
    clk   : in  std_logic;
    rst   : in  std_logic;
    rx    : in  std_logic;
    valid : out std_logic;
    data  : out std_logic_vector(7 downto 0)
  );
end entity;

architecture rtl of uart_rx is
  signal sync  : std_logic_vector(1 downto 0);  -- rx comes from another clock
  signal count : natural range 0 to 2 * CLKS;
  signal step  : natural range 0 to 9;          -- 0 idle, 1 to 8 the data bits, 9 the stop bit
  signal bits  : std_logic_vector(7 downto 0);
begin
  data <= bits;

  process (clk)
  begin
    if rising_edge(clk) then
      sync  <= sync(0) & rx;
      valid <= '0';
      if rst = '1' then
        sync  <= "11";
        step  <= 0;
        count <= 0;
      elsif step = 0 then
        count <= CLKS + CLKS / 2 - 1;  -- to the middle of the first data bit
        if sync(1) = '0' then
          step <= 1;
        end if;
      elsif count /= 0 then
        count <= count - 1;
      elsif step = 9 then
        valid <= sync(1);
        step  <= 0;
      else
        bits  <= sync(1) & bits(7 downto 1);
        count <= CLKS - 1;
        step  <= step + 1;
      end if;
    end if;
  end process;
end architecture;
