/**
 * A string constant that means the same with `standard_conforming_strings` on and off.
 *
 * @param {string} text Without NUL.
 * @returns {string}
 */
export function literal(text) {
  const doubled = text.includes("'") ? text.replaceAll("'", "''") : text;
  // The space keeps the E from joining a word before it.
  return doubled.includes('\\') ? ` E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`;
}

/**
 * @param {string} name
 * @returns {string} Quoted.
 */
export function identifier(name) {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Postgres cuts a longer name, wherever it stands. */
export const MOST_NAME_BYTES = 63;
