/* The part of npm_package.mjs about perfect clears. */
import assert from "node:assert/strict";
import test from "node:test";

/* `run` and `json` call the program, `write` makes a file, `lineOf` writes a drop. */
export function testClears({ df, run, json, write, lineOf, long }) {
  test("perfect clears are the program's", () => {
    for (const [queue, options, words] of [["IOTSZJLIOTS", { hold: true }, []],
      ["OOTTIIIIII", { most: 3 }, ["--limit", 3, "--no-hold"]], ["SSSSSSSSSS", {}, ["--no-hold"]]]) {
      const { ways, outcome } = df.perfectClears(queue, options);
      if (outcome !== "found") {
        assert.throws(() => run("clear", "ways", queue, ...words));
        continue;
      }
      assert.deepEqual(ways.map((way) => way.map(lineOf)), json("clear", "ways", queue, ...words).ways);
    }
    const board = ["..########", "..########"];
    assert.deepEqual(df.perfectClears("O", { board, rows: 2 }).ways.flat().map(lineOf), ["O N 0 0"]);
  });

  test("solutions and shares of patterns are the program's", () => {
    const board = ["#####....#", "######...#", "#######..#", "######...#"];
    const words = ["--field", write("opener.txt", `${board.join("\n")}\n`)];
    for (const [pattern, options, more] of [["*p4", {}, []], ["[TISL]!", { hold: false }, ["--no-hold"]],
      ["T,*p3;[SZ]p2JL", { rules: "harddrop" }, ["--rules", "harddrop"]]]) {
      const all = json("clear", "percent", pattern, ...words, ...more, "--tree", 2, "--failed", 999);
      const { tree, ...rest } = df.clearPercent(pattern, { board, tree: 2, ...options });
      const flat = (shares) => shares.flatMap(({ next, ...share }) => [share, ...flat(next)]);
      assert.deepEqual({ ...rest, tree: flat(tree) }, all);
      const wanted = run("clear", "path", pattern, ...words, ...more, "--json").trim().split("\n")
        .map((line) => JSON.parse(line));
      const found = df.clearPath(pattern, { board, ...options });
      assert.deepEqual(found.map(({ drops, board: drawn, queues, ...rest }) => ({
        drops: drops.map(lineOf),
        board: drawn.map((row) => row.replaceAll("X", "#")), queues: queues.length, ...rest })), wanted);
      const known = new Set(found.flatMap(({ queues }) => queues));
      assert.equal(known.size, all.clear);
    }
    assert.equal(df.clearPath("*p4", { board, minimal: true, limit: 9 }).length, 9);
    assert.deepEqual(df.clearPath("*p4", { board, minimal: true }).map(({ drops }) => drops.map(lineOf)),
      run("clear", "path", "*p4", ...words, "--minimal", "--json").trim().split("\n")
        .map((line) => JSON.parse(line).drops));
    for (const [pattern, keep] of [["*p4"], ["*p5"], ["*p4", ["T&&!I", "T||(I&&L)"]]])
      assert.deepEqual(df.clearSave(pattern, { board, keep }),
        json("clear", "save", pattern, ...keep ?? [], ...words));
    assert.throws(() => df.clearSave("*p4", { board, keep: ["T&&"] }), { code: "input" });
    const game = { held: "Z", bag: "OT" };
    for (const [queue, options, more] of [["TIZ", {}, []], ["TIJLOS", { held: "Z" }, ["--held", "Z"]],
      ["TI", game, ["--held", "Z", "--bag", "OT"]], ["LJSI", { hold: false }, ["--no-hold"]]]) {
      const { moves, most, ...shares } = df.clearBest(queue, { board, ...options });
      assert.equal(most, shares.clear);
      const lines = moves.map(({ clear, ...drop }) => ({ drop: lineOf(drop), clear }));
      assert.deepEqual({ ...shares, moves: lines }, json("clear", "best", queue, ...words, ...more));
    }
    assert.throws(() => df.clearBest("TTT", { board }), /new bag/);
    assert.throws(() => df.clearBest("T,[IZ]", { board }), /one queue/);
    assert.throws(() => df.clearBest("T", { board, held: "Q" }), /held is 'Q'/);
    assert.equal(df.clearPath("IIOOO", { rows: 2, limit: 1 }).length, 1);
    assert.deepEqual(df.clearPercent("*p4", { board, failed: 1 }).failed.length, 1);
    assert.throws(() => df.clearPercent("[TI"), { code: "input", message: /column 4/ });
    assert.throws(() => df.clearPath("IO", { board }), { code: "input", message: /give more/ });
    assert.throws(() => df.clearPath("IOTSZJLIOTS", { memory: 9000 }), { code: "limit" });
    assert.throws(() => df.clearPercent("*p4", { board, progress: () => false }), { code: "stopped" });
  });

  test("many continuations are searched as by the program", long, () => {
    /* Each is searched alone: by default as many solutions as in the program. */
    for (const [solutions, more] of [[undefined, []], [1, ["--solutions", 1]]]) {
      const { moves, ...shares } = df.clearBest("TIZLOSJTI", { solutions });
      const lines = moves.map(({ clear, ...drop }) => ({ drop: lineOf(drop), clear }));
      assert.deepEqual({ ...shares, moves: lines },
        { most: shares.clear, ...json("clear", "best", "TIZLOSJTI", ...more) });
    }
  });

  testDrawings({ df, run, json, write, lineOf });
}

function testDrawings({ df, run, json, write, lineOf }) {
  test("drawings are covered and filled as by the program", () => {
    const drawings = [["...JJJ....", "L..ZZJS...", "L...ZZSSOO", "LL.IIIISOO"],
      [".....OO...", ".....OO...", "IIIIXXX..."]];
    const files = drawings.map((rows, i) => write(`drawing${i}.txt`, `${rows.join("\n")}\n`));
    for (const [pattern, options, more] of [["*p7", {}, []], ["*p5", { hold: false }, ["--no-hold"]]]) {
      const { drawings: shares, ...rest } =
        json("clear", "cover", pattern, ...files, ...more, "--orders", "--failed", 9);
      assert.deepEqual(df.clearCover(pattern, drawings, { orders: true, failed: 9, ...options }),
        { drawings: shares.map(({ drawing, ...share }) => share), ...rest });
    }
    const shape = ["LOOOOOO...", "XOOIIOO...", "XOOIIOO..."];
    const wanted = run("clear", "setup", "*p4", write("shape.txt", `${shape.join("\n")}\n`), "--json")
      .trim().split("\n").map((line) => JSON.parse(line));
    assert.ok(new Set(wanted.map(({ drops }) => drops.length)).size > 1);
    assert.deepEqual(df.clearSetup("*p4", shape).map(({ drops, board, queues, ...rest }) => ({
      drops: drops.map(lineOf), board: board.map((row) => row.replaceAll("X", "#")),
      queues: queues.length, ...rest })), wanted);
    assert.equal(df.clearSetup("*p4", shape, { must: "i", may: "", limit: 9 }).length, 0); /* a roof */
    assert.equal(df.clearSetup("*p4", shape, { limit: 9 }).length, 9);
    assert.throws(() => df.clearSetup("*p4", ["XX.."]), /no square/);
    assert.equal(df.clearCover("OOOO", [[...Array(8).fill("OO"), "XX.X"]]).any, 1);
    const plan = "dropforge-drops 1\nfield 10 20\nO N 0 0\nO N 0 2\nI N 2 0\n";
    const fumen = run("replay", write("build.drops", plan), "--format", "fumen");
    const { drawings: [{ queues, orders }], ...sums } = json("clear", "cover", "OO,*p4",
      write("build.txt", fumen), "--orders", "--failed", 9);
    assert.deepEqual(df.clearCover("OO,*p4", [df.readFumen(fumen)], { orders: true, failed: 9 }),
      { drawings: [{ queues, orders }], ...sums });
    const corner = [["JJJ", "..J"]]; /* longer queues are cut */
    assert.deepEqual(df.clearCover("*p7*p7", corner), df.clearCover("*p2", corner));
    assert.throws(() => df.clearCover("*p4", [Array(25).fill("OO")]), /24 rows/);
    assert.throws(() => df.clearCover("*p4", []), /at least one/);
  });
}
