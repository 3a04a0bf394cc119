/* Tests of the program in the npm package, as it is installed. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { programPath, systemPath } from "../../web/npm/bin/paths.mjs";
import { temporary } from "./npm_packed.mjs";

/* `run` and `drops` give what the native program writes. */
export function testProgram(description, { run, drops }) {
  test("npx runs the program", { skip: !description.bin.dropforge }, () => {
    const npx = (...words) => execFileSync("npx", ["--offline", "dropforge", ...words],
      { cwd: temporary("."), encoding: "utf8", stdio: "pipe" });
    assert.equal(npx("omino", "count", "8"), run("omino", "count", "8"));
    npx("print", "--method", "search", "-o", "npx.drops");
    assert.equal(readFileSync(temporary("npx.drops"), "utf8"), drops("print", "--method", "search"));
  });

  test("the program finds files on Windows", () => {
    const folder = programPath("C:\\art\\me", true);
    assert.equal(folder, "/C:/art/me");
    const paths = {
      "cat.png": "C:/art/me/cat.png",
      "..\\cat.png": "C:/art/me/..\\cat.png",
      "D:\\art\\cat.png": "D:\\art\\cat.png",
      "d:/art/cat.png": "d:/art/cat.png",
      "\\\\server\\share\\cat.png": "\\\\server\\share\\cat.png",
    };
    for (const [typed, found] of Object.entries(paths))
      assert.equal(systemPath(`${folder}/${typed}`.slice(1), true), found);
    assert.equal(systemPath("dev/null", true), "\\\\.\\NUL");
    assert.equal(systemPath("tmp/cat.png", false), "/tmp/cat.png");
  });
}
