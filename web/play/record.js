/* Records of games, in the format dropforge-game, that come to the page: in its address, packed by
   packText, or as files. */

/* How many squares the first piece has, and the index of the rules. */
export function describeRecord(text) {
  const drawing = text.match(/^piece \S+ (\S+)/m)?.[1] ?? "####";
  return { squares: drawing.split("#").length - 1, rules: /^rules nes/m.test(text) ? 1 : 0 };
}
