#!/usr/bin/env python3
"""Drives 'dropforge clear' with fields, fumens and queues as players keep them.

usage: test_clear_fields.py PROGRAM [CASE]...
"""

import itertools
import json

from tests.support import program

OPENER = b"#####....#\n######...#\n#######..#\n######...#\n"


class Fields(program.Case):
    def clear(self, *arguments, **options):
        return self.succeed("clear", *arguments, **options).decode()

    def percent_of(self, name, text, *options, pattern="*p4"):
        """The answer for a field, and what is said on standard error."""
        self.write(name, text)
        status, output, error = self.run_program("clear", "percent", pattern, "--field", name, *options)
        self.assertEqual(status, 0, error)
        return output.decode().split(" (")[0], error

    def test_field_of_a_page_with_its_piece(self):
        """The piece that a page shows is there, as solution-finder takes it."""
        page = b"http://fumen.zui.jp/?d115@9gwhIewhIewhRpBeR4CewhRpAeR4NesKJ\n"
        drawn = b"I.........\nI...Z.....\nIOOZZSS...\nIOOZSS....\n"
        self.assertEqual(self.percent_of("page.fumen", page, pattern="*p7")[0], "4736 of 5040")
        self.assertEqual(self.percent_of("page.txt", drawn, pattern="*p7")[0], "4736 of 5040")
        self.assertIn("4736 of 5040", self.clear("percent", "*p7", "--field", page.decode().strip()))
        self.write("bad.fumen", b"v115@bhD8PeTJJ\n")
        self.assertIn("the piece O on page 1 lies on filled squares",
                      self.refuse(1, "clear", "percent", "*p7", "--field", "bad.fumen"))

    def test_fields_as_players_keep_them(self):
        fumen = b"v115@9gwhi0DeR4whg0RpCeR4wwwhglRpBeBtxwwhilCeBt?wwJeAgWBAUAAAA"
        for name, text in (("suffix", fumen + b"#1:1\n"), ("encoded", fumen.replace(b"?", b"%3F")),
                           ("all", fumen.replace(b"?", b"%3f").replace(b"@", b"%40") + b"%231"),
                           ("two", fumen + b"\nhttps://fumen.zui.jp/?v115@9gE8DeG8CeH8BeG8CeA8JeAgH\n"),
                           ("address", b"see https://fumen.zui.jp/?" + fumen + b"&lang=ja"),
                           ("rows.txt", b"4\n" + OPENER)):
            with self.subTest(name):
                self.assertEqual(self.percent_of(name + ".txt", text), ("514 of 840", ""))
        self.write("uneven.txt", b"4\n" + b"." * 9 + b"\n..\n")
        self.assertIn("uneven.txt:3: the row has 2 squares, the first one 9", self.refuse(
            1, "clear", "percent", "*p4", "--field", "uneven.txt"))

    def test_other_pages_and_quizzes(self):
        self.write("other.txt", b"IJJJ....SS\nIJOO...SST\nILOO..ZZTT\nILLL...ZZT\n")
        wanted = self.clear("percent", "*p4", "--field", "other.txt")
        pages = b"v115@bhywFeQpJeAgl9gwhi0DeR4whg0RpCeR4wwwhglRpB?eBtxwAPxSglCeBtglJeAAe\n"
        self.write("pages.fumen", pages)
        self.assertEqual(self.clear("percent", "*p4", "--field", "pages.fumen", "--page", 2), wanted)
        self.write("second.fumen", pages.strip() + b"#2")
        self.assertEqual(self.clear("percent", "*p4", "--field", "second.fumen"), wanted)
        self.assertIn("the fumen has 2 pages, not 3",
                      self.refuse(1, "clear", "percent", "*p4", "--field", "pages.fumen", "--page", 3))
        self.assertIn("--page is for fumens",
                      self.refuse(1, "clear", "percent", "*p4", "--field", "other.txt", "--page", 2))
        for quiz in ("#Q=[S](Z)I*JOT", "#Q=[](S)ZI*JOT;next, please"):
            self.assertEqual(self.clear("percent", quiz.split(";")[0], "--field", "other.txt"),
                             self.clear("percent", "SZI*JOT", "--field", "other.txt"))
        self.assertIn("has no quiz", self.refuse(1, "clear", "percent", "pages.fumen", "--field",
                                                 "other.txt"))
        self.assertTrue(wanted.startswith("514 "))

    def test_full_rows_clear_first(self):
        answer, error = self.percent_of("full.txt", b"XXXXXX____\nXXXXX_____\nXXXXXXXXXX\nXXXXXX___X\n",
                                        pattern="T,*p3")
        self.assertEqual(answer, "190 of 210")
        self.assertEqual(error, "dropforge: full.txt: row 2 from the bottom is full and clears first; "
                                "3 rows are left\n")
        self.assertEqual(self.percent_of("less.txt", b"XXXXXX____\nXXXXX_____\nXXXXXX___X\n", "--rows", 3,
                                         pattern="T,*p3"), ("190 of 210", ""))
        self.write("all.txt", b"####\n####\n")
        self.assertIn("every row is full", self.refuse(1, "clear", "percent", "T", "--field", "all.txt",
                                                       "--rows", 2))

    def test_long_patterns_are_cut(self):
        for pattern in ("*p7*p7", "*p7*p7*p7*p7"):
            answer, error = self.percent_of("opener.txt", OPENER, pattern=pattern)
            self.assertEqual(answer, "514 of 840")
            self.assertIn("cut to their first 4 pieces", error)
        self.write("a.txt", b"...JJJ....\nL..ZZJS...\nL...ZZSSOO\nLL.IIIISOO\n")
        self.assertIn("33.3333 %", self.clear("cover", "*p7", "a.txt"))

    def test_cover_of_pieces_on_pages(self):
        """solution-finder's own form, and drawings of more than six rows; both by its tests."""
        self.write("1.fumen", b"v115@vhFRQJUGJKJJvMJTNJGBJ\n")
        self.write("2.fumen", b"v115@vhFRQJPGJKJJGMJTNJ0BJ\n")
        lines = self.clear("cover", "*!", "1.fumen", "2.fumen").splitlines()
        self.assertEqual([int(line.split()[0]) for line in lines], [1680, 2240, 3108, 812])
        self.write("both.fumen", b"v115@vhFRQJUGJKJJvMJTNJGBJ\nv115@vhFRQJPGJKJJGMJTNJ0BJ\n")
        self.assertEqual([line.split(") ")[1] for line in self.clear(
            "cover", "*!", "both.fumen").splitlines()],
                         ["both.fumen, fumen 1", "both.fumen, fumen 2", "any of them", "all of them"])
        self.write("cannon.txt", b"...Z...LLI\nOOZZ....LI\nOOZJJSS.LI\n###JSS..#I\n###J#TTT##\n"
                                 b"######T###\n#######.##\n")
        self.write("cannon.fumen", b"v115@9gC8EeA8AeC8AeA8CeH8AeJ8AeB8Jep5IvhFa5I38I?uAJM2IT1IFHJ\n")
        for name in ("cannon.txt", "cannon.fumen"):
            for spin, wanted in (("any", "4284 of 5040"), ("double", "3780 of 5040")):
                self.assertIn(wanted, self.clear("cover", "*!", name, "--spin", spin))

    def test_save_names_the_pieces_that_count(self):
        self.write("opener.txt", OPENER)
        status, _, error = self.run_program("clear", "save", "*p7", "T", "--field", "opener.txt")
        self.assertEqual((status, error), (0, "dropforge: all 7 pieces of a queue count: what its 3 "
                                              "drops leave is kept\n"))

    def test_replay_of_fumens(self):
        """A page is a step, and what is written is read again."""
        self.write("1.fumen", b"v115@vhFRQJUGJKJJvMJTNJGBJ\n")
        self.succeed("replay", "1.fumen", "-o", "x.gif", "-o", "x.drops", "-o", "x.fumen")
        self.assertEqual(self.succeed("replay", "x.fumen", "-f", "drops"),
                         self.succeed("replay", "x.drops", "-f", "drops"))
        self.assertEqual(self.succeed("replay", "x.drops", "-f", "fumen"),
                         b"v115@vhGRQJUmBKpBvsBTtBGhBAAe\n")
        self.clear("path", "OOOOO", "--rows", 2, "-o", "ways.fumen")
        self.write("two.fumen", b"v115@bhywFeQpJeAgl9gwhi0DeR4whg0RpCeR4wwwhglRpB?eBtxwAPxSglCeBtglJeAAe\n")
        self.assertIn("page 2: its squares are not those", self.refuse(1, "replay", "two.fumen"))

    def test_setups_in_any_order(self):
        """By a test of solution-finder and two other programs."""
        self.write("shape.fumen", b"v115@HhHthlBtA8CtA8EtglCtglCtJeAgWQAooMDEvoo2A3?XaDEkoA6A\n")
        for rules, wanted in (("harddrop", 204), ("srs", 1470)):
            self.assertEqual(len(self.clear("setup", "*!,*!", "shape.fumen", "--must", "Z", "--may", "L",
                                            "--rules", rules, "--any-order").splitlines()), wanted)
        self.write("o.txt", b"....\nOOTT\n")
        self.refuse(2, "clear", "setup", "O", "o.txt", "--any-order", "--spin", "any")

    def test_kept_pieces_of_as_many_queues_are_in_order(self):
        alike = json.loads(self.clear("save", "*p4", "--rows", 1, "--field", "-", "--json",
                                      given=b"....######\n"))["kept"]
        self.assertEqual([one["pieces"] for one in alike],
                         list(map("".join, itertools.combinations("OTSZJL", 3))))
        self.assertEqual(len({one["queues"] for one in alike}), 1)


if __name__ == "__main__":
    program.main()
