-- A vendor's buffer of a differential clock, for simulation alone: build.tcl
-- leaves this file out.
library ieee;
use ieee.std_logic_1164.all;

entity IBUFDS is
  port (I, IB : in std_logic; O : out std_logic);
end entity;

architecture sim of IBUFDS is
begin
  O <= I and not IB;
end architecture;
