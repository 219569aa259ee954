# SPDX-License-Identifier: Apache-2.0
"""loopline.h for Python: the rules of Trax, a scoreboard for cores, stimulus.

It needs nothing but ctypes, and libloopline.so: in the folder that LOOPLINE_LIB
names, beside this file, or where the system keeps libraries.

    p = loopline.Position()
    p.play("@0/"); p.play("A2\\"); p.play("B1\\")
    p.over, p.winner, p.placed()

Refused turns return a status of docs/rtl-interface.md; wrong calls raise Error.
"""
import ctypes
import os

ABI_VERSION = 1

NEW, PLAY, UNDO, TRY, GEN = range(5)
OPERATIONS = ("NEW", "PLAY", "UNDO", "TRY", "GEN")
(OK, SYNTAX, GAME_OVER, FIRST_MOVE, OFF_BOARD, OCCUPIED, ISOLATED, COLOUR, FORCED_PLAY,
 BOARD_FULL, NOTHING_TO_UNDO) = range(11)
SHAPES = "+/\\"
TRAX, BATTLE2048, CHASER, DPT, KAKOMIMASU = range(5)


class Error(Exception):
    """A wrong call; code is one of loopline.h."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class Move(ctypes.Structure):
    """A written move: col, row, shape."""
    _fields_ = [("col", ctypes.c_int32), ("row", ctypes.c_int32), ("shape", ctypes.c_int32)]

    def __str__(self):
        return column(self.col) + str(self.row) + (SHAPES + "?")[self.shape]


class Tile(ctypes.Structure):
    """A tile on the board: col, row, tile (the set of its red sides), forced."""
    _fields_ = [("col", ctypes.c_int32), ("row", ctypes.c_int32), ("tile", ctypes.c_int32),
                ("forced", ctypes.c_int32)]

    def __str__(self):
        return column(self.col) + str(self.row) + "...B.Ps..Sp.b..."[self.tile]


class State(ctypes.Structure):
    """What the state ports of a core show."""
    _fields_ = [(name, ctypes.c_int32) for name in
                ("width", "height", "tiles", "plies", "red", "over", "winner", "completed")]


def column(n):
    """The name of a column: 0 is @, 1 is A."""
    text = ""
    while n > 0:
        n, letter = divmod(n - 1, 26)
        text = chr(65 + letter) + text
    return text or "@"


def _load():
    places = [os.environ.get("LOOPLINE_LIB"), os.path.dirname(os.path.abspath(__file__)), ""]
    for place in places:
        if place is None:
            continue
        try:
            lib = ctypes.CDLL(os.path.join(place, "libloopline.so"))
            break
        except OSError as err:
            wrong = err
    else:
        raise ImportError("libloopline.so is not found: build it with make libloopline, and set "
                          "LOOPLINE_LIB to its folder (%s)" % wrong)
    i32, i64, text, size = ctypes.c_int32, ctypes.c_int64, ctypes.c_char_p, ctypes.c_size_t
    pointer = ctypes.POINTER
    for name, result, arguments in (
            ("ll_abi_version", i32, ()), ("ll_version", i64, (text, size)), ("ll_error_text", text, (i32,)),
            ("ll_position_new", i32, (i32,)), ("ll_position_copy", i32, (i32,)),
            ("ll_position_free", i32, (i32,)), ("ll_position_reset", i32, (i32,)),
            ("ll_play", i32, (i32,) * 4), ("ll_play_text", i32, (i32, text, size)), ("ll_try", i32, (i32,) * 4),
            ("ll_undo", i32, (i32,)), ("ll_position_state", i32, (i32, pointer(State))),
            ("ll_square", i32, (i32,) * 3), ("ll_placed", i64, (i32, pointer(Tile), size)),
            ("ll_moves", i64, (i32, pointer(Move), size)), ("ll_refused", i64, (i32, pointer(Move), size)),
            ("ll_board", i64, (i32, text, size)), ("ll_history", i64, (i32, text, size)),
            ("ll_reason", i64, (i32, text, size)), ("ll_hash", i32, (i32, pointer(ctypes.c_uint64))),
            ("ll_scoreboard_new", i32, (i32,)), ("ll_scoreboard_free", i32, (i32,)),
            ("ll_sb_reset", i32, (i32,)), ("ll_sb_command", i32, (i32,) * 5), ("ll_sb_trace", i32, (i32,) * 8),
            ("ll_sb_gen", i32, (i32,) * 6), ("ll_sb_state", i32, (i32,) * 9), ("ll_sb_response", i32, (i32,) * 3),
            ("ll_sb_ready", i32, (i32,)), ("ll_sb_timeout", i32, (i32,)), ("ll_sb_differs", i32, (i32,)),
            ("ll_sb_turns", i32, (i32,)), ("ll_sb_difference", i64, (i32, text, size)),
            ("ll_sb_summary", i64, (i32, text, size)), ("ll_sb_bin", i64, (i32, text, size)),
            ("ll_sb_finish", i32, (i32,)), ("ll_stimulus_new", i32, (i32,) * 4), ("ll_stimulus_free", i32, (i32,)),
            ("ll_stimulus_next", i32, (i32,)), ("ll_replay", i64, (i32, text, size, text, size)),
    ):
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    if lib.ll_abi_version() != ABI_VERSION:
        raise ImportError("libloopline.so has the interface %d, loopline.py %d: take both from one release"
                          % (lib.ll_abi_version(), ABI_VERSION))
    return lib


_lib = _load()


def error_text(code):
    """The sentence for a status or an error."""
    return _lib.ll_error_text(code).decode()


def _checked(code):
    if code < 0:
        raise Error(code, error_text(code))
    return code


def _text(function, handle):
    size = _checked(function(handle, None, 0)) + 1
    buffer = ctypes.create_string_buffer(size)
    _checked(function(handle, buffer, size))
    return buffer.value.decode()


def version():
    """The version of Loopline."""
    buffer = ctypes.create_string_buffer(256)
    _lib.ll_version(buffer, 256)
    return buffer.value.decode()


class _Handle:
    """An object of the library, which free (or the end of a with) gives back."""
    _free = None

    def free(self):
        """Gives it back; using it afterwards raises Error."""
        _checked(type(self)._free(self.handle))
        self.handle = -1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.handle > 0:
            self.free()

    def __del__(self):
        if getattr(self, "handle", -1) > 0:
            type(self)._free(self.handle)


class Position(_Handle):
    """A game of Trax. log_size 5 is a core's board of 32x32, 0 has no edge."""
    _free = _lib.ll_position_free

    def __init__(self, log_size=0, _handle=None):
        self.handle = _checked(_lib.ll_position_new(log_size)) if _handle is None else _handle

    def copy(self):
        """Another position with the same board and history."""
        return Position(_handle=_checked(_lib.ll_position_copy(self.handle)))

    def reset(self):
        """Takes all turns back."""
        _checked(_lib.ll_position_reset(self.handle))

    def play(self, move, row=None, shape=None):
        """Plays "C2/", or column 3, row 2, shape 1; returns the status."""
        if row is None:
            move = move.encode()
            return _checked(_lib.ll_play_text(self.handle, move, len(move)))
        return _checked(_lib.ll_play(self.handle, move, row, shape))

    def try_(self, col, row, shape):
        """The status that play would return."""
        return _checked(_lib.ll_try(self.handle, col, row, shape))

    def undo(self):
        """Takes the last turn back; returns OK or NOTHING_TO_UNDO."""
        return _checked(_lib.ll_undo(self.handle))

    def state(self):
        """What the state ports of a core would show."""
        state = State()
        _checked(_lib.ll_position_state(self.handle, ctypes.byref(state)))
        return state

    def __getattr__(self, name):
        if name in ("width", "height", "tiles", "plies", "red", "over", "winner", "completed"):
            return getattr(self.state(), name)
        raise AttributeError(name)

    def square(self, col, row):
        """The tile at a cell of the box, 0 where there is none."""
        return _checked(_lib.ll_square(self.handle, col, row))

    def _list(self, function, kind):
        count = _checked(function(self.handle, None, 0))
        entries = (kind * max(count, 1))()
        _checked(function(self.handle, entries, count))
        return list(entries)[:count]

    def placed(self):
        """The tiles that the last turn placed, the written one first."""
        return self._list(_lib.ll_placed, Tile)

    def moves(self):
        """All legal turns in reading order."""
        return self._list(_lib.ll_moves, Move)

    def refused(self):
        """The turns that forced play alone refuses."""
        return self._list(_lib.ll_refused, Move)

    def board(self):
        """The box as letters, a line a row."""
        return _text(_lib.ll_board, self.handle)

    def history(self):
        """The moves so far, separated by spaces."""
        return _text(_lib.ll_history, self.handle)

    def reason(self):
        """Why the last turn was refused, in a sentence."""
        return _text(_lib.ll_reason, self.handle)

    def __hash__(self):
        value = ctypes.c_uint64()
        _checked(_lib.ll_hash(self.handle, ctypes.byref(value)))
        return value.value

    def __eq__(self, other):
        return isinstance(other, Position) and hash(self) == hash(other)


class Scoreboard(_Handle):
    """Compares a core with the rules by what its ports do. In each clock cycle call what
    applies, in this order: reset, trace, gen, state and response, state and ready,
    command. Each returns whether there is a difference."""
    _free = _lib.ll_scoreboard_free

    def __init__(self, log_size=5):
        self.handle = _checked(_lib.ll_scoreboard_new(log_size))

    def reset(self):
        return _checked(_lib.ll_sb_reset(self.handle)) != 0

    def command(self, op, col=0, row=0, shape=0):
        return _checked(_lib.ll_sb_command(self.handle, op, col, row, shape)) != 0

    def trace(self, undo, forced, x, y, tile, origin_x, origin_y):
        return _checked(_lib.ll_sb_trace(self.handle, undo, forced, x, y, tile, origin_x, origin_y)) != 0

    def gen(self, col, row, shape, status, completed):
        return _checked(_lib.ll_sb_gen(self.handle, col, row, shape, status, completed)) != 0

    def state(self, width, height, tiles, red, over, winner, origin_x, origin_y):
        return _checked(_lib.ll_sb_state(self.handle, width, height, tiles, red, over, winner, origin_x, origin_y)) != 0

    def response(self, status, completed):
        return _checked(_lib.ll_sb_response(self.handle, status, completed)) != 0

    def ready(self):
        return _checked(_lib.ll_sb_ready(self.handle)) != 0

    def timeout(self):
        """The core took too long."""
        return _checked(_lib.ll_sb_timeout(self.handle)) != 0

    def differs(self):
        return _checked(_lib.ll_sb_differs(self.handle)) != 0

    def turns(self):
        """PLAY and TRY that were compared."""
        return _checked(_lib.ll_sb_turns(self.handle))

    def bin(self, name):
        """How often a coverage bin of docs/vectors.md was met."""
        name = name.encode()
        return _checked(_lib.ll_sb_bin(self.handle, name, len(name)))

    def difference(self):
        """The first difference as text; empty without one."""
        return _text(_lib.ll_sb_difference, self.handle)

    def finish(self):
        """Ends it: whether turns were compared and all agree."""
        return _checked(_lib.ll_sb_finish(self.handle)) == 0

    def report(self):
        """Finishes, and returns whether all agrees, and the text for people."""
        agrees = self.finish()
        return agrees, self.difference() + _text(_lib.ll_sb_summary, self.handle)


class Stimulus(_Handle):
    """Commands for a core: an endless iterator of (op, col, row, shape). without is a set of
    operations that the core lacks, plies ends games after so many turns."""
    _free = _lib.ll_stimulus_free

    def __init__(self, seed=1, log_size=5, without=(), plies=0):
        bits = sum(1 << op for op in set(without))
        self.handle = _checked(_lib.ll_stimulus_new(seed, log_size, bits, plies))

    def __iter__(self):
        return self

    def __next__(self):
        c = _checked(_lib.ll_stimulus_next(self.handle))
        return c & 7, c >> 8 & 1023, c >> 18 & 1023, c >> 4 & 3


def replay(game, question):
    """The answer to a JSON question as "loopline replay --json" gives it; both are text."""
    asked = question.encode()
    room = 1 << 16
    while True:
        buffer = ctypes.create_string_buffer(room)
        length = _lib.ll_replay(game, asked, len(asked), buffer, room)
        if length < 0:
            raise Error(length, buffer.value.decode() or error_text(length))
        if length < room:
            return buffer.value.decode()
        room = length + 1
