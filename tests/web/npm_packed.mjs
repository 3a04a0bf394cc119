/* The npm package as users have it: packed, and installed into an empty folder, both without the
 * network. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after } from "node:test";

const folder = mkdtempSync(path.join(os.tmpdir(), "dropforge-npm-"));
after(() => rmSync(folder, { recursive: true }));

/* The file of this name in the folder of the project that uses the package. */
export const temporary = (name) => path.join(folder, name);

export function write(name, content) {
  writeFileSync(temporary(name), content);
  return temporary(name);
}

const npm = (...words) => execFileSync("npm", [...words, "--offline", "--no-audit", "--no-fund",
  "--no-update-notifier", "--ignore-scripts", "--loglevel=error", "--cache", temporary("cache")],
{ cwd: folder, encoding: "utf8" });

/* Packs the folder of the package and installs it: what is in the archive, and where it is now. */
export function install(source) {
  const [archive] = JSON.parse(npm("pack", "--json", path.resolve(source)));
  write("package.json", JSON.stringify({ name: "user", private: true, type: "module" }));
  npm("install", `./${archive.filename}`);
  const place = temporary("node_modules/dropforge");
  const description = JSON.parse(readFileSync(path.join(place, "package.json"), "utf8"));
  return { files: archive.files.map((file) => file.path).sort(), place, description };
}
