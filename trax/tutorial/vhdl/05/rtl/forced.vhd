-- Do the edges that enter an empty cell leave no choice of its tile?
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity forced is
  port (
    seen  : in  std_logic_vector(3 downto 0);  -- the sides at which an edge enters
    red   : in  std_logic_vector(3 downto 0);  -- those of them that are red
    must  : out std_logic;                     -- two edges of one colour enter
    clash : out std_logic;                     -- three or four do --@6
    tile  : out std_logic_vector(3 downto 0)   -- its red sides
  );
end entity;

architecture rtl of forced is
  function without_lowest(set : std_logic_vector(3 downto 0)) return std_logic_vector is
  begin
    return set and std_logic_vector(unsigned(set) - 1);
  end function;

  -- Of each colour: the edges, and those that are left without one of them.
  signal white, more_red, more_white : std_logic_vector(3 downto 0);
begin
  white      <= seen and not red;
  more_red   <= without_lowest(red);
  more_white <= without_lowest(white);

  must  <= or (more_red or more_white);
  clash <= or (without_lowest(more_red) or without_lowest(more_white)); --@6
  tile  <= red when (or more_red) = '1' else not white;
end architecture;
