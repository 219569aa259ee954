-- SPDX-License-Identifier: Apache-2.0
--
-- A queue, a checksum, loops and choices with holes, one beside the other.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity queue is
  generic (WIDTH : positive := 8; DEPTH : positive := 4);
  port (
    clk, rst    : in  std_logic;
    push, pop   : in  std_logic;
    data        : in  std_logic_vector(WIDTH - 1 downto 0);
    first       : out std_logic_vector(WIDTH - 1 downto 0);
    empty, full : out std_logic
  );
end entity;

architecture rtl of queue is
  type memory_t is array (0 to DEPTH - 1) of std_logic_vector(WIDTH - 1 downto 0);
  signal memory : memory_t := (others => (others => '0'));
  signal head, tail : integer range 0 to DEPTH - 1 := 0;
  signal count : integer range 0 to DEPTH := 0;
begin
  process
  begin
    wait until rising_edge(clk);
    if push = '1' and count < DEPTH then
      memory(head) <= data;
      head <= (head + 1) mod DEPTH;
    end if;
    if pop = '1' and count > 0 then
      tail <= (tail + 1) mod DEPTH;
    end if;
    if push = '1' and pop /= '1' and count < DEPTH then
      count <= count + 1;
    elsif pop = '1' and push /= '1' and count > 0 then
      count <= count - 1;
    end if;
  end process;

  first <= memory(tail);
  empty <= '1' when count = 0 else '0';
  full  <= '1' when count = DEPTH else '0';
end architecture;

library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity blocks is
  port (clk : in std_logic; a, b : in std_logic_vector(7 downto 0); q : out std_logic_vector(15 downto 0));
end entity;

architecture rtl of blocks is
  constant N : natural := 3;
  type stages_t is array (0 to N) of unsigned(3 downto 0);
  signal stages : stages_t := (others => (others => '0'));
  signal first  : std_logic_vector(7 downto 0);
  signal crc    : std_logic_vector(15 downto 0) := x"FFFF";
  signal empty, full, parity, chosen, late, picked : std_logic := '0';

  procedure step(signal s : inout std_logic_vector(15 downto 0); bit_i : in std_logic) is
    variable v : std_logic_vector(15 downto 0);
  begin
    v := s(14 downto 0) & '0';
    if (s(15) xor bit_i) = '1' then
      v := v xor x"1021";
    end if;
    s <= v;
  end procedure;
begin
  waiting : entity work.queue
    generic map (DEPTH => 5)
    port map (clk => clk, rst => '0', push => a(0), pop => b(0), data => crc(7 downto 0), first => first,
      empty => empty, full => full);

  some : if N > 2 generate
    parity <= xor first;
  else generate
    parity <= '0';
  end generate;

  process (clk)
    variable sum : unsigned(3 downto 0);
  begin
    if rising_edge(clk) then
      step(crc, a(3));
      sum := (others => '0');
      for i in stages'range loop
        sum := sum + stages(i);
        if i > 0 then
          stages(i) <= stages(i - 1);
        end if;
      end loop;
      stages(0) <= sum + unsigned(b(3 downto 0));
      case? crc(3 downto 0) is
        when "1---" => chosen <= parity;
        when "01--" => chosen <= first(0) and not empty;
        when others => chosen <= full xor stages(N)(0) xor picked;
      end case?;
    end if;
  end process;

  process (all)
  begin
    case? a(7 downto 4) is  -- "11--" is what a comment says
      when "11--" | "-010" =>
        picked <= b(1);
      when "000-" =>
        picked <= parity;
      when others =>
        picked <= '1';
    end case?;
  end process;

  -- An asynchronous reset.
  process (clk, b)
  begin
    if b(7 downto 5) = "111" then
      late <= '1';
    elsif rising_edge(clk) then
      late <= not late;
    end if;
  end process;

  q <= crc(15 downto 8) & std_logic_vector(stages(2)) & late & full & empty & chosen;
end architecture;
