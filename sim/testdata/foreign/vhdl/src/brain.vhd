library ieee;
use ieee.std_logic_1164.all;
library serlib;
use serlib.serial_pkg.all;

entity brain is
  generic (TEAM : string(1 to 2));
  port (
    clk, rst : in  std_logic;
    heard    : in  stream;
    ready    : in  std_logic;
    said     : out stream
  );
end entity;

architecture rtl of brain is
  signal last : octet := (others => '0');
  signal step : natural range 0 to 3 := 0;
  signal own  : stream := IDLE_STREAM;
begin
  said <= own;

  answer : process (clk) is
  begin
    if rising_edge(clk) then
      if rst = '1' then
        step <= 0;
        own  <= IDLE_STREAM;
      elsif own.valid = '1' then
        if ready = '1' then
          own.valid <= '0';
        end if;
      elsif step /= 0 then
        if ready = '1' then
          own.valid <= '1';
          case step is
            when 1      => own.data <= to_octet(TEAM(1));
            when 2      => own.data <= to_octet(TEAM(2));
            when others => own.data <= LINE_FEED;
          end case;
          step <= (step + 1) mod 4;
        end if;
      elsif heard.valid = '1' then
        last <= heard.data;
        if heard.data = LINE_FEED and last = to_octet('T') then
          step <= 1;
        end if;
      end if;
    end if;
  end process;
end architecture;
