#!/usr/bin/env python3
"""Steps boards for learners from Python with random actions: gym_speed.py [SECONDS]. A line for each
kind of actions, number of boards, and interface; times are CPU seconds. The package `dropforge` is that
of PYTHONPATH or an installed one; without Gymnasium and NumPy only dropforge.Boards is measured."""

import random
import sys
import time

import dropforge

try:
    import numpy
    import dropforge.gym as gym
except ImportError:
    numpy = gym = None

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2
KINDS = {
    "keys": {"keys": True, "rules": "srs"},
    "placements": {},
    "placements, SRS": {"rules": "srs"},
    "placements and features of lee4": {"features": ["aggregate-height", "lines", "holes", "roughness"]},
}


def rate(step, boards):
    """Steps of a board in a second of CPU time."""
    begin, done, now = time.process_time(), 0, 0.0
    while now < SECONDS:
        for _ in range(max(1, 256 // boards)):
            step()
            done += boards
        now = time.process_time() - begin
    return done / now


def draw_list(mask):
    """A random legal action of each board, or 0."""
    return [random.choice([i for i, legal in enumerate(row) if legal] or [0]) for row in mask]


def draw_array(mask):
    """The same with NumPy: the first of the largest of random numbers."""
    return (mask * numpy.random.random(mask.shape)).argmax(axis=1)


def measure_boards(boards, options):
    env = dropforge.Boards(boards, **options)
    env.reset(1)
    if numpy is None:
        return rate(lambda: env.step(draw_list(env.views["mask"].tolist())), boards)
    mask, actions = numpy.asarray(env.views["mask"]), numpy.asarray(env.action_view)

    def step():
        actions[:] = draw_array(mask)
        env.step()
    return rate(step, boards)


def measure_gym(boards, options):
    env = gym.VectorEnv(boards, copy=False, **options)
    _, infos = env.reset(seed=1)

    def step():
        nonlocal infos
        *_, infos = env.step(draw_array(infos["action_mask"]))
    return rate(step, boards)


def measure_single(_, options):
    env = gym.Env(**options)
    _, info = env.reset(seed=1)

    def step():
        nonlocal info
        _, _, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        if terminated or truncated:
            _, info = env.reset()
    return rate(step, 1)


def main():
    for kind, options in KINDS.items():
        print(f"{kind:32} {'Boards':10} {1:5} {measure_boards(1, options):12,.0f}")
        print(f"{kind:32} {'Boards':10} {1024:5} {measure_boards(1024, options):12,.0f}")
        if gym is not None:
            print(f"{kind:32} {'Env':10} {1:5} {measure_single(1, options):12,.0f}")
            print(f"{kind:32} {'VectorEnv':10} {1024:5} {measure_gym(1024, options):12,.0f}")


if __name__ == "__main__":
    main()
