"""Texts of plans and of lists of pieces at the edge of what is allowed, on either side."""

_DROPS = b"dropforge-drops 1\nfield 8 6\n"
_BLOCKS = b"fc7460\n\n"

# What follows the first two lines of a drop list.
_LINES = [
    b"T N 0   \t\n", b"piece X #\npiece X\n", b"piece #x #\n", b"piece abcdefghijkl #\n",
    b"piece abcdefghijk #\nabcdefghijk S 0 0", b"piece X //.#//\nX N 7 0",
    b"piece X ##/##/##/##/##/##/##/##/##/##/##/##/##/##/##/##\n", b"color T #000000 x\n",
    b"color T #00000\n", b"color\n", b"color X\n",
    b"# block\n# block\nT N 0 0\n# block x\nO N 4 0\n # block\nO N 6 0\n# block\n",
    b"# block\r\nT N 0 0", b"# block\r", b"#block\nT N 0 0 0\n", b"T N 0 0\nT W 0 0 1",
    b"rules nes\nrules x", b"rules srs x\n",
    b"rules srs\npiece X #\ncolor X #123456\nX N 0 0\nrules srs",
    b"piece X #\nrules nes\ncolor X #000000\nrules srs", b"color T #123456\nrules srs\nT N 0 0",
    b"piece T .#./###\npiece I ####\ncolor T #010203\ncolor I #040506\nT N 0 0\n",
    b"piece T .#./###\npiece O ##/##/##\nO N 0 0",
    b"piece X " + b"#" * 32 + b"\n",
    b"piece X " + b"#" * 33 + b"\n",
    b"piece X " + b"." * 5000 + b"#\nX N 0 0",
]
_LONG_BLOCKS = [
    b"....\n" * 1024 + b"." * 70 + b"\n", b"....\n" * 1024 + b"." * 5 + b"\n",
    b"AA..\n" * 1024 + b"..!.\n", b"." * 258 + b"!\n", b"." * 256 + b"\n",
    b"." * 252 + b"AAAA\n", b"." * 253 + b"AAAA\n", b"." * 62 + b"BBBB..\n" + b"." * 62 + b"AAAA..\n",
]

TEXTS = [
    b"fc7460\n\n\n\n\nAA..\nAA..\n\n\n   \n", b"fc7460", b"fc7460\n", b"fc7460\n\n\n", b"", b"\n",
    b" \n\nAA\nAA", b"fc7460\r", b"fc7460\r\n\r\nAA..\r\nAA..\r\n\r\n",
    b"fc7460\r\n\r\nAA..\r\nAA..\r", b"fc7460\n   \nAA..  \nAA..\n \nAAAA",
    b"fc7460\n\t\nAA..\nAA..", b"\tfc7460\t000000 \n\nAA..\nAA..", b"fc7460\n\n AA.\nAA..",
    b"fc7460\n\nAA..\t\nAA..", b"dropforge-drops", b"dropforge-drops 1",
    b"dropforge-drops\t1 \r\nfield 8 6 \r", b"dropforge-dropsx 1\n", b"dropforge-pieces",
    b"dropforge-pieces 1 x", b"dropforge-pieces 1\ncolor", b"dropforge-pieces 1\npiece",
    b"dropforge-pieces 1\npiece X #\ncolor X #000000\npiece\x00", b"dropforge-piecesx 1",
    b"dropforge-piecesx", b"dropforge-drops 1\nfield 08 00006 7",
    b"dropforge-drops 1\nfield 00000000000000000000000000000000000008 6\n",
    b"dropforge-drops 1\nfield 18446744073709551624 6\n",
    b"dropforge-drops 1\nfield 4294967304 6\n",
    b"dropforge-drops 1\nfield 1 1\npiece X #\nX N 0 0\nX S 0 0\nX W 0 0\n",
    b"dropforge-drops 1\nfield 1 1\nrules srs\npiece X #\nX N 0 0\nX S 0 0\nX W 0 0\n",
    b"dropforge-drops 1\nfield 64 1024\nI N 60 0\n",
    b"dropforge-drops 1\nfield 64 1024\nrules srs+180\nI E 63 0\n",
    b"dropforge-drops 1\nfield 65 9\nI N 60 0\nI N 61 1\nO N 63 2\nI E 64 4\n",
    b"dropforge-drops 1\nfield 65 9\nrules srs\nI E 64 0\n",
    b"dropforge-drops 1\nfield 65 9\nI E 65 0\n",
    b"dropforge-drops 1\nfield 256 1024\nI N 252 0\nI E 255 1\n",
    b"dropforge-drops 1\nfield 256 1024\nI N 253 0\n",
    b"dropforge-drops 1\nfield 6 8\xa0", b"dropforge-drops 1\nfield\x0b6 8",
    b"dropforge-drops 1\nfield 6 8\npiece \x7f #", b"dropforge-drops 1\nfield 6 8\npiece \xe9 #",
    b"dropforge-drops 1\n\x0c\n", b"\xef\xbb\xbfdropforge-drops 1\n",
    b"dropforge-drops 1\nconstructor 1 2", b"dropforge-drops 1\nfield 5 5\nconstructor N 1 2",
    b"dropforge-drops 1\nfield 5 5\n__proto__ N 1 2",
    b"dropforge-drops 1\nfield 5 5\npiece __proto__ #\n__proto__ N 1 0\n",
    *[_DROPS + lines for lines in _LINES],
    *[_BLOCKS + rows for rows in _LONG_BLOCKS],
]
