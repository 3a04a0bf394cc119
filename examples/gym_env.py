#!/usr/bin/env python3
"""Falling pieces as an environment for learners, in the shape of Gymnasium.

    env = Env(preview=1)
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

Neither Gymnasium nor NumPy is needed: dropforge's shared library is called through ctypes, and
arrays are memoryviews with a shape (numpy.asarray takes them without a copy). The library is the
file that DROPFORGE_LIBRARY names, or that of a build beside this folder, or an installed one.
docs/use/env.md says what actions and observations are.

As a program it plays: see gym_env.py --help.
"""

import argparse
import ctypes
import operator
import os
import pathlib
import random

# ---- the library ----

RULES = ("harddrop", "above", "srs", "srs+180", "nes")  # the order of df_rules
DEALS = ("uniform", "bag", "nes")  # of df_deal
REWARDS = ("lines", "lines-squared", "pieces")  # of df_env_reward
ORIENTATIONS = "NESW"
MAX_SQUARES = 32  # DF_PIECE_MAX_SQUARES


class _Shape(ctypes.Structure):
    _fields_ = [("width", ctypes.c_uint8), ("height", ctypes.c_uint8),
                ("bottom", ctypes.c_uint8 * MAX_SQUARES), ("top", ctypes.c_uint8 * MAX_SQUARES),
                ("row", ctypes.c_uint32 * MAX_SQUARES)]


class _Piece(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char * 12), ("size", ctypes.c_uint8),
                ("same_as", ctypes.c_uint8 * 4), ("shape", _Shape * 4),
                ("kicks", ctypes.c_void_p)]


class _PieceSet(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t), ("pieces", _Piece * 0)]


class _Pieces(ctypes.Structure):
    _fields_ = [("set", ctypes.POINTER(_PieceSet)), ("colors", ctypes.c_void_p)]


class _Mishap(ctypes.Structure):
    _fields_ = [("line", ctypes.c_size_t), ("column", ctypes.c_size_t),
                ("text", ctypes.c_char * 200)]


class _Options(ctypes.Structure):
    _fields_ = [("set", ctypes.POINTER(_PieceSet)), ("width", ctypes.c_uint),
                ("height", ctypes.c_uint), ("boards", ctypes.c_uint), ("rules", ctypes.c_int),
                ("preview", ctypes.c_uint), ("hold", ctypes.c_bool), ("deal", ctypes.c_int),
                ("given", ctypes.c_void_p), ("given_count", ctypes.c_size_t),
                ("max_pieces", ctypes.c_uint64), ("reward", ctypes.c_int),
                ("features", ctypes.c_uint32), ("autoreset", ctypes.c_bool),
                ("record", ctypes.c_bool), ("keys", ctypes.c_bool),
                ("skips_illegal", ctypes.c_bool), ("illegal_reward", ctypes.c_int32)]


class _Arrays(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p)
                for name in ("field", "pieces", "held", "mask", "features", "rewards",
                             "terminated", "truncated", "active", "position")]


class _Place(ctypes.Structure):
    _fields_ = [("orientation", ctypes.c_uint8), ("x", ctypes.c_uint8), ("y", ctypes.c_uint16)]


class _Choice(ctypes.Structure):
    _fields_ = [("place", _Place), ("piece", ctypes.c_uint16), ("holds", ctypes.c_bool),
                ("score", ctypes.c_int64)]


class _Result(ctypes.Structure):
    _fields_ = [("end", ctypes.c_int), ("pieces", ctypes.c_uint64), ("lines", ctypes.c_uint64),
                ("placements", ctypes.c_uint64), ("clears", ctypes.c_uint64 * (MAX_SQUARES + 1)),
                ("fingerprint", ctypes.c_uint64)]


class _Drop(ctypes.Structure):
    _fields_ = [("piece", ctypes.c_uint16), ("orientation", ctypes.c_uint8),
                ("x", ctypes.c_uint8), ("y", ctypes.c_uint16), ("begins_block", ctypes.c_bool)]


class _Plan(ctypes.Structure):
    _fields_ = [("width", ctypes.c_uint16), ("height", ctypes.c_uint16), ("rules", ctypes.c_int),
                ("set", ctypes.c_void_p), ("own_set", ctypes.c_void_p),
                ("colors", ctypes.c_void_p), ("deal", ctypes.c_void_p), ("begin", ctypes.c_void_p),
                ("drops", ctypes.POINTER(_Drop)),
                ("count", ctypes.c_size_t), ("capacity", ctypes.c_size_t)]


def _library_path():
    given = os.environ.get("DROPFORGE_LIBRARY")
    if given:
        return given
    root = pathlib.Path(__file__).resolve().parent.parent
    for path in sorted(root.glob("build*/libdropforge.so")):
        return str(path)
    return "libdropforge.so.0"


def _load():
    try:
        library = ctypes.CDLL(_library_path())
    except OSError as error:
        raise ImportError(f"{error}; build dropforge with ./bootstrap build, or let "
                          "DROPFORGE_LIBRARY name its shared library") from error
    env, size, long = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int64
    pointer = ctypes.POINTER
    for name, result, *arguments in (
            ("df_env_create", ctypes.c_int, pointer(env), pointer(_Options)),
            ("df_env_free", None, env),
            ("df_env_actions", size, env),
            ("df_env_reset", None, env, ctypes.c_uint64),
            ("df_env_begin", ctypes.c_int, env, size, ctypes.c_uint64, ctypes.c_uint64),
            ("df_env_step", ctypes.c_int, env, pointer(long)),
            ("df_env_observe", None, env, pointer(_Arrays)),
            ("df_env_get_choice", ctypes.c_int, env, size, long, pointer(_Choice)),
            ("df_env_get_result", pointer(_Result), env, size),
            ("df_env_get_plan", pointer(_Plan), env, size),
            ("df_feature_find", ctypes.c_int, ctypes.c_char_p, size),
            ("df_feature_name", ctypes.c_char_p, ctypes.c_int),
            ("df_piece_set_tetrominoes", ctypes.c_int, pointer(_Pieces)),
            ("df_pieces_read", ctypes.c_int, pointer(_Pieces), ctypes.c_char_p, size,
             pointer(_Mishap)),
            ("df_pieces_free", None, pointer(_Pieces)),
            ("df_status_name", ctypes.c_char_p, ctypes.c_int)):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


_LIBRARY = _load()
# What is called nothing is not found: the answer is how many there are.
FEATURES = tuple(_LIBRARY.df_feature_name(i).decode()
                 for i in range(_LIBRARY.df_feature_find(b"", 0)))


def _check(status, what):
    if status != 0:
        reason = _LIBRARY.df_status_name(status).decode()
        raise (MemoryError if status == 1 else ValueError)(f"{what}: {reason}")


def _number_of(names, name):
    if name not in names:
        raise ValueError(f"{name!r} is none of {', '.join(names)}")
    return names.index(name)


def _word(name, value):
    """A seed or a count for the library, which takes 64 bits."""
    number = operator.index(value)
    if not 0 <= number < 2**64:
        raise ValueError(f"{name} must be a whole number from 0 to 2**64 - 1, not {value}")
    return number


def _check_range(name, value, least):
    """ctypes would cut off what is too long for the library."""
    if not least <= value < 2**32:
        raise ValueError(f"{name} must be a whole number from {least} on, not {value}")


# ---- spaces ----


class Discrete:
    """The whole numbers from 0 to n - 1."""

    def __init__(self, n):
        self.n = n
        self._random = random.Random()

    def __contains__(self, value):
        return isinstance(value, int) and 0 <= value < self.n

    def __repr__(self):
        return f"Discrete({self.n})"

    contains = __contains__

    def seed(self, seed=None):
        self._random.seed(seed)

    def sample(self, mask=None):
        """One of them at random, of those whose mask is 1; 0 if none is."""
        if mask is None:
            return self._random.randrange(self.n)
        return self._random.choice([i for i, legal in enumerate(mask) if legal] or [0])


class MultiDiscrete:
    """One number for each of several boards."""

    def __init__(self, boards, single):
        self.shape = (boards,)
        self.single = single

    def __repr__(self):
        return f"MultiDiscrete({self.shape[0]} x {self.single.n})"

    def seed(self, seed=None):
        self.single.seed(seed)

    def sample(self, mask=None):
        boards = self.shape[0]
        if mask is None:
            return [self.single.sample() for _ in range(boards)]
        rows = memoryview(mask).cast("B")
        n = self.single.n
        return [self.single.sample(rows[i * n:(i + 1) * n]) for i in range(boards)]


class Box:
    """Arrays of one type (struct's letter) and shape, with values from low to high."""

    def __init__(self, low, high, shape, format):
        self.low, self.high, self.shape, self.format = low, high, shape, format

    def __repr__(self):
        return f"Box({self.low}, {self.high}, {self.shape}, {self.format!r})"


# ---- environments ----


class _Buffer:
    """An array that the library writes into."""

    def __init__(self, format, *shape):
        self._format, self._shape = format, shape
        count = 1
        for length in shape:
            count *= length
        self._bytes = bytearray(count * (1 if format in "bB" else 4))
        self.address = ctypes.addressof((ctypes.c_char * len(self._bytes)).from_buffer(self._bytes))

    def view(self, copy):
        """As an array with its shape; without copy it changes with the next step."""
        memory = bytearray(self._bytes) if copy else self._bytes
        return memoryview(memory).cast(self._format, self._shape)


class Vector:
    """Many boards that are stepped at once, as gymnasium.vector.VectorEnv. A board whose game has
    ended begins its next game in the step after (AutoresetMode.NEXT_STEP), for which its action is
    not looked at.

    rules: "harddrop", "above", "srs", "srs+180" or "nes"; deal: "uniform", "bag" or "nes"; reward:
    "lines", "lines-squared" or "pieces"; pieces: a list of pieces in dropforge's format, else
    tetrominoes.
    With features, all or those of which names are given, an observation has the features of all
    placements. Without copy observations are arrays that change with the next step."""

    metadata = {"render_modes": ["ansi"], "autoreset_mode": "next_step"}
    _env = ctypes.c_void_p()  # what there is to close when nothing could be made
    _pieces = _Pieces()

    def __init__(self, num_envs=1, *, width=10, height=20, rules="above", preview=1, hold=False,
                 deal="uniform", max_pieces=0, reward="lines", pieces=None, features=True,
                 record=False, copy=True, autoreset=True):
        self._env = ctypes.c_void_p()
        self._pieces = _Pieces()
        for name, value, least in (("num_envs", num_envs, 1), ("width", width, 1),
                                   ("height", height, 1), ("preview", preview, 0)):
            _check_range(name, value, least)
        self._copy = copy
        self._seed = None
        self.num_envs, self.width, self.height = num_envs, width, height
        self._read_pieces(pieces)
        wanted = FEATURES if features is True else features or ()
        shown = sum({1 << _number_of(FEATURES, name) for name in wanted})
        self.feature_names = tuple(name for name in FEATURES if name in wanted)
        options = _Options(set=self._pieces.set, width=width, height=height, boards=num_envs,
                           rules=_number_of(RULES, rules), preview=preview, hold=hold,
                           deal=_number_of(DEALS, deal), max_pieces=_word("max_pieces", max_pieces),
                           reward=_number_of(REWARDS, reward), features=shown, autoreset=autoreset,
                           record=record)
        _check(_LIBRARY.df_env_create(ctypes.byref(self._env), ctypes.byref(options)),
               "these boards cannot be")
        actions = _LIBRARY.df_env_actions(self._env)
        self.single_action_space = Discrete(actions)
        self.action_space = MultiDiscrete(num_envs, self.single_action_space)
        self._make_buffers(actions, preview)
        self.observation_space = self._describe((num_envs,))
        self.single_observation_space = self._describe(())

    def _read_pieces(self, text):
        if text is None:
            # The set is the first member, so its address is that of the pieces.
            _check(_LIBRARY.df_piece_set_tetrominoes(ctypes.byref(self._pieces)), "no pieces")
        else:
            mishap = _Mishap()
            data = text.encode()
            if _LIBRARY.df_pieces_read(ctypes.byref(self._pieces), data, len(data),
                                       ctypes.byref(mishap)) != 0:
                raise ValueError(f"pieces:{mishap.line}: {mishap.text.decode()}")
        first = ctypes.addressof(self._pieces.set.contents) + _PieceSet.pieces.offset
        count = self._pieces.set.contents.count
        self.piece_names = tuple(piece.name.decode()
                                 for piece in (_Piece * count).from_address(first))

    def _make_buffers(self, actions, preview):
        boards = self.num_envs
        self._buffers = {
            "field": _Buffer("B", boards, self.height, self.width),
            "pieces": _Buffer("i", boards, 1 + preview),
            "held": _Buffer("i", boards),
            "mask": _Buffer("b", boards, actions),
            "rewards": _Buffer("i", boards),
            "terminated": _Buffer("B", boards),
            "truncated": _Buffer("B", boards),
        }
        if self.feature_names:
            self._buffers["features"] = _Buffer("i", boards, actions, len(self.feature_names))
        self._arrays = _Arrays(**{name: own.address for name, own in self._buffers.items()})
        self._actions = (ctypes.c_int64 * boards)()

    def _describe(self, boards):
        most, pieces = 2**31 - 1, len(self.piece_names)
        spaces = {"field": Box(0, 1, (*boards, self.height, self.width), "B"),
                  "pieces": Box(-1, pieces - 1, (*boards, *self._view("pieces").shape[1:]), "i"),
                  "held": Box(-1, pieces - 1, boards, "i")}
        if "features" in self._buffers:
            shape = self._view("features").shape[1:]
            spaces["features"] = Box(-most - 1, most, (*boards, *shape), "i")
        return spaces

    def _handle(self):
        if not self._env:
            raise ValueError("the boards are closed")
        return self._env

    def _number(self, action):
        """An action as the library takes it: what is too long is as illegal as -1."""
        action = operator.index(action)
        return action if 0 <= action < self.single_action_space.n else -1

    def _view(self, name, copy=False):
        return self._buffers[name].view(copy)

    def _look(self):
        """The observation and the infos."""
        _LIBRARY.df_env_observe(self._handle(), ctypes.byref(self._arrays))
        observation = {name: self._view(name, self._copy)
                       for name in ("field", "pieces", "held", "features")
                       if name in self._buffers}
        return observation, {"action_mask": self._view("mask", self._copy)}

    def reset(self, *, seed=None, options=None):
        """Begins game i of the seed on board i. Without a seed it is drawn by the one before, or
        at random at first. No options are known."""
        del options
        if seed is None:
            seed = random.Random(self._seed).getrandbits(64)
        self._seed = _word("seed", seed)
        _LIBRARY.df_env_reset(self._handle(), self._seed)
        return self._look()

    def begin(self, board, seed, number):
        """Begins any game on a board; returns observations and infos of all."""
        _check(_LIBRARY.df_env_begin(self._handle(), _word("board", board), _word("seed", seed),
                                     _word("number", number)), "no such board")
        return self._look()

    def step(self, actions):
        """One action for each board. ValueError, and nothing has changed, if one is illegal."""
        self._actions[:] = [self._number(action) for action in actions]
        _check(_LIBRARY.df_env_step(self._handle(), self._actions), "an action is not legal")
        observation, infos = self._look()
        return (observation, self._view("rewards", self._copy),
                self._view("terminated", self._copy), self._view("truncated", self._copy), infos)

    def place(self, action, board=0):
        """What a legal action does: piece, orientation, leftmost column, lowest row, whether the
        current piece goes into hold."""
        choice = _Choice()
        _check(_LIBRARY.df_env_get_choice(self._handle(), board, self._number(action),
                                          ctypes.byref(choice)), "the action is not legal")
        return (self.piece_names[choice.piece], ORIENTATIONS[choice.place.orientation],
                choice.place.x, choice.place.y, choice.holds)

    def result(self, board=0):
        """Pieces, lines and line clears by size of the game on a board; its fingerprint."""
        result = _LIBRARY.df_env_get_result(self._handle(), board).contents
        return {"pieces": result.pieces, "lines": result.lines,
                "clears": {i: n for i, n in enumerate(result.clears) if i > 0 and n > 0},
                "fingerprint": result.fingerprint}

    def drops(self, board=0):
        """The drops of the game on a board, as in place(); only with record."""
        plan = _LIBRARY.df_env_get_plan(self._handle(), board)
        if not plan:
            raise ValueError("no drops are recorded")
        drops = plan.contents.drops[:plan.contents.count]
        return [(self.piece_names[drop.piece], ORIENTATIONS[drop.orientation], drop.x, drop.y)
                for drop in drops]

    def render(self, board=0):
        """A board as text."""
        field = self._view("field")
        rows = ("".join("█" if field[board, y, x] else "·" for x in range(self.width))
                for y in reversed(range(self.height)))
        return "\n".join(rows)

    def close(self):
        if self._env:
            _LIBRARY.df_env_free(self._env)
            self._env = ctypes.c_void_p()
        _LIBRARY.df_pieces_free(ctypes.byref(self._pieces))

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    def __del__(self):
        self.close()


class Env:
    """One board, as gymnasium.Env; the options are those of Vector."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, **options):
        self.boards = Vector(1, autoreset=False, **options)
        self.action_space = self.boards.single_action_space
        self.observation_space = self.boards.single_observation_space
        self._seed = None
        self._number = 0

    def _info(self, infos):
        return {"action_mask": _first(infos["action_mask"]), **self.boards.result()}

    def reset(self, *, seed=None, options=None):
        """With a seed its game 0, or that which options {"number": n} tell; without one the next
        game of the last seed, which at first is random."""
        if seed is not None:
            seed, number = _word("seed", seed), 0
        elif self._seed is None:
            seed, number = random.getrandbits(64), 0
        else:
            seed, number = self._seed, self._number + 1
        self._number = _word("number", (options or {}).get("number", number))
        self._seed = seed
        observation, infos = self.boards.begin(0, self._seed, self._number)
        return {name: _first(array) for name, array in observation.items()}, self._info(infos)

    def step(self, action):
        observation, rewards, terminated, truncated, infos = self.boards.step([action])
        return ({name: _first(array) for name, array in observation.items()}, float(rewards[0]),
                bool(terminated[0]), bool(truncated[0]), self._info(infos))

    def place(self, action):
        return self.boards.place(action)

    def drops(self):
        return self.boards.drops()

    def render(self):
        return self.boards.render()

    def close(self):
        self.boards.close()


def _first(array):
    """The only board of an array; of one number for each board, that number."""
    if len(array.shape) == 1:
        return array[0]
    return array.cast("B").cast(array.format, array.shape[1:])


# ---- two players ----

LEE4 = {"aggregate-height": -510, "lines": 761, "holes": -357, "roughness": -184}


def choose_at_random(env, observation, info):
    del observation
    return env.action_space.sample(info["action_mask"])


def choose_by_features(env, observation, info, weights=None):
    """The first of the legal actions whose afterstates weigh most."""
    names = env.boards.feature_names
    columns = [(names.index(name), weight) for name, weight in (weights or LEE4).items()]
    features, mask = observation["features"], info["action_mask"]
    legal = (action for action in range(len(mask)) if mask[action])
    return max(legal, key=lambda action: sum(weight * features[action, column]
                                             for column, weight in columns))


PLAYERS = {"random": choose_at_random, "lee4": choose_by_features}


def play(env, choose, seed, number=0):
    """Plays a game to its end; returns the last info."""
    observation, info = env.reset(seed=seed, options={"number": number})
    ended = False
    while not ended:
        action = choose(env, observation, info)
        observation, _, terminated, truncated, info = env.step(action)
        ended = terminated or truncated
    return info


def main():
    parser = argparse.ArgumentParser(
        description="Plays games at random and by features.",
        epilog="example: gym_env.py --player lee4 --games 3 --seed 7")
    parser.add_argument("--player", choices=PLAYERS, action="append", help="default: both")
    parser.add_argument("--games", type=int, default=5, metavar="N", help="default: 5")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="default: 1")
    parser.add_argument("--max-pieces", type=int, default=1000, metavar="N", help="default: 1000")
    arguments = parser.parse_args()
    env = Env(max_pieces=arguments.max_pieces, features=LEE4)
    env.action_space.seed(arguments.seed)
    for player in arguments.player or PLAYERS:
        for number in range(arguments.games):
            info = play(env, PLAYERS[player], arguments.seed, number)
            print(f"{player}: game {number}: {info['pieces']} pieces, {info['lines']} lines")
    print(env.render())
    env.close()


if __name__ == "__main__":
    main()
