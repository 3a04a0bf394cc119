"""Boards for learners in Python: dropforge.Boards, and dropforge.gym where Gymnasium and NumPy can be
imported, which its own checker looks at then.

usage: test_gymnasium.py PROGRAM PACKAGE [unittest options]
PACKAGE is the folder that has `dropforge`.
"""

import contextlib
import io
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import unittest
import warnings

from tests.support import program
from tests.support import tap

try:
    import numpy
except ImportError:
    numpy = None
try:
    import gymnasium
    from gymnasium.utils.env_checker import check_env
except ImportError:
    gymnasium = None

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
EVERY_ACTION = ({}, {"rules": "srs", "hold": True, "preview": 5, "features": "all", "deal": "bag"},
                {"keys": True, "rules": "srs+180", "hold": True, "preview": 3},
                {"keys": True, "rules": "nes", "pieces": 5, "max_pieces": 7})


def legal_actions(boards, board=0):
    mask = boards.views["mask"].tolist()[board]
    return [action for action, legal in enumerate(mask) if legal]


class Boards(program.Case):
    """Without Gymnasium."""

    def make(self, *arguments, **options):
        boards = df.Boards(*arguments, **options)
        self.addCleanup(boards.close)
        return boards

    def wander(self, boards, seed, steps=40):
        """Plays at random; yields what is seen on the boards."""
        generator = random.Random(seed)
        boards.reset(seed)
        for _ in range(steps):
            yield {name: view.tolist() for name, view in boards.views.items()}
            boards.step([generator.choice(legal_actions(boards, board) or [0])
                         for board in range(boards.boards)])

    def test_games_are_the_same_again(self):
        for options in EVERY_ACTION:
            first = list(self.wander(self.make(2, **options), 7))
            self.assertEqual(first, list(self.wander(self.make(2, **options), 7)))
            self.assertNotEqual(first, list(self.wander(self.make(2, **options), 8)))

    def test_no_memory(self):
        limits = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (2**34, limits[1]))
        try:
            with self.assertRaisesRegex(MemoryError, "no memory for 1000000000 boards of 10 by 20; take fewer"):
                df.Boards(10**9)
        finally:
            resource.setrlimit(resource.RLIMIT_AS, limits)

    def test_shapes(self):
        for options in EVERY_ACTION:
            boards = self.make(3, **options)
            for name, (_, shape) in boards.layouts().items():
                self.assertEqual(boards.views[name].shape, (3, *shape), name)
            self.assertEqual(boards.actions == len(df.KEYS), boards.keys)

    def test_plays_as_the_program(self):
        wanted = json.loads(self.succeed("bot", "--player", "lee4", "--seed", 5, "--games", 1,
                                         "--max-pieces", 60, "--json"))
        weights = next(player.weights for player in df.players() if player.name == "lee4")
        boards = self.make(max_pieces=60, features=list(weights), autoreset=False)
        boards.reset(5)
        while not boards.views["truncated"][0]:
            values = boards.views["features"].tolist()[0]
            score = {action: sum(round(1000 * weights[name]) * value
                                 for name, value in zip(boards.features, values[action]))
                     for action in legal_actions(boards)}
            boards.step([max(score, key=score.get)])
        self.assertEqual((boards.result().lines, boards.result().pieces),
                         (wanted["lines"], wanted["pieces"]))

    def test_keys(self):
        boards = self.make(keys=True, rules="srs", record=True, hold=True, width=4, reward="pieces")
        boards.reset(1)
        self.assertEqual(boards.render().count("□"), 0)  # above the board
        boards.step([df.KEYS.index("none")])
        self.assertGreater(boards.render().count("□"), 0)
        boards.step([df.KEYS.index("hold")])
        self.assertNotEqual(boards.views["held"].tolist(), [-1])
        self.assertRaises(df.Error, boards.step, [df.KEYS.index("hold")])
        boards.step([df.KEYS.index("hard-drop")])
        self.assertEqual(boards.views["rewards"][0], 1)
        self.assertEqual(len(boards.drops()), 1)
        self.assertEqual(boards.render().count("■"), 4)
        rising = self.make(keys=True, garbage=1)
        rising.step([df.KEYS.index("hard-drop")])
        self.assertEqual(rising.render().count("■"), 4 + 9)

    def test_illegal_actions(self):
        boards = self.make(2)
        for wrong in ([-1, 0], [0, 40], [0], [2**63, 0]):
            self.assertRaises(df.Error, boards.step, wrong)
        self.assertEqual(boards.result().pieces, 0)
        lenient = self.make(2, illegal_reward=-3, reward="pieces")
        lenient.step([-1, legal_actions(lenient, 1)[0]])
        self.assertEqual(lenient.views["rewards"].tolist(), [-3, 1])
        for wrong in ({"rules": "x"}, {"keys": True, "rules": "above"}, {"deal": "x"}, {"features": ["x"]},
                      {"hold": True, "preview": 0}, {"width": 0}, {"boards": 0}):
            self.assertRaises(df.Error, df.Boards, **wrong)
        self.assertRaises(df.Error, boards.drops)

    def test_actions(self):
        boards = self.make(rules="srs", record=True)
        for action in legal_actions(boards):
            choice = boards.choice(action)
            self.assertEqual(boards.action(choice.orientation, choice.x, choice.y), action)
        boards.step([action])
        self.assertEqual(boards.drops(), [tuple(choice[:4])])

    def test_learned_policy(self):
        """What examples/learn.py has learned, in plain Python: it keeps boards of ten rows low."""
        policy = json.loads((EXAMPLES / "learned.json").read_text(encoding="utf-8"))
        boards = self.make(2, height=10, features=("lines", *policy["features"]), max_pieces=300, autoreset=False)
        boards.reset(7)
        rows_at, *at = [boards.features.index(name) for name in ("lines", *policy["features"])]

        def unit(weights, values):
            return weights[0] + sum(weight * value for weight, value in zip(weights[1:], values))

        def worth(seen):
            hidden = [max(0, unit(weights, [seen[i] for i in at])) for weights in policy["hidden"]]
            return seen[rows_at] + policy["discount"] * unit(policy["output"], hidden)
        while not any(boards.views["truncated"]):
            boards.step([max(legal_actions(boards, board), key=lambda action, seen=seen: worth(seen[action]))
                         for board, seen in enumerate(boards.views["features"].tolist())])
        for board in range(2):
            self.assertGreaterEqual(boards.result(board).lines, 112)  # of 120; at random none
            self.assertEqual(boards.result(board).pieces, 300)

    @unittest.skipIf(numpy is None, "no NumPy")
    @tap.long
    def test_learning(self):
        """A little of it suffices for a hundred times the rows of random play."""
        done = subprocess.run([sys.executable, EXAMPLES / "learn.py", "x.json", "x.svg", "200000"], cwd=self.folder,
                              env={**os.environ, "PYTHONPATH": os.path.abspath(sys.argv[2])}, capture_output=True, check=True)
        rows = json.loads(done.stdout)
        self.assertGreater(rows["learned"], 100 * rows["random"])
        self.assertIn("learned", (self.folder / "x.svg").read_text(encoding="utf-8"))
        self.assertEqual(json.loads(self.read("x.json")).keys(), json.loads((EXAMPLES / "learned.json").read_bytes()).keys())

    @unittest.skipIf(gymnasium is not None, "Gymnasium is there")
    def test_what_is_missing_is_said(self):
        with self.assertRaisesRegex(ImportError, "needs Gymnasium and NumPy"):
            __import__("dropforge.gym")


@unittest.skipIf(gymnasium is None, "no Gymnasium")
class Gymnasium(program.Case):
    def setUp(self):
        super().setUp()
        self.gym = __import__("dropforge.gym").gym

    def make(self, **options):
        name = "dropforge/Keys-v0" if options.get("keys") else "dropforge/Places-v0"
        env = gymnasium.make(name, **options)
        self.addCleanup(env.close)
        return env

    def test_its_checker_has_nothing_to_say(self):
        for options in EVERY_ACTION:
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                check_env(self.make(**options).unwrapped)
            self.assertEqual([str(warning.message) for warning in said], [])

    def test_masks_and_ends(self):
        for options in EVERY_ACTION:
            env = self.make(**options)
            _, info = env.reset(seed=4)
            self.assertEqual(info["action_mask"].dtype, numpy.int8)
            for _ in range(300):
                self.assertTrue((env.unwrapped.action_masks() == info["action_mask"]).all())
                observation, _, terminated, truncated, info = env.step(
                    env.action_space.sample(info["action_mask"]))
                self.assertTrue(env.observation_space.contains(observation))
                if terminated or truncated:
                    _, info = env.reset()
        env = self.make()
        env.reset(seed=1)
        self.assertEqual(env.step(39)[1], -1)  # a column too far
        strict = self.make(illegal_reward=None)
        strict.reset(seed=1)
        self.assertRaises(df.Error, strict.step, 39)

    def test_many_are_as_single_ones(self):
        for options in EVERY_ACTION:
            for copy in (False, True):
                many = self.gym.VectorEnv(3, copy=copy, **options)
                singles = [self.gym.Env(**options) for _ in range(3)]
                seen, infos = many.reset(seed=6)
                for number, env in enumerate(singles):
                    env.reset(seed=6, options={"number": number})
                self.assertTrue(many.observation_space.contains(seen))
                many.action_space.seed(1)
                for _ in range(30):
                    actions = many.action_space.sample(tuple(infos["action_mask"]))
                    seen, rewards, terminated, truncated, infos = many.step(actions)
                    if terminated.any() or truncated.any():
                        break
                    for i, env in enumerate(singles):
                        one, reward, *_, info = env.step(actions[i])
                        self.assertEqual(rewards[i], reward)
                        self.assertTrue((infos["action_mask"][i] == info["action_mask"]).all())
                        for name, array in one.items():
                            self.assertTrue((seen[name][i] == array).all(), name)
                self.assertEqual(seen["field"] is many._arrays["field"], not copy)
                many.close()

    def step_singles(self, mode, singles, games, ended, actions):
        """Steps single environments; returns what a vector environment of that mode has to."""
        results = []
        for i, env in enumerate(singles):
            def begin(i=i, env=env):
                games[i] += len(singles)
                return env.reset(seed=6, options={"number": games[i]})
            final = None
            if ended[i] and mode == "NextStep":
                seen, info = begin()
                reward = terminated = truncated = 0
            else:
                if ended[i] and mode == "Disabled":
                    begin()
                seen, reward, terminated, truncated, info = env.step(actions[i])
                if (terminated or truncated) and mode == "SameStep":
                    final = seen, info
                    seen, info = begin()
            results.append((seen, reward, terminated, truncated, info["action_mask"], final))
        return results

    def check_final(self, infos, i, final):
        seen, info = final
        numpy.testing.assert_equal(infos["final_obs"][i], seen)
        for name, value in info.items():
            self.assertTrue(infos["final_info"]["_" + name][i])
            numpy.testing.assert_equal(infos["final_info"][name][i], value)

    def test_ways_to_reset(self):
        for options in ({}, *({**options, "max_pieces": 5} for options in EVERY_ACTION)):
            for mode in ("NextStep", "SameStep", "Disabled"):
                count, ends, generator = 3, 0, numpy.random.default_rng(1)
                many = self.gym.VectorEnv(count, copy=False, autoreset_mode=mode, **options)
                self.assertIs(many.metadata["autoreset_mode"], gymnasium.vector.AutoresetMode(mode))
                singles = [self.gym.Env(**options) for _ in range(count)]
                games, ended = list(range(count)), numpy.zeros(count, bool)
                many.reset(seed=6)
                for number, env in enumerate(singles):
                    env.reset(seed=6, options={"number": number})
                for _ in range(100):
                    actions = [generator.choice(legal_actions(many.boards, i) or [0]) if not ended[i]
                               else -1 for i in range(count)]
                    if mode == "Disabled" and ended.any():
                        self.assertRaises(df.Error, many.step, actions)
                        for i in numpy.flatnonzero(ended):
                            many.reset(seed=[6] * count, options={"reset_mask": numpy.arange(count) == i})
                            games[i] = -count  # game 0 is next
                    wanted = self.step_singles(mode, singles, games, ended, actions)
                    seen, rewards, terminated, truncated, infos = many.step(actions)
                    for i, (one, *ending, mask, final) in enumerate(wanted):
                        self.assertEqual([rewards[i], terminated[i], truncated[i]], ending)
                        numpy.testing.assert_equal(infos["action_mask"][i], mask)
                        numpy.testing.assert_equal({name: seen[name][i] for name in one}, one)
                        for name in ("_final_obs", "_final_info"):
                            self.assertEqual(name in infos and infos[name][i], final is not None)
                        if final is not None:
                            self.check_final(infos, i, final)
                    ended = terminated | truncated
                    ends += ended.sum()
                self.assertGreater(ends, 3)
                many.close()
        self.assertRaises(ValueError, self.gym.VectorEnv, autoreset_mode="x")

    def test_examples(self):
        """Those of docs/use/env.md."""
        text = (pathlib.Path(__file__).parents[2] / "docs/use/env.md").read_text(encoding="utf-8")
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
                exec(compile(block, "docs/use/env.md", "exec"), {})  # pylint: disable=exec-used
        self.assertEqual(said.getvalue().splitlines(), re.findall(r"print\(.*\)  # (.*)$", text, re.MULTILINE))

    def test_seeds_of_each(self):
        many = self.gym.VectorEnv(2, preview=20)
        seen, _ = many.reset(seed=[3, 3])
        self.assertTrue((seen["pieces"][0] == seen["pieces"][1]).all())
        vector = gymnasium.make_vec("dropforge/Keys-v0", num_envs=2,
                                    vectorization_mode="vector_entry_point")
        self.assertIsInstance(vector.unwrapped, self.gym.VectorEnv)
        vector.close()


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[2])
    import dropforge as df
    tap.run(sys.argv[3:])
