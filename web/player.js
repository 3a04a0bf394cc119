/* The player: the film of one plan, in a frame of another page or alone. The plan is in the address,
   #plan=PACKED (packed.js) or #drops=TEXT, with speed, loop and what printer/dress.js reads. */
import packed from "page.wasm";
import { Library } from "./library.js";
import { refuseTooLong, unpackText } from "./packed.js";
import { lookOf, motionOf, readDress } from "./printer/dress.js";
import { FilmSound } from "./printer/film_sound.js";
import { Settings } from "./printer/link.js";
import { PlanEngine } from "./printer/plan_engine.js";
import { Stage } from "./printer/stage.js";
import { Speaker } from "./speaker.js";
import { load } from "./wasm.js";

const AGAIN_AFTER = 3000; /* milliseconds at the end of a film */
const STEP_KEYS = { " ": "toggle", Home: "first", End: "last" };

const find = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/* The settings of the address; those that make no sense are as usual. */
function readWishes(hash) {
  const wishes = new URLSearchParams(hash.slice(1));
  const speed = Number(wishes.get("speed") ?? 2);
  return {
    packed: wishes.get("plan"),
    drops: wishes.get("drops"),
    speed: speed >= 0.1 && speed <= 100 ? speed : 2,
    dress: readDress(new Settings(wishes)),
    loops: wishes.get("loop") !== "0",
  };
}

async function textOf({ packed: plan, drops }) {
  const text = plan !== null ? await unpackText(plan) : drops && refuseTooLong(drops);
  if (text === null)
    throw new Error(plan === null ? "there is no plan in this address; add #plan=…"
      : "this plan is damaged; copy the whole address");
  return text;
}

function connect(stage, loops) {
  let timer = 0;
  const toggle = () => (stage.playing ? stage.pause() : stage.play());
  const keys = { toggle, first: () => stage.goTo(0), last: () => stage.goTo(stage.drops) };
  find("play").addEventListener("click", toggle);
  find("scrub").addEventListener("input", ({ target }) => {
    const wanted = target.valueAsNumber;
    stage.pause();
    stage.goTo(wanted);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("button, input") || !(event.key in STEP_KEYS)) return;
    event.preventDefault();
    keys[STEP_KEYS[event.key]]();
  });
  return () => {
    const { drop, drops, playing, atEnd } = stage;
    const field = find("field");
    find("scrub").max = drops;
    find("scrub").value = drop;
    find("scrub").setAttribute("aria-valuetext", `drop ${drop} of ${drops}`);
    find("place").textContent = `${drop} / ${drops}`;
    field.setAttribute("aria-label", `Playfield, drop ${drop} of ${drops}`);
    find("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    find("play").classList.toggle("playing", playing);
    clearTimeout(timer);
    if (loops && atEnd && !playing && !calm.matches)
      timer = setTimeout(() => stage.play(), AGAIN_AFTER);
  };
}

async function start() {
  const wishes = readWishes(location.hash);
  const text = await textOf(wishes);
  const engine = new PlanEngine(await load(packed, Library));
  engine.readPlan(text);
  let changed = () => {};
  const stage = new Stage(() => changed(), new FilmSound(new Speaker(find("sound"))));
  changed = connect(stage, wishes.loops);
  stage.speed = wishes.speed;
  stage.look = lookOf(wishes.dress);
  stage.motion = motionOf(wishes.dress);
  if (calm.matches) stage.motion.motion = "land";
  stage.load([{ engine, canvas: find("field"), plan: engine.measure() }]);
  stage.time = calm.matches ? stage.whole : 0;
  find("bar").hidden = false;
  const fit = () => stage.fit(find("screen").clientWidth, find("screen").clientHeight);
  fit();
  new ResizeObserver(fit).observe(find("screen"));
  if (!calm.matches) stage.play();
}

/* Plays what the address says, and says what is wrong with it. */
async function begin() {
  try {
    await start();
  } catch (error) {
    find("refusal").textContent = error.message;
    find("refusal").hidden = false;
  }
}

addEventListener("hashchange", () => location.reload());
begin();
