-- SPDX-License-Identifier: Apache-2.0
--
-- A testbench has no ports and is no top.
library ieee;
use ieee.std_logic_1164.all;
entity board_tb is end entity;
architecture sim of board_tb is
  signal clk : std_logic := '0';
begin
  clk <= not clk after 271 ns;
end architecture;
