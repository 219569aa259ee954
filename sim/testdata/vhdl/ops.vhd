-- SPDX-License-Identifier: Apache-2.0
--
-- What numbers, memories and choices do, one after the other.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity ops is
  port (clk : in std_logic; a, b : in std_logic_vector(7 downto 0); q : out std_logic_vector(15 downto 0));
end;
architecture rtl of ops is
  type mem_t is array (0 to 15) of std_logic_vector(7 downto 0);
  signal mem : mem_t := (others => x"41");
  type rom_t is array (0 to 3) of std_logic_vector(7 downto 0);
  constant rom : rom_t := (x"11", x"22", x"33", x"44");
  type kind_t is (k_add, k_sub, k_mul, k_smul, k_div, k_sdiv, k_mod, k_smod, k_rem, k_srem, k_sll, k_srl, k_sra, k_rol, k_abs, k_neg, k_lt, k_slt, k_case, k_mem, k_rom, k_int);
  signal kind : kind_t := k_add;
  signal x : std_logic_vector(15 downto 0);
  signal r : std_logic_vector(7 downto 0) := x"00";
  signal n : integer range -200 to 200 := 0;
begin
  q <= x;
  process (clk)
    variable u, v : unsigned(7 downto 0);
    variable s, t : signed(7 downto 0);
  begin
    if rising_edge(clk) then
      u := unsigned(a); v := unsigned(b); s := signed(a); t := signed(b);
      if v = 0 then v := to_unsigned(1, 8); t := to_signed(-1, 8); end if;
      r <= mem(to_integer(u(3 downto 0)));
      if b(0) = '1' then mem(to_integer(v(3 downto 0))) <= a; end if;
      n <= to_integer(s) + to_integer(t) / 2;
      x <= (others => '0');
      case kind is
        when k_add => x <= std_logic_vector(resize(u, 16) + v); kind <= k_sub;
        when k_sub => x <= std_logic_vector(resize(s, 16) - t); kind <= k_mul;
        when k_mul => x <= std_logic_vector(u * v); kind <= k_smul;
        when k_smul => x <= std_logic_vector(s * t); kind <= k_div;
        when k_div => x <= std_logic_vector(resize(u / v, 16)); kind <= k_sdiv;
        when k_sdiv => x <= std_logic_vector(resize(s / t, 16)); kind <= k_mod;
        when k_mod => x <= std_logic_vector(resize(u mod v, 16)); kind <= k_smod;
        when k_smod => x <= std_logic_vector(resize(s mod t, 16)); kind <= k_rem;
        when k_rem => x <= std_logic_vector(resize(u rem v, 16)); kind <= k_srem;
        when k_srem => x <= std_logic_vector(resize(s rem t, 16)); kind <= k_sll;
        when k_sll => x <= std_logic_vector(shift_left(u, 3) & shift_left(v, to_integer(u(2 downto 0)))); kind <= k_srl;
        when k_srl => x <= std_logic_vector(shift_right(u, 3) & shift_right(v, to_integer(u(2 downto 0)))); kind <= k_sra;
        when k_sra => x <= std_logic_vector(shift_right(s, 3) & shift_right(t, to_integer(u(2 downto 0)))); kind <= k_rol;
        when k_rol => x <= std_logic_vector(rotate_left(u, 3) & rotate_right(v, 2)); kind <= k_abs;
        when k_abs => x <= std_logic_vector(abs(s) & abs(t)); kind <= k_neg;
        when k_neg => x <= std_logic_vector(-s & not t); kind <= k_lt;
        when k_lt => kind <= k_slt; if u < v then x(0) <= '1'; end if; if u >= v then x(1) <= '1'; end if;
        when k_slt => kind <= k_case; if s < t then x(0) <= '1'; end if; if s > -5 then x(1) <= '1'; end if; if s >= t then x(2) <= '1'; end if;
        when k_case => kind <= k_mem;
          case to_integer(u) is
            when 0 to 20 => x <= x"0001";
            when 33 => x <= x"0203";
            when 128 to 200 => x <= a & b;
            when others => x <= b & a;
          end case;
        when k_mem => x <= r & r; kind <= k_rom;
        when k_rom => x <= rom(to_integer(u(1 downto 0))) & rom(to_integer(v(1 downto 0))); kind <= k_int;
        when k_int => x <= std_logic_vector(to_signed(n * 3 mod 7 + n rem 5, 16)); kind <= k_add;
      end case;
    end if;
  end process;
end;
