"""Short command lines that together do all that the program can do: every command, every action
and every format of output. For tests of what must hold of each of them."""

import base64
import pathlib
import re
import shlex
import subprocess
import tempfile
import zlib

from tests.support import images
from tests.support import tap

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
SPRITE = DATA / "sprites" / "uni_A.png"
KICKS = DATA / "srs.kicks"
BOARD = b"[" + b",".join([b"[" + b",".join([b"null"] * 10) + b"]"] * 40) + b"]"
TBP = (b'{"type":"rules"}\n'
       b'{"type":"start","hold":null,"queue":["T","S"],"board":' + BOARD + b'}\n'
       b'{"type":"suggest"}\n'
       b'{"type":"new_piece","piece":"I"}\n'
       b'{"type":"play","move":{"location":{"type":"S","orientation":"east","x":0,"y":1}}}\n'
       b'{"type":"suggest"}\n')
PLAN = b"dropforge-drops 1\nfield 5 6\npiece X .#./###/.#.\nX N 1 0\n"
DEALT = (b"dropforge-drops 1\nfield 10 20\ndeal given hold\nqueue OITS\n"
         b"I E 0 0\nO N 1 0\nT S 4 0\n")
# From power-on through the menus, and then down: a piece locks.
MOVIE = b"version 3\nromChecksum base64:Ww5XFVjIx5aTe5avRpVhxg==\n" + b"".join(
    b"|0|..%c.%c...|||\n" % (b"D"[0] if frame > 340 else b"."[0],
                            b"T"[0] if frame in (280, 290, 300, 310) else b"."[0])
    for frame in range(420))
# A replay of Techmino: T drops.
TECHMINO = base64.b64encode(zlib.compress(
    b'{"mode":"custom_clear","setting":{"das":9,"arr":2,"sddas":2,"sdarr":2},"private":{"BAG":[5,5],"CUSTOMENV":{}}}'
    b"\n\x81\x48\x06\x81\x49\x26")) + b"\n"
# A plan of TETR.IO's pieces, and a replay with two keys.
TETRIO = b"dropforge-drops 1\nfield 10 20\ndeal tetrio seed 7\nqueue S\nS N 0 0\n"
NULLPOMINO = b"dropforge-drops 1\nfield 10 20\ndeal nullpomino seed 12345\nqueue T\nT N 0 0\n"
REP = (b"#NullpoMino Replay\nname.mode=MARATHON\nversion.core.major=7.5\n0.replay.randSeed=3039\n0.r.102=1\n"
       b"0.r.max=120\n")
TTR = (b'{"replay":{"options":{"seed":7,"g":1},"events":[{"frame":1,"type":"keydown","data":{"key":"moveLeft"}},'
       b'{"frame":9,"type":"keydown","data":{"key":"hardDrop"}}]}}')
# What there is in the file of "play --scores", which is SCORES_FILE in the folder XDG_DATA_HOME.
SCORES_FILE = "dropforge/scores"
SCORES = (b"dropforge-scores 1\n"
          b"guideline tetrominoes 10x20 900 5 1 30 7 2026-01-01T00:00:00Z ann\n"
          b"nes tetrominoes 10x20 70 0 3 9 9 2026-01-03T00:00:00Z ann\n")
TRAIN = "train --board 6x8 --max-pieces 20 --games 1 --population 4 --generations 2"


def picture(name):
    """A small image file."""
    return (DATA / "images" / name).read_bytes()


# An image of each format.
IMAGES = tuple((f"print - --jobs 1 --method search --fit 2x2 --alpha-threshold 9 {options}",
                picture(name)) for name, options in (
                    ("palette.png", "--colors 2"), ("film.gif", "--frame 2 --colors 2"),
                    ("packed.bmp", "--colors 2"), ("turned.jpg", "--colors 1"),
                    ("progressive.jpg", "--colors 1"), ("film.webp", "--frame 2 --colors 2"),
                    ("lossy.webp", "--colors 2")))

FRAMES = images.gif_film([[[1, 1], [1, 1]], [[0, 0], [1, 1]], [[1, 0], [1, 0]]], bytes(6), 0)

# Words, and what is given on standard input.
PRINT = (
    # On a narrow playfield the searches are short; with one thread each run is the same.
    ("print SPRITE --jobs 1 --width 7 --alpha-threshold 99 --fit 2x2 --max-frames 3 -o x.png "
     "-o x.gif -o x.y4m --fps 5 -o x.drops -o x.txt", b""),
    ("print SPRITE --jobs 1 --width 11 --method table --json -o x.drops", b""),
    ("print SPRITE --jobs 1 --width 11 --method search", b""),
    ("print SPRITE --jobs 1 --width 11 --lower-bound", b""),
    ("print SPRITE --jobs 1 --alpha-threshold 99 --fit 2x3 --deal bag --hold -o x.drops", b""),
    ("print - --jobs 1 --all-frames --effort 0 -o x.drops", FRAMES),
    ("print - --jobs 1 --deal bag --hold --all-frames --frames-only -o x.drops -o x.gif", FRAMES),
    ("print SPRITE --jobs 1 --alpha-threshold 99 --fit 2x3 --deal bag --hold --pieces any --from -"
     " -o x.drops", b"XX.XXXXX.X\n"),
    ("print SPRITE --jobs 1 --width 7 --alpha-threshold 99 --fit 2x3 --palette guideline --pieces any -o x.drops", b""),
    ("print SPRITE --jobs 1 --alpha-threshold 99 --fit 2x3 --queue - --hold --preview 2 "
     "--rules srs --json -o x.drops", b"TIZLOSJ JTISZOL\n" * 20),
    ("print SPRITE --jobs 1 --width 7 --alpha-threshold 99 --fit 2x3 --anchor --colors 1 "
     "--dither floyd-steinberg -o x.drops", b""),
    ("print --method search --json", b""),
    ("replay - -o x.drops -o x.png -o x.gif -o x.y4m --fps 5", PLAN),
    ("replay - -o x.keys.json -o x.game", DEALT),
    ("replay - -o x.drops -o x.fumen -o x.gif", b"v115@vhGRQJUmBKpBvsBTtBGhBAAe\n"),
    ("replay - --json", PLAN),
    ("replay - --json -o x.drops", MOVIE),
    ("replay - -o x.ttr", TETRIO),
    ("replay - -o x.techmino", DEALT),
    ("replay - -o x.rep", NULLPOMINO),
    ("replay - --json -o x.drops", REP),
    ("print --sample heart --game nullpomino --seed 3 --effort 0 -o x.rep", b""),
    ("replay - --json -o x.drops", TTR),
    ("replay - --json -o x.drops", TECHMINO),
    ("replay - -f gif", PLAN),
    ("replay - -f png --size 190x190 --look flat --color X=#102030 --hud --title A --theme nes", PLAN),
    ("replay - -f gif --motion full --loop --duration 2 --end-card A",
     b"dropforge-drops 1\nfield 6 7\nrules srs\nO N 0 0\nI N 0 2\nO N 2 0\n"),
    ("replay - -f blocks", b"dropforge-drops 1\nfield 6 6\ncolor J #ff0000\nJ N 0 0\nO N 3 0\n"),
    ("print --text - --jobs 1 --method search -o x.drops", b"A\nB"),
    ("prepare - -o x.png --json", picture("turned.jpg")),
    ("prepare - --fit 3x3 --backdrop keep --alpha-threshold 9 -o x.png", picture("lossy.webp")),
    ("replay - -f drops", b"fc7460 4cdc48\n\n.B..\nBBB.\nAAAA\n"),
    ("replay - -f y4m --fps 5", PLAN),
    ("replay - -o x.wav", PLAN),
    ("completions bash", b""),
    ("completions zsh", b""),
    ("completions fish", b""),
    ("--help", b""),
    ("--version", b""),
    ("print --help", b""),
    ("help tile", b""),
)
VIDEO = tuple((f"replay - -o x.{name} -o x.gif", PLAN) for name in ("mp4", "webm", "apng", "webp"))
TILE = (
    ("tile count 300x2", b""),
    ("tile count 8x4 --json", b""),
    ("tile count 8x4 --primitive", b""),
    ("tile count 5x4 --tetris", b""),
    ("tile count 5x4 --components", b""),
    ("tile count 4x3 --omino 6", b""),
    ("tile count 5x4 --symmetry", b""),
    ("tile list 5x3 --omino 5 --once --class one-sided --count", b""),
    ("tile list 5x4 --skip 100 --limit 3 --orders", b""),
    ("tile list 4x4 --limit 2 --order --symbols seed", b""),
    ("tile list 6x4 --random 2", b""),
    ("tile list 4x2 --json", b""),
    ("tile list 4x2 --count --orders", b""),
    ("tile list 10x2 --limit 3 -o x.txt -o x.drops -o x.fumen -o x.svg", b""),
    ("tile list 4x2 --limit 2 -o x.png", b""),
    ("tile list 5x3 --omino 5 --once --droppable --limit 1 -o x.drops -o x.svg", b""),
    ("tile list 3x2 --pieces - -o x.drops", b"dropforge-pieces 1\npiece I ###\npiece V #./##\n"),
    ("clear ways IOTSZJLIOTS --rules harddrop --json -o x.drops", b""),
    ("clear ways IIII --rows 2 --width 8 --all --no-hold --rules harddrop", b""),
    ("clear ways II --omino 5 --rows 2 --width 5 -o x.drops -o x.png", b""),
    ("clear ways OO --rows 2 --field - --json --no-hold --rules harddrop", b"##....\n##....\n"),
    ("clear ways TILJOS --rows 4 --width 5", b""),
    ("clear path IIOOO --rows 2 -o x.fumen -o x.jsonl -o x.csv -o x.png -o x.svg -o x.drops -o x.gif -o -", b""),
    ("clear path [IO]!IOO --rows 2 --limit 3", b""),
    ("clear path IO --field - --rows 1 --no-hold --json", b"....######\n"),
    ("clear path [IO]p2[^SZ]p3 --rows 2 --minimal --nodes 1000", b""),
    ("clear path [TISJ]! --unique --field -", b"#####....#\n######...#\n#######..#\n######...#\n"),
    ("clear path IIOOO --rows 2 --rules tetrio --field -", b"##......##\n##......##\n"),
    ("clear path [TISJ]! --spin any --json --field -", b"#####....#\n######...#\n#######..#\n######...#\n"),
    ("clear percent [TSLO]! --spin double --rows 3 --field -", b"##......##\n###....###\n####..####\n"),
    ("clear save *p3 T T||(I&&!O) --rows 2 --field -", b"##......##\n##......##\n"),
    ("clear save *p3 --json --rows 2 --field -", b"##......##\n##......##\n"),
    ("clear best TI --rows 2 --held O --field -", b"##......##\n##......##\n"),
    ("clear best TI --rows 2 --solutions 2 --field -", b"##......##\n##......##\n"),
    ("clear best O --bag JLO --json --rows 2 --field - --no-hold", b"##......##\n##......##\n"),
    ("clear best '[IO]' --rows 4 --field -", b"....\n....\n....\n....\n"),
    ("clear cover *p3 - --orders --failed 2", b"....\nOOTT\nOO#T\n"),
    ("clear cover [TSZ]! - --orders --json --failed 2", b"v115@9gE8BtR4G8R4wwH8xwG8BtwwA8JeAgl\n"),
    ("clear cover *! -", b"v115@vhFRQJUGJKJJvMJTNJGBJ\nv115@vhFRQJPGJKJJGMJTNJ0BJ\n"),
    ("clear setup [OJL]! - --must I --may OT --any-order -o x.jsonl", b"..........\nIOOOOOOOO#\nIIOOIIOOO#\n"),
    ("clear percent #Q=[T](I)OSZ --rows 2 --field -", b"##......##\n##......##\n"),
    ("clear setup [OJL]! - --must I --may OT -o x.jsonl -o x.fumen", b"..........\nIOOOOOOOO#\nIIOOIIOOO#\n"),
    ("clear percent - --rows 2 --json --tree 2 --failed 3", b"*p5 # any\n[TI]!,[^TI]p3;OOOOO\n"),
    ("clear percent *p3 --rules harddrop --rows 2 --field -", b"##......##\n##......##\n"),
)
OMINO = (
    ("omino list 4 -o x.txt -o x.codes -o x.xy -o x.jsonl", b""),
    ("omino list 5 -o x.svg -o x.png", b""),
    ("omino list 5 -o x.pieces", b""),
    ("omino list 5 -f xy", b""),
    ("omino count 7 --holes 1.. --json", b""),
    ("omino count 6 --sizes --by-symmetry --json", b""),
    ("omino count 6 --class fixed", b""),
    ("omino count 7 --holes 0 --sizes", b""),
    ("omino count 6 --class one-sided --jobs 1 --sizes", b""),
    ("omino random 6 --limit 3 -o x.codes", b""),
    ("omino random 20 --method walk", b""),
    ("omino random 30 --method grow -f svg", b""),
    ("omino show 7.2", b""),
    ("omino show 7.2 --json", b""),
    ("omino show --from - -o x.codes", b"7.2\n##\n.#\n\n####\n"),
)
BOT = (
    ("bot --max-pieces 30 --json -o x.drops -o x.png", b""),
    ("bot --max-pieces 9 -o x.gif --theme nes --title A", b""),
    ("bot --games 3 --max-pieces 20 --omino 3 --deal bag", b""),
    ("bot --max-pieces 3 --rules srs --hold --beam 3 --json -o x.drops", b""),
    ("bot --max-pieces 3 --rules nes --lookahead 2", b""),
    ("bot --players", b""),
    ("bot --players --json", b""),
    ("bot --weights - --max-pieces 5 --json", b"dropforge-weights 1\nfeature holes -1\n"),
    ("bot --queue -", b"IOT SZ J\nL\n"),
    ("bot --tbp --beam 3", TBP),
    (TRAIN + " --checkpoint x.training -o x.weights -o x.jsonl --json", b""),
    (TRAIN + " --start dt10 -o x.jsonl -o x.weights", b""),
    (TRAIN + " --board 6x8,5x7", b""),
    ("train --resume - --generations 3 -o x.jsonl", "STATE"),
)
PLAY = (
    ("play --bot --omino 3 --script - --json -o x.drops --log x.game", b"90 end\n"),
    ("play --draw SPRITE --board 7x20 --pieces any --script - --json -o x.drops --log x.game",
     b"1 hint\n5 left hard\n6 back\n8 bot\n60 end\n"),
    ("play --omino 10 --script - --json", b"5 left hard\n9 end\n"),
    ("play --mode dig --turns tetrio --script - --log x.game", b"5 left hard\n9 end\n"),
    ("play --turns KICKS --script - --json -o x.drops --log x.game", b"5 left hard\n9 clockwise hard\n20 end\n"),
    ("play --queue TIJ --script - --json", b"5 left hard\n9 back\n20 end\n"),
    ("play --chance --board 4x20 --script - --json", b"5 hold\n6 left hard\n20 end\n"),
    ("play --versus --script - --log -", b"5 left hard\n9 end\n"),
    ("play --watch - --json", b"dropforge-game 1\nrules nes\n3 +left\n4 -left\nend 9\n"),
    ("play --watch - -o x.gif --size 300x300 --no-hud", b"dropforge-game 1\nrules nes\n3 +left\n4 -left\nend 9\n"),
    ("play --scores", b""),
)
ALL = PRINT + IMAGES + VIDEO + TILE + OMINO + BOT + PLAY


def tried(wanted=lambda pair: True):
    """The lines for tests that repeat each of those they want: one of ten in a quick run."""
    return list(tap.part(filter(wanted, ALL), 10))


def words(line):
    """The arguments of a line."""
    files = {"SPRITE": str(SPRITE), "KICKS": str(KICKS)}
    return [files.get(word, word) for word in shlex.split(line)]


def outputs(line):
    """The names of the files that a line writes."""
    return re.findall(r"x\.[\w.]*\w", line)


def write_scores(folder):
    """Makes the file of scores; `folder` is to be XDG_DATA_HOME."""
    path = pathlib.Path(folder) / SCORES_FILE
    path.parent.mkdir(parents=True)
    path.write_bytes(SCORES)


def given(what, program):
    """What a line is given on standard input, as bytes."""
    if isinstance(what, bytes):
        return what
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, *words(TRAIN + " --checkpoint x.training")],
                       cwd=folder, capture_output=True, check=True)
        return (pathlib.Path(folder) / "x.training").read_bytes()
