#!/usr/bin/env python3
"""Learns to play by playing: learn.py POLICY.json CURVE.svg [PIECES [SEED]]

A small net says of a board how many rows will still be cleared, of which a row counts 2 % less with each piece
before it. The player takes the placement with the most: the rows that it clears, and what the net says of the board
after it. That sum, of the next piece, is what the net should have said of the board before: it learns the difference
(TD(0) on afterstates), after each drop on 128 boards of 10 x 10. Nobody tells it what a good board is.

Writes the policy, and the curve: rows cleared for each game that was lost, while it learned. Needs NumPy and the
package `dropforge`, installed or in PYTHONPATH; the usual 6 million pieces take two minutes.
"""

import json
import math
import pathlib
import sys

import numpy

import dropforge

SIDES = {"width": 10, "height": 10}
FEATURES = ("row-transitions", "column-transitions", "holes", "wells", "hole-depth", "rows-with-holes", "diversity",
            "aggregate-height", "hole-top", "second-fits", "deep-rows")
BOARDS, HIDDEN, DISCOUNT, RATE, SCALE = 128, 16, 0.98, 0.003, 1 / 16
POINTS = 60  # of the curve
OTHERS, OTHER_GAMES = ("lee4", "dellacherie", "dropforge"), 40


class Net:
    """A layer of rectified sums of features, and a sum of these; Adam moves its weights."""

    def __init__(self, generator):
        shapes = (len(FEATURES), HIDDEN), (HIDDEN,), (HIDDEN,), ()
        self.weights = [numpy.asarray(generator.normal(size=shape) * size, "f4")
                        for shape, size in zip(shapes, (0.3, 0, 0.03, 0))]
        self.means = [numpy.zeros_like(part) for part in self.weights]
        self.squares = [numpy.zeros_like(part) for part in self.weights]
        self.steps = 0

    def value(self, boards):
        inner, shift, outer, base = self.weights
        return numpy.maximum(boards @ inner + shift, 0) @ outer + base

    def learn(self, boards, wanted, rate):
        """Moves the values of boards towards what was wanted."""
        inner, shift, outer, base = self.weights
        hidden = numpy.maximum(boards @ inner + shift, 0)
        miss = numpy.clip(hidden @ outer + base - wanted, -5, 5) / len(wanted)
        back = numpy.outer(miss, outer) * (hidden > 0)
        self.steps += 1
        for i, slope in enumerate((boards.T @ back, back.sum(0), hidden.T @ miss, miss.sum())):
            self.means[i] += 0.1 * (slope - self.means[i])
            self.squares[i] += 0.001 * (slope ** 2 - self.squares[i])
            mean = self.means[i] / (1 - 0.9 ** self.steps)
            square = self.squares[i] / (1 - 0.999 ** self.steps)
            self.weights[i] -= rate * mean / (numpy.sqrt(square) + 1e-8)


def play(judge, pieces, seed, learn=None):
    """Plays on all boards by what `judge` says of the features after placements; yields the pieces so far and the
    rows for each lost game, POINTS times. `learn` gets the boards before, what they were worth, and the progress."""
    boards = dropforge.Boards(BOARDS, **SIDES, features=("lines", *FEATURES))
    boards.reset(seed)
    views = {name: numpy.asarray(view) for name, view in boards.views.items()}
    actions, every = numpy.asarray(boards.action_view), numpy.arange(BOARDS)
    rows_at, *at = (boards.features.index(name) for name in ("lines", *FEATURES))
    before, done, rows, lost = None, 0, 0, 0
    for point in range(1, POINTS + 1):
        while done < point * pieces / POINTS:
            legal, ended = views["mask"] != 0, views["terminated"] != 0
            seen = views["features"][legal]
            worth = numpy.full(legal.shape, -numpy.inf, "f4")
            worth[legal] = seen[:, rows_at] + DISCOUNT * judge(seen[:, at].astype("f4") * SCALE)
            best = worth.argmax(1)
            if learn is not None and before is not None:
                learn(*before, numpy.where(ended, 0, worth[every, best]), done / pieces)
            chosen = views["features"][every, best]
            before = chosen[:, at].astype("f4") * SCALE, ~ended
            rows, lost, done = rows + chosen[~ended, rows_at].sum(), lost + ended.sum(), done + (~ended).sum()
            actions[:] = best  # that of an ended game is ignored: the next one begins
            boards.step()
        yield int(done), rows / max(1, lost)
        if learn is not None:
            rows = lost = 0


def draw(curve, others):
    """The curve as SVG, with a logarithmic scale of rows, and a line for each of the others."""
    left, right, top, bottom, low, high = 70, 510, 34, 310, -1, 5
    end = curve[-1][0]

    def height(rows):
        return bottom - (math.log10(max(rows, 10 ** low)) - low) / (high - low) * (bottom - top)
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" font-family="sans-serif" '
             'font-size="13"><rect width="100%" height="100%" fill="#fff"/>',
             f'<text x="8" y="18">rows a game on {SIDES["width"]} x {SIDES["height"]}</text>']
    for power in range(low, high + 1):
        y = height(10 ** power)
        parts.append(f'<path d="M{left},{y:.1f}H{right}" stroke="#ddd"/>'
                     f'<text x="{left - 8}" y="{y:.1f}" dy="4" text-anchor="end">{10 ** power:,g}</text>')
    label = bottom + 20
    for name, rows in sorted(others.items(), key=lambda one: one[1]):
        y, color = height(rows), "#c03028" if name == "learned" else "#444"
        label = min(y, label - 16)
        parts.append(f'<path d="M{left},{y:.1f}H{right}" stroke="{color}" stroke-dasharray="3"/>'
                     f'<text x="{right + 6}" y="{label:.1f}" dy="4" fill="{color}">{name} '
                     f'{rows:,.{0 if rows > 10 else 2}f}</text>')
    points = " ".join(f"{left + pieces / end * (right - left):.1f},{height(rows):.1f}" for pieces, rows in curve)
    parts.append(f'<polyline fill="none" stroke="#c03028" stroke-width="2" points="{points}"/>')
    for share in (0, 0.5, 1):
        parts.append(f'<text x="{left + share * (right - left)}" y="{bottom + 20}" text-anchor="middle">'
                     f'{end * share / 1e6:.2g}</text>')
    parts.append(f'<text x="{(left + right) / 2}" y="{bottom + 40}" text-anchor="middle">million pieces</text></svg>\n')
    return "\n".join(parts)


def write(net):
    """The policy as JSON: for each hidden unit its shift and the weights of the features, then the same of the output."""
    inner, shift, outer, base = net.weights
    rounded = [[float(f"{weight:.4g}") for weight in part] for part in
               (*numpy.column_stack([shift, inner.T * SCALE]), numpy.append(base, outer))]
    return json.dumps({"features": FEATURES, "discount": DISCOUNT, "hidden": rounded[:-1], "output": rounded[-1]}) + "\n"


def measure(player):
    """Rows a game of a built-in player."""
    rows = 0
    with dropforge.Bot(player, **SIDES) as bot:
        for number in range(OTHER_GAMES):
            with bot.game(number=number) as game:
                game.play()
                rows += game.result.lines
    return rows / OTHER_GAMES


def main():
    if not 3 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    policy, picture, *rest = sys.argv[1:]
    numbers = rest + ["6000000", "1"][len(rest):]
    if not all(number.isdecimal() for number in numbers) or int(numbers[0]) == 0:
        sys.exit("learn.py: PIECES and SEED are whole numbers, and PIECES is not 0")
    pieces, seed = map(int, numbers)
    generator = numpy.random.default_rng(seed)
    net = Net(generator)

    def learn(boards, are_in_play, wanted, progress):
        net.learn(boards[are_in_play], wanted[are_in_play], RATE * (1 - 0.95 * progress))
    curve = []
    for point in play(net.value, pieces, seed, learn):
        curve.append(point)
        print(f"{point[0]} pieces: {point[1]:.1f} rows a game", file=sys.stderr)
    pathlib.Path(policy).write_text(write(net), encoding="utf-8")
    *_, (_, learned) = play(net.value, pieces / 4, seed + 1)
    *_, (_, random) = play(lambda boards: generator.random(len(boards)) * 1e6, pieces / 60, seed + 1)
    others = {"random": random, "learned": learned, **{player: measure(player) for player in OTHERS}}
    pathlib.Path(picture).write_text(draw(curve, others), encoding="utf-8")
    print(json.dumps({name: round(rows, 2) for name, rows in others.items()}))


if __name__ == "__main__":
    main()
