-- Bytes from lines: the team code, or a move as reader takes it.
--
-- A line is taken in a cycle in which go is high and busy is low. Columns up to
-- ZZ (702) and rows up to 999 are written.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascii.all;

entity writer is
  generic (TEAM_CODE : string := "FP");
  port (
    clk    : in  std_logic;
    rst    : in  std_logic;
    go     : in  std_logic;
    team   : in  std_logic;  -- the team code, not a move
    column : in  unsigned(9 downto 0);
    row    : in  unsigned(9 downto 0);
    shape  : in  unsigned(1 downto 0);
    busy   : out std_logic;
    send   : out std_logic;  -- a byte, for uart_tx
    data   : out std_logic_vector(7 downto 0);
    waits  : in  std_logic   -- uart_tx is busy
  );
end entity;

architecture rtl of writer is
  type state_t is (Idle, Count, HighLetter, LowLetter, HundredsDigit, TensDigit, OnesDigit, ShapeSign,
    FirstLetter, SecondLetter, LineEnd);
  signal state          : state_t;
  signal low, ones      : unsigned(9 downto 0);  -- what is left of column and row
  signal high           : unsigned(4 downto 0);  -- the first letter of two
  signal hundreds, tens : unsigned(3 downto 0);
  signal kind           : unsigned(1 downto 0);
  signal skip           : std_logic;             -- a letter or digit that is not written
begin
  busy <= '0' when state = Idle else '1';
  skip <= '1' when (state = HighLetter and high = 0) or (state = HundredsDigit and hundreds = 0)
    or (state = TensDigit and hundreds = 0 and tens = 0) else '0';
  send <= '0' when state = Idle or state = Count or skip = '1' else '1';

  process (all)
  begin
    case state is
      when HighLetter => data <= std_logic_vector(64 + resize(high, 8));
      when LowLetter => data <= std_logic_vector(64 + low(7 downto 0));
      when HundredsDigit => data <= x"3" & std_logic_vector(hundreds);
      when TensDigit => data <= x"3" & std_logic_vector(tens);
      when OnesDigit => data <= x"3" & std_logic_vector(ones(3 downto 0));
      when ShapeSign =>
        case kind is
          when "00" => data <= byte('+');
          when "01" => data <= byte('/');
          when others => data <= byte('\');
        end case;
      when FirstLetter => data <= byte(TEAM_CODE(TEAM_CODE'left));
      when SecondLetter => data <= byte(TEAM_CODE(TEAM_CODE'right));
      when others => data <= LINE_FEED;
    end case;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        state <= Idle;
      elsif state = Idle then
        low      <= column;
        ones     <= row;
        kind     <= shape;
        high     <= (others => '0');
        hundreds <= (others => '0');
        tens     <= (others => '0');
        if go = '1' and team = '1' then
          state <= FirstLetter;
        elsif go = '1' then
          state <= Count;
        end if;
      elsif state = Count then
        if low > 26 then
          low  <= low - 26;
          high <= high + 1;
        elsif ones > 99 then
          ones     <= ones - 100;
          hundreds <= hundreds + 1;
        elsif ones > 9 then
          ones <= ones - 10;
          tens <= tens + 1;
        else
          state <= HighLetter;
        end if;
      elsif skip = '1' or waits = '0' then
        case state is
          when HighLetter => state <= LowLetter;
          when LowLetter => state <= HundredsDigit;
          when HundredsDigit => state <= TensDigit;
          when TensDigit => state <= OnesDigit;
          when OnesDigit => state <= ShapeSign;
          when FirstLetter => state <= SecondLetter;
          when LineEnd => state <= Idle;
          when others => state <= LineEnd;
        end case;
      end if;
    end if;
  end process;
end architecture;
