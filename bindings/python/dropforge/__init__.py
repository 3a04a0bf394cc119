"""Everything that can be made by dropping polyominoes into a playfield: pictures, perfect fillings,
perfect clears, bots, and the pieces themselves.

    import dropforge as df
    plan = df.print(["..##..", ".#OO#.", "#OOOO#", "######"])

This is the C library dropforge, which comes with the package; what it computes is the program's, byte
by byte. Squares are counted from 0, x to the right and y up from the bottom left; rows of letters are
written from the top. docs/use/python.md describes it all, and dropforge.gym has environments of Gymnasium."""

from ._boards import KEYS, Boards
from ._bot import Bot, BotGame, Choice, GameResult, Player, features, players
from ._clear import (ClearBest, ClearCover, ClearCovered, ClearPercent, Clears, ClearSave,
                     ClearShare, clear_best, clear_cover, clear_path, clear_percent, clear_save,
                     clear_setup, perfect_clears)
from ._field import Board, Field, FumenPage
from ._fumen import read_fumen, write_fumen
from ._library import Error
from ._omino import OminoCounts, count_ominoes, omino, omino_counts, ominoes, random_ominoes
from ._picture import Picture, PictureSource
from ._pieces import Drop, Piece, PieceList, Pieces, PiecesWish, Shape
from ._plan import Deal, Difference, Hand, Plan, Step, Summary, make_plan, read_plan
from ._print import (PrintedPlan, PrintMethod, PrintReport, Progress, least_drops, print,
                     print_methods)
from ._solver import ClearDrop, ClearSolution
from ._tiling import Tiling, Tilings, count_tilings
from ._version import Version, version

__version__ = version().version

# print() is left out: it would hide Python's own from those who import *.
__all__ = [
    "KEYS", "Board", "Boards", "Bot", "BotGame", "Choice", "ClearBest", "ClearCover", "ClearCovered", "ClearDrop",
    "ClearPercent", "ClearSave", "ClearShare", "ClearSolution", "Clears", "Deal", "Difference", "Drop",
    "Error", "Field", "FumenPage", "GameResult", "Hand", "OminoCounts", "Picture", "PictureSource",
    "Piece", "PieceList", "Pieces", "PiecesWish", "Plan", "Player", "PrintMethod", "PrintReport",
    "PrintedPlan", "Progress", "Shape", "Step", "Summary", "Tiling", "Tilings",
    "Version", "clear_best", "clear_cover", "clear_path", "clear_percent", "clear_save",
    "clear_setup", "count_ominoes", "count_tilings", "features", "least_drops",
    "make_plan", "omino", "omino_counts", "ominoes", "perfect_clears", "players", "print_methods",
    "random_ominoes", "read_fumen", "read_plan", "version", "write_fumen",
]
