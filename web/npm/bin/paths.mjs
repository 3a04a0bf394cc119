/* Paths as the program sees them, where "/" holds everything, and as the system does. */
import { win32 } from "node:path";

const WINDOWS = process.platform === "win32";

/* The system's path of one that begins below "/". On Windows the program takes what begins with a
   drive or a server for relative, and puts the current folder before it. */
export function systemPath(path, windows = WINDOWS) {
  if (!windows) return `/${path}`;
  if (/(^|[\\/])(dev[\\/]null|nul)$/i.test(path)) return "\\\\.\\NUL";
  const begun = /^.*?[\\/]([A-Za-z]:[\\/].*|\\\\.*)$/s.exec(path);
  if (begun !== null) return begun[1];
  return /^[A-Za-z]:/.test(path) ? path : win32.resolve(`/${path}`);
}

/* The program's path of one of the system. */
export function programPath(path, windows = WINDOWS) {
  return windows ? `/${path.replaceAll("\\", "/")}` : path;
}
