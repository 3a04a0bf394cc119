/* The elements of the page, which printer modules know by their ids. */
export const find = (id) => document.getElementById(id);
