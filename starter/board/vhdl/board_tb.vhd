-- Talks to the board by its two serial pins and compares its answers.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.ascii.all;

entity board_tb is end entity;

architecture sim of board_tb is
  constant BIT_TIME : time := 160 ns;  -- 16 clock cycles
  signal clk     : std_logic := '0';
  signal rx      : std_logic := '1';
  signal tx      : std_logic;
  signal lamp    : std_logic;
  signal running : boolean := true;
begin
  dut : entity work.board
    generic map (CLOCK_HZ => 16 * 115200, BAUD => 115200)
    port map (clk => clk, ask_reset => '0', rx => rx, tx => tx, lamp => lamp);

  clk <= not clk after 5 ns when running else '0';

  process
    variable errors : natural := 0;

    procedure send(data : byte_t) is
    begin
      rx <= '0';
      wait for BIT_TIME;
      for n in 0 to 7 loop
        rx <= data(n);
        wait for BIT_TIME;
      end loop;
      rx <= '1';
    end procedure;

    procedure receive(data : out byte_t) is
    begin
      wait until tx = '0' for 1 ms;
      assert tx = '0' report "FAIL: the board does not answer" severity failure;
      wait for BIT_TIME / 2;
      for n in 0 to 7 loop
        wait for BIT_TIME;
        data(n) := tx;
      end loop;
      wait for BIT_TIME;
    end procedure;

    procedure ask(question : string; want : string) is
      variable data : byte_t;
      variable got  : string(1 to 8) := (others => ' ');
      variable n    : natural := 0;
    begin
      for i in question'range loop
        send(byte(question(i)));
        wait for BIT_TIME;
      end loop;
      send(LINE_FEED);
      loop
        receive(data);
        exit when data = LINE_FEED or n = 8;
        n := n + 1;
        got(n) := character'val(to_integer(unsigned(data)));
      end loop;
      if got(1 to n) /= want then
        errors := errors + 1;
        report "FAIL: asked " & question & ", got " & got(1 to n) & ", want " & want;
      else
        report "asked " & question & ", got " & want;
      end if;
      wait for BIT_TIME;
    end procedure;
  begin
    -- From power-up the board is in reset for 256 clock cycles, which are 16 bits.
    wait for 20 * BIT_TIME;
    ask("-T", "FP");
    ask("-W", "@0+");
    ask("B1+", "A0+");  -- beside our tile
    ask("C0/", "C0+");  -- above the highest row: there is the highest tile now
    ask("@2+", "D0+");  -- left of all: every column is one further
    ask("-W", "@0+");
    if errors = 0 then
      report "PASS";
    end if;
    running <= false;
    wait;
  end process;
end architecture;
