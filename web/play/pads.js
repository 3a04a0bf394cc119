/* Game pads. Their buttons are keys as those of a keyboard: "Pad 14", by the number that the standard
   mapping of the Gamepad API has for it; the left stick is the cross. */

const STICK = 0.5; /* so far from its middle it counts */
const CROSS = { up: 12, down: 13, left: 14, right: 15 };

export const padKey = (number) => `Pad ${number}`;

function readPad({ buttons, axes: [x = 0, y = 0] }) {
  const down = buttons.flatMap(({ pressed }, i) => (pressed ? [i] : []));
  if (x < -STICK) down.push(CROSS.left);
  if (x > STICK) down.push(CROSS.right);
  if (y < -STICK) down.push(CROSS.up);
  if (y > STICK) down.push(CROSS.down);
  return down.map(padKey);
}

/* Tells of the buttons of all pads, with each frame while there is one: `press` is called with a key and
   whether it goes down. */
export function watchPads(press) {
  let down = new Set(), loop = 0;

  function look() {
    const pads = navigator.getGamepads().filter(Boolean);
    const now = new Set(pads.flatMap(readPad)), before = down;
    down = now;
    loop = pads.length > 0 ? requestAnimationFrame(look) : 0;
    for (const key of before) if (!now.has(key)) press(key, false);
    for (const key of now) if (!before.has(key)) press(key, true);
  }

  addEventListener("gamepadconnected", () => (loop ||= requestAnimationFrame(look)));
}
