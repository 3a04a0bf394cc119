/* What users of TypeScript write; it is only compiled. */
import {
  load, type Choice, type Drop, DropforgeError, type Plan, type Tiling,
} from "dropforge";

const df = await load({ wasm: fetch("https://example.org/dropforge.wasm") });

function print(image: ImageData): Plan {
  using picture = df.picture(image, { colors: 6, dither: "ordered" });
  const plan = df.print(picture, {
    method: "best",
    seed: 7n,
    progress: ({ drops }) => drops < 100,
  });
  const passes: number = plan.report.passes;
  console.log(passes, plan.toString());
  const found = plan.check(picture);
  if (!found.same) console.log(found.x, found.wanted);
  const dealt = df.print(picture, { deal: "bag", hold: true, preview: 5, rules: "srs", pieces: "any" });
  console.log(dealt.deal?.hands[0]?.held, dealt.export("game"));
  return plan;
}

function play(): bigint {
  const bot = df.bot({ player: { holes: -4 }, hold: true });
  const choice: Choice | null = bot.choose({ pieces: "TI", board: ["####......"], held: null });
  const drops: Drop[] = [...bot.game({ deal: "bag", seed: 1 })];
  // @ts-expect-error: no such rules
  df.bot({ rules: "none" });
  return BigInt(drops.length) + (choice?.score ?? 0n);
}

function learn(): Int32Array {
  const env = df.env({ boards: 16, preview: 1, features: ["holes"] });
  return env.step(new Array<number>(16).fill(0)).rewards;
}

function fill(): Tiling[] {
  const count: bigint = df.countTilings(10, 4);
  console.log(count * 2n);
  const { clear, total, tree } = df.clearPercent("*p4", { rows: 4, tree: 1, progress: (done) => done < 9 });
  console.log(clear / total, tree[0]?.pieces, df.clearPath("IIOOO", { rows: 2 })[0]?.queues.length);
  console.log(df.clearSave("*p5", { keep: ["T"] }).kept[0]?.queues);
  console.log(df.clearCover("*p4", [["OO", "OO"]], { orders: true }).drawings[0]?.orders?.[0]);
  console.log(df.clearSetup("O", ["II", "II"], { rules: "tucks" })[0]?.board, df.clearBest("TIZ").moves[0]?.clear);
  return [...df.tilings(10, 4, { pieces: "IOTSZJL" }).list({ skip: count - 3n })];
}

try {
  const free: bigint = df.countOminoes(12).free + df.countOminoes(8, { holes: [1] });
  const game = df.play({ rules: "nes", squares: 5 });
  game.press("left");
  console.log(free, game.see().piece?.ghost, game.field.rows(), df.ominoes(5).next().value);
  console.log(print, play(), learn(), fill(), df.perfectClears("IOTS").ways[0]?.[0]?.hold);
} catch (error) {
  if (error instanceof DropforgeError && error.code === "limit") console.log(error.message);
}
