library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package serial_pkg is
  subtype octet is std_logic_vector(7 downto 0);
  type stream is record
    data  : octet;
    valid : std_logic;
  end record;
  constant IDLE_STREAM : stream := (data => (others => '0'), valid => '0');
  constant LINE_FEED : octet := x"0A";
  function divider(hz, baud : positive) return positive;
  function to_octet(c : character) return octet;
end package;

package body serial_pkg is
  function divider(hz, baud : positive) return positive is
  begin
    return (hz + baud / 2) / baud;
  end function;

  function to_octet(c : character) return octet is
  begin
    return std_logic_vector(to_unsigned(character'pos(c), 8));
  end function;
end package body;
