/* The shares by the next piece, and the next after that. */
import { drawIcon } from "./boards.js";

const percent = (clear, total) => `${((100 * clear) / total).toFixed(1)} %`;

/* A row of the tree, whose own rows `fetch` gets when it is opened. */
function makeRow(group, before, fetch) {
  const { piece, clear, begin, end, isLeaf } = group;
  const total = end - begin;
  const name = before + piece;
  const row = document.createElement("li");
  const head = document.createElement(isLeaf ? "div" : "button");
  head.className = "share";
  const icon = document.createElement("canvas");
  drawIcon(icon, piece, 7);
  icon.setAttribute("aria-hidden", "true");
  const text = (words, style) => {
    const span = document.createElement("span");
    span.className = style;
    span.textContent = words;
    return span;
  };
  const bar = document.createElement("span");
  bar.className = "bar";
  bar.append(document.createElement("span"));
  bar.firstChild.style.width = `${(100 * clear) / total}%`;
  head.append(text(name, "name"), icon, bar, text(percent(clear, total), "part"),
    text(`${clear} of ${total}`, "hint"));
  row.append(head);
  if (isLeaf) return row;
  head.type = "button";
  head.setAttribute("aria-expanded", "false");
  head.addEventListener("click", () => toggle(row, head, group, name, fetch));
  return row;
}

async function toggle(row, head, group, name, fetch) {
  const isOpen = head.getAttribute("aria-expanded") === "true";
  head.setAttribute("aria-expanded", !isOpen);
  row.querySelector("ul")?.remove();
  if (isOpen) return;
  const groups = await fetch(group);
  if (head.getAttribute("aria-expanded") !== "true" || row.querySelector("ul")) return;
  const list = document.createElement("ul");
  list.append(...groups.map((one) => makeRow(one, name, fetch)));
  row.append(list);
}

/* Shows the groups; `fetch` answers with those of one of them. */
export function showTree(place, groups, fetch) {
  place.replaceChildren(...groups.map((group) => makeRow(group, "", fetch)));
}
