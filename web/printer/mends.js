/* What mends a failure: the advice of the library, whose options are fields here, as one button for each thing
   to change. A mend is { label, fields }: ids of fields and the values that they get. */

/* An option of an advice, and its value if it names one. */
const OPTION = /--([a-z-]+)(?: (auto|any|[\dIOTSZJL][\dIOTSZJLx,]*|[a-z]+))?/g;
const BY_DEFAULT = 10; /* columns of the playfield of a game */
const MOST_EFFORT = 9;

const isNumber = (value) => /^\d+$/.test(value ?? "");
const asNumber = (value) => (isNumber(value) ? value : "");

/* Scales the image down, with what belongs to that. */
function shrink(options) {
  const [width, height] = options.get("fit").split("x");
  const fields = { "fit-width": width, "fit-height": height };
  if (options.has("alpha-threshold")) fields.threshold = options.get("alpha-threshold");
  if (options.has("colors")) fields.colors = options.get("colors");
  return { label: `Shrink to ${width} × ${height}`, fields };
}

function widthMend(value, { width }) {
  if (value === "auto" || (value === undefined && width > 0))
    return { label: "Any width", fields: { width: "" } };
  const columns = isNumber(value) ? value : BY_DEFAULT + 2;
  return { label: `Width ${columns}`, fields: { width: columns } };
}

/* One mend of several. */
const join = (mends) => mends.reduce((all, { label, fields }) =>
  ({ label: `${all.label}, ${label.toLowerCase()}`, fields: { ...all.fields, ...fields } }));

/* What each option of an advice is here; `asked` are the settings that failed. */
const MENDS = {
  anchor: () => ({ label: "Anchor empty rows", fields: { anchor: true } }),
  colors: (value) => (isNumber(value) ? { label: `At most ${value} colours`, fields: { colors: value } } : null),
  width: widthMend,
  pieces: (value) => (value === undefined ? null : value === "auto"
    ? { label: "Any choice of pieces", fields: { pieces: "" } }
    : { label: `Pieces ${value}`, fields: { pieces: value } }),
  hold: () => ({ label: "Allow hold", fields: { "with-hold": true } }),
  effort: (value, { effort }) => (effort >= MOST_EFFORT ? null
    : { label: "Search longer", fields: { effort: asNumber(value) || effort + 1 } }),
  seed: (value, { seed }) => ({ label: "Another seed", fields: { seed: asNumber(value) || seed + 1 } }),
  method: (value) => (value === undefined ? null : { label: `Method ${value}`, fields: { method: value } }),
};

/* Advice without options, of what is looked for in the message. */
const WORDS = [
  [/the queue is empty|give a longer one/, { label: "Deal in bags", fields: { deal: "bag" } }],
  [/choose another background/, { label: "Usual background", fields: { ground: "" } }],
  [/use another size/, { label: "Size by its squares", fields: { size: "" } }],
  [/choose a smaller width|fewer than 4 columns/, { label: "Any width", fields: { width: "" } }],
];

/* The mends for a message of the library, the best first; `asked` as readPrinting gives it, or null. */
export function mendsFor(message, asked) {
  const mends = WORDS.filter(([words]) => words.test(message)).map(([, mend]) => mend);
  if (asked === null) return mends;
  /* What stands in brackets belongs together. */
  const options = new Map([...message.matchAll(OPTION)].map(([, name, value]) => [name, value]));
  if (options.get("fit")?.includes("x")) {
    const way = /use --width \d+ (or|and)/.exec(message)?.[1];
    const wider = way === undefined ? [] : [widthMend(options.get("width"), asked)];
    return [...way === "and" ? [join([...wider, shrink(options)])] : [...wider, shrink(options)], ...mends];
  }
  const found = [...options].map(([name, value]) => MENDS[name]?.(value, asked) ?? null).filter((mend) => mend !== null);
  if (/no plan was found/.test(message) && asked.deal !== "" && asked.pieces !== "any")
    found.unshift({ label: "Print the shape only", fields: { pieces: "any" } });
  if (/\(--pieces [^)]*--width/.test(message))
    return [join(found)];
  const seen = new Set(mends.map(({ label }) => label));
  return [...mends, ...found.filter(({ label }) => !seen.has(label))];
}
