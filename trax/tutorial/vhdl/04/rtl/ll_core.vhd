-- The rules of Trax behind the ports of docs/rtl-interface.md.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity ll_core is
  generic (LogSize : positive := 5);  -- the board has 2**LogSize columns and rows
  port (
    clk_i : in std_logic;
    rst_i : in std_logic;

    cmd_valid_i : in  std_logic;
    cmd_ready_o : out std_logic;
    cmd_op_i    : in  std_logic_vector(2 downto 0);
    cmd_col_i   : in  unsigned(LogSize downto 0);
    cmd_row_i   : in  unsigned(LogSize downto 0);
    cmd_shape_i : in  std_logic_vector(1 downto 0);

    rsp_valid_o     : out std_logic;
    rsp_status_o    : out std_logic_vector(3 downto 0);
    rsp_completed_o : out std_logic_vector(3 downto 0);

    width_o  : out unsigned(LogSize downto 0);
    height_o : out unsigned(LogSize downto 0);
    tiles_o  : out unsigned(2 * LogSize downto 0);
    red_o    : out std_logic;
    over_o   : out std_logic;
    winner_o : out std_logic;

    trace_valid_o  : out std_logic;
    trace_undo_o   : out std_logic;
    trace_forced_o : out std_logic;
    trace_x_o      : out unsigned(LogSize - 1 downto 0);
    trace_y_o      : out unsigned(LogSize - 1 downto 0);
    trace_tile_o   : out std_logic_vector(3 downto 0);
    origin_x_o     : out unsigned(LogSize - 1 downto 0);
    origin_y_o     : out unsigned(LogSize - 1 downto 0)
  );
end entity;

architecture rtl of ll_core is
  subtype sides_t is std_logic_vector(3 downto 0);      -- 0 right, 1 top, 2 left, 3 bottom; a tile is its red ones
  subtype line_t is unsigned(LogSize - 1 downto 0);      -- a column or a row of the torus
  subtype cell_t is unsigned(2 * LogSize - 1 downto 0);  -- row and column
  subtype status_t is std_logic_vector(3 downto 0);
  subtype op_t is std_logic_vector(2 downto 0);

  constant MOST : positive := 2**LogSize - 2;  -- columns and rows of the box

  constant OP_NEW  : op_t := "000";
  constant OP_UNDO : op_t := "010"; --@8
  constant OP_TRY  : op_t := "011"; --@8

  constant OK           : status_t := x"0";
  constant SYNTAX       : status_t := x"1";
  constant GAME_OVER    : status_t := x"2"; --@7
  constant FIRST_MOVE   : status_t := x"3";
  constant OFF_BOARD    : status_t := x"4";
  constant OCCUPIED     : status_t := x"5";
  constant ISOLATED     : status_t := x"6";
  constant WRONG_COLOUR : status_t := x"7";
  constant FORCED_PLAY  : status_t := x"8"; --@6
  constant BOARD_FULL   : status_t := x"9";
  constant NOTHING      : status_t := x"A"; --@8

  -- NEXT and FORCE are words of VHDL.
  type state_t is (
    TAKE, BESIDE, FORCE_TILE,  -- forced play --@5
    BACK, REMOVE,              -- the way back --@6
    START, LEAVE, STEP, SEE,   -- along a track --@7
    CLEAR, IDLE, LOOK, JUDGE, NEXT_TILE
  );
  signal state : state_t;

  -- The board: a block RAM. A tile is written in the cycle in which it is traced.
  type cells_t is array (0 to 2**(2 * LogSize) - 1) of sides_t;
  signal cells      : cells_t;
  signal cell_write : std_logic;
  signal cell_to    : cell_t;
  signal cell_tile  : sides_t;
  signal cell_from  : cell_t;
  signal read       : sides_t;    -- the cell at cell_from, a cycle later
  signal cleared    : cell_t := (others => '0');  -- the cell that CLEAR empties
  signal asked_new  : std_logic;  -- by NEW, not by the reset

  -- The journal: all tiles in their order. An entry is how the box grew, whether --@5
  -- the tile was written, its row and its column. --@5
  constant WRITTEN : natural := 2 * LogSize; --@5
  subtype entry_t is std_logic_vector(WRITTEN + 4 downto 0); --@5
  type entries_t is array (0 to 2**(2 * LogSize) - 1) of entry_t; --@5
  signal entries          : entries_t; --@5
  signal entry_from, last : cell_t; --@5
  signal entry            : entry_t;  -- the one at entry_from, a cycle later --@5
  signal entry_x, entry_y : line_t; --@5
  signal at               : cell_t := (others => '0');  -- the tile whose neighbours are looked at --@5
  signal around           : natural range 0 to 3;       -- the neighbour --@5
  signal first            : cell_t;                     -- where this turn begins --@5

  -- The command.
  signal op      : op_t; --@8
  signal shape   : std_logic_vector(1 downto 0);
  signal grows   : sides_t;  -- the sides at which the box does, by a line
  signal full    : boolean;  -- it cannot
  signal refused : boolean;  -- the turn contradicts itself --@8

  -- The cell that is looked at.
  signal cell_x, cell_y : line_t := (others => '0');
  signal side           : natural range 0 to 4;  -- 4 is the cell itself
  signal to_x, to_y     : line_t;                -- the cell at that side
  signal seen, red      : sides_t;               -- edges that enter it
  signal fits           : std_logic;
  signal fit_tile       : sides_t;
  signal must           : std_logic; --@5
  signal clash          : std_logic; --@6
  signal forced_tile    : sides_t; --@5

  -- The walk along the track of one colour. --@7
  signal follow             : boolean;    -- forced play is over --@7
  signal colour             : std_logic;  -- 1 is red --@7
  signal joined             : sides_t;    -- the sides of this colour --@7
  signal second             : boolean;    -- one end is known --@7
  signal end_x, end_y       : line_t;     -- the empty cell there --@7
  signal beyond_x, beyond_y : line_t;     -- right of the box, below it --@7
  signal is_line            : boolean;    -- between that end and the next cell --@7
  signal completed          : std_logic_vector(3 downto 0); --@7

  function lowest(set : sides_t) return natural is --@7
  begin --@7
    for member in 0 to 3 loop --@7
      if set(member) = '1' then --@7
        return member; --@7
      end if; --@7
    end loop; --@7
    return 0; --@7
  end function; --@7
 --@7
  function without_lowest(set : sides_t) return sides_t is --@7
  begin --@7
    return set and std_logic_vector(unsigned(set) - 1); --@7
  end function; --@7
 --@7
  function column_at(x : line_t; toward : natural) return line_t is
  begin
    case toward is
      when 0 => return x + 1;
      when 2 => return x - 1;
      when others => return x;
    end case;
  end function;

  function row_at(y : line_t; toward : natural) return line_t is
  begin
    case toward is
      when 1 => return y - 1;
      when 3 => return y + 1;
      when others => return y;
    end case;
  end function;
begin
  cmd_ready_o <= '1' when state = IDLE else '0';
  over_o      <= '0'; --@<7
  winner_o    <= '0'; --@<7

  to_x <= column_at(cell_x, side);
  to_y <= row_at(cell_y, side);

  cell_write <= '1' when state = CLEAR else trace_valid_o;
  cell_to    <= cleared when state = CLEAR else trace_y_o & trace_x_o;
  cell_tile  <= "0000" when state = CLEAR else trace_tile_o; --@<6
  cell_tile  <= "0000" when state = CLEAR or trace_undo_o = '1' else trace_tile_o; --@6
  cell_from  <= to_y & to_x; --@<7
  cell_from  <= entry_y & entry_x when state = START else to_y & to_x; --@7

  last       <= tiles_o(cell_t'range) - 1; --@5
  entry_from <= at; --@5-5
  entry_from <= last when state = BACK else at; --@6
  entry_x    <= unsigned(entry(LogSize - 1 downto 0)); --@5
  entry_y    <= unsigned(entry(2 * LogSize - 1 downto LogSize)); --@5

  memories : process (clk_i)
  begin
    if rising_edge(clk_i) then
      if cell_write = '1' then
        cells(to_integer(cell_to)) <= cell_tile;
      end if;
      read <= cells(to_integer(cell_from));
      if trace_valid_o = '1' and trace_undo_o = '0' then --@5
        entries(to_integer(last)) <= grows & not trace_forced_o & std_logic_vector(trace_y_o & trace_x_o); --@5
      end if; --@5
      entry <= entries(to_integer(entry_from)); --@5
    end if;
  end process;

  u_fit : entity work.fit
    port map (shape => shape, seen => seen, red => red, fits => fits, tile => fit_tile);

  u_forced : entity work.forced --@5
    port map (seen => seen, red => red, must => must, tile => forced_tile); --@5-5
    port map (seen => seen, red => red, must => must, clash => clash, tile => forced_tile); --@6
 --@5
  full <= ((grows(0) or grows(2)) = '1' and width_o = MOST) or ((grows(1) or grows(3)) = '1' and height_o = MOST);

  joined   <= read when colour = '1' else not read; --@7
  beyond_x <= origin_x_o + width_o(line_t'range) + 1; --@7
  beyond_y <= origin_y_o + height_o(line_t'range) + 1; --@7
  is_line  <= (width_o >= 8 and end_x = origin_x_o and to_x = beyond_x) --@7
    or (width_o >= 8 and to_x = origin_x_o and end_x = beyond_x) --@7
    or (height_o >= 8 and end_y = origin_y_o and to_y = beyond_y) --@7
    or (height_o >= 8 and to_y = origin_y_o and end_y = beyond_y); --@7
 --@7
  control : process (clk_i)
    procedure answer(status : status_t) is
    begin
      rsp_valid_o     <= '1';
      rsp_status_o    <= status;
      rsp_completed_o <= "0000"; --@<7
      rsp_completed_o <= completed when status = OK else "0000"; --@7
      state           <= IDLE;
    end procedure;

    procedure empty_board is
    begin
      cleared    <= (others => '0');
      width_o    <= (others => '0');
      height_o   <= (others => '0');
      tiles_o    <= (others => '0');
      origin_x_o <= (others => '0');
      origin_y_o <= (others => '0');
      red_o      <= '0';
      over_o     <= '0'; --@7
      winner_o   <= '0'; --@7
      state      <= CLEAR;
    end procedure;

    procedure place(tile : sides_t; forced : std_logic) is
    begin
      trace_valid_o  <= '1';
      trace_undo_o   <= '0';
      trace_forced_o <= forced;
      trace_x_o      <= cell_x;
      trace_y_o      <= cell_y;
      trace_tile_o   <= tile;
      tiles_o        <= tiles_o + 1;
    end procedure;

    procedure grow(sides : sides_t) is
    begin
      if (sides(0) or sides(2)) = '1' then
        width_o <= width_o + 1;
      end if;
      if (sides(1) or sides(3)) = '1' then
        height_o <= height_o + 1;
      end if;
      if sides(2) = '1' then
        origin_x_o <= origin_x_o - 1;
      end if;
      if sides(1) = '1' then
        origin_y_o <= origin_y_o - 1;
      end if;
    end procedure;

    procedure shrink(sides : sides_t) is --@6
    begin --@6
      if (sides(0) or sides(2)) = '1' then --@6
        width_o <= width_o - 1; --@6
      end if; --@6
      if (sides(1) or sides(3)) = '1' then --@6
        height_o <= height_o - 1; --@6
      end if; --@6
      if sides(2) = '1' then --@6
        origin_x_o <= origin_x_o + 1; --@6
      end if; --@6
      if sides(1) = '1' then --@6
        origin_y_o <= origin_y_o + 1; --@6
      end if; --@6
    end procedure; --@6
 --@6
    variable came : sides_t;  -- the side by which a track enters --@7
  begin
    if rising_edge(clk_i) then
      rsp_valid_o   <= '0';
      trace_valid_o <= '0';

      case state is
        when CLEAR =>
          cleared <= cleared + 1;
          if cleared = 2**(2 * LogSize) - 1 then
            answer(OK);
            rsp_valid_o <= asked_new;
          end if;

        when IDLE =>
          op        <= cmd_op_i; --@8
          refused   <= false; --@8
          shape     <= cmd_shape_i;
          grows     <= "0000";
          cell_x    <= origin_x_o + cmd_col_i(line_t'range);
          cell_y    <= origin_y_o + cmd_row_i(line_t'range);
          side      <= 0;
          first     <= tiles_o(cell_t'range); --@5
          at        <= tiles_o(cell_t'range); --@5
          follow    <= false; --@7
          colour    <= '0'; --@7
          second    <= false; --@7
          completed <= "0000"; --@7
          if cmd_col_i = 0 then
            grows(2) <= '1';
          elsif cmd_col_i = width_o + 1 then
            grows(0) <= '1';
          end if;
          if cmd_row_i = 0 then
            grows(1) <= '1';
          elsif cmd_row_i = height_o + 1 then
            grows(3) <= '1';
          end if;
          if cmd_valid_i = '0' then
            null;
          elsif cmd_op_i = OP_NEW then
            asked_new <= '1';
            empty_board;
          elsif cmd_op_i = OP_UNDO then --@8
            if tiles_o = 0 then --@8
              answer(NOTHING); --@8
            else --@8
              state <= BACK; --@8
            end if; --@8
          elsif cmd_shape_i = "11" then
            answer(SYNTAX);
          elsif over_o = '1' then --@7
            answer(GAME_OVER); --@7
          elsif tiles_o = 0 and (cmd_col_i /= 0 or cmd_row_i /= 0 or cmd_shape_i = "10") then
            answer(FIRST_MOVE);
          elsif cmd_col_i > width_o + 1 or cmd_row_i > height_o + 1 then
            answer(OFF_BOARD);
          else
            state <= LOOK;
          end if;

        when LOOK =>  -- from side to side: one is asked for, and the one before comes
          if side > 0 then
            seen <= (or read) & seen(3 downto 1);
            red  <= read((side + 1) mod 4) & red(3 downto 1);  -- its left side meets our right one
          end if;
          if side < 4 then
            side <= side + 1;
          else --@<5
            state <= JUDGE; --@<5
          elsif tiles_o = first then  -- nothing of this turn lies: it is the written tile --@5
            state <= JUDGE; --@5
          else --@5
            state <= FORCE_TILE; --@5
          end if;

        when JUDGE =>  -- read is the cell itself
          state <= NEXT_TILE;
          if read /= "0000" then
            answer(OCCUPIED);
          elsif seen = "0000" and tiles_o /= 0 then
            answer(ISOLATED);
          elsif fits = '0' then
            answer(WRONG_COLOUR);
          elsif full then
            answer(BOARD_FULL);
          else
            place(fit_tile, '0');
            grow(grows);
          end if;

        when NEXT_TILE =>  -- of the turn --@5
          around <= 0; --@5
          if at /= tiles_o then --@5
            state <= TAKE; --@5
          elsif not follow then  -- forced play is over --@7
            follow <= true; --@7
            at     <= first; --@7
          else --@5
            answer(OK); --@5
            red_o <= not red_o; --@5
            -- Of both colours, the one that moved. --@7
            winner_o <= (or completed(3 downto 2)) and (red_o or not (or completed(1 downto 0))); --@7
            over_o   <= or completed; --@7
            if op = OP_TRY then --@8
              state <= BACK; --@8
            end if; --@8
          end if; --@5

        when TAKE =>  -- its entry comes --@5
          state <= BESIDE; --@5-6
          state <= START when follow else BESIDE; --@7
 --@5
        when BESIDE =>  -- it, on the next side --@5
          cell_x <= column_at(entry_x, around); --@5
          cell_y <= row_at(entry_y, around); --@5
          side   <= 0; --@5
          state  <= LOOK; --@5
 --@5
        when FORCE_TILE =>  -- read is the cell itself --@5
          state  <= BESIDE; --@5
          around <= (around + 1) mod 4; --@5
          if around = 3 then --@5
            at    <= at + 1; --@5
            state <= NEXT_TILE; --@5
          end if; --@5
          if read = "0000" and clash = '1' then --@6
            refused <= true; --@8
            state   <= BACK; --@8
            state <= BACK; --@6-7
          elsif read = "0000" and must = '1' then --@6
          if read = "0000" and must = '1' then --@5-5
            place(forced_tile, '1'); --@5
          end if; --@5
 --@6
        when BACK =>  -- the last entry comes --@6
          state <= REMOVE; --@6
 --@6
        when REMOVE => --@6
          trace_valid_o <= '1'; --@6
          trace_undo_o  <= '1'; --@6
          trace_x_o     <= entry_x; --@6
          trace_y_o     <= entry_y; --@6
          tiles_o       <= tiles_o - 1; --@6
          state         <= BACK; --@6
          if entry(WRITTEN) = '1' then  -- the turn began with it --@6
            shrink(entry(WRITTEN + 4 downto WRITTEN + 1)); --@6
            answer(FORCED_PLAY); --@6-7
            state <= IDLE; --@8
            if refused then --@8
              answer(FORCED_PLAY); --@8
            else --@8
              red_o    <= not red_o; --@8
              over_o   <= '0'; --@8
              winner_o <= '0'; --@8
              if op = OP_UNDO then  -- TRY has answered before --@8
                answer(OK); --@8
              end if; --@8
            end if; --@8
          end if; --@6
 --@7
        when START =>  -- in the tile itself, which is asked for --@7
          cell_x <= entry_x; --@7
          cell_y <= entry_y; --@7
          state  <= LEAVE; --@7
 --@7
        when LEAVE => --@7
          side  <= lowest(without_lowest(joined)) when second else lowest(joined); --@7
          state <= STEP; --@7
 --@7
        when STEP =>  -- the next cell is asked for --@7
          state <= SEE; --@7
 --@7
        when SEE => --@7
          if read /= "0000" and (to_x /= entry_x or to_y /= entry_y) then  -- the track goes on --@7
            came                   := "0000"; --@7
            came((side + 2) mod 4) := '1'; --@7
            side   <= lowest(joined and not came); --@7
            cell_x <= to_x; --@7
            cell_y <= to_y; --@7
            state  <= STEP; --@7
          elsif read = "0000" and not second then  -- to the other end --@7
            end_x  <= to_x; --@7
            end_y  <= to_y; --@7
            second <= true; --@7
            state  <= START; --@7
          else --@7
            if read /= "0000" then  -- back where it began: a loop --@7
              completed(0) <= completed(0) or not colour; --@7
              completed(2) <= completed(2) or colour; --@7
            elsif is_line then --@7
              completed(1) <= completed(1) or not colour; --@7
              completed(3) <= completed(3) or colour; --@7
            end if; --@7
            second <= false; --@7
            colour <= not colour; --@7
            state  <= START; --@7
            if colour = '1' then --@7
              at    <= at + 1; --@7
              state <= NEXT_TILE; --@7
            end if; --@7
          end if; --@7
        when NEXT_TILE => --@<5
          answer(OK); --@<5
          red_o <= not red_o; --@<5
      end case;

      if rst_i = '1' then
        asked_new     <= '0';
        rsp_valid_o   <= '0';
        trace_valid_o <= '0';
        empty_board;
      end if;
    end if;
  end process;
end architecture;
