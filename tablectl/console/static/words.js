// The texts of the page's own frame. They come from the catalogue with the visit; a code without a
// text is shown as the code, so that nothing is ever hidden.

let known = {};

export function learn(words) {
  known = words ?? {};
}

/** The text of a code, with `{name}` in it filled in. */
export function word(code, values = {}) {
  const text = known[code] ?? code;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
