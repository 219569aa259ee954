-- SPDX-License-Identifier: Apache-2.0
--
-- A board that answers each bit with itself, in words that others use.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package wires is
  type uart_t is record
    rx : std_ulogic;
    tx : std_ulogic;
  end record;
  type bytes_t is array (natural range <>) of std_ulogic_vector(7 downto 0);
end package;

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.wires.all;

entity others_board is
  generic (PERIOD : time := 10 ns; RATIO : real := 1.5; DEPTH : natural := 4);
  port (
    clk    : in    std_ulogic;
    rst_n  : in    std_ulogic := '1';
    u_rx   : in    std_ulogic;
    u_tx   : out   std_ulogic;
    debug  : out   bytes_t(0 to 1);
    led    : out   unsigned(3 downto 0);
    bus_io : inout std_logic_vector(3 downto 0)
  );
end entity;

architecture rtl of others_board is
  signal u : uart_t;
  signal c : integer range 0 to 15 := 0;

  function larger(a, b : integer) return integer is
  begin
    if a > b then
      return a;
    end if;
    return b;
  end function;
begin
  assert DEPTH < 16 report "DEPTH is too large" severity failure;

  u.rx <= u_rx;
  u_tx <= u.tx;

  each : for i in 0 to 1 generate
    debug(i) <= std_ulogic_vector(to_unsigned(larger(i, c), 8));
  end generate;

  process (clk, rst_n)
  begin
    if rst_n = '0' then
      u.tx <= '1';
      c    <= 0;
    elsif rising_edge(clk) then
      u.tx <= u.rx after 1 ns;
      if c = DEPTH then
        c <= 0;
      else
        c <= c + 1;
      end if;
    end if;
  end process;

  led    <= to_unsigned(c, 4);
  bus_io <= std_logic_vector(to_unsigned(c, 4)) when u.rx = '1' else (others => 'Z');
end architecture;
