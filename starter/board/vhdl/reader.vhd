-- Lines from bytes: a question such as -T, or a move such as AB12/.
--
-- done is high for one cycle at the end of a line. Then either question is its
-- letter, or it is 0 and the line was a move: column (@ is 0, A 1, AA 27), row,
-- and shape (0 is +, 1 is /, 2 is \). Carriage returns, spaces and empty lines are
-- passed over.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascii.all;

entity reader is
  port (
    clk      : in  std_logic;
    rst      : in  std_logic;
    valid    : in  std_logic;
    data     : in  std_logic_vector(7 downto 0);
    done     : out std_logic;
    question : out std_logic_vector(7 downto 0);
    column   : out unsigned(9 downto 0);
    row      : out unsigned(9 downto 0);
    shape    : out unsigned(1 downto 0)
  );
end entity;

architecture rtl of reader is
  signal ended  : std_logic;
  signal begun  : std_logic;  -- the line has a character
  signal asks   : std_logic;  -- the line began with a hyphen
  signal letter : std_logic_vector(7 downto 0);
  signal x, y   : unsigned(9 downto 0);
  signal kind   : unsigned(1 downto 0);
begin
  done     <= ended;
  question <= letter;
  column   <= x;
  row      <= y;
  shape    <= kind;

  process (clk)
  begin
    if rising_edge(clk) then
      ended <= '0';
      if ended = '1' or rst = '1' then
        begun  <= '0';
        asks   <= '0';
        letter <= x"00";
        x      <= (others => '0');
        y      <= (others => '0');
        kind   <= "00";
      elsif valid = '1' and data = LINE_FEED then
        ended <= begun;
      elsif valid = '1' and unsigned(data) > x"20" then
        begun <= '1';
        if data = byte('-') then
          asks <= '1';
        elsif asks = '1' then
          letter <= data;
        elsif unsigned(data) >= unsigned(byte('A')) and unsigned(data) <= unsigned(byte('Z')) then
          x <= resize(x * 26, 10) + (unsigned(data) - 64);
        elsif unsigned(data) >= unsigned(byte('0')) and unsigned(data) <= unsigned(byte('9')) then
          y <= resize(y * 10, 10) + unsigned(data(3 downto 0));
        elsif data = byte('/') then
          kind <= "01";
        elsif data = byte('\') then
          kind <= "10";
        end if;
      end if;
    end if;
  end process;
end architecture;
