/* The page of perfect clears: what is asked, and what is answered. */
import packed from "page.wasm";
import { install } from "../install.js";
import { Library, listRules } from "../library.js";
import { readFumen } from "../npm/fumen.js";
import { compile, load } from "../wasm.js";
import { Asker } from "./asker.js";
import { drawIcon, makeBoard } from "./boards.js";
import { Editor } from "./editor.js";
import { findFault, OPENER, readLink, readPasted, rowsFor, WIDTH, writeLink } from "./question.js";
import { CLEAR_RULES, LETTERS, MAX_ROWS, Pattern } from "./solver.js";
import { Steps } from "./steps.js";
import { Trainer } from "./trainer.js";
import { showTree } from "./tree.js";

const WHOLE = Object.freeze({ 2: "IJLOO", 4: "IJLOSZTIJL" }); /* they clear an empty field, dropped from above, too */
const TYPING = 120; /* milliseconds after a key before the pattern is asked */
const ESTIMATE_AFTER = 2000; /* milliseconds */

const find = (id) => document.getElementById(id);

let library;
let asker;
let editor;
let steps;
let question; /* that is asked */
let shown = 0; /* solutions */
let timer = 0;
let since = 0; /* when the part began that is worked on */

const tell = (text) => { find("status").textContent = text; };
const number = (count) => count.toLocaleString("en");
const many = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

/* Puts a text into the clipboard; gives the words that say so. */
async function copy(text, what) {
  let told = `${what} is in the clipboard.`;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    /* The browser keeps it closed: the text can be copied from the field. */
    find("paste").value = text;
    find("paste").select();
    told = `${what} is in the field for pasting.`;
  }
  tell(told);
  return told;
}

function refuse(text) {
  find("refusal").textContent = text;
  find("refusal").hidden = text === "";
  find("chance").hidden = text !== "";
}

function readForm() {
  return {
    rows: editor.rows, field: editor.field, pattern: find("pattern").value.trim(),
    rules: find("rules").value, hold: find("hold").checked,
  };
}

/* How long a part will take from now on, in words, once that can be estimated. */
function timeLeft({ done, of }) {
  const passed = performance.now() - since;
  if (passed < ESTIMATE_AFTER || !(done > 0 && of > done)) return "";
  const minutes = (passed / 60000) * (of / done - 1);
  if (minutes < 1) return ", less than a minute to go";
  return minutes < 90 ? `, about ${many(Math.round(minutes), "minute")} to go` : `, about ${many(Math.round(minutes / 60), "hour")} to go`;
}

/* Shows that a question is asked. */
function setBusy(text) {
  find("working").hidden = text === "";
  find("working-text").textContent = text;
  document.body.classList.toggle("old", text !== "" && shown === 0);
}

function forget() {
  find("share").textContent = "–";
  find("of").textContent = "";
  for (const id of ["tree", "failing", "keeping", "more"]) find(id).hidden = true;
  find("boards").replaceChildren();
  find("found").textContent = "";
  find("copy-all").disabled = true;
  find("fewest-label").hidden = true;
  shown = 0;
}

/* Asks what the form says. */
function ask() {
  clearTimeout(timer);
  question = readForm();
  history.replaceState(null, "", writeLink(question));
  find("undo").disabled = !editor.canUndo;
  const fault = findFault(question);
  if (fault !== "") {
    asker.cancel();
    forget();
    setBusy("");
    return refuse(fault);
  }
  refuse("");
  shown = 0;
  find("fewest").checked = false;
  since = performance.now();
  find("progress").removeAttribute("value");
  setBusy("Looking…");
  asker.ask(question);
}

function askSoon() {
  clearTimeout(timer);
  timer = setTimeout(ask, TYPING);
}

function showShares({ clear, total, length, groups, failed }) {
  refuse("");
  const part = (100 * clear) / total;
  find("share").textContent = total === 1 ? (clear === 1 ? "Yes" : "No") : `${part.toFixed(1)} %`;
  find("of").textContent = total === 1 ? (clear === 1 ? "this queue clears" : "this queue does not clear")
    : `${number(clear)} of ${number(total)} queues clear`;
  find("tree").hidden = total === 1 || length === 0;
  showTree(find("shares"), groups, (group) => asker.more({ groups: group }));
  find("failing").hidden = clear === total || total === 1;
  find("failing-title").textContent = `${many(total - clear, "queue")} ${total - clear === 1 ? "does" : "do"} not`;
  find("failed").textContent = failed.join(" ") + (total - clear > failed.length ? " …" : "");
}

function addBoards(page) {
  const of = Number(find("pattern").dataset.total);
  find("boards").append(...page.map((one, i) => {
    const share = of > 1 ? many(one.queues, "queue") : many(one.ways, "way");
    const place = shown + i + 1;
    return makeBoard(one, place, share, () => steps.open(asker, one.number,
      `Solution ${place}: ${share}`, question).catch((error) => refuse(error.message)));
  }));
  shown += page.length;
}

/* Shows solutions: all, or with `least` the fewest, of which so many are proven to be needed. */
function showSolutions({ count, least, page }) {
  const proof = least === 0 || least === count ? "" : `, of which ${number(least)} are needed at least`;
  find("found").textContent = number(count) + proof;
  find("copy-all").disabled = count === 0;
  find("boards").replaceChildren();
  shown = 0;
  addBoards(page);
  find("more").hidden = shown >= count;
  find("more").dataset.count = count;
  find("fewest-label").hidden = count < 2 && !find("fewest").checked;
}

/* Shows the pieces that can be kept, once they are asked for. */
async function showKept() {
  if (!find("keeping").open || find("kept").textContent !== "") return;
  const kept = await asker.more({ kept: true });
  find("kept").textContent = kept.map(({ pieces, queues }) =>
    `${pieces || "none"} ${number(queues)}`).join(" · ");
}

/* Shows all solutions, or the fewest. */
async function showFewest() {
  setBusy("Looking for the fewest…");
  try {
    showSolutions(await asker.more({ choose: find("fewest").checked }));
  } catch (error) {
    refuse(error.message);
  }
  setBusy("");
}

async function showMore() {
  addBoards(await asker.more({ more: shown }));
  find("more").hidden = shown >= Number(find("more").dataset.count);
}

/* What the worker says. */
function hear({ shares, solutions, progress, failed, done }) {
  if (progress) {
    const { what, done, of } = progress;
    if (of > 0) find("progress").value = Math.min(1, done / of);
    setBusy(`${what} ${number(done)}${of > 0 ? ` of ${number(of)}` : ""}${timeLeft(progress)}`);
  }
  if (shares) {
    find("pattern").dataset.total = shares.total;
    showShares(shares);
    find("found").textContent = "";
    find("progress").removeAttribute("value");
    since = performance.now();
    setBusy("Solutions…");
  }
  if (solutions) {
    showSolutions(solutions);
    find("keeping").hidden = !solutions.canKeep || solutions.count === 0;
    find("kept").textContent = "";
    showKept();
  }
  if (failed !== undefined) {
    forget();
    refuse(failed.replace(/^row 1, column/, "the pattern is wrong at character"));
  }
  if (done || failed !== undefined) setBusy("");
}

/* Puts a question into the form and asks it. */
function put({ field, rows, pattern, rules, hold }, isNew = false) {
  if (isNew) editor.set(field, rows);
  else editor.put(field, rows);
  find("rows").value = rows;
  find("pattern").value = pattern;
  find("rules").value = rules;
  find("hold").checked = hold;
  ask();
}

/* True for a pattern of so many pieces. */
function isLongEnough(text, pieces) {
  try {
    const pattern = new Pattern(library, text, pieces);
    const { length } = pattern;
    pattern.free();
    return length >= pieces;
  } catch {
    return false; /* it makes no sense */
  }
}

function refusePaste(text) {
  find("paste-fault").textContent = text;
  find("paste-fault").hidden = text === "";
}

/* Names what a link has that makes no sense. */
function tellDamage(linked) {
  refusePaste(linked?.damaged.length > 0 ? `the link makes no sense in: ${linked.damaged.join(", ")}` : "");
}

function paste(text) {
  if (text.trim() === "") return;
  const { question: linked, field, cleared, pattern, fault } = readPasted(text, (fumen) => readFumen(library, fumen));
  refusePaste(fault ?? "");
  if (fault !== undefined) return;
  find("paste").value = "";
  put(linked ?? { ...readForm(), field, rows: rowsFor(field, Math.min(editor.rows, 4)),
    ...(pattern !== undefined ? { pattern } : {}) });
  if (linked) tellDamage(linked);
  tell(cleared ? "The field is there, and its full rows have cleared." : "The field is there.");
}

function makePalette() {
  const add = (label, name, text) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-label", name);
    button.append(label);
    button.addEventListener("click", () => {
      const before = find("pattern").value;
      find("pattern").value = text === null ? before.slice(0, -1) : before + text;
      ask();
    });
    find("palette").append(button);
  };
  for (const letter of LETTERS) {
    const icon = document.createElement("canvas");
    drawIcon(icon, letter, 7);
    add(icon, letter, letter);
  }
  add("*p7", "A whole bag in any order", "*p7");
  add("⌫", "Remove the last letter", null);
}

function listen() {
  find("rows").addEventListener("change", ({ target }) => {
    editor.put(editor.field, Number(target.value));
    ask();
  });
  find("undo").addEventListener("click", () => {
    editor.undo();
    find("rows").value = editor.rows;
    ask();
  });
  find("empty").addEventListener("click", () => {
    const rows = editor.rows <= 2 ? 2 : 4; /* of more rows there are too many clears */
    const form = readForm();
    const pattern = isLongEnough(form.pattern, rows * WIDTH / 4) ? form.pattern : WHOLE[rows];
    put({ ...form, rows, pattern, field: Array(MAX_ROWS).fill(0) });
  });
  find("paste").addEventListener("input", ({ target }) => paste(target.value));
  find("pattern").addEventListener("input", askSoon);
  for (const id of ["rules", "hold"]) find(id).addEventListener("change", ask);
  find("cancel").addEventListener("click", () => {
    asker.cancel();
    forget(); /* nobody is left who could be asked more */
    refuse("");
    setBusy("");
    tell("Cancelled.");
  });
  find("more").addEventListener("click", showMore);
  find("fewest").addEventListener("change", showFewest);
  find("keeping").addEventListener("toggle", showKept);
  find("copy-link").addEventListener("click", () => copy(location.href, "The link"));
  find("copy-failed").addEventListener("click", () => copy(find("failed").textContent, "The list"));
  find("copy-all").addEventListener("click", async () =>
    copy(await asker.more({ fumen: true }), "The fumen of all solutions"));
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea")) return;
    paste(event.clipboardData.getData("text"));
  });
  addEventListener("hashchange", () => {
    const linked = readLink(location.hash);
    if (linked) put(linked);
    tellDamage(linked);
  });
}

async function main() {
  const wasm = await compile(packed);
  library = await load(wasm, Library);
  asker = new Asker(wasm, find("script").textContent, hear);
  editor = new Editor(find("field"), ask);
  steps = new Steps(copy);
  const trainer = new Trainer(library, new Asker(wasm, find("script").textContent), steps, copy);
  find("train").addEventListener("click", () => trainer.open(question));
  makePalette();
  listRules(find("rules"), CLEAR_RULES);
  listen();
  const linked = readLink(location.hash);
  put(linked ?? OPENER, true);
  tellDamage(linked);
}

install();
main().catch((error) => refuse(`This does not work here: ${error.message}`));
