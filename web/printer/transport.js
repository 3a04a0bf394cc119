/* The buttons, the slider and the keys of the player. */
import { find } from "./dom.js";

/* Keys belong to the field that has the focus, if it has a use for them. */
function isTaken(event) {
  const at = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || at.closest("dialog")) return true;
  if (event.key === " " || event.key === "Enter")
    return at.matches("button, input:not(#scrub), select, summary, a");
  return at.matches("input, select");
}

function changeSpeed(by) {
  const field = find("speed");
  const index = Math.max(0, Math.min(field.selectedIndex + by, field.length - 1));
  if (field.disabled) return;
  field.selectedIndex = index;
  field.dispatchEvent(new Event("change"));
}

/* Connects them with a stage. `tell` says something to those who do not see. */
export function connectTransport(stage, tell) {
  const place = () => `drop ${stage.drop} of ${stage.drops}`;
  const toggle = () => {
    if (stage.playing) stage.pause();
    else stage.play();
    tell(stage.playing ? "playing" : `paused at ${place()}`);
  };
  const step = (by) => {
    stage.step(by);
    tell(place());
  };
  const go = (count) => {
    stage.pause();
    stage.goTo(count);
    tell(place());
  };
  const keys = {
    " ": toggle,
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => go(0),
    End: () => go(stage.drops),
    "+": () => changeSpeed(1),
    "=": () => changeSpeed(1),
    "-": () => changeSpeed(-1),
  };
  find("play").addEventListener("click", toggle);
  find("back").addEventListener("click", () => step(-1));
  find("forth").addEventListener("click", () => step(1));
  find("first").addEventListener("click", () => go(0));
  find("last").addEventListener("click", () => go(stage.drops));
  find("scrub").addEventListener("input", ({ target }) => {
    const wanted = target.valueAsNumber; /* a pause shows where the stage is */
    stage.pause();
    stage.goTo(wanted);
  });
  find("speed").addEventListener("change", ({ target }) => {
    stage.speed = Number(target.value);
    tell(`speed ${target.selectedOptions[0].text}`);
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || isTaken(event)) return;
    event.preventDefault();
    keys[event.key]();
  });
  stage.speed = Number(find("speed").value);
}

/* Shows where the stage is. */
export function showTransport(stage) {
  const scrub = find("scrub");
  const { drop, drops, playing } = stage;
  if (scrub.max !== String(drops)) scrub.max = drops;
  scrub.value = drop;
  scrub.setAttribute("aria-valuetext", `drop ${drop} of ${drops}`);
  const play = find("play");
  const name = playing ? "Pause" : "Play";
  if (play.getAttribute("aria-label") !== name) {
    play.setAttribute("aria-label", name);
    play.classList.toggle("playing", playing);
  }
}
