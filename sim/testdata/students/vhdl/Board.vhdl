-- SPDX-License-Identifier: Apache-2.0
--
-- Answers each line with a team code. The sender is Verilog.
library ieee;
use ieee.std_logic_1164.all;
use work.codes.all;

entity Board is
  generic (CLKS : positive := 868; TEAM : string := "??"; LOUD : boolean := false);
  port (
    Clk_In  : in  std_logic;
    Btn_Rst : in  std_logic;
    Ser_RX  : in  std_logic;
    Ser_TX  : out std_logic;
    Leds    : out std_logic_vector(0 to 3)
  );
end entity;

architecture rtl of Board is
  -- A type and a signal of this name are nothing to Verilog.
  type state_t is (Waiting, First, Second, Ending);
  signal state : state_t := Waiting;
  signal valid, busy, go : std_logic;
  signal data, letter : std_logic_vector(7 downto 0);

  component sender is
    generic (WAIT_CYCLES : integer);
    port (clk, go : in std_logic; data : in std_logic_vector(7 downto 0); busy, tx : out std_logic);
  end component;
begin
  Leds <= "1000" when state = Waiting else "0001";

  receiver : entity work.uart_rx
    generic map (CLKS => CLKS)
    port map (clk => Clk_In, rx => Ser_RX, valid => valid, data => data);

  transmitter : sender
    generic map (WAIT_CYCLES => CLKS - 1)
    port map (clk => Clk_In, go => go, data => letter, busy => busy, tx => Ser_TX);

  go <= '1' when state /= Waiting and busy = '0' and LOUD else '0';

  with state select letter <=
    code(TEAM(TEAM'left)) when First,
    code(TEAM(TEAM'right)) when Second,
    LINE_FEED when others;

  process (Clk_In)
  begin
    if rising_edge(Clk_In) then
      if Btn_Rst = '1' then
        state <= Waiting;
      elsif state = Waiting then
        if valid = '1' and data = LINE_FEED then
          state <= First;
        end if;
      elsif busy = '0' then
        case state is
          when First => state <= Second;
          when Second => state <= Ending;
          when others => state <= Waiting;
        end case;
      end if;
    end if;
  end process;
end architecture;
