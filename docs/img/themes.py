#!/usr/bin/env python3
"""Makes the contact sheet of the themes, each in a tall, a wide and a square film, and of the
sizes that have names.

usage: themes.py DROPFORGE SHEET.png

Needs ffmpeg. The last one of the themes shows a picture being printed. Below them are a story, a
post and a wide film, a fifth as large as they are or somewhat more: a picture, a game that was
played, with its score, and a game of the bot.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

THEMES = ("guideline", "nes", "gameboy", "flat", "modern", "mono", "paper")
SIZES = ((208, 368, 0, 0), (328, 184, 216, 0), (176, 176, 216, 192))  # and their places
BLOCK = (552, 376)  # with a gap
COLUMNS = 2
# The plan, the theme, the second, and how wide and high it is shown.
NAMED = {"story": ("picture", "modern", 6, 207, 368), "post": ("play", "guideline", 6, 368, 368),
         "wide": ("game", "nes", 6, 504, 284)}
GAP = 8


def main():
    program, sheet = sys.argv[1:]
    program = pathlib.Path(shutil.which(program) or program).resolve()
    with tempfile.TemporaryDirectory() as folder:
        def run(*words):
            subprocess.run([str(word) for word in words], check=True, cwd=folder,
                           stderr=subprocess.DEVNULL)
        run(program, "bot", "--max-pieces", 60, "--rules", "srs", "--seed", 5, "-o", "game.drops")
        run(program, "print", "--method", "search", "-o", "picture.drops")
        inputs, places = [], []
        shown = [(theme, "game.drops", theme, 4) for theme in THEMES]
        shown.append(("modern", "picture.drops", "a picture", 6))
        for i, (theme, plan, title, second) in enumerate(shown):
            left, top = i % COLUMNS * BLOCK[0], i // COLUMNS * BLOCK[1]
            for width, height, right, down in SIZES:
                name = f"{i}_{width}"
                run(program, "replay", plan, "-o", f"{name}.gif", "--theme", theme, "--hud",
                    "--title", title, "--size", f"{width}x{height}")
                run("ffmpeg", "-y", "-ss", second, "-i", f"{name}.gif", "-frames:v", 1, f"{name}.png")
                inputs += ["-i", f"{name}.png"]
                places.append(f"{left + right}_{top + down}")
        (pathlib.Path(folder) / "keys").write_text("1 bot\n900 end\n")
        run(program, "play", "--script", "keys", "--seed", 4, "--log", "play.game")
        left, top = 0, len(shown) // COLUMNS * BLOCK[1]
        for size, (plan, theme, second, width, height) in NAMED.items():
            words = ["play", "--watch", "play.game"] if plan == "play" else ["replay", f"{plan}.drops"]
            run(program, *words, "-o", f"{size}.gif", "--theme", theme, "--hud", "--title",
                f"--size {size}", "--size", size)
            run("ffmpeg", "-y", "-ss", second, "-i", f"{size}.gif", "-frames:v", 1,
                "-vf", f"scale={width}:{height}:flags=area", f"{size}.png")
            inputs += ["-i", f"{size}.png"]
            places.append(f"{left}_{top}")
            left += width + GAP
        stack = (f"xstack=inputs={len(places)}:layout={'|'.join(places)}:fill=0x808080,"
                 "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none")
        run("ffmpeg", "-y", *inputs, "-filter_complex", stack, "sheet.png")
        pathlib.Path(sheet).write_bytes((pathlib.Path(folder) / "sheet.png").read_bytes())


if __name__ == "__main__":
    main()
