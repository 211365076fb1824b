/**
 * Checks whether a text is a well-formed XML document, as far as charts need it: tags, attributes, character data.
 *
 * @param {string} text
 * @returns {string | null} The first error; null if there is none.
 */
export function xmlProblem(text) {
  /** @type {string[]} */
  const open = [];
  let roots = 0;
  let at = 0;
  for (const match of text.matchAll(/<[^<>]*>/g)) {
    const between = text.slice(at, match.index);
    at = match.index + match[0].length;
    if (badText(between)) return `text "${between}"`;
    if (open.length === 0 && between.trim() !== '') return `text outside of the root "${between}"`;
    const tag = /^<(\/?)([a-zA-Z][\w:-]*)((?:\s+[a-zA-Z_][\w:.-]*="[^"<]*")*)\s*(\/?)>$/.exec(match[0]);
    if (tag === null) return `tag ${match[0]}`;
    const [, isEnd, name, attributes, isEmpty] = tag;
    const names = Array.from(attributes.matchAll(/\s([\w:.-]+)="([^"]*)"/g), ([, attribute, value]) => {
      return badText(value) ? `bad value ${value}` : attribute;
    });
    if (new Set(names).size < names.length) return `an attribute twice in ${match[0]}`;
    if (names.some(attribute => attribute.startsWith('bad value'))) return `${names}`;
    if (isEnd) {
      if (open.pop() !== name) return `</${name}> closes something else`;
    } else {
      if (open.length === 0) roots += 1;
      if (!isEmpty) open.push(name);
    }
  }
  if (text.slice(at).trim() !== '') return `text after the end "${text.slice(at)}"`;
  return open.length > 0 ? `<${open.at(-1)}> is not closed` : roots === 1 ? null : `${roots} roots`;
}

/** @param {string} text */
function badText(text) {
  return /[<>]|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/iu.test(
    text,
  );
}
