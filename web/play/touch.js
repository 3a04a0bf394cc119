/* Fingers: on the playfield, and on the buttons below it. */

/* Milliseconds, and squares. */
const TAP = 300; /* longer is none */
const FLICK = 250;
const FLICK_SQUARES = 2;
const LEFT_THIRD = 1 / 3; /* of the playfield: a tap there turns the other way */

const AFTER_OPENING = 300; /* milliseconds in which what has opened takes no finger */

const fingers = new Set(); /* that are down now */
let opening = -Infinity; /* until this time, or as long as a finger is down, they click nothing */

/* Something has opened that is not meant for the fingers that are down, nor for those that come at once. */
export function ignoreFingers() {
  opening = performance.now() + AFTER_OPENING;
  if (fingers.size > 0) opening = Infinity;
}

function lift({ pointerId }) {
  fingers.delete(pointerId);
  if (opening === Infinity && fingers.size === 0) ignoreFingers();
}

/* Begins to watch for them. */
export function watchOpening() {
  addEventListener("pointerdown", ({ pointerType, pointerId }) => pointerType !== "mouse" && fingers.add(pointerId), true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, lift, true);
  addEventListener("click", (event) => {
    if (!["touch", "pen"].includes(event.pointerType) || performance.now() > opening) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

/* Watches a canvas. A finger that moves sideways shifts the piece with it; down: soft drop as
   long as it stays; a quick one down: hard drop; a quick one up: hold; a tap turns. `size` is
   how many CSS pixels a finger moves for a column; `wants` whether the game is played. */
export function watchFingers(canvas, { size, wants, tap, press }) {
  let finger = null;

  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" || finger || !wants()) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y, timeStamp: time } = event;
    finger = { id: event.pointerId, x, y, fromX: x, fromY: y, time, moved: false, soft: false };
  });

  function release() {
    if (finger.soft) press("soft", false);
    finger.soft = false;
  }

  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerId !== finger?.id) return;
    const step = size();
    const across = Math.trunc((event.clientX - finger.x) / step);
    for (let i = 0; i < Math.abs(across); i++) tap(across < 0 ? "left" : "right");
    if (across !== 0) {
      finger.x += across * step;
      finger.y = event.clientY;
      finger.moved = true;
      release();
    }
    const slow = event.timeStamp - finger.time > FLICK;
    if (slow && !finger.soft && event.clientY - finger.y > step) {
      finger.moved = finger.soft = true;
      press("soft", true);
    }
  });

  function judge(event) {
    const step = size();
    const time = event.timeStamp - finger.time;
    const down = event.clientY - finger.fromY, across = Math.abs(event.clientX - finger.fromX);
    const quick = time < FLICK && Math.abs(down) > FLICK_SQUARES * step && Math.abs(down) > across;
    if (quick) return tap(down > 0 ? "hard" : "hold");
    if (finger.moved || time > TAP || Math.abs(down) > step || across > step) return;
    const box = canvas.getBoundingClientRect();
    tap(event.clientX < box.left + box.width * LEFT_THIRD ? "anticlockwise" : "clockwise");
  }

  canvas.addEventListener("pointerup", (event) => {
    if (event.pointerId !== finger?.id) return;
    release();
    if (wants()) judge(event);
    finger = null;
  });
  canvas.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== finger?.id) return;
    release();
    finger = null;
  });
}

/* Makes a button hold an action as long as it is touched; without a pointer, a click taps it. */
export function watchButton(button, action, { tap, press }) {
  let touched = false; /* ignore the click after a touch */
  button.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    touched = true;
    button.setPointerCapture(event.pointerId);
    press(action, true);
  });
  for (const end of ["pointerup", "pointercancel"])
    button.addEventListener(end, () => press(action, false));
  button.addEventListener("click", () => {
    if (!touched) tap(action);
    touched = false;
  });
  button.addEventListener("pointercancel", () => (touched = false));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}
