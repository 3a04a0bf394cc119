/* Sprites to begin with, drawn for this page; the anvil is the program's built-in one. */
import anvilPlan from "./anvil.drops";
import { pictureOf } from "../picture.js";

const anvil = pictureOf([
  ".........##.....",
  "....#....##....#",
  ".......######...",
  "..#....######...",
  ".....ooooooooooo",
  "oooooooooooooooo",
  ".ooooooooooooo++",
  "...++ooooooo+++.",
  "......+oooo++...",
  ".......oooo+....",
  ".......ooo++....",
  "......oooo++....",
  "....oooooooo++..",
  "...oooooooooo++.",
  "...++++++++++++.",
  "...+++....+++...",
], { "#": "#ff8a2b", o: "#c2cfda", "+": "#5c748f" });

const heart = pictureOf([
  "..###...###..",
  ".#ooo#.#+++#.",
  "#o  oo#++++m#",
  "#o oooooooom#",
  "#ooooooooomm#",
  "#ooooooooomm#",
  ".#oooooooom#.",
  "..#ooooomm#..",
  "...#ooomm#...",
  "....#omm#....",
  ".....#m#.....",
  "......#......",
].map((row) => row.replaceAll("+", "o").replaceAll(" ", "w")),
{ "#": "#3a1020", o: "#e8384f", m: "#a51f42", w: "#ffd9dc" });

const mushroom = pictureOf([
  ".....######.....",
  "...##rrrrww##...",
  "..#rrrrrrwwww#..",
  ".#rwwrrrrrwwrr#.",
  ".#wwwwrrrrrrrr#.",
  "#rwwwwrrrrrrwwr#",
  "#rrwwrrwwrrrwww#",
  "#rrrrrwwwwrrrww#",
  "#rrrrrwwwwrrrrr#",
  ".###rrrwwrrr###.",
  "..#w########w#..",
  "..#wwww##wwww#..",
  "..#wwww##wwww#..",
  "..#wwwwwwwwww#..",
  "...#wwwwwwww#...",
  "....########....",
], { "#": "#2b2230", r: "#d6453d", w: "#fbeedd" });

const ghost = pictureOf([
  ".....####.....",
  "...########...",
  "..##########..",
  ".############.",
  ".##ww####ww##.",
  ".#wwww##wwww#.",
  "##wwbb##wwbb##",
  "##wwbb##wwbb##",
  "###ww####ww###",
  "##############",
  "##############",
  "##############",
  "####.####.####",
  ".##...##...##.",
], { "#": "#7c6cf0", w: "#ffffff", b: "#22306b" });

const rocket = pictureOf([
  "......ww......",
  ".....wwww.....",
  ".....wwww.....",
  "....wwwwww....",
  "....wbbbbw....",
  "....wbbbbw....",
  "....wbbbbw....",
  "....wwwwww....",
  "..r.wwwwww.r..",
  ".rr.wwwwww.rr.",
  "rrrrwwwwwwrrrr",
  "rrrrwwwwwwrrrr",
  "rr..rrrrrr..rr",
  ".....yyyy.....",
  "....yyyyyy....",
  ".....yyyy.....",
  "......yy......",
], { w: "#e6ebf2", b: "#3f7fc4", r: "#d24a43", y: "#f6b53c" });

const cactus = pictureOf([
  "......pp......",
  ".....####.....",
  ".....#==#.....",
  "..##.#==#.....",
  "..##.#==#.##..",
  "..##.#==#.##..",
  "..##.#==#.##..",
  "..####==#.##..",
  "...###==####..",
  ".....#==###...",
  ".....#==#.....",
  ".....#==#.....",
  "..oooooooooo..",
  "..oooooooooo..",
  "...oooooooo...",
  "...oooooooo...",
  "....oooooo....",
], { p: "#f08bb4", "#": "#2f8f5b", "=": "#62c27d", o: "#b5653a" });

/* The plan of the anvil with the usual settings, so that the page has something to play at once:
   dropforge print -o web/printer/intake/anvil.drops; the figures are those of --json. */
const plan = {
  report: {
    drops: 115, passes: 14, platforms: 0, rowsCleared: 18, maxHeight: 18, width: 18, height: 36,
    pieces: "ZJ,IOT,SL",
  },
  text: anvilPlan,
};

export const samples = [
  { name: "Anvil", picture: anvil, plan },
  { name: "Heart", picture: heart },
  { name: "Mushroom", picture: mushroom },
  { name: "Ghost", picture: ghost },
  { name: "Rocket", picture: rocket },
  { name: "Cactus", picture: cactus },
];
