library ieee;
use ieee.std_logic_1164.all;
library serlib;
use serlib.serial_pkg.all;

entity sender is
  generic (DIVIDER : positive);
  port (
    clk, rst : in  std_logic;
    want     : in  stream;
    ready    : out std_logic;
    line_out : out std_logic
  );
end entity;

architecture rtl of sender is
  signal frame : std_logic_vector(9 downto 0) := (others => '1');
  signal left  : natural range 0 to 10 := 0;
  signal count : natural range 0 to DIVIDER := 0;
begin
  line_out <= frame(0);
  ready    <= '1' when left = 0 else '0';

  send : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        frame <= (others => '1');
        left  <= 0;
      elsif left = 0 then
        if want.valid = '1' then
          frame <= '1' & want.data & '0';
          left  <= 10;
          count <= DIVIDER - 1;
        end if;
      elsif count /= 0 then
        count <= count - 1;
      else
        frame <= '1' & frame(9 downto 1);
        left  <= left - 1;
        count <= DIVIDER - 1;
      end if;
    end if;
  end process;
end architecture;
