-- Chooses a move and plays it on the core.
--
-- Each own move is tried. One that wins is played. Each other one is played, and
-- every reply to it is tried: the move is unsafe if one wins, and threatens if one
-- would complete our own colour. Of a safe move that threatens the escapes are
-- counted: replies that leave us no answer that wins. The best move has the fewest,
-- then forces the most tiles; then dice decide. After BUDGET clock cycles the best
-- so far is taken, and in the last quarter of them no escapes are counted.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity chooser is
  generic (BUDGET : positive := 6000000);
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
  constant OP_UNDO : std_logic_vector(2 downto 0) := "010";
  constant OP_TRY  : std_logic_vector(2 downto 0) := "011";

  constant OK          : std_logic_vector(3 downto 0) := x"0";
  constant COLOUR      : std_logic_vector(3 downto 0) := x"7";
  constant FORCED_PLAY : std_logic_vector(3 downto 0) := x"8";
  constant BOARD_FULL  : std_logic_vector(3 downto 0) := x"9";

  constant LAST_SHAPE : unsigned(1 downto 0) := "10";
  constant MANY       : unsigned(7 downto 0) := x"FF";  -- escapes, or not counted

  type state_t is (IDLE, ASK, STEP, MOVE, BACK, PICK, LAST, CHOSEN);
  signal state : state_t;
  signal sent  : std_logic;  -- the command has passed, its answer has not come

  -- Whose moves are tried: our own, the replies to one of them, our answers to one of these.
  type level_t is (OWN_MOVES, REPLIES, ANSWERS);
  signal level    : level_t;
  signal deep     : boolean;    -- the replies are gone through again, with answers
  signal answered : boolean;    -- an answer wins
  signal we       : std_logic;  -- our colour: 1 is red

  type move_t is record
    column, row : unsigned(5 downto 0);
    shape       : unsigned(1 downto 0);
  end record;
  constant FIRST_MOVE : move_t := ("000000", "000000", "00");
  signal now_tried    : move_t := FIRST_MOVE;
  signal own, reply   : move_t;  -- that are played
  signal best         : move_t;

  -- The eval of a move, and what decides between equal ones: few escapes, many tiles, dice.
  type worth_t is (NONE, LOST, UNSAFE, SAFE, WINS);
  signal worth, best_worth : worth_t;
  signal threatens         : boolean;
  signal escapes, fewest   : unsigned(7 downto 0);
  signal own_tiles         : unsigned(10 downto 0);  -- tiles after our own move
  signal rest, best_rest   : unsigned(22 downto 0);
  signal dice              : std_logic_vector(15 downto 0);

  signal time_left           : natural range 0 to BUDGET;
  signal tired, late         : boolean;
  signal legal, ours, theirs : boolean;
  signal our_set, their_set  : std_logic_vector(1 downto 0);
  signal last_column         : boolean;
  signal last_row            : boolean;
begin
  done      <= '1' when state = CHOSEN else '0';
  found     <= '1' when best_worth /= NONE else '0';
  column    <= now_tried.column;
  row       <= now_tried.row;
  shape     <= std_logic_vector(now_tried.shape);
  cmd_valid <= not sent when state = ASK or state = MOVE or state = BACK or state = LAST else '0';
  cmd_op    <= OP_TRY when state = ASK else OP_UNDO when state = BACK else OP_PLAY;

  rest   <= not escapes & own_tiles & unsigned(dice(3 downto 0));
  fewest <= not best_rest(22 downto 15);
  tired  <= time_left < BUDGET / 4;
  late   <= time_left = 0 and best_worth /= NONE;

  our_set   <= rsp_completed(3 downto 2) when we = '1' else rsp_completed(1 downto 0);
  their_set <= rsp_completed(1 downto 0) when we = '1' else rsp_completed(3 downto 2);
  legal     <= rsp_status = OK;
  ours      <= legal and our_set /= "00";
  theirs    <= legal and their_set /= "00";

  last_column <= now_tried.column > width;
  last_row    <= now_tried.row > height;

  process (clk)
    procedure scan(next_level : level_t) is  -- all moves, from the first
    begin
      level     <= next_level;
      now_tried <= FIRST_MOVE;
      state     <= ASK;
    end procedure;
  begin
    if rising_edge(clk) then
      dice <= dice(14 downto 0) & (dice(15) xor dice(13) xor dice(12) xor dice(10));
      if cmd_valid = '1' and cmd_ready = '1' then
        sent <= '1';
      end if;
      if rsp_valid = '1' then
        sent <= '0';
      end if;
      if time_left /= 0 then
        time_left <= time_left - 1;
      end if;

      case state is
        when IDLE =>
          we         <= red;
          best_worth <= NONE;
          best_rest  <= (others => '0');
          time_left  <= BUDGET;
          if run = '1' then
            scan(OWN_MOVES);
          end if;

        when ASK =>
          if rsp_valid = '1' then
            state <= STEP;
            -- The other shapes are worth a try where this cell is empty and touches a tile.
            if not (legal or rsp_status = COLOUR or rsp_status = FORCED_PLAY or rsp_status = BOARD_FULL) then
              now_tried.shape <= LAST_SHAPE;
            end if;
            case level is
              when OWN_MOVES =>
                if ours then
                  best       <= now_tried;
                  best_worth <= WINS;
                  state      <= PICK;
                elsif theirs then
                  if best_worth = NONE then
                    best       <= now_tried;
                    best_worth <= LOST;
                  end if;
                elsif legal then
                  own   <= now_tried;
                  state <= MOVE;
                end if;

              when REPLIES =>
                if deep then
                  reply <= now_tried;
                  if legal and not ours then
                    state <= MOVE;
                  end if;
                elsif theirs then
                  worth <= UNSAFE;
                  state <= BACK;
                elsif ours then
                  threatens <= true;
                end if;

              when ANSWERS =>
                if ours then
                  answered <= true;
                  state    <= BACK;
                end if;
            end case;
          end if;

        when STEP =>  -- to the next shape, column, row
          state           <= ASK;
          now_tried.shape <= now_tried.shape + 1;
          if now_tried.shape = LAST_SHAPE then
            now_tried.shape  <= "00";
            now_tried.column <= now_tried.column + 1;
            if last_column then
              now_tried.column <= "000000";
              now_tried.row    <= now_tried.row + 1;
            end if;
          end if;
          if late or (deep and tired) then
            state   <= PICK when level = OWN_MOVES else BACK;
            escapes <= MANY;
          elsif now_tried.shape = LAST_SHAPE and last_column and last_row then  -- that was the last
            state <= PICK when level = OWN_MOVES else BACK;
            if level = REPLIES and deep and escapes = 0 then
              worth <= WINS;
            end if;
            if level = REPLIES and not deep and threatens and not tired then
              deep    <= true;
              escapes <= x"00";
              scan(REPLIES);
            end if;
          end if;

        when MOVE =>
          if rsp_valid = '1' then
            answered <= false;
            if level = OWN_MOVES then
              own_tiles <= tiles;
              worth     <= SAFE;
              threatens <= false;
              escapes   <= MANY;
              deep      <= false;
              scan(REPLIES);
            else
              scan(ANSWERS);
            end if;
          end if;

        when BACK =>
          if rsp_valid = '1' then
            if level = ANSWERS then
              level     <= REPLIES;
              now_tried <= reply;
              state     <= STEP;
              if not answered then
                escapes <= escapes + 1;
                if tired or escapes >= fewest then  -- another move is better
                  escapes <= MANY;
                  state   <= BACK;
                end if;
              end if;
            else
              level     <= OWN_MOVES;
              deep      <= false;
              now_tried <= own;
              if worth > best_worth or (worth = best_worth and rest > best_rest) then
                best       <= own;
                best_worth <= worth;
                best_rest  <= rest;
              end if;
              state <= PICK when worth = WINS else STEP;
            end if;
          end if;

        when PICK =>
          now_tried <= best;
          state     <= LAST when found = '1' else CHOSEN;

        when LAST =>
          if rsp_valid = '1' then
            state <= CHOSEN;
          end if;

        when CHOSEN =>
          if run = '0' then
            state <= IDLE;
          end if;
      end case;

      if rst = '1' then
        dice  <= x"0001";
        sent  <= '0';
        state <= IDLE;
      end if;
    end if;
  end process;
end architecture;
