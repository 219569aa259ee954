-- Throws dice for a move until the core takes it.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity chooser is
  port (
    clk           : in  std_logic;
    rst           : in  std_logic;
    run           : in  std_logic;  -- stays high until done
    done          : out std_logic;
    found         : out std_logic;  -- a move was played: column, row, shape
    column        : out unsigned(5 downto 0);
    row           : out unsigned(5 downto 0);
    shape         : out std_logic_vector(1 downto 0);
    -- The core.
    cmd_valid     : out std_logic;
    cmd_ready     : in  std_logic;
    cmd_op        : out std_logic_vector(2 downto 0);
    rsp_valid     : in  std_logic;
    rsp_status    : in  std_logic_vector(3 downto 0);
    rsp_completed : in  std_logic_vector(3 downto 0);
    width         : in  unsigned(5 downto 0);
    height        : in  unsigned(5 downto 0);
    tiles         : in  unsigned(10 downto 0);
    red           : in  std_logic
  );
end entity;

architecture rtl of chooser is
  constant OP_PLAY : std_logic_vector(2 downto 0) := "001";
  constant OK      : std_logic_vector(3 downto 0) := x"0";

  type state_t is (THROW, ASK, CHOSEN);
  signal state : state_t;
  signal sent  : std_logic;  -- the command has passed, its answer has not come

  -- Sixteen bits that are another pattern in each clock cycle, and never all 0.
  signal dice : std_logic_vector(15 downto 0);
begin
  done      <= '1' when state = CHOSEN else '0';
  found     <= done;
  cmd_valid <= not sent when state = ASK else '0';
  cmd_op    <= OP_PLAY;

  process (clk)
  begin
    if rising_edge(clk) then
      dice <= dice(14 downto 0) & (dice(15) xor dice(13) xor dice(12) xor dice(10));
      if cmd_valid = '1' and cmd_ready = '1' then
        sent <= '1';
      end if;
      if rsp_valid = '1' then
        sent <= '0';
      end if;

      case state is
        when THROW =>
          column <= '0' & unsigned(dice(15 downto 11));
          row    <= '0' & unsigned(dice(10 downto 6));
          shape  <= dice(1 downto 0);
          if run = '1' then
            state <= ASK;
          end if;

        when ASK =>
          if rsp_valid = '1' then  -- a refused move changes nothing
            state <= CHOSEN when rsp_status = OK else THROW;
          end if;

        when CHOSEN =>
          if run = '0' then
            state <= THROW;
          end if;
      end case;

      if rst = '1' then
        dice  <= x"0001";
        sent  <= '0';
        state <= THROW;
      end if;
    end if;
  end process;
end architecture;
