-- Which way round does a written tile fit between the edges that enter its cell?
library ieee;
use ieee.std_logic_1164.all;

entity fit is
  port (
    shape : in  std_logic_vector(1 downto 0);  -- 0 is +, 1 is /, 2 is \
    seen  : in  std_logic_vector(3 downto 0);  -- the sides at which an edge enters
    red   : in  std_logic_vector(3 downto 0);  -- those of them that are red
    fits  : out std_logic;
    tile  : out std_logic_vector(3 downto 0)   -- its red sides
  );
end entity;

architecture rtl of fit is
  -- One way to lie; the other one has the colours exchanged.
  signal way        : std_logic_vector(3 downto 0);
  signal one, other : boolean;
begin
  with shape select way <=
    "0101" when "00",
    "1001" when "01",
    "0011" when others;

  one   <= ((way xor red) and seen) = "0000";
  other <= ((way xnor red) and seen) = "0000";
  fits  <= '1' when one or other else '0';
  tile  <= way when one else not way;
end architecture;
