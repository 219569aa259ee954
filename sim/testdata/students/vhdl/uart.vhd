-- SPDX-License-Identifier: Apache-2.0
--
-- A receiver and a sender of bytes: 8N1, CLKS clock cycles a bit.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity uart_rx is
  generic (CLKS : positive := 868);
  port (
    clk   : in  std_logic;
    rx    : in  std_logic;
    valid : out std_logic;  -- one cycle for each byte
    data  : out std_logic_vector(7 downto 0)
  );
end entity;

architecture rtl of uart_rx is
  signal sync  : std_logic_vector(1 downto 0) := "11";
  signal count : natural range 0 to 2 * CLKS := 0;
  signal step  : natural range 0 to 9 := 0;  -- 0 idle, then a bit each
  signal byte  : std_logic_vector(7 downto 0);
begin
  data <= byte;

  process (clk)
  begin
    if rising_edge(clk) then
      sync  <= sync(0) & rx;
      valid <= '0';
      if step = 0 then
        count <= CLKS + CLKS / 2 - 1;
        if sync(1) = '0' then
          step <= 1;
        end if;
      elsif count /= 0 then
        count <= count - 1;
      elsif step = 9 then
        valid <= sync(1);
        step  <= 0;
      else
        byte  <= sync(1) & byte(7 downto 1);
        count <= CLKS - 1;
        step  <= step + 1;
      end if;
    end if;
  end process;
end architecture;

library ieee;
use ieee.std_logic_1164.all;

entity uart_tx is
  generic (CLKS : positive := 868);
  port (
    clk  : in  std_logic;
    go   : in  std_logic;
    data : in  std_logic_vector(7 downto 0);
    busy : out std_logic;
    tx   : out std_logic
  );
end entity;

architecture rtl of uart_tx is
  signal frame : std_logic_vector(9 downto 0) := (others => '1');
  signal count : natural range 0 to CLKS - 1 := 0;
  signal left  : natural range 0 to 10 := 0;
begin
  busy <= '0' when left = 0 else '1';
  tx   <= frame(0);

  process (clk)
  begin
    if rising_edge(clk) then
      if left = 0 then
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
