/* Settings in the part of an address after '#'. */

/* The settings of a link. What makes no sense is as usual, and named in `damaged`. */
export class Settings {
  constructor(link) {
    this.link = link;
    this.damaged = [];
  }

  /* The value that `read` makes of the setting's text; null where it makes no sense. */
  take(name, otherwise, read) {
    if (!this.link.has(name)) return otherwise;
    const value = read(this.link.get(name));
    if (value !== null) return value;
    this.damaged.push(name);
    return otherwise;
  }

  number(name, least, most, otherwise) {
    return this.take(name, otherwise, (text) => {
      const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
      return number >= least && number <= most ? number : null;
    });
  }

  oneOf(name, values, otherwise) {
    return this.take(name, otherwise, (text) => (values.includes(text) ? text : null));
  }

  flag(name) {
    return this.oneOf(name, ["0", "1"], "0") === "1";
  }
}
