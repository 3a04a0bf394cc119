#!/usr/bin/env python3
"""Plays in examples/gym_env.py: that it behaves as Gymnasium says environments do, that games are
the same again, and that a player of the program is the same player there.

usage: test_gym.py PROGRAM LIBRARY [unittest options]
"""

import json
import os
import pathlib
import random
import sys

from tests.oracle import oracle
from tests.support import program
from tests.support import tap

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
MONOMINO = "dropforge-pieces 1\npiece M #\n"


def is_legal(mask, action):
    return 0 <= action < len(mask) and mask[action] == 1


def same(left, right):
    """Whether two observations are."""
    return left.keys() == right.keys() and all(left[name] == right[name] for name in left)


class Single(program.Case):
    """One board."""

    def make(self, **options):
        env = gym_env.Env(**options)
        self.addCleanup(env.close)
        return env

    def wander(self, env, seed):
        """Plays at random; yields all that it sees."""
        env.action_space.seed(seed)
        observation, info = env.reset(seed=seed)
        yield observation, info
        ended = False
        while not ended:
            action = env.action_space.sample(info["action_mask"])
            self.assertTrue(is_legal(info["action_mask"], action))
            observation, reward, terminated, truncated, info = env.step(action)
            self.assertEqual([type(value) for value in (reward, terminated, truncated)],
                             [float, bool, bool])
            ended = terminated or truncated
            yield observation, info

    def test_spaces(self):
        for hold in (False, True):
            for rules, actions in (("above", 40), ("harddrop", 40), ("srs", 800), ("srs+180", 800),
                                      ("nes", 800)):
                env = self.make(rules=rules, hold=hold)
                self.assertEqual(env.action_space.n, actions * (1 + hold))
                self.assertIn(0, env.action_space)
                self.assertNotIn(env.action_space.n, env.action_space)
                observation, info = env.reset(seed=1)
                self.assertEqual(info["action_mask"].shape, (env.action_space.n,))
                self.assertEqual(observation.keys(), env.observation_space.keys())
                for name in ("field", "pieces", "features"):
                    space = env.observation_space[name]
                    self.assertEqual(observation[name].shape, space.shape)
                    self.assertEqual(observation[name].format, space.format)
                self.assertEqual(observation["held"], -1)

    def test_some_features(self):
        names = ("roughness", "holes")
        seen, _ = self.make(features=names).reset(seed=1)
        env = self.make()
        whole, _ = env.reset(seed=1)
        self.assertEqual(seen["features"].shape, (40, 2))
        for column, name in enumerate(("holes", "roughness")):
            index = env.boards.feature_names.index(name)
            self.assertEqual([row[column] for row in seen["features"].tolist()],
                             [row[index] for row in whole["features"].tolist()])
        self.assertRaises(ValueError, gym_env.Env, features=("holes", "nonsense"))

    def test_games_are_the_same_again(self):
        for options in ({}, {"rules": "srs", "hold": True, "deal": "bag", "preview": 5}):
            first = list(self.wander(self.make(**options), 7))
            again = list(self.wander(self.make(**options), 7))
            other = list(self.wander(self.make(**options), 8))
            self.assertEqual(len(first), len(again))
            for (left, left_info), (right, right_info) in zip(first, again):
                self.assertTrue(same(left, right))
                self.assertEqual(left_info, right_info)
            self.assertNotEqual(first[-1][1]["fingerprint"], other[-1][1]["fingerprint"])

    def test_reset_goes_on_to_the_next_game(self):
        env = self.make(preview=20)
        seen = [env.reset(seed=3)[0], env.reset()[0], env.reset()[0]]
        told = [env.reset(seed=3, options={"number": n})[0] for n in range(3)]
        self.assertTrue(all(map(same, seen, told)))
        self.assertFalse(same(seen[0], seen[1]))
        without = self.make()
        self.assertIn("action_mask", without.reset()[1])

    def test_illegal_actions_change_nothing(self):
        env = self.make()
        observation, info = env.reset(seed=1)
        illegal = [a for a in range(40) if not info["action_mask"][a]]
        legal = next(a for a in range(40) if info["action_mask"][a])
        for action in (-1, 40, 2**62, 2**64 + legal, *illegal):
            self.assertRaises(ValueError, env.step, action)
            self.assertRaises(ValueError, env.place, action)
        self.assertRaises(TypeError, env.step, legal + 0.5)
        self.assertEqual(env.boards.result()["pieces"], 0)
        self.assertTrue(same(observation, env.reset(seed=1)[0]))

    def test_ends(self):
        env = self.make(max_pieces=3)
        *_, (_, info) = self.wander(env, 1)
        self.assertEqual(info["pieces"], 3)
        self.assertRaises(ValueError, env.step, env.action_space.sample(info["action_mask"]))
        env = self.make(height=6)
        *_, (_, info) = self.wander(env, 1)
        self.assertFalse(any(info["action_mask"]))
        self.assertEqual(env.action_space.sample(info["action_mask"]), 0)

    def test_drops_are_those_that_were_made(self):
        env = self.make(record=True, rules="srs", hold=True)
        observation, info = env.reset(seed=5)
        generator = random.Random(5)
        made = []
        for _ in range(15):
            action = generator.choice([a for a, legal in enumerate(info["action_mask"]) if legal])
            piece, orientation, x, y, holds = env.place(action)
            current, after, held = *observation["pieces"], observation["held"]
            wanted = current if not holds else after if held < 0 else held
            self.assertEqual(piece, env.boards.piece_names[wanted])
            made.append((piece, orientation, x, y))
            observation, *_, info = env.step(action)
        self.assertEqual(env.drops(), made)
        self.assertRaises(ValueError, self.make().drops)
        # Played by rules that were written anew, they leave the same.
        lines = "".join(f"{piece} {orientation} {x} {y}\n" for piece, orientation, x, y in made)
        plan = oracle.read_drops(f"dropforge-drops 1\nfield 10 20\nrules srs\n{lines}".encode())
        full = [[int(plan.field.piece_at(x, y) is not None) for x in range(10)]
                for y in range(20)]
        self.assertEqual(observation["field"].tolist(), full)

    def test_pieces_of_ones_own(self):
        env = self.make(width=2, height=2, pieces=MONOMINO, reward="lines-squared")
        env.reset(seed=1)
        rewards = [env.step(action)[1] for action in (0, 1, 0, 0)]
        self.assertEqual(rewards, [0, 1, 0, 0])
        self.assertEqual(env.render(), "█·\n█·")
        self.assertRaises(ValueError, gym_env.Env, pieces="nonsense")
        for wrong in ({"width": 1}, {"rules": "x"}, {"deal": "x"}, {"reward": "x"},
                      {"hold": True, "preview": 0}):
            self.assertRaises(ValueError, gym_env.Env, **wrong)

    def test_plays_as_the_program(self):
        wanted = json.loads(self.succeed("bot", "--player", "lee4", "--seed", 5, "--games", 3,
                                         "--max-pieces", 200, "--json"))
        env = self.make(max_pieces=200)
        infos = [gym_env.play(env, gym_env.choose_by_features, 5, n) for n in range(3)]
        self.assertEqual(sum(info["lines"] for info in infos), wanted["lines"])
        self.assertEqual(sum(info["pieces"] for info in infos), wanted["pieces"])
        for size in range(1, 5):
            clears = sum(info["clears"].get(size, 0) for info in infos)
            self.assertEqual(clears, wanted["clears"][str(size)])


class Many(program.Case):
    """Several boards."""

    def test_boards_are_as_alone(self):
        boards, steps, options = 4, 60, {"height": 8, "reward": "pieces"}
        many = gym_env.Vector(boards, **options)
        self.addCleanup(many.close)
        observation, infos = many.reset(seed=9)
        many.action_space.seed(1)
        self.assertEqual(infos["action_mask"].shape, (boards, 40))
        alone = [gym_env.Env(**options) for _ in range(boards)]
        numbers = list(range(boards))
        for i, env in enumerate(alone):
            self.addCleanup(env.close)
            env.reset(seed=9, options={"number": i})
        over = [False] * boards
        for _ in range(steps):
            actions = many.action_space.sample(infos["action_mask"])
            observation, rewards, terminated, truncated, infos = many.step(actions)
            for i, env in enumerate(alone):
                if over[i]:
                    numbers[i] += boards
                    seen, _ = env.reset(seed=9, options={"number": numbers[i]})
                    wanted = (seen, 0.0, False, False)
                else:
                    wanted = env.step(actions[i])[:4]
                self.assertEqual(rewards[i], wanted[1])
                self.assertEqual((terminated[i], truncated[i]), wanted[2:4])
                self.assertEqual(observation["field"].tolist()[i], wanted[0]["field"].tolist())
                self.assertEqual(observation["features"].tolist()[i],
                                 wanted[0]["features"].tolist())
                over[i] = wanted[2] or wanted[3]
        self.assertGreater(max(numbers), boards)
        self.assertFalse(any(truncated))

    def test_copies(self):
        for copy in (True, False):
            with gym_env.Vector(2, copy=copy, features=False) as many:
                observation, _ = many.reset(seed=1)
                self.assertNotIn("features", observation)
                many.step([0, 0])
                self.assertEqual(many.feature_names, ())
                self.assertEqual(any(map(any, observation["field"].tolist()[0])), not copy)

    def test_wrong_numbers_of_actions(self):
        with gym_env.Vector(2) as many:
            many.reset(seed=1)
            self.assertRaises(ValueError, many.step, [0])
            self.assertRaises(ValueError, many.step, [0, 39])
            self.assertEqual(many.result(0)["pieces"], 0)

    def test_impossible_numbers(self):
        for options in ({"num_envs": 0}, {"num_envs": -1}, {"num_envs": 2**32 + 1},
                        {"width": 0}, {"width": 65}, {"width": 2**32 + 10}, {"height": -1},
                        {"height": 2**32 + 20}, {"preview": -1}, {"preview": 2**32 + 1}):
            with self.subTest(options):
                self.assertRaises(ValueError, gym_env.Vector, **options)
        for wrong in (-1, 2**64):
            self.assertRaises(ValueError, gym_env.Env, max_pieces=wrong)
            env = gym_env.Env()
            self.assertRaises(ValueError, env.reset, seed=wrong)
            self.assertRaises(ValueError, env.reset, seed=1, options={"number": wrong})
            self.assertRaises(ValueError, env.boards.reset, seed=wrong)
            self.assertRaises(TypeError, env.reset, seed="1")
            env.reset()  # what was refused is forgotten

    def test_what_was_never_made_closes(self):
        many = gym_env.Vector.__new__(gym_env.Vector)
        many.close()

    def test_closed(self):
        """Nothing reaches the library, where it would be a wrong address."""
        many = gym_env.Vector(2, record=True)
        many.reset(seed=1)
        many.close()
        many.close()
        for call in (many.reset, lambda: many.begin(0, 1, 1), lambda: many.step([0, 0]),
                     many.result, many.drops, lambda: many.place(0)):
            self.assertRaises(ValueError, call)


class Program(program.Case):
    """The example by itself."""

    def test_demo(self):
        done = program.subprocess.run(
            [sys.executable, EXAMPLES / "gym_env.py", "--games", "1", "--max-pieces", "20"],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("lee4: game 0: 20 pieces", done.stdout)

    def test_without_the_library(self):
        done = program.subprocess.run(
            [sys.executable, EXAMPLES / "gym_env.py"], capture_output=True, text=True, check=False,
            env={**os.environ, "DROPFORGE_LIBRARY": "./missing.so"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing.so", done.stderr.splitlines()[-1])
        self.assertIn("./bootstrap build", done.stderr.splitlines()[-1])


if __name__ == "__main__":
    os.environ["DROPFORGE_LIBRARY"] = os.path.abspath(sys.argv[2])
    sys.path.insert(0, str(EXAMPLES))
    sys.dont_write_bytecode = True
    import gym_env
    tap.run(sys.argv[3:])
