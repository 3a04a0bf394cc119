/* The ways a picture comes into the page: a file that is picked, dropped or pasted, and samples. */
import { find } from "../dom.js";
import { paint, pixelsOf } from "../picture.js";
import { samples } from "./samples.js";

function sampleButton({ name, picture, plan }, take) {
  const button = document.createElement("button");
  button.type = "button";
  button.title = name;
  button.setAttribute("aria-label", `Sample: ${name}`);
  const canvas = document.createElement("canvas");
  paint(canvas, pixelsOf(picture));
  button.append(canvas);
  button.addEventListener("click", () => take({ image: pixelsOf(picture), name: name.toLowerCase(), exact: true }, plan));
  return button;
}

function connectDragging(takeFile) {
  let inside = 0; /* elements that the dragged file is above */
  const veil = (shown) => { find("veil").hidden = !shown; };
  const carriesFile = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => {
    if (carriesFile(event)) veil(++inside > 0);
  });
  addEventListener("dragleave", (event) => {
    if (carriesFile(event)) veil(--inside > 0);
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    veil(false);
    inside = 0;
    const [file] = event.dataTransfer.files;
    if (file) takeFile(file);
  });
}

/* Gives the file that is picked in a field. */
export function connectFile(id, take) {
  find(id).addEventListener("change", ({ target }) => {
    const [file] = target.files;
    target.value = ""; /* so that the same file can be picked again */
    if (file) take(file);
  });
}

/* `takeFile` gets files, `take` what App.take gets. */
export function connectIntake(takeFile, take) {
  find("samples").append(...samples.map((sample) => sampleButton(sample, take)));
  connectFile("file", takeFile);
  addEventListener("paste", (event) => {
    const [file] = event.clipboardData?.files ?? [];
    if (file) takeFile(file);
  });
  connectDragging(takeFile);
}

export const firstSample = samples[0];
