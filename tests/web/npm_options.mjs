/* The part of npm_package.mjs about options, as the types have them, and pages of fumens. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

const BOARD = ["#####....#", "######...#", "#######..#", "######...#"];

export function testOptions(df, place) {
  test("names that no option has are refused, with the nearest", () => {
    const bot = df.bot(), plan = df.print(["##"]), play = df.play(), tilings = df.tilings(2, 4), film = plan.film();
    const calls = { Preparation: [(it) => df.picture(["##"], it), (it) => df.print(["##"], { prepare: it })],
      PrintOptions: [(it) => df.print(["##"], it)], BoundOptions: [(it) => df.leastDrops(["##"], it)],
      PlanOptions: [(it) => df.makePlan({ width: 4, height: 4, drops: [], ...it })],
      FilmOptions: [(it) => plan.film(it)], Look: [(it) => film.setLook(it)], BotOptions: [(it) => df.bot(it)],
      Position: [(it) => bot.choose({ pieces: "T", ...it }), (it) => bot.rank({ pieces: "T", ...it })],
      GameOptions: [(it) => bot.game(it)], EnvOptions: [(it) => df.env(it)], PlayOptions: [(it) => df.play(it)],
      ClearOptions: [(it) => df.perfectClears("IO", { width: 4, rows: 2, ...it })],
      ClearQuestion: ["clearPercent", "clearPath", "clearSave", "clearBest"].map((name) =>
        (it) => df[name](name === "clearBest" ? "TIZ" : "TIOS", { board: BOARD, ...it })),
      OminoFilter: [(it) => df.ominoes(4, it), (it) => df.countOminoes(4, it)],
      WithPieces: [(it) => df.countTilings(2, 4, it), (it) => df.tilings(2, 4, it)],
      none: [(it) => df.clearCover("*p4", [["IIII"]], it), (it) => df.clearSetup("*p4", ["IIII"], it),
        (it) => df.randomOminoes(4, it), (it) => plan.check(["##"], it), (it) => play.run(1, it),
        (it) => tilings.list(it), (it) => tilings.order(tilings.get(0), it)] };
    const types = readFileSync(path.join(place, "dropforge.d.ts"), "utf8").replace(/\/\*[^]*?\*\//g, "");
    for (const [kind, users] of Object.entries(calls)) {
      const [, more, body] = new RegExp(`interface ${kind}(?: extends ([\\w, ]+))? \\{([^]*?)\\n\\}`).exec(types) ?? [];
      const bodies = [body ?? "", ...(more ?? "").split(", ").map((one) => new RegExp(`interface ${one} (?:extends \\w+ )?\\{([^]*?)\\n\\}`).exec(types)?.[1] ?? "")];
      const names = bodies.flatMap((one) => [...one.matchAll(/^ {2}(\w+)\??[:(]/gm)].map(([, name]) => name));
      assert.ok(kind === "none" || names.length > 0, kind);
      for (const use of users) {
        assert.throws(() => use({ efort: 1 }), { name: "TypeError", message: /^\w+: 'efort' is no option; did you mean '\w+'\?$/ }, kind);
        for (const name of names)
          assert.throws(() => use({ [name]: undefined, efort: 1 }), { message: /'efort' is no option/ }, `${kind}.${name}`);
      }
    }
    assert.throws(() => df.print(["##"], { efort: 1 }), { message: "options: 'efort' is no option; did you mean 'effort'?" });
    for (const [name, use] of [["picture", df.print], ["plan", df.readPlan], ["fumen", df.readFumen], ["pieces", df.pieces]])
      assert.throws(() => use.call(df, "cat.png"), { name: "TypeError", message: new RegExp(`^${name}.* 'cat\\.png'`) });
    assert.deepEqual(df.picture("##\n#.\n").cells, df.picture(["##", "#."]).cells);
  });

  test("fumens are written with pieces and comments", () => {
    const [page] = df.readFumen(df.writeFumen([["##_ "]]));
    assert.deepEqual(page.rows, ["XX........"]);
    const told = { ...page, piece: { piece: "T", orientation: "N", x: 4, y: 3 }, lock: true, comment: "\u3053\u3093 \u{1f600} 100%" };
    const again = df.readFumen(df.writeFumen([told]));
    assert.deepEqual({ ...again[0], placed: page.placed }, told);
    assert.throws(() => df.writeFumen([{ ...told, comment: "a\nb" }]), /control characters/);
  });
}
