"""Prints animations and videos of every kind with freely chosen pieces. Each frame is compared with
what another decoder sees, and films of the finished frames keep the pace of the animation."""

import array
import io
import os
import random
import shutil
import struct
import subprocess
import unittest

from tests.support import pillow

pillow.find(__spec__.name)

import PIL.Image

from tests.oracle import oracle
from tests.program import test_animations
from tests.support import image_samples
from tests.support import images
from tests.support import program
from tests.support import tap

HAS_FFMPEG = shutil.which("ffmpeg") is not None
needs_ffmpeg = unittest.skipUnless(HAS_FFMPEG or os.environ.get("CI") == "true", "no ffmpeg")
PRINT = ("--effort", 0, "--pieces", "IZJL,OTS")
DARK, LIGHT = (16, 16, 16), (240, 240, 240)
WIDTH, HEIGHT, SIDE, RATE = 8, 6, 16, 10
CODECS = {"x.mp4": ("-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "10"),
          "x.webm": ("-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "10"),
          "x.mkv": ("-c:v", "ffv1"), "x.avi": ("-c:v", "rawvideo", "-pix_fmt", "bgr24")}


def squares(number):
    """A bar that moves over a ground, as rows of 1 (dark) and 2 (light)."""
    return [[2 if x in (number, number + 1) or y == HEIGHT - 1 else 1 for x in range(WIDTH)] for y in range(HEIGHT)]


def enlarged(rows):
    """The bytes of a frame, each square of which has many pixels."""
    return b"".join(bytes(channel for color in row for channel in (DARK, LIGHT)[color - 1] * SIDE) * SIDE
                    for row in rows)


class Footage(program.Case):
    find_columns = test_animations.Animations.find_columns
    check_frames = test_animations.Animations.check_frames

    def check_plan(self, frames):
        """The plan a.drops leaves these frames, in whatever two colours; returns it."""
        plan = oracle.read(self.read("a.drops"))
        palette = [None, *sorted(set(plan.colors.values()), key=sum)]
        self.check_frames(plan, frames, palette)
        return plan

    def make_video(self, name, sound=False):
        tone = ("-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=0.5") if sound else ()
        subprocess.run(["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
                        f"{WIDTH * SIDE}x{HEIGHT * SIDE}", "-r", str(RATE), "-i", "-", *tone, *CODECS[name], name],
                       cwd=self.folder, check=True, input=b"".join(enlarged(squares(i)) for i in range(5)))
        self.given.add(name)
        return name

    def see(self, name, *options, filters="null"):
        """The frames of a video, as ffmpeg sees them at one pixel for each square."""
        seen = subprocess.run(["ffmpeg", "-v", "error", *options, "-i", name, "-vf", filters, "-sws_flags", "area", "-s",
                               f"{WIDTH}x{HEIGHT}", "-pix_fmt", "gray", "-f", "rawvideo", "-"], cwd=self.folder,
                              check=True, capture_output=True).stdout
        rows = [[1 + (pixel > 127) for pixel in seen[at:at + WIDTH]] for at in range(0, len(seen), WIDTH)]
        return [rows[at:at + HEIGHT] for at in range(0, len(rows), HEIGHT)]

    @needs_ffmpeg
    def test_videos(self):
        options = ("--all-frames", "--fit", f"{WIDTH}x{HEIGHT}", "--colors", 2)
        for name in tap.part(list(CODECS)):
            with self.subTest(name):
                self.make_video(name)
                self.succeed("print", name, *PRINT, *options, "-o", "a.drops")
                frames = self.see(name)
                self.assertEqual(frames, [squares(i) for i in range(5)])
                self.assertEqual(self.check_plan(frames).times, [100] * 5)
                self.succeed("check", "a.drops", name, *options)

    @needs_ffmpeg
    def test_part_of_a_video(self):
        """Frames at a rate, between two times, of a part of what is seen."""
        name = self.make_video("x.mkv")
        taken = ("--all-frames", "--fps", 5, "--from-time", "0.1", "--to-time", "0:00.5", "--colors", 2)
        self.succeed("print", name, *PRINT, *taken, "--fit", f"{WIDTH}x{HEIGHT}", "-o", "a.drops")
        frames = self.see(name, "-ss", "0.1", "-t", "0.4", filters="fps=5")
        self.assertEqual(self.check_plan(frames).times, [200] * 2)
        self.succeed("check", "a.drops", name, *taken, "--fit", f"{WIDTH}x{HEIGHT}")
        self.succeed("print", name, *PRINT, "--all-frames", "--crop", f"0,{SIDE},{6 * SIDE}x{5 * SIDE}", "--fit", "6x5",
                     "--colors", 2, "-o", "a.drops")
        self.check_plan([[row[:6] for row in squares(i)[1:]] for i in range(5)])
        # Without --fps of a video, it is that of the output.
        self.write("x.gif", images.animation(("R..R", "RRRR"), ("RRRR", "R..R")))
        self.succeed("print", "x.gif", "--effort", 0, "--all-frames", "--fps", 5, "-o", "a.y4m")
        self.assertIn(b" F5:1 ", self.read("a.y4m"))
        for wrong, message in ((("--from-time", 7), "it has no frame at --from-time; choose an earlier time"),
                               (("--crop", "0,0,999x9"), "damaged or unusual Matroska")):
            self.assertIn(message, self.refuse(1, "print", name, "--all-frames", *wrong, "-o", "b.drops"))
        self.assertIn("x.gif: this is no video; leave out --to-time",
                      self.refuse(1, "print", "x.gif", "--to-time", 7, "-o", "b.drops"))

    @needs_ffmpeg
    def test_sound_of_a_video(self):
        """A film of the finished frames has the tone of the video, from the same time on."""
        name = self.make_video("x.mkv", sound=True)
        begin = ("print", name, *PRINT, "--all-frames", "--fit", f"{WIDTH}x{HEIGHT}", "--colors", 2, "--square", 4)
        for film in ("a.mp4", "a.webm"):
            self.succeed(*begin, "--from-time", "0.2", "--frames-only", "--with-sound", "-o", film)
            heard = array.array("h", subprocess.run(
                ["ffmpeg", "-v", "error", "-i", film, "-ac", "1", "-ar", "48000", "-f", "s16le", "-"], cwd=self.folder,
                check=True, capture_output=True).stdout)
            self.assertAlmostEqual(len(heard) / 48000, 0.3, delta=0.06)
            part = heard[4800:9600]
            self.assertAlmostEqual(sum(a < 0 <= b for a, b in zip(part, part[1:])), 44, delta=2)
        silent = self.make_video("x.avi")
        self.assertIn("x.avi has no sound; leave out --with-sound", self.refuse(
            1, "print", silent, *begin[2:], "--frames-only", "--with-sound", "-o", "b.mp4"))
        self.assertIn("add --all-frames and --frames-only", self.refuse(2, *begin, "--with-sound", "-o", "b.mp4"))
        self.assertIn("leave out --speed", self.refuse(2, *begin, "--with-sound", "--frames-only", "--speed", 200,
                                                       "-o", "b.mp4"))

    def test_times_and_no_ffmpeg(self):
        self.write("x.mp4", b"\0\0\0\x18ftypisom")
        self.assertIn("x.mp4: AVIF or MP4 files are read by the program ffmpeg, which is not installed; install it",
                      self.refuse(1, "print", "x.mp4", "--all-frames", "-o", "b.drops",
                                  env={**os.environ, "PATH": "/nowhere"}))
        for time in ("", "x", "1:60", "1:2:3:4", "1.2345", "-1", "1:", "1.", ":5"):
            self.refuse(2, "print", "x.mp4", f"--from-time={time}", "-o", "b.drops")
        self.assertIn("--to-time must be later than --from-time", self.refuse(
            2, "print", "x.mp4", "--from-time", "1:01.5", "--to-time", "61.5", "-o", "b.drops"))

    def make_pictures(self):
        """Frames for Pillow, and what they show."""
        frames = [squares(0), squares(2), squares(4), squares(5)]
        pictures = []
        for rows in frames:
            picture = PIL.Image.new("RGB", (WIDTH, HEIGHT))
            picture.putdata([(DARK, LIGHT)[color - 1] for row in rows for color in row])
            pictures.append(picture)
        return frames, pictures

    def write_film(self, kind, times, plays):
        frames, pictures = self.make_pictures()
        out = io.BytesIO()
        loop = {} if kind == "GIF" and plays == 1 else {"loop": plays - 1 if kind == "GIF" and plays else plays}
        more = {"lossless": True, "minimize_size": False} if kind == "WEBP" else {}
        pictures[0].save(out, kind, save_all=True, append_images=pictures[1:], duration=times, **loop, **more)
        name = self.write(f"x.{kind.lower()}", out.getvalue())
        found, spent = [], []
        with PIL.Image.open(io.BytesIO(out.getvalue())) as film:
            for i in range(film.n_frames):
                film.seek(i)
                film.load()
                spent.append(film.info["duration"])
                gray = list(film.convert("L").getdata())
                found.append([[1 + (pixel > 127) for pixel in gray[at:at + WIDTH]]
                              for at in range(0, len(gray), WIDTH)])
        self.assertEqual(found, frames)
        return name, found, spent

    def test_pictures_that_move(self):
        """GIF, APNG and WebP: frames, their times, and how often they are played."""
        times = [200, 70, 330, 50]
        for kind, plays in tap.part([("GIF", 0), ("GIF", 1), ("GIF", 3), ("WEBP", 0), ("WEBP", 2), ("PNG", 1), ("PNG", 0)]):
            if kind == "PNG" and not HAS_FFMPEG:
                continue
            with self.subTest((kind, plays)):
                name, frames, spent = self.write_film(kind, times, plays)
                self.succeed("print", name, *PRINT, "--all-frames", "--exact", "-o", "a.drops", "-o", "a.gif",
                             "--frames-only", "--square", 2)
                plan = self.check_plan(frames)
                self.assertEqual((plan.times, plan.plays), ([int(time) for time in spent], plays))
                self.succeed("check", "a.drops", name, "--all-frames", "--exact")
                self.succeed("replay", "a.drops", "-o", "b.gif", "--frames-only", "--square", 2)
                self.assertEqual(self.read("a.gif"), self.read("b.gif"))
                film = images.Gif(self.read("b.gif"))
                self.assertEqual([10 * time for time in film.delays], plan.times)
                self.assertEqual(film.loops, {0: 0, 1: None}.get(plays, plays - 1))
                self.assertEqual(len(list(film.frames())), len(frames))

    def test_large(self):
        """Frames of too many pixels are scaled down by two; one alone stays as it is."""
        frames = [PIL.Image.new("P", (1100, 1000)) for _ in range(64)]
        for number, frame in enumerate(frames):
            frame.putpalette([255, 255, 255, 200, 0, 0])
            frame.paste(1, (100, 500 - 4 * number, 900, 900))
        name = self.write("x.gif", image_samples.saved(frames[0], "GIF", save_all=True, append_images=frames[1:]))
        self.succeed("print", name, "--all-frames", "--fit", "8x8", "--effort", "0", "-o", "a.drops")
        plan = oracle.read(self.read("a.drops"))
        self.assertEqual(len(plan.frames), len(frames))
        self.succeed("check", "a.drops", name, "--all-frames", "--fit", "8x8")
        self.succeed("prepare", name, "--frame", "64", "--crop", "100,248,200x200", "--enlarged", "keep",
                     "-o", "x.png")
        with PIL.Image.open(self.folder / "x.png") as cropped:
            self.assertEqual(cropped.size, (200, 200))

    @needs_ffmpeg
    def test_plays_of_films(self):
        """The plays of films by ffmpeg; without --frames-only they go on for ever."""
        name, _, _ = self.write_film("GIF", [200, 70, 330, 50], 3)
        self.succeed("print", name, *PRINT, "--all-frames", "--exact", "-o", "a.drops")
        for options, plays in ((("--frames-only",), 3), ((), 0)):
            self.succeed("replay", "a.drops", "-o", "a.apng", "-o", "a.webp", "-o", "a.gif", "--square", 2,
                         "--duration", 1, *options)
            apng = self.read("a.apng")
            self.assertEqual(struct.unpack(">I", apng[(at := apng.index(b"acTL")) + 8:at + 12])[0], plays)
            with PIL.Image.open(self.folder / "a.webp") as film:
                self.assertEqual(film.info["loop"], plays)
            self.assertEqual(images.Gif(self.read("a.gif")).loops, max(plays - 1, 0))

    def test_aseprite(self):
        """The frames of a tag, with their times."""
        sample = next(sample for sample in image_samples.aseprites(random.Random(28))
                      if sample.name == "ase-32-3-5.aseprite")
        path = self.write(sample.name, sample.data)
        options = ("--alpha-threshold", 1, "--colors", 1, "--fit", "keep", "--frame", "all", "--all-frames", "--anchor")
        self.succeed("print", path, *options, "--effort", 0, "--pieces", "IOTSZJL,", "-o", "a.drops")
        frames = [[[int(frame[4 * (5 * y + x) + 3] > 0) for x in range(5)] for y in range(4)]
                  for frame in sample.frames]
        plan = oracle.read(self.read("a.drops"))
        self.check_frames(plan, frames, [None, plan.colors["J"]])
        self.assertEqual((plan.times, plan.plays), ([100] * 3, 0))
        self.succeed("check", "a.drops", path, *options)

    def write_aseprite(self, tags):
        """A bar that moves, in six frames of different times, with tags: first, last, direction, plays."""
        body = b""
        for i in range(6):
            data = b"".join(bytes((*(DARK, LIGHT)[color - 1], 255)) for row in squares(i) for color in row)
            chunks = [image_samples.ase_chunk(0x2005, struct.pack("<HhhBHh5xHH", 0, 0, 0, 255, 0, 0, WIDTH, HEIGHT) + data)]
            if i == 0:
                chunks.insert(0, image_samples.ase_chunk(0x2004, struct.pack("<6HB3xH", 1, 0, 0, 0, 0, 0, 255, 1) + b"x"))
                chunks.insert(0, image_samples.ase_chunk(0x2018, struct.pack("<H8x", len(tags)) + b"".join(
                    struct.pack("<HHBH6x3xxH", *tag, 2) + b"t%d" % at for at, tag in enumerate(tags))))
            part = b"".join(chunks)
            body += struct.pack("<IHHH2xI", 16 + len(part), 0xf1fa, len(chunks), 100 + i, 0) + part
        return self.write("x.aseprite", struct.pack("<IHHHHHIH8xB3xH94x", 128 + len(body), 0xa5e0, 6, WIDTH, HEIGHT, 32,
                                                    1, 100, 0, 0) + body)

    def play_tag(self, first, last, direction, plays):
        """Steps from frame to frame as a player does: turns at an end, for each play but the last."""
        at, step = (last, -1) if direction % 2 else (first, 1)
        shown = [at]
        while first <= at + step <= last:
            at += step
            shown.append(at)
        if direction < 2 or plays == 1:
            return shown, plays
        while first < at - step < last:
            at -= step
            shown.append(at)
        return shown, (plays + 1) // 2

    def test_directions(self):
        """Frames come in the order in which their tag plays them, with their times."""
        tags = [(1, 4, 1, 0), (1, 4, 2, 0), (0, 3, 3, 0), (0, 2, 2, 1), (2, 4, 3, 1), (1, 3, 2, 5), (3, 4, 2, 2),
                (5, 5, 3, 0), (0, 1, 0, 7), (4, 2, 1, 0)]
        name = self.write_aseprite(tags)
        for at, tag in tap.part(list(enumerate(tags))):
            with self.subTest(tag):
                options = ("--exact", "--all-frames", "--frame", f"t{at}")
                self.succeed("print", name, *PRINT, *options, "-o", "a.drops")
                shown, plays = self.play_tag(tag[0], max(tag[:2]), *tag[2:])
                plan = self.check_plan([squares(i) for i in shown])
                self.assertEqual((plan.times, plan.plays), ([100 + i for i in shown], plays))
                self.succeed("check", "a.drops", name, *options)
                self.succeed("print", name, *PRINT, "--exact", "--frame", f"t{at}", "-o", "b.drops")
                self.succeed("print", name, *PRINT, "--exact", "--frame", shown[0] + 1, "-o", "c.drops")
                self.assertEqual(self.read("b.drops"), self.read("c.drops"))

    def test_sheet(self):
        """Tiles have no times: the usual ones."""
        rows = [f"{'G' * 8}" if y == 5 else "".join("R" if x % 8 == y else "G" for x in range(24)) for y in range(6)]
        rows[5] = "G" * 24
        name = self.draw("x.png", *rows)
        self.succeed("print", name, *PRINT, "--exact", "--all-frames", "--tiles", "8x6", "-o", "a.drops", "-o", "a.gif",
                     "--frames-only", "--square", 2)
        self.assertEqual(oracle.read(self.read("a.drops")).times, [0] * 3)
        self.assertEqual(images.Gif(self.read("a.gif")).delays[-1], 300)
        self.succeed("check", "a.drops", name, "--exact", "--all-frames", "--tiles", "8x6")


if __name__ == "__main__":
    program.main()
