-- Decides what is answered to a line.
--
-- It knows no rules, and yet its moves are legal: a tile on top of the highest
-- tile touches that tile alone, so each shape fits; and in the new row, above
-- which there is nothing, no cell is entered by more than two tracks, so forced
-- play cannot contradict itself.
--
-- TODO: your game. Keep the tiles in a memory, play the tiles that a move forces
-- (on both sides: the host does not send them), look for loops and lines, and
-- choose a move that wins. column, row and shape are the opponent's move.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascii.all;

entity player is
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
    -- What was read.
    done      : in  std_logic;
    question  : in  std_logic_vector(7 downto 0);
    column    : in  unsigned(9 downto 0);
    row       : in  unsigned(9 downto 0);
    shape     : in  unsigned(1 downto 0);
    -- What is written. Nothing is read meanwhile: the host waits for the answer.
    go        : out std_logic;
    team      : out std_logic;
    my_column : out unsigned(9 downto 0);
    my_row    : out unsigned(9 downto 0);
    my_shape  : out unsigned(1 downto 0)
  );
end entity;

architecture rtl of player is
  signal first     : std_logic;             -- no tile lies yet
  signal top       : unsigned(9 downto 0);  -- the column of a tile in the highest row, row 1
  signal following : unsigned(9 downto 0);  -- what it is after the opponent's move
begin
  -- The first move of a game, and the one on top: @0+ or A0+.
  my_row   <= (others => '0');
  my_shape <= "00";

  following <= to_unsigned(1, 10) when first = '1'
    else column when row = 0      -- it is the highest now
    else top + 1 when column = 0  -- there is one more column, on the left
    else top;

  process (clk)
  begin
    if rising_edge(clk) then
      go   <= '0';
      team <= '0';
      if rst = '1' then
        first <= '1';
        top   <= to_unsigned(1, 10);
      elsif done = '1' and question = byte('T') then
        go   <= '1';
        team <= '1';
      elsif done = '1' and question = byte('W') then  -- we are white and begin
        go        <= '1';
        my_column <= (others => '0');
        first     <= '0';
        top       <= to_unsigned(1, 10);
      elsif done = '1' and question = byte('B') then  -- we are red and wait
        first <= '1';
      elsif done = '1' and question = x"00" then
        go        <= '1';
        my_column <= following;
        first     <= '0';
        top       <= following;
      end if;
    end if;
  end process;
end architecture;
