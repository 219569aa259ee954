library ieee;
use ieee.std_logic_1164.all;
library serlib;
use serlib.serial_pkg.all;

entity receiver is
  generic (DIVIDER : positive);
  port (
    clk, rst, line_in : in  std_logic;
    got               : out stream
  );
end entity;

architecture rtl of receiver is
  type state_t is (WAITING, SHIFTING, STOPPING);
  signal state : state_t := WAITING;
  signal meta  : std_logic_vector(2 downto 0) := (others => '1');
  signal count : natural range 0 to 2 * DIVIDER := 0;
  signal index : natural range 0 to 7 := 0;
  signal shift : octet := (others => '0');
begin
  receive : process (clk) is
  begin
    if rising_edge(clk) then
      meta      <= meta(1 downto 0) & line_in;
      got.valid <= '0';
      if rst = '1' then
        state <= WAITING;
      elsif state = WAITING then
        index <= 0;
        count <= DIVIDER + DIVIDER / 2 - 1;
        if meta(2) = '0' then
          state <= SHIFTING;
        end if;
      elsif count /= 0 then
        count <= count - 1;
      else
        count <= DIVIDER - 1;
        case state is
          when SHIFTING =>
            shift <= meta(2) & shift(7 downto 1);
            if index = 7 then
              state <= STOPPING;
            else
              index <= index + 1;
            end if;
          when others =>
            got.data  <= shift;
            got.valid <= meta(2);
            state     <= WAITING;
        end case;
      end if;
    end if;
  end process;
end architecture;
