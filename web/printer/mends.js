/* What mends a failure: the advice of the library, whose options are fields here, as one button for each thing
   to change. A mend is { label, fields }: ids of fields and the values that they get. */

const BY_DEFAULT = 10; /* columns of the playfield of a game */
const MOST_EFFORT = 9;

/* Scales the image down, with what belongs to that. */
function shrink({ fit, alpha_threshold: threshold, colors }) {
  const [width, height] = fit.split("x");
  return { label: `Shrink to ${width} × ${height}`,
    fields: { "fit-width": width, "fit-height": height, ...threshold && { threshold }, ...colors && { colors } } };
}

function widthMend(value, { width }) {
  if (value === "auto" || (value === "" && width > 0)) return { label: "Any width", fields: { width: "" } };
  const columns = value || BY_DEFAULT + 2;
  return { label: `Width ${columns}`, fields: { width: columns } };
}

function piecesMend(value) {
  if (value === "auto") return { label: "Any choice of pieces", fields: { pieces: "" } };
  return { label: value === "any" ? "Print the shape only" : `Pieces ${value}`, fields: { pieces: value } };
}

/* What each option of an advice is here; `asked` are the settings that failed. */
const MENDS = {
  anchors: () => ({ label: "Anchor empty rows", fields: { anchor: true } }),
  colors: (value) => ({ label: `At most ${value} colours`, fields: { colors: value } }),
  width: widthMend,
  pieces: piecesMend,
  hold: () => ({ label: "Allow hold", fields: { "with-hold": true } }),
  effort: (value, { effort }) => (effort >= MOST_EFFORT ? null
    : { label: "Search longer", fields: { effort: value || effort + 1 } }),
  seed: (value, { seed }) => ({ label: "Another seed", fields: { seed: value || seed + 1 } }),
  method: (value) => ({ label: `Method ${value}`, fields: { method: value } }),
  queue: () => ({ label: "Deal in bags", fields: { deal: "bag" } }),
  background: () => ({ label: "Usual background", fields: { ground: "" } }),
  size: () => ({ label: "Size by its squares", fields: { size: "" } }),
};

/* The mend for a way to help; null if there is none here. What it needs belongs together. */
function mendFor(way, asked) {
  const names = Object.keys(way).filter((name) => !("fit" in way) || !["fit", "alpha_threshold", "colors"].includes(name));
  const mends = names.map((name) => MENDS[name]?.(way[name], asked) ?? null);
  if ("fit" in way) mends.push(shrink(way));
  if (mends.includes(null)) return null;
  return mends.reduce((all, { label, fields }) =>
    ({ label: `${all.label}, ${label.toLowerCase()}`, fields: { ...all.fields, ...fields } }));
}

/* The mends for the advice of a DropforgeError, the best first; `asked` as readPrinting gives it. */
export function mendsFor(advice, asked) {
  return advice.map((way) => mendFor(way, asked)).filter((mend) => mend !== null);
}
