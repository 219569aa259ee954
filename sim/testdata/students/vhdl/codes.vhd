-- SPDX-License-Identifier: Apache-2.0
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package codes is
  constant LINE_FEED : std_logic_vector(7 downto 0) := x"0A";
  function code(c : character) return std_logic_vector;
end package;

package body codes is
  function code(c : character) return std_logic_vector is
  begin
    return std_logic_vector(to_unsigned(character'pos(c), 8));
  end function;
end package body;
