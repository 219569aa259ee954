-- The lamp of a board with a clock of 1000 Hz: on for 500 cycles, then off for 500.
library ieee;
use ieee.std_logic_1164.all;

entity blink_tb is end entity;

architecture sim of blink_tb is
  signal clk  : std_logic := '0';
  signal rst  : std_logic := '1';
  signal lamp : std_logic;
begin
  dut : entity work.blink
    generic map (CLOCK_HZ => 1000)
    port map (clk => clk, rst => rst, lamp => lamp);

  process
    variable lit : natural := 0;

    procedure cycle is  -- to the next falling edge
    begin
      clk <= '1';
      wait for 5 ns;
      clk <= '0';
      wait for 5 ns;
    end procedure;
  begin
    for n in 1 to 3 loop
      cycle;
    end loop;
    rst <= '0';
    for n in 0 to 9999 loop
      cycle;
      if lamp = '1' then
        lit := lit + 1;
      end if;
      if (lamp = '1') /= (n mod 1000 < 500) then
        report "FAIL: " & to_string(n) & " cycles after the reset the lamp is " & to_string(lamp);
        wait;
      end if;
    end loop;
    report "PASS: on for " & to_string(lit) & " of 10000 cycles";
    wait;
  end process;
end architecture;
