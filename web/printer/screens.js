/* The room that the page has for the playfields of the stage, and what they are called. */
import { find } from "./dom.js";
import { paint, pixelsOf } from "./picture.js";

const MOST_OF_WINDOW = 0.68; /* of its height, for the playfield; on a phone less, for what is above and below */
const MOST_OF_PHONE = 0.42;
const LEAST_HEIGHT = 280; /* CSS pixels */
export const phone = matchMedia("(max-width: 759px)"); /* as in the style sheet */
const CAPTIONS = 40; /* CSS pixels below the playfields */

/* Says whether there is a film to be played. */
export function showReady(isReady) {
  document.body.classList.toggle("ready", isReady);
  document.body.classList.remove("coming");
  find("transport").inert = !isReady;
}

/* The room for the playfields: width and height in CSS pixels. */
function measureRoom(stage) {
  const screens = find("screens");
  const style = getComputedStyle(screens);
  const hands = [...screens.querySelectorAll(".hand")].filter((hand) => hand.offsetWidth > 0);
  const gaps = parseFloat(style.columnGap) * (Math.max(1, stage.screens.length) + hands.length - 1);
  const width = hands.reduce((left, hand) => left - hand.offsetWidth,
    screens.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - gaps);
  const height = Math.max(LEAST_HEIGHT, window.innerHeight * (phone.matches ? MOST_OF_PHONE : MOST_OF_WINDOW) - CAPTIONS);
  return [width, height];
}

/* Draws as large as there is room. */
export function fitStage(stage) {
  stage.fit(...measureRoom(stage));
}

/* Shows a picture where its film will be. */
export function showComing(stage, picture) {
  const canvas = find("screen-0").firstElementChild, [width, height] = measureRoom(stage);
  const scale = Math.min(width / picture.width, height / picture.height);
  paint(canvas, pixelsOf(picture));
  Object.assign(canvas.style, { width: `${scale * picture.width}px`, height: `${scale * picture.height}px`, imageRendering: "" });
  canvas.setAttribute("aria-label", "the picture, whose film is planned");
  document.body.classList.add("coming");
}

/* Says which drop each playfield shows, for those who see it and those who do not. */
export function labelScreens(stage, names) {
  stage.screens.forEach((screen, i) => {
    const place = `drop ${screen.dropAt(stage.time)} of ${screen.drops}`;
    screen.canvas.nextSibling.textContent = `${names[i]}: ${place}`;
    screen.canvas.setAttribute("aria-label",
      `Playfield of ${screen.columns} by ${screen.rows} squares, ${names[i]}, ${place}`);
  });
}
