-- Characters as bytes.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package ascii is
  subtype byte_t is std_logic_vector(7 downto 0);
  constant LINE_FEED : byte_t := x"0A";
  function byte(c : character) return byte_t;
end package;

package body ascii is
  function byte(c : character) return byte_t is
  begin
    return std_logic_vector(to_unsigned(character'pos(c), 8));
  end function;
end package body;
