/* Imports modules of the folder web; those that are made while the pages are built are in `made`. */
import { register } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

export async function importFromWeb(made, name) {
  const beside = JSON.stringify(pathToFileURL(path.resolve(made)));
  register(`data:text/javascript,${encodeURIComponent(`export const resolve = (name, context, next) =>
    /^(names|layouts)\\.js$/.test(name) ? { url: ${beside} + "/" + name, format: "module", shortCircuit: true } : next(name, context)`)}`);
  return import(["layouts.js", "names.js"].includes(name) ? name : `../../web/${name}`);
}
