-- SPDX-License-Identifier: Apache-2.0
--
-- A testbench has no ports and is no top, nor does it use one.
library ieee;
use ieee.std_logic_1164.all;
entity board_tb is end entity;
architecture sim of board_tb is
  signal clk : std_logic := '0';
begin
  dut : entity work.Board port map (Clk_In => clk, Btn_Rst => '0', Ser_RX => '1', Ser_TX => open, Leds => open);
  clk <= not clk after 271 ns;
end architecture;
