/* Values of options and arguments, as the library's C code wants them. */

/* The index of a name among those that an option can have. */
export function choose(option, names, name) {
  const index = names.indexOf(name);
  if (index < 0) throw new RangeError(`${option} is '${name}'; use one of ${names.join(", ")}`);
  return index;
}

/* '#rrggbb' as a number. */
export function writeColor(text) {
  if (!/^#[0-9a-f]{6}$/i.test(text))
    throw new RangeError(`'${text}' is no colour; use one like '#30a0ff'`);
  return parseInt(text.slice(1), 16);
}

/* A whole number of 0 … `most`. */
export function whole(option, value, most = 2 ** 32 - 1) {
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new RangeError(`${option} is ${value}; use a whole number up to ${most}`);
  return value;
}

/* The same of a number that may be long, such as a limit. */
export function count(option, value) {
  return whole(option, value, Number.MAX_SAFE_INTEGER);
}

/* A number or BigInt of 64 bits, such as a seed. */
export function long(option, value) {
  const number = BigInt(value);
  if (number < 0n || number >= 1n << 64n)
    throw new RangeError(`${option} is ${value}; use a whole number below 2^64`);
  return number;
}

/* Options, which nobody has to give. */
export function optionsOf(options = {}, name = "options") {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`${name}: use an object, not ${String(options)}`);
  return options;
}

/* A list that must be given. */
export function listOf(name, list) {
  if (!Array.isArray(list)) throw new TypeError(`${name}: use an array, not ${String(list)}`);
  return list;
}

/* An object of the package as an argument; that of another load() is in another memory. */
export function ownOf(library, name, object) {
  if (object.library !== library)
    throw new TypeError(`${name}: this belongs to another library; make it anew in this one`);
  return object;
}

export const ORIENTATIONS = ["N", "E", "S", "W"];
export const MOVEMENTS = ["spawn", "above", "srs", "srs+180", "nes"]; /* as df_movement */
export const DEALS = ["uniform", "bag", "nes", "given", "tetrio"]; /* as df_deal */
