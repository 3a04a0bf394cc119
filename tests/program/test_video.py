"""Tests of videos: those that the program writes itself, and those that ffmpeg makes for it."""

import array
import fractions
import io
import json
import os
import resource
import shutil
import signal
import subprocess
import time
import unittest
import wave

from tests.support import images
from tests.oracle import oracle
from tests.support import program
from tests.support import videos
from tests.support import tap

# A row clears on the way.
PLAN = b"""dropforge-drops 1
field 7 9
color T #d03010
color O #20c0f0
color L #f0e0a0
I N 0 0
L N 4 0
T N 0 0
O N 3 0
I N 1 2
I E 6 1
O N 0 3
"""
ENCODED = ("mp4", "webm", "apng", "webp")
CODECS = {"mp4": "h264", "webm": "vp9", "apng": "apng"}
SOUNDS = {"mp4": "aac", "webm": "opus"}
PEAK = 29204  # of samples of 16 bits: -1 dB
HAS_FFMPEG = shutil.which("ffmpeg") is not None and shutil.which("ffprobe") is not None
needs_ffmpeg = unittest.skipUnless(HAS_FFMPEG or os.environ.get("CI") == "true", "no ffmpeg")


def expected(film, fps):
    """The frames of a GIF's film at a constant rate, as rows of colours."""
    elapsed, count, shown = 0, 0, []
    for delay, canvas in zip(film.delays, film.frames()):
        elapsed += delay
        rows = tuple(map(tuple, canvas))
        end = (elapsed * fps + 50) // 100
        shown += [rows] * (end - count)
        count = max(count, end)
    return shown if shown and shown[-1] is rows else shown + [rows]


def converted(shown, convert):
    """Every frame as bytes; those that are shown for long are converted once."""
    last = made = None
    for rows in shown:
        made = made if rows is last else convert(rows)
        last = rows
        yield made


def run_tool(*words):
    return subprocess.run(words, check=True, capture_output=True).stdout


def decode(path, layout, *wishes, decoder=()):
    """The bytes of all frames, in the layout of pixels given."""
    return run_tool("ffmpeg", "-nostdin", "-v", "error", *decoder, "-i", f"file:{path}", "-f", "rawvideo",
                    "-pix_fmt", layout, *(wishes or ("-vsync", "passthrough")), "-")


def samples(path):
    """The sound of a film, one channel at 48 kHz."""
    return array.array("h", run_tool("ffmpeg", "-nostdin", "-v", "error", "-i", f"file:{path}", "-ac", "1",
                                     "-f", "s16le", "-"))


def probe(path, covers=0):
    """The streams of a film, or its covers, and what is said of the whole."""
    told = json.loads(run_tool("ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format",
                               "-of", "json", f"file:{path}"))
    streams = [one for one in told["streams"] if one["disposition"]["attached_pic"] == covers]
    return streams, told["format"]


class Case(program.Case):
    def setUp(self):
        super().setUp()
        self.write("p.drops", PLAN)

    def film(self, *options):
        """The same film as a GIF, which has no --fps."""
        at = options.index("--fps") if "--fps" in options else len(options)
        options = options[:at] + options[at + 2:]
        self.succeed("replay", "p.drops", "-o", "film.gif", *options)
        return images.Gif(self.read("film.gif"))

    def fake(self, script):
        """Makes a program that is found instead of ffmpeg; returns the environment."""
        folder = self.folder / "bin"
        folder.mkdir(exist_ok=True)
        (folder / "ffmpeg").write_text("#!/bin/sh\n" + script)
        (folder / "ffmpeg").chmod(0o755)
        return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}


class Y4m(Case):
    def test_every_frame(self):
        for fps, options in ((50, ("--end-pause", 1)), (25, ("--fps", 25, "--look", "nes")),
                             (7, ("--fps", 7, "--speed", 300, "--end-pause", 0)),
                             (1, ("--fps", 1, "--speed", 900, "--end-pause", 0)),
                             (100, ("--fps", 100, "--fast", "--end-pause", "0.5")),
                             (30, ("--fps", 30, "--max-frames", 3, "--end-pause", 1))):
            film = self.film("--square", 3, *options)
            self.succeed("replay", "p.drops", "-o", "a.y4m", "--square", 3, *options)
            video = videos.Y4m(self.read("a.y4m"))
            self.assertEqual(video.tags, {"W": "21", "H": "27", "F": f"{fps}:1", "I": "p",
                                          "A": "1:1", "C": "444", "X": "COLORRANGE=LIMITED"})
            wanted = expected(film, fps)
            self.assertEqual(len(video.frames), len(wanted), options)
            for i, frame in enumerate(converted(wanted, videos.planes_444)):
                self.assertEqual(video.frames[i], frame, f"{options}: frame {i}")
            # It lasts as long as the film, to the nearest frame, and one for the last picture.
            self.assertLessEqual(abs(len(wanted) - sum(film.delays) * fps / 100), 1.5)

    def test_standard_output(self):
        self.succeed("replay", "p.drops", "-o", "a.y4m", "--fps", 5)
        self.assertEqual(self.succeed("replay", "p.drops", "-f", "y4m", "--fps", 5),
                         self.read("a.y4m"))

    def test_size(self):
        self.succeed("replay", "p.drops", "-o", "a.y4m", "-o", "a.png", "-o", "a.gif", "--size",
                     "40x31", "--look", "flat", "--no-grid", "--background", "#102030", "--fps", 2)
        image = [[pixel[:3] for pixel in row] for row in oracle.read_png(self.read("a.png"))]
        self.assertEqual((len(image[0]), len(image)), (40, 31))
        # Squares of three pixels: nine columns stay free on the left, two rows above.
        self.assertEqual(image[28][9:13], [image[28][9]] * 3 + [image[28][12]])
        self.assertNotEqual(image[28][9], (16, 32, 48))
        for y in range(31):
            for x in range(40):
                if not (9 <= x < 30 and 2 <= y < 29):
                    self.assertEqual(image[y][x], (16, 32, 48))
        self.assertEqual([list(row) for row in images.Gif(self.read("a.gif")).last()], image)
        self.assertEqual(videos.Y4m(self.read("a.y4m")).frames[-1], videos.planes_444(image))


class Sound(Case):
    def test_wav(self):
        film = self.film("--end-pause", 1)
        self.succeed("replay", "p.drops", "-o", "a.wav", "--end-pause", 1)
        self.assertEqual(self.succeed("replay", "p.drops", "-f", "wav", "--end-pause", 1),
                         self.read("a.wav"))
        with wave.open(io.BytesIO(self.read("a.wav"))) as sound:
            self.assertEqual((sound.getnchannels(), sound.getsampwidth(), sound.getframerate()),
                             (2, 2, 48000))
            self.assertEqual(sound.getnframes(), 480 * sum(film.delays))
            heard = array.array("h", sound.readframes(sound.getnframes()))
        self.assertEqual(heard[::2], heard[1::2])
        self.assertFalse(any(heard[:960 * film.delays[0]]))
        self.assertTrue(any(heard[-96000:]))
        self.assertTrue(PEAK // 3 < max(map(abs, heard)) <= PEAK)

    @needs_ffmpeg
    def test_of_videos(self):
        options = ("--fps", 10, "--square", 4, "--end-pause", 1)
        self.succeed("replay", "p.drops", "-o", "a.wav", *options[2:])
        with wave.open(io.BytesIO(self.read("a.wav"))) as sound:
            wanted = array.array("h", sound.readframes(sound.getnframes()))[::2]
        for name, codec in SOUNDS.items():
            for option in tap.part(((), ("--sound",), ("--background", "none"))):
                if name == "mp4" and len(option) == 2:
                    continue
                self.succeed("replay", "p.drops", "-o", f"a.{name}", *options, *option)
                found = probe(self.folder / f"a.{name}")[0][1]
                self.assertEqual((found["codec_name"], found["sample_rate"], found["channels"]),
                                 (codec, "48000", 2))
                heard = samples(self.folder / f"a.{name}")
                self.assertAlmostEqual(len(heard), len(wanted), delta=2500)
                self.assertLess(max(map(abs, heard)), 1.4 * PEAK)
                # The same loudness in every tenth of a second, so that nothing has moved.
                for i in range(0, len(wanted) - 4800, 4800):
                    loud = [sum(map(abs, part[i:i + 4800])) / 4800 for part in (wanted, heard)]
                    self.assertAlmostEqual(*loud, delta=60 + loud[0] / 4)
        for name in tap.part(ENCODED, 2):
            self.succeed("replay", "p.drops", "-o", f"a.{name}", *options, "--no-sound")
            if name != "webp":
                self.assertEqual(len(probe(self.folder / f"a.{name}")[0]), 1)

    def test_encoder_without_sound(self):
        """The film is silent then, unless sound is asked for."""
        environment = self.fake('case "$*" in *aac*) echo "no aac" >&2; exit 1;; esac\n'
                                'cat > given; echo "$@" > /dev/fd/3\n')
        self.succeed("replay", "p.drops", "-o", "a.mp4", "--fps", 1, env=environment)
        self.assertNotIn(b"aac", self.read("a.mp4"))
        self.assertIn("the program ffmpeg failed: no aac",
                      self.refuse(1, "replay", "p.drops", "-o", "b.mp4", "--fps", 1, "--sound",
                                  env=environment))


@needs_ffmpeg
class Encoded(Case):
    def check_probe(self, name, size, frames, fps, sounds=1):
        streams, whole = probe(self.folder / f"a.{name}")
        self.assertEqual(len(streams), 1 + (sounds if name in SOUNDS else 0))
        found = streams[0]
        self.assertEqual(found["codec_name"], CODECS[name])
        self.assertEqual((found["width"], found["height"]), size)
        self.assertEqual((found["r_frame_rate"], found["avg_frame_rate"]), (f"{fps}/1",) * 2)
        self.assertEqual(int(found["nb_read_frames"]), frames)
        if name == "mp4":  # what sites publish
            self.assertEqual((found["profile"], found["field_order"], found["has_b_frames"],
                              found["sample_aspect_ratio"]), ("High", "progressive", 0, "1:1"))
            data = self.read("a.mp4")
            self.assertLess(data.index(b"moov"), data.index(b"mdat"))
            for sound in streams[1:]:
                self.assertEqual([sound[key] for key in ("codec_name", "profile", "sample_rate", "channels")],
                                 ["aac", "LC", "48000", 2])
        if name != "apng":
            self.assertAlmostEqual(float(whole["duration"]), frames / fps, delta=0.02)
            self.assertEqual(found["pix_fmt"], "yuv420p")
            self.assertEqual(found["color_range"], "tv")
            for tag in ("space", "transfer", "primaries"):
                self.assertEqual(found[f"color_{tag}"], "bt709")

    def test_lossy(self):
        options = ("--square", 9, "--fps", 25, "--end-pause", 1, "--look", "flat", "--no-grid")
        film = self.film(*options)
        wanted = expected(film, 25)
        for name in ("mp4", "webm"):
            self.succeed("replay", "p.drops", "-o", f"a.{name}", *options)
            # Seven squares of nine pixels are 63, and one more makes them even; 81 are 82.
            self.check_probe(name, (64, 82), len(wanted), 25)
            last = decode(self.folder / f"a.{name}", "yuv420p")[-64 * 82 * 3 // 2:]
            for y in range(9):
                for x in range(7):
                    at_x, at_y = 9 * x + 4, 9 * y + 4
                    half = at_y // 2 * 32 + at_x // 2
                    found = videos.to_rgb((last[64 * at_y + at_x], last[64 * 82 + half],
                                           last[64 * 82 * 5 // 4 + half]))
                    for a, b in zip(found, wanted[-1][at_y][at_x]):
                        self.assertLessEqual(abs(a - b), 16, f"{name}: square {x}, {y}: {found}")

    def test_cover(self):
        """The poster of an MP4 is its cover; a film without one has none."""
        options = ("--square", 9, "--duration", 1, "--poster")
        for poster, wanted in (*tap.part((("start", []), ("none", [])), 2), ("finished", [("png", 64, 82)])):
            self.succeed("replay", "p.drops", "-o", "a.mp4", *options, poster)
            found = probe(self.folder / "a.mp4", covers=1)[0]
            self.assertEqual([(one["codec_name"], one["width"], one["height"]) for one in found], wanted)
        shown = decode(self.folder / "a.mp4", "rgb24", "-map", f"0:{found[0]['index']}")
        first = expected(self.film(*options, "finished"), 50)[0]
        for y in range(4, 81, 9):
            for x, at in ((x, 3 * (64 * y + x)) for x in range(4, 63, 9)):
                self.assertLess(max(abs(a - b) for a, b in zip(shown[at:at + 3], first[y][x])), 7)

    def test_what_the_encoder_is_given(self):
        environment = self.fake('echo "$@" > words; cat > given; echo x > /dev/fd/3\n')
        self.succeed("replay", "p.drops", "-o", "a.mp4", "--square", 3, "--fps", 10,
                     env=environment)
        self.assertIn("-fflags +bitexact", self.read("words").decode())
        self.assertIn("-preset veryfast -crf 18", self.read("words").decode())
        self.assertEqual(self.read("a.mp4"), b"x\n")
        video = videos.Y4m(self.read("given"))
        self.assertEqual((video.width, video.height, video.tags["C"]), (22, 28, "420mpeg2"))
        shown = expected(self.film("--square", 3), 10)
        background = shown[0][1][1]
        self.assertEqual(len(video.frames), len(shown))
        for i, frame in enumerate(converted(shown, lambda rows: videos.planes_420(
                [(*row, background) for row in rows] + [(background,) * 22]))):
            self.assertEqual(video.frames[i], frame, f"frame {i}")

    def test_frames_with_times(self):
        """Without --fps no frame is there twice, but that of each second and the last one."""
        environment = self.fake('echo "$@" > words; cat > given; echo x > /dev/fd/3\n')
        for options in (("--end-pause", 2.5), ("--end-pause", 1), ("--end-pause", 0), ("--end-pause", "0.02"),
                        ("--fast", "--end-pause", 0), ("--duration", 1)):
            self.succeed("replay", "p.drops", "-o", "a.webm", "--square", 3, *options,
                         env=environment)
            self.assertIn("-fps_mode vfr", self.read("words").decode())
            video = videos.Timed(self.read("given"))
            self.assertEqual((video.width, video.height, video.unit),
                             (22, 28, fractions.Fraction(1, 50)))
            shown = expected(self.film("--square", 3, *options), 50)
            background = shown[0][1][1]
            kept, since = [], 0
            for i, rows in enumerate(shown):
                since = i if i == 0 or rows is not shown[i - 1] else since
                if (i - since) % 50 == 0 or i == len(shown) - 1:
                    kept.append((i, rows))
            self.assertEqual([frame[0] for frame in video.frames], [frame[0] for frame in kept])
            for (_, frame), wanted in zip(video.frames, converted(
                    (rows for _, rows in kept), lambda rows: videos.planes_420(
                        [(*row, background) for row in rows] + [(background,) * 22]))):
                self.assertEqual(frame, wanted)

    @tap.long
    def test_times_of_frames(self):
        """WebM films with and without --fps show the same for the same time."""
        for more, path in (((), "a.webm"), (("--fps", 50), "b.webm")):
            self.succeed("replay", "p.drops", "-o", path, "--square", 8, "--end-pause", 1.5, *more)
        streams, whole = probe(self.folder / "a.webm")
        constant, other = probe(self.folder / "b.webm")
        self.assertLess(int(streams[0]["nb_read_frames"]),
                        int(constant[0]["nb_read_frames"]) - 70)
        self.assertAlmostEqual(float(whole["duration"]), float(other["duration"]), delta=0.01)
        size = 56 * 72 * 3 // 2
        a, b = (self.frames_at_50(f"{letter}.webm") for letter in "ab")
        self.assertEqual(len(a), len(b))
        # Nowhere is a piece in another place.
        for at in range(0, len(a), size):
            for y in range(4, 72, 8):
                for x in range(4, 56, 8):
                    i = at + 56 * y + x
                    self.assertLess(abs(a[i] - b[i]), 24, f"{at // size} {x} {y}")

    @tap.long
    def test_rates_and_sides_of_posts(self):
        """Without sizes: 720 pixels or more in videos, 400 in GIFs; MP4 and named sizes have one rate."""
        options = ("--duration", 1)
        for name, least, columns, *more in (("mp4", 720, 7), ("webm", 720, 7), ("gif", 400, 7),
                                            ("apng", 400, 7), ("mp4", 21, 7, "--square", 3),
                                            ("webm", 1080, 0, "--size", "post")):
            self.succeed("replay", "p.drops", "-o", f"a.{name}", *options, *more)
            video = probe(self.folder / f"a.{name}")[0][0]
            side = min(video["width"], video["height"])
            self.assertIn(side, range(least, least + 2 * max(columns, 1)), (name, more))
            if name == "mp4" or "post" in more:
                self.assertEqual((video["r_frame_rate"], int(video["nb_read_frames"])), ("50/1", 50))

    def frames_at_50(self, name):
        return decode(self.folder / name, "yuv420p", "-vf", "fps=50")

    def test_pictures_once(self):
        """APNG without --fps: the frames of the film, and the last one twice."""
        for options in tap.part((("--max-frames", 3), ("--fast",), ("--end-pause", 0)), 2):
            film = self.film("--square", 2, *options)
            wanted = [tuple(map(tuple, rows)) for rows in film.frames()]
            seconds = sum(film.delays) / 100
            self.succeed("replay", "p.drops", "-o", "a.apng", "--square", 2, *options)
            packets = run_tool("ffprobe", "-v", "error", "-show_entries", "packet=duration_time", "-of",
                               "csv=p=0", self.folder / "a.apng")
            times = [float(line.strip(b",")) for line in packets.split()]
            self.assertEqual(len(times) - len(wanted), film.delays[-1] > 2)
            self.assertAlmostEqual(sum(times), seconds, delta=0.021)
            found = decode(self.folder / "a.apng", "rgba")
            shown = wanted + wanted[-1:] * (len(times) - len(wanted))
            self.assertEqual(found, b"".join(
                bytes(part for row in rows for color in row for part in (*color, 255))
                for rows in shown))

    def test_encoder_without_times(self):
        """An ffmpeg before 5.1 is given all frames."""
        environment = self.fake('case "$*" in *fps_mode*) exit 1;; esac\n'
                                'cat > given; echo x > /dev/fd/3\n')
        self.succeed("replay", "p.drops", "-o", "a.webm", "--square", 3, env=environment)
        self.assertEqual(len(videos.Y4m(self.read("given")).frames),
                         len(expected(self.film("--square", 3), 50)))

    def test_large_mp4(self):
        """More than a million pixels are encoded faster, at the same quality."""
        environment = self.fake('echo "$@" > words; cat > /dev/null; echo x > /dev/fd/3\n')
        options = ("--fps", 5, "--duration", 1, "--no-sound")
        for size, preset in (("1000x1000", "veryfast"), ("1002x1000", "superfast")):
            self.succeed("replay", "p.drops", "-o", "a.mp4", "--size", size, *options,
                         env=environment)
            self.assertIn(f"-preset {preset} ", self.read("words").decode())
        self.succeed("replay", "p.drops", "-o", "a.mp4", "-o", "a.y4m", "--size", "1002x1000",
                     *options)
        self.check_probe("mp4", (1002, 1000), 5, 5, sounds=0)
        last = decode(self.folder / "a.mp4", "yuv444p")[-3 * 1002 * 1000:]
        wanted = videos.Y4m(self.read("a.y4m")).frames[-1]
        far = sum(abs(a - b) > 16 for a, b in zip(last[::97], wanted[::97]))
        self.assertLess(far, len(wanted[::97]) / 100)

    def test_apng_is_exact(self):
        options = ("--square", 3, "--fps", 20, "--background", "#000000")
        wanted = expected(self.film(*options), 20)
        self.succeed("replay", "p.drops", "-o", "a.apng", *options)
        self.check_probe("apng", (21, 27), len(wanted), 20)
        self.assertEqual(decode(self.folder / "a.apng", "rgba"), b"".join(
            bytes(part for row in rows for color in row for part in (*color, 255)) for rows in wanted))

    def webp_alpha(self, name):
        """The alpha of the last picture of a film."""
        video = videos.WebP(self.read(name))
        canvas = bytearray(video.width * video.height)
        for left, top, width, height, _, is_over, goes_away, still in video.frames:
            alpha = decode(self.folder / self.write("still.webp", still), "rgba")[3::4]
            shown = bytearray(canvas)
            for i, value in enumerate(alpha):
                if value or not is_over:
                    shown[(top + i // width) * video.width + left + i % width] = value
            for i in range(width * height if goes_away else 0):
                canvas[(top + i // width) * video.width + left + i % width] = 0
            canvas = canvas if goes_away else shown
        return bytes(shown)

    def test_transparent_background(self):
        options = ("--square", 8, "--look", "flat", "--fps", 50, "--no-grid", "--fast", "--end-pause", 1)
        film = self.film(*options, "--background", "#102030")
        shown = expected(film, 50)
        clear = [bytes(0 if color == (16, 32, 48) else 255 for row in rows for color in row)
                 for rows in (shown[0], shown[len(shown) // 2], shown[-1])]
        names = ("gif", "apng", "webm")
        self.succeed("replay", "p.drops", *options, "--background", "none",
                     *(word for name in names for word in ("-o", f"a.{name}")))
        for name in names:
            decoder = ("-c:v", "libvpx-vp9") if name == "webm" else ()
            pixels = decode(self.folder / f"a.{name}", "rgba", "-r", "50", decoder=decoder)
            size = 4 * 56 * 72
            frames = [pixels[i:i + size] for i in range(0, len(pixels), size)]
            for wanted, frame in zip(clear, (frames[0], frames[len(shown) // 2], frames[-1])):
                wrong = sum(abs(a - b) > 64 for a, b in zip(wanted, frame[3::4]))
                self.assertLessEqual(wrong, 56 * 72 // 100 if name == "webm" else 0, name)
        self.succeed("replay", "p.drops", "-o", "a.png", *options[:4], *options[6:], "--background", "none")
        self.assertEqual(decode(self.folder / "a.png", "rgba")[3::4], clear[-1])
        self.succeed("replay", "p.drops", "-o", "a.webp", *options, "--background", "none")
        self.assertEqual(self.webp_alpha("a.webp"), clear[-1])

    def test_transparent_gif(self):
        """Every frame is that of an opaque film, and the file is not much larger."""
        for times, *options in ((2, "--square", 6, "--look", "flat", "--no-grid"),
                                (5, "--square", 4, "--hud", "--border", "--loop", "--no-grid"),
                                (2, "--square", 3, "--fast", "--no-grid", "--max-frames", 4)):
            opaque = self.film(*options, "--background", "#010203")
            size = len(self.read("film.gif"))
            clear = self.film(*options, "--background", "none")
            self.assertLess(len(self.read("film.gif")), times * size)
            self.assertEqual(clear.delays, opaque.delays)
            hidden = clear.palette[0]
            self.assertNotEqual(hidden, (1, 2, 3))
            for wanted, found in zip(opaque.frames(), clear.frames()):
                for row, other in zip(wanted, found):
                    for a, b in zip(row, other):
                        self.assertEqual(b is None, a == (1, 2, 3))

    def test_webp_is_exact(self):
        options = ("--square", 2, "--fast", "--max-frames", 4)
        film = self.film(*options)
        self.succeed("replay", "p.drops", "-o", "a.webp", "--fps", 50, *options)
        video = videos.WebP(self.read("a.webp"))
        self.assertEqual((video.width, video.height, video.loops), (14, 18, 0))
        self.assertEqual(sum(frame[4] for frame in video.frames), 20 * len(expected(film, 50)))
        canvas = [[(0, 0, 0)] * 14 for _ in range(18)]
        for left, top, width, height, _, is_over, goes_away, still in video.frames:
            self.assertFalse(goes_away)
            pixels = decode(self.folder / self.write("still.webp", still), "rgba")
            self.assertEqual(len(pixels), 4 * width * height)
            for i in range(width * height):
                color = pixels[4 * i:4 * i + 4]
                if color[3] or not is_over:
                    canvas[top + i // width][left + i % width] = tuple(color[:3])
        self.assertEqual(canvas, [list(row) for row in film.last()])

    def test_same_bytes(self):
        names = list(tap.part(ENCODED, 2))
        options = [word for name in names for word in ("-o", f"{name}.{name}")]
        options += ("--fps", 10, "--square", 5, "--end-pause", 1)
        self.succeed("replay", "p.drops", *options)
        first = [self.read(f"{name}.{name}") for name in names]
        self.succeed("replay", "p.drops", *options)
        self.assertEqual([self.read(f"{name}.{name}") for name in names], first)
        output = self.succeed("replay", "p.drops", "-f", "mp4", *options[-6:])
        self.assertEqual(output, first[0])

    @tap.long
    def test_print_and_bot(self):
        self.succeed("print", program.LETTER, *program.QUICK, "-o", "a.mp4", "--size", "96x120",
                     "--fps", 10, "--speed", 5000)
        self.assertEqual((probe(self.folder / "a.mp4")[0][0]["width"]), 96)
        self.succeed("bot", "--max-pieces", 3, "-o", "b.webm", "--speed", 1000)
        self.assertEqual(probe(self.folder / "b.webm")[0][0]["codec_name"], "vp9")

    def test_names_are_only_names(self):
        for name in tap.part(("-i.mp4", "a b;touch c.mp4", "$(touch c).mp4", "%d.webm", "file:x.apng"), 2):
            self.succeed("replay", "p.drops", "--fps", 1, "--output=" + name)
            self.assertEqual(self.files(), sorted([name, "p.drops"]))
            os.unlink(self.folder / name)

    def test_a_file_that_cannot_grow(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
        for name in tap.part(ENCODED, 2):
            answer = self.refuse(1, "replay", "p.drops", "-o", f"a.{name}", "--fps", 10,
                                 preexec_fn=limit)
            self.assertIn("File too large", answer)


class Failures(Case):
    def test_no_program_of_the_current_folder(self):
        """An empty or relative element of PATH is left out, when it is looked for and when it runs."""
        self.fake("touch hijacked\n")
        os.replace(self.folder / "bin" / "ffmpeg", self.folder / "ffmpeg")
        for path in ("", ":", ".:", "./", "bin/..:", ":/nowhere:"):
            self.refuse(1, "replay", "p.drops", "-o", "a.mp4", env={"PATH": path})
            self.assertFalse((self.folder / "hijacked").exists(), path)
        other = self.folder / "bin"
        (other / "ffmpeg").write_text("#!/bin/sh\necho the right one >&2\nexit 3\n")
        (other / "ffmpeg").chmod(0o755)
        for path in (f":{other}", f".:{other}:", f"{other}::"):
            answer = self.refuse(1, "replay", "p.drops", "-o", "a.mp4", "--no-sound",
                                 env={"PATH": path})
            self.assertIn("the right one", answer)
            self.assertFalse((self.folder / "hijacked").exists(), path)

    def test_missing(self):
        for path in ("", "/nowhere", str(self.folder)):
            for name in ENCODED:
                answer = self.refuse(1, "replay", "p.drops", "-o", "b.png", "-o", f"a.{name}",
                                     env={"PATH": path})
                self.assertRegex(answer, rf"^a\.{name}: the program ffmpeg, .*not found; install")
        self.succeed("replay", "p.drops", "-o", "a.y4m", "--fps", 1, env={"PATH": ""})

    def test_failing(self):
        for script, words in (
                ("echo one >&2; echo 'the disk is on fire' >&2; echo >&2; exit 3",
                 "the program ffmpeg failed: the disk is on fire"),
                ("cat > /dev/null; printf 'no\\033[31m\\177\\302\\233\\233 colour\\r' >&2; exit 1",
                 "the program ffmpeg failed: no?[31m??? colour"),
                ("exit 7", "the program ffmpeg failed: status 7"),
                ("kill -9 $$", "the program ffmpeg failed: signal 9"),
                ("exit 0", "the program ffmpeg failed: it did not read to the end"),
                ("cat > /dev/null", "the program ffmpeg has written nothing"),
                ("yes 'many words' | head -n 100000 >&2; exit 1", "failed: many words")):
            status, _, answer = self.run_program("replay", "p.drops", "-o", "a.mp4", "-o", "b.drops",
                                                 "--square", 30, env=self.fake(script + "\n"))
            self.assertEqual((status, self.files()), (1, ["b.drops", "bin", "p.drops"]))
            self.assertRegex(answer, r"\Adropforge: a\.mp4: [^\n]*\n\Z")
            self.assertIn(words, answer)
            self.succeed("replay", "b.drops", "--json")
            os.unlink(self.folder / "b.drops")

    def test_not_a_program(self):
        environment = self.fake("")
        (self.folder / "bin" / "ffmpeg").write_bytes(b"\x7fELF nonsense")
        self.assertIn("a.mp4: the program ffmpeg ",
                      self.refuse(1, "replay", "p.drops", "-o", "a.mp4", env=environment))

    def test_interrupt(self):
        """What was written before the video is whole and stays."""
        self.succeed("replay", "p.drops", "-o", "whole.gif", "--square", 30)
        environment = self.fake("echo $$ > pid.new; mv pid.new pid; exec sleep 1000\n")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            before = self.files()
            with self.start("replay", "p.drops", "-o", "a.mp4", "-o", "b.gif", "--square", 30,
                            env=environment) as process:
                while not (self.folder / "pid").exists():
                    self.assertIsNone(process.poll())
                    time.sleep(0.005)
                child = int(self.read("pid"))
                process.send_signal(number)
                self.assertEqual(process.wait(), -number)
            self.check_gone(child)
            os.unlink(self.folder / "pid")
            self.assertEqual(self.files(), sorted([*before, "b.gif"]))
            self.assertEqual(self.read("b.gif"), self.read("whole.gif"))
            os.unlink(self.folder / "b.gif")

    def check_gone(self, child):
        """Whoever takes over the child may not look at once that it has ended."""
        for _ in range(2000):
            try:
                with open(f"/proc/{child}/stat", encoding="ascii") as file:
                    if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                        return
            except (FileNotFoundError, ProcessLookupError):
                return
            time.sleep(0.005)
        self.fail("the child still runs")


if __name__ == "__main__":
    program.main()
