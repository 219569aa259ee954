-- SPDX-License-Identifier: Apache-2.0
--
-- Prints what ops and blocks answer to numbers that follow from each other.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity ops_tb is end entity;

architecture sim of ops_tb is
  signal clk  : std_logic := '0';
  signal seed : unsigned(15 downto 0) := x"ACE1";
  signal q, r : std_logic_vector(15 downto 0);
begin
  dut : entity work.ops port map (clk => clk, a => std_logic_vector(seed(15 downto 8)), b => std_logic_vector(seed(7 downto 0)), q => q);
  two : entity work.blocks port map (clk => clk, a => std_logic_vector(seed(15 downto 8)), b => std_logic_vector(seed(7 downto 0)), q => r);

  process
    variable l : line;
  begin
    wait for 1 ns;
    for i in 1 to 2000 loop
      clk <= '1';
      wait for 1 ns;
      hwrite(l, q);
      write(l, string'(" "));
      hwrite(l, r);
      writeline(output, l);
      seed <= seed(14 downto 0) & (seed(15) xor seed(13) xor seed(12) xor seed(10));
      clk <= '0';
      wait for 1 ns;
    end loop;
    wait;
  end process;
end architecture;
