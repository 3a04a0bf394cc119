/// <reference lib="es2020" />
/// <reference lib="esnext.disposable" />
/// <reference lib="dom" />

/** Squares are counted from 0, x to the right and y up from the bottom left. Rows of letters are
 *  written from the top. What is a `Freed` keeps memory of the library until it is freed or
 *  collected as garbage. */
export interface Freed {
  /** Gives the memory back now. Nothing but `free` can be called afterwards. */
  free(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/** What the library says is wrong, and what to do. */
export class DropforgeError extends Error {
  readonly code: "memory" | "argument" | "input" | "move" | "picture" | "limit" | "stopped" | "defect";
  /** The message without advice. */
  readonly told: string;
  /** Ways to help, the best first: options with values that help if all of them are used, such as
      { width: "12" }, { fit: "9x4", colors: "6" }, { hold: "on" }, { deal: "none" }; "": another value. */
  readonly advice: readonly Readonly<Record<string, string>>[];
}

export type Seed = number | bigint;

/** Clockwise from the orientation in which a piece is spawned. */
export type Orientation = "N" | "E" | "S" | "W";

/** How pieces get to their places: spawned at the top, turned, shifted and dropped; straight from
 *  above; or by every shift, turn and kick of these rotation systems. */
export type Rules = Exclude<(typeof RULES_THAT.plans)[number], "table">;

/** x is the leftmost column, y the row in which the lowest square comes to rest. */
export interface Drop {
  piece: string;
  orientation: Orientation;
  x: number;
  y: number;
}

/* ---- pieces ---- */

export interface Piece {
  readonly name: string;
  /** As '#rrggbb'. */
  readonly color?: string;
  /** Of the four orientations: rows from the bottom up, bit x for column x. */
  readonly shapes: readonly { width: number; height: number; rows: readonly number[] }[];
}

/** Pieces in the order of their indices. */
export interface PieceList extends ReadonlyArray<Piece> {
  /** The index of a name. */
  index(name: string): number;
  /** The squares of a piece, from the lower left corner of its bounding box. */
  squares(name: string, orientation?: Orientation): { x: number; y: number }[];
}

export interface Pieces extends Freed {
  readonly names: string[];
  readonly list: PieceList;
}

/** Letters of IOTSZJL (none: all seven), a list in the format `dropforge-pieces 1`, or all
 *  polyominoes of a size. */
export type PiecesWish = string | { squares: number } | Pieces;

export interface WithPieces {
  /** The seven tetrominoes when nothing is said. */
  pieces?: PiecesWish;
}

/* ---- pictures and plans ---- */

/** 8-bit RGBA, rows from the top; an ImageData is one. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray | Uint8Array;
}

/** What is done with pixels before they are printed, in this order. "auto", the default of each
 *  step, takes it where the picture cannot be printed without it; "keep" never does. */
export interface Preparation {
  /** No step is automatic; the default for drawings. */
  exact?: boolean;
  /** The pixels have the noise of a JPEG. */
  lossy?: boolean;
  /** The part of the pixels that is taken. */
  crop?: { x: number; y: number; width: number; height: number };
  /** The tile that is taken of a picture that looks like a sheet, counted row by row from 1; otherwise the first
   *  that is not empty. */
  tile?: "keep" | number;
  /** Pixels of this colour ('#rrggbb') become clear. */
  transparent?: string;
  /** So much may red, green and blue differ from it. */
  tolerance?: number;
  /** The factor of an enlargement that is undone. */
  enlarged?: "auto" | "keep" | number;
  /** This colour becomes clear, from the border inwards. */
  backdrop?: "auto" | "keep" | string;
  /** Scaled down to fit into so many squares. */
  fit?: "auto" | "keep" | { width: number; height: number };
  /** Pixels of at least this alpha become opaque, all others clear. */
  threshold?: "auto" | "keep" | number;
  /** At most so many colours are left. */
  colors?: "auto" | "keep" | number;
  /** Only colours of this palette. "guideline": those of the seven pieces; unless `pieces` says
   *  otherwise, print() leaves each with its piece. */
  palette?: "guideline" | "pico-8" | "gameboy" | "nes" | "c64" | "zx-spectrum" | string[];
  dither?: "none" | "ordered" | "floyd-steinberg";
  /** The colours of the letters of a drawing. */
  inks?: Record<string, string>;
}

/** Pixels of few colours on a clear ground, without empty borders. */
export interface Picture extends Freed {
  readonly width: number;
  readonly height: number;
  readonly colors: readonly string[];
  /** Rows from the top: 0 for a clear square, or 1 + the index of its colour. */
  readonly cells: Uint8Array;
  /** What was done to make it, in words; "": nothing. */
  readonly prepared: string;
  /** Of a sheet of tiles: the tile that was taken, from 1, or 0 for all; the pixels of a tile; how many there are. */
  readonly sheet: { readonly tile: number; readonly width: number; readonly height: number; readonly tiles: number } | null;
  /** True if it has empty rows that print(), leastDrops() and check() anchor unless told not to. */
  readonly anchors: boolean;
  pixels(): { width: number; height: number; data: Uint8ClampedArray };
}

/** Pixels, or a drawing: rows of letters, or a text of several such lines, where '.' and ' ' are clear and
 *  every other letter is a colour. */
export type PictureSource = Picture | Pixels | string[] | string;

export interface BoundOptions {
  /** Of the playfield; 0: whichever is best. */
  width?: number;
  /** The letters of the pieces that carry the colours, in their order, like "JTL"; or between
   *  commas several for each, like "JL,T,S"; or "any": all pieces, in colours of their own, for the
   *  shape alone. */
  pieces?: string;
  /** A square beside it may hold an empty row inside the picture. */
  anchors?: boolean;
  prepare?: Preparation;
}

/** Pieces as a game deals them. */
export interface DealOptions {
  /** "given" when there is a queue; else without it any piece may come at any time. */
  deal?: (typeof DEALS)[number];
  /** The letters of the pieces in their order, for "given". */
  queue?: string;
  /** A piece may be held back. */
  hold?: boolean;
  /** Pieces that are seen behind the current one, up to 1000; "all" when nothing is said. */
  preview?: number | "all";
  /** How pieces get to their places; "harddrop" when nothing is said. */
  rules?: (typeof RULES_THAT.prints)[number];
}

export interface PrintOptions extends BoundOptions, DealOptions {
  /** See printMethods(); not with dealt pieces. */
  method?: string;
  /** 1 to 9: more takes longer, and never more drops, except with dealt pieces. */
  effort?: number;
  height?: number;
  seed?: Seed;
  /** Called now and then; when it returns false the best plan so far is the result. What it throws
   *  ends the planning and comes out of print(). It cannot call this library; another load() can be. */
  progress?(come: { nodes: number; expected: number; drops: number }): boolean | void;
}

export interface PrintReport {
  drops: number;
  passes: number;
  platforms: number;
  rowsCleared: number;
  maxHeight: number;
  width: number;
  height: number;
  nodes: number;
  stopped: boolean;
  pieces: string;
}

/** A playfield; it lives in JavaScript alone. */
export class Field {
  readonly width: number;
  readonly height: number;
  /** Row by row from the floor: 0, or 1 + the index of the piece. */
  readonly squares: Uint16Array;
  readonly pieces: ReadonlyArray<{ readonly name: string }>;
  /** Rows up to the highest square. */
  readonly top: number;
  /** The name of the piece in a square, X for one of none, or null. */
  at(x: number, y: number): string | null;
  /** A drawing, rows from the top. */
  rows(): string[];
  toString(): string;
}

/** A Field, rows of letters from the top ('.', '_' and ' ' are empty), or words from the floor with
 *  bit x for column x. */
export type Board = Field | FumenPage | string[] | BigUint64Array;

export interface Step {
  number: number;
  drop: Drop;
  /** The rows that it cleared, counted before they did. */
  cleared: number[];
  /** After it. */
  field: Field;
}

export interface FilmOptions {
  /** Only the landings; the same as `motion: "land"`. */
  fast?: boolean;
  motion?: "auto" | "full" | "fall" | "land";
  /** What the film begins with: the first playfield (as usual), the last one, the first drop, or what suits
   *  the plan. */
  poster?: "none" | "finished" | "start" | "auto";
  /** At the end goes back to the beginning. */
  loop?: boolean;
  /** In percent. */
  speed?: number;
  /** Of the whole film, in centiseconds, instead of a speed. */
  duration?: number;
  /** Only the frames of an animation that the plan marks, if any. */
  framesOnly?: boolean;
  maxFrames?: number;
  /** Of the last frame, in centiseconds; otherwise 300, or with framesOnly as long as the plan says. */
  endPause?: number;
}

export interface Look {
  /** Pixels of the whole picture, with margins: 1080 × 1920, 1080 × 1080 or 1920 × 1080. */
  size?: (typeof SIZES)[number];
  /** Pixels of the side of a square; otherwise 8, or as many as fit into the size. */
  square?: number;
  /** Squares become larger until the shorter side has so many pixels; 0 as usual. */
  minSide?: number;
  /** Colours of pieces, squares, border and background. */
  theme?: (typeof THEMES)[number];
  /** How squares look; otherwise as in the theme. */
  look?: "flat" | "bevel" | "nes" | "tile" | "inset" | "gloss" | "ink";
  grid?: boolean;
  /** A colour such as '#30a0ff', or 'none': transparent. */
  background?: string;
  /** Letters above the playfield. */
  title?: string;
  /** Letters there at the end of the film, with its drops and lines below them. */
  endCard?: string;
  /** Squares as players draw them: ten in a row, of Z L O S I J T, of no piece, and two that are not
   * used; such as 300 × 30 pixels, as of an ImageData. */
  skin?: { width: number; height: number; data: Uint8Array | Uint8ClampedArray };
  /** A border around the playfield; otherwise where pieces are dealt. */
  border?: boolean;
  /** Drops, lines, next and held pieces beside the playfield, with "goal" also the picture in small; otherwise
   *  where pieces are dealt. */
  hud?: boolean | "goal";
  /** There, too: the score before the first drop and after each, such as those of a Play. */
  scores?: number[];
  /** With these scores, the levels of the NES game at the same times: pieces have its colours by the level, and the display has
   *  what that game shows. */
  levels?: number[];
  /** One pixel more where the width or height is odd, as videos need. */
  even?: boolean;
}

/** A plan as frames, any of which can be drawn at once. */
export interface Film extends Freed {
  readonly frames: number;
  /** Squares from the floor to the top of all frames. */
  readonly rows: number;
  /** In centiseconds; one more than there are frames. */
  readonly starts: Uint32Array;
  /** How many drops have begun in each. */
  readonly drops: Uint32Array;
  /** In pixels, once a look was set or a frame drawn. */
  readonly width: number;
  readonly height: number;
  readonly palette: [number, number, number][];
  setLook(look?: Look): this;
  /** As for `new ImageData(data, width, height)`. */
  draw(frame: number): { width: number; height: number; data: Uint8ClampedArray };
  /** RGBA, valid until the next call of anything; a transparent background has no alpha. */
  view(frame: number): Uint8ClampedArray;
  /** Indices into the palette, valid until the next call of anything. */
  viewIndices(frame: number): Uint8Array;
  /** Begins the sound anew at a time in centiseconds; otherwise 0. */
  listen(time?: number): void;
  /** The next tenth of a second of sound: 4800 samples of one channel, valid until the next call of
   * anything. It is silent after the end. */
  sound(): Int16Array;
}

/** How the pieces of a plan were dealt. */
export interface Deal {
  readonly deal: (typeof DEALS)[number];
  readonly seed: bigint;
  readonly hold: boolean;
  readonly preview: number | "all";
  /** The letters of the pieces in their order, up to the last that is taken. */
  readonly queue: string;
  /** For each drop the piece in hold while it falls, and how many have been taken from the queue. */
  readonly hands: readonly { held: string | null; taken: number }[];
}

/** Everything that happened in one playfield. */
export interface Plan extends Freed {
  readonly width: number;
  readonly height: number;
  /** "table": those of a table of kicks that the plan has. */
  readonly rules: Rules | "table";
  readonly pieces: PieceList;
  readonly drops: readonly Drop[];
  /** Null where any piece may come at any time. */
  readonly deal: Deal | null;
  /** A drop list. */
  toString(): string;
  /** For other programs, as dropforge writes it: the keys that a player presses as JSON, or
   *  the record of a game, for `dropforge play --watch`. */
  export(kind: "keys" | "game"): string;
  summary(): {
    drops: number;
    rowsCleared: number;
    maxHeight: number;
    neededHeight: number;
    pieces: Record<string, number>;
  };
  steps(): IterableIterator<Step>;
  /** What it leaves. */
  field(): Field;
  picture(): Picture;
  /** Whether it leaves a picture, or the first difference: '#rrggbb', 'clear' or 'uncolored'. */
  check(picture: PictureSource, options?: { anchors?: boolean }):
    { same: true } | { same: false; x: number; y: number; wanted: string; found: string };
  film(options?: FilmOptions): Film;
  /** A fumen, of plans of 10 columns with the tetrominoes. */
  fumen(): string;
}

export interface PrintedPlan extends Plan {
  readonly report: PrintReport;
}

export interface PlanOptions extends WithPieces {
  width: number;
  height: number;
  rules?: Rules;
  /** y matters only where pieces are turned on their way. */
  drops: { piece: string; orientation?: Orientation; x: number; y?: number }[];
}

export interface FumenPage {
  /** Rows from the top without those that are empty above all squares: letters IOTSZJL, X for grey,
   *  '.' for empty. */
  rows: string[];
  /** Shown in it; x and y are the square that it turns about. */
  piece: Drop | null;
  lock: boolean;
  /** The rows with the piece in its place, which boards of perfect clears take from a page; null if it
   *  lies on filled squares. */
  placed: string[] | null;
  /** A quiz has gone on with the pieces of earlier pages. */
  comment: string;
}

/* ---- bots ---- */

export interface Player {
  name: string;
  source: string;
  weights: Record<string, number>;
  scoreBeforeClear: boolean;
}

export interface BotOptions extends WithPieces {
  /** The name of a built-in player, a text in the format `dropforge-weights 1`, or weights by
   *  feature. */
  player?: string | Record<string, number>;
  scoreBeforeClear?: boolean;
  width?: number;
  height?: number;
  rules?: Rules;
  /** Known pieces that are looked at. */
  lookahead?: number;
  beam?: number;
  hold?: boolean;
}

export interface Position {
  /** Empty when nothing is said. */
  board?: Board;
  /** The current piece and what comes after it: names, or a text of letters. */
  pieces: string | string[];
  held?: string | null;
}

export interface Choice extends Drop {
  /** It is not the current piece, which goes into hold. */
  holds: boolean;
  score: bigint;
}

export interface GameOptions {
  /** Or the pieces in order: names, or a text of letters. */
  deal?: "uniform" | "bag" | "nes" | "tetrio" | "nullpomino" | string | string[];
  seed?: Seed;
  number?: Seed;
  maxLines?: number;
  maxPieces?: number;
}

export interface GameResult {
  end: "unplayed" | "over" | "capped" | "dealt";
  pieces: number;
  lines: number;
  placements: number;
  /** [i]: drops that cleared i rows. */
  clears: number[];
  fingerprint: bigint;
}

/** A game that is played by a bot, drop by drop. */
export interface BotGame extends Freed, Iterable<Drop> {
  /** Plays up to so many drops, or to the end. */
  play(most?: number): Drop[];
  /** Plays to the end, and lets others of the thread have their turn. */
  finish(): Promise<GameResult>;
  readonly result: GameResult;
  /** Rows from the floor, bit x for column x. */
  readonly board: BigUint64Array;
  plan(): Plan;
}

export interface Bot extends Freed {
  readonly pieces: PieceList;
  /** The best choice, or null where all end the game. */
  choose(position: Position): Choice | null;
  rank(position: Position, most?: number): Choice[];
  game(options?: GameOptions): BotGame;
}

export interface EnvOptions extends WithPieces {
  width?: number;
  height?: number;
  boards?: number;
  rules?: Rules;
  /** 1 when nothing is said. */
  preview?: number;
  hold?: boolean;
  deal?: "uniform" | "bag" | "nes" | "tetrio" | "nullpomino" | string | string[];
  maxPieces?: number;
  /** After so many pieces a row with one hole rises from the floor; 0, the default: none does. */
  garbage?: number;
  reward?: "lines" | "lines-squared" | "pieces";
  /** Of each legal action; all of features() when nothing is said. */
  features?: string[];
  /** A board whose game has ended begins the next one by itself. */
  autoreset?: boolean;
}

/** Arrays with the last index running fastest; A is the number of actions. */
export interface Observation {
  /** [boards][height][width] */
  field: Uint8Array;
  /** [boards][1 + preview]: indices of pieces, -1 for none */
  pieces: Int32Array;
  held: Int32Array;
  /** [boards][A]: 1 where an action is legal */
  mask: Uint8Array;
  /** [boards][A][features] */
  features: Int32Array;
  rewards: Int32Array;
  terminated: Uint8Array;
  truncated: Uint8Array;
}

/** Boards for programs that learn. */
export interface Env extends Freed {
  readonly pieces: PieceList;
  readonly boards: number;
  readonly actions: number;
  readonly features: string[];
  reset(seed?: Seed): Observation;
  begin(board: number, seed: Seed, number?: Seed): Observation;
  /** One action for each board. */
  step(actions: Iterable<number | bigint>): Observation;
  observe(): Observation;
  choice(board: number, action: number | bigint): Choice;
  action(choice: { orientation?: Orientation; x: number; y?: number; holds?: boolean }): number;
}

/* ---- fillings and perfect clears ---- */

export type Tiling = Drop[];

export interface Tilings extends Freed, Iterable<Tiling> {
  readonly width: number;
  readonly height: number;
  readonly count: bigint;
  list(options?: { skip?: Seed; limit?: Seed }): IterableIterator<Tiling>;
  /** From 0. */
  get(number: Seed): Tiling;
  /** Each as likely as any other. */
  random(seed?: Seed, many?: number): Tiling[];
  rank(tiling: Tiling): bigint;
  /** In an order in which it can be dropped, or null. */
  order(tiling: Tiling, options?: { clears?: boolean }): Drop[] | null;
  /** Rows from the top, with another letter for each of the pieces. */
  draw(tiling: Tiling): string[];
}

/** How pieces reach their places: the systems of kicks, or without some moves. */
export type ClearRules = (typeof RULES_THAT.clears)[number];

export interface ClearOptions extends WithPieces {
  width?: number;
  rows?: number;
  board?: Board;
  hold?: boolean;
  /** "srs" when nothing is said. */
  rules?: ClearRules;
  /** Ways that are looked for; 0: all. */
  most?: number;
  /** Playfields that are looked at; 0: no limit. */
  nodes?: number;
  memory?: number;
}

export interface Clears {
  outcome: "found" | "none" | "limit";
  nodes: number;
  /** `hold`: the piece before it is put aside first. */
  ways: (Drop & { hold: boolean })[][];
}

/** A question about the queues of a pattern, by the seven tetrominoes. */
export interface ClearQuestion {
  width?: number;
  /** 1 to 6; at most 60 squares. */
  rows?: number;
  board?: Board;
  /** True when nothing is said, and `rules` are "srs". */
  hold?: boolean;
  rules?: ClearRules;
  memory?: number;
}

/** The queues that begin with these pieces. */
export interface ClearShare {
  pieces: string;
  clear: number;
  total: number;
  /** By one piece more. */
  next: ClearShare[];
}

export interface ClearPercent {
  clear: number;
  total: number;
  tree: ClearShare[];
  /** Queues that do not clear. */
  failed: string[];
}

export interface ClearSave {
  clear: number;
  total: number;
  /** Those of most queues first. */
  kept: { pieces: string; queues: number }[];
}

/** A drawing: its letters of pieces are squares that are to be filled. */
export type ClearDrawing = Field | FumenPage | string[];

export interface ClearCover {
  drawings: {
    /** Those that build it. */
    queues: number;
    /** Of pieces, that build it without hold; only if they are asked for. */
    orders?: string[];
  }[];
  /** Queues that build any of the drawings, and those that build each of them. */
  any: number;
  all: number;
  total: number;
  /** Queues that build none. */
  failed: string[];
}

export interface ClearBest {
  clear: number;
  /** Continuations of the queue from bags, all equally likely. */
  total: number;
  /** No play clears more. If it is more than `clear`, not all solutions were played for, and the other
   *  numbers are lower bounds. */
  most: number;
  /** First drops that have a chance, the best ones first. */
  moves: (Drop & { hold: boolean; clear: number })[];
}

/** Places of all pieces, whatever their order. */
export interface ClearSolution {
  /** In an order in which the first of the queues drops them. */
  drops: (Drop & { hold: boolean })[];
  /** Rows from the top, in the rows before the first drop: pieces, X where it was filled, and '.'
   *  where it stays empty. */
  board: string[];
  /** Those that build it. */
  queues: string[];
  /** To build it, over all these queues. */
  ways: number;
  /** One of its queues builds no other. */
  unique: boolean;
}

/* ---- polyominoes ---- */

export type Symmetry =
  "none" | "axis" | "diagonal" | "half" | "quarter" | "axes" | "diagonals" | "all";

export type OminoClass = "fixed" | "one-sided" | "free";

/** A number, or the least and perhaps the most. */
export type Range = number | [number] | [number, number];

export interface OminoFilter {
  class?: OminoClass;
  symmetries?: Symmetry[];
  width?: Range;
  height?: Range;
  perimeter?: Range;
  holes?: Range;
  columnConvex?: boolean;
  rowConvex?: boolean;
  directed?: boolean;
  treeLike?: boolean;
  path?: boolean;
}

export interface Omino {
  name: string;
  code: string;
  oneSided: string;
  free: string;
  size: number;
  width: number;
  height: number;
  symmetry: Symmetry;
  orientations: number;
  images: number;
  perimeter: number;
  holes: number;
  columnConvex: boolean;
  rowConvex: boolean;
  convex: boolean;
  directed: boolean;
  treeLike: boolean;
  /** null: not known. */
  path: boolean | null;
  squares: [number, number][];
}

export interface OminoCounts {
  fixed: bigint;
  oneSided: bigint;
  free: bigint;
  symmetric: Record<Symmetry, bigint>;
}

/* ---- the game that people play ---- */

export interface PlayOptions {
  rules?: (typeof GAMES)[number];
  /** Of each piece, 1 to 32. */
  squares?: number;
  level?: number;
  seed?: Seed;
  /** The same as the turns "srs+180". */
  halfTurns?: boolean;
  /** By the guideline; "srs" when nothing is said. */
  turns?: (typeof RULES_THAT.games)[number];
  /** Mini spins of all pieces. */
  allSpins?: boolean;
  /** In ticks, as all times. */
  shiftDelay?: number;
  shiftRepeat?: number;
  /** The soft drop is this many times as fast as the fall; 0: as usual. */
  softFactor?: number;
  mode?: "endless" | "lines40" | "ultra" | "dig" | "practice";
}

export type Button =
  "left" | "right" | "soft" | "hard" | "clockwise" | "anticlockwise" | "half" | "hold";

export interface PlayState {
  width: number;
  height: number;
  tick: number;
  score: number;
  lines: number;
  pieces: number;
  level: number;
  toNextLevel: number;
  phase: "falling" | "waiting" | "over";
  end: "goes on" | "block out" | "lock out" | "dealt" | "goal";
  /** In play; `ghost` is the row where it would come to rest. */
  piece: (Drop & { ghost: number }) | null;
  held: string | null;
  canHold: boolean;
  next: string[];
}

export interface PlayEvent {
  kind: "spawn" | "shift" | "turn" | "hold" | "land" | "lock" | "level" | "over";
  rows: number;
  spin: "none" | "mini" | "full";
  perfect: boolean;
  backToBack: boolean;
  combo: number;
  points: number;
  level: number;
}

/** A game. Time goes on by ticks, of which there are sixty to a second. */
export interface Play extends Freed {
  /** Before the first drop and after each. */
  readonly scores: number[];
  press(button: Button, on?: boolean): void;
  tap(button: Button): void;
  /** Releases all buttons. */
  release(): void;
  tick(): void;
  /** So many ticks, or less where the game ends. */
  run(ticks: number, options?: { bot?: boolean }): void;
  /** Lets the bot press buttons before a tick. */
  actAsBot(): void;
  /** Takes back the last piece that locked. */
  takeBack(): void;
  see(): PlayState;
  readonly field: Field;
  /** Since they were asked for last; of more than 64 the last. */
  events(): IterableIterator<PlayEvent>;
  plan(): Plan;
  /** The buttons so far, in the format `dropforge-game 1`. */
  record(): string;
}

/* ---- all of it ---- */

export interface Dropforge {
  picture(source: PictureSource, prepare?: Preparation): Picture;
  printMethods(): { name: string; summary: string; maxColors: number }[];
  /** A plan that leaves exactly this picture. */
  print(picture: PictureSource, options?: PrintOptions): PrintedPlan;
  /** The drops that no plan can save. */
  leastDrops(picture: PictureSource, options?: BoundOptions): number;
  /** Reads a drop list, and plays it. */
  readPlan(text: string): Plan;
  makePlan(options: PlanOptions): Plan;
  readFumen(text: string): FumenPage[];
  /** A page for each board: rows from the top, or a page with its piece and comment. */
  writeFumen(boards: (string[] | FumenPage)[]): string;

  pieces(what?: PiecesWish): Pieces;
  players(): Player[];
  /** What bots measure of a placement. */
  features(): string[];
  bot(options?: BotOptions): Bot;
  env(options?: EnvOptions): Env;

  countTilings(width: number, height: number,
    options?: WithPieces & { symmetric?: boolean; memory?: number }): bigint;
  tilings(width: number, height: number,
    options?: WithPieces & { once?: boolean; droppable?: boolean; memory?: number }): Tilings;
  /** Ways to clear with a queue: names of pieces, or a text of letters. */
  perfectClears(queue: string | string[], options?: ClearOptions): Clears;

  /** How many queues of a pattern such as "*p7", "T,[SZ]!,*p4" clear a board, as `dropforge clear
   *  percent`. `tree`: by so many first pieces; `failed`: at most so many of these queues. `progress`
   *  is called with how many queues are done; `false` stops with an error. */
  clearPercent(pattern: string, options?: ClearQuestion & { tree?: number; failed?: number;
    progress?(done: number, of: number): boolean | void }): ClearPercent;
  /** All solutions of these queues, those that most of them build first, as `dropforge clear path`;
   *  with `minimal` the fewest that build all of them, searched for in so many `nodes`. */
  clearPath(pattern: string, options?: ClearQuestion & { limit?: number; minimal?: boolean;
    nodes?: number }): ClearSolution[];

  /** The pieces that these queues can keep after a clear, as `dropforge clear save`: letters, none for no
   *  piece; or for each expression of `keep`, such as "T&&!I" or "T||(I&&L)", how many queues can. */
  clearSave(pattern: string, options?: ClearQuestion & { keep?: string[] }): ClearSave;

  /** How many queues build each drawing, with the pieces that it has, as `dropforge clear cover`.
   *  The pages of a fumen in a list, a piece on each, are one drawing.
   *  `failed`: at most so many of the queues that build none. */
  clearCover(pattern: string, drawings: (ClearDrawing | FumenPage[])[],
    options?: Omit<ClearQuestion, "width" | "rows" | "board"> & { orders?: boolean; failed?: number }): ClearCover;
  /** All ways to fill the squares of a drawing that have letters of `must` (I), as `dropforge clear
   *  setup`; those of `may` (O) can be filled, too. */
  clearSetup(pattern: string, drawing: ClearDrawing, options?: Omit<ClearQuestion, "width" | "rows" | "board">
    & { must?: string; may?: string; limit?: number; minimal?: boolean; nodes?: number }): ClearSolution[];
  /** The chance of a clear by best play when these pieces are seen, and after each drop one more, as
   *  `dropforge clear best`. `held`: the piece in hold at first; `bag`: what the running bag still holds;
   *  `solutions`: of each continuation to play for, where each is searched alone, as on five empty rows. By
   *  default, and with 0, the chance on up to 40 squares is exact; elsewhere a larger number may find a higher one. */
  clearBest(queue: string, options?: ClearQuestion & { held?: string; bag?: string; solutions?: number }): ClearBest;

  /** Everything about one, by its code or its drawing. */
  omino(code: string): Omino;
  /** Codes, in their order. */
  ominoes(size: number, options?: OminoFilter & { limit?: number }): IterableIterator<string>;
  /** All numbers for a size, far beyond what can be listed. */
  countOminoes(size: number): OminoCounts;
  /** How many a filter lets through, by listing them. */
  countOminoes(size: number, filter: OminoFilter): bigint;
  /** Codes. */
  randomOminoes(size: number, options?: {
    class?: OminoClass;
    method?: "uniform" | "grow" | "walk";
    seed?: Seed;
    many?: number;
  }): string[];

  play(options?: PlayOptions): Play;
}

export type WasmSource = URL | string | Response | BufferSource | WebAssembly.Module;

/** Starts the library. Each has a memory of its own and shares nothing with others: a picture or
 *  pieces of another throw a TypeError. `wasm` is its WebAssembly where that is not beside the
 *  module. */
export function load(options?: { wasm?: WasmSource | Promise<WasmSource> }): Promise<Dropforge>;

/* The names are those of names.js, which the build appends; they are not exported. */
export {};
