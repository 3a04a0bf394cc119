/* Starts the printer's page. */
import { METHODS } from "names.js";
import packed from "page.wasm";
import { install } from "../install.js";
import { compile } from "../wasm.js";
import { App } from "./app.js";
import { listDresses, listMethods } from "./controls.js";
import { find } from "./dom.js";
import { Engine } from "./engine.js";
import { Jobs } from "./job.js";

async function start() {
  try {
    const wasm = await compile(packed);
    const [engine, rival] = [await Engine.open(wasm), await Engine.open(wasm)];
    const app = new App(engine, rival, new Jobs(wasm, find("script").textContent));
    listMethods(METHODS);
    listDresses();
    app.connect();
    const wasDrawing = history.state?.editor === true;
    await app.open();
    if (wasDrawing) app.visits.beginDrawing(false);
  } catch (error) {
    const refusal = find("refusal");
    refusal.firstChild.textContent = `this page does not run in this browser: ${error.message}`;
    refusal.hidden = false;
  }
}

install();
start();
