/* Runs command lines with the program of the npm package, all in one process, for tests that compare
 * it with the native one.
 *
 * usage: node npx_batch.mjs PROGRAM.wasm <JOBS
 * JOBS is JSON: for each job the folder to work in, the words, and the paths of its standard input,
 * output and error. Writes their exit codes as JSON. */
import { closeSync, openSync, readFileSync } from "node:fs";
import { run } from "../../web/npm/bin/run.mjs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const codes = JSON.parse(readFileSync(0, "utf8")).map(({ folder, words, input, output, error }) => {
  process.chdir(folder);
  const streams = [openSync(input, "r"), openSync(output, "w"), openSync(error, "w")];
  const code = run(module, words, { shared: new Int32Array(2), post: () => {}, streams });
  streams.forEach(closeSync);
  return code;
});
console.log(JSON.stringify(codes));
