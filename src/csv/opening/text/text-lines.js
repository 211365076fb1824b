/**
 * @param {string} text
 * @param {number} position
 * @param {boolean} cr Whether a CR ends a line.
 * @returns {0 | 1 | 2} How long the line end there is; 0 if there is none.
 */
export function lineEndLength(text, position, cr) {
  const code = text.charCodeAt(position);
  if (code === LF) return 1;
  if (code !== CR) return 0;
  if (text.charCodeAt(position + 1) === LF) return 2;
  return cr ? 1 : 0;
}

/**
 * @param {string} text
 * @param {number} position Where a line begins.
 * @param {boolean} cr
 * @returns {number} Where the next line begins that is not empty. There may be millions before it.
 */
export function behindEmptyLines(text, position, cr) {
  for (let behind = position; ; ) {
    const bytes = lineEndLength(text, behind, cr);
    if (bytes === 0) return behind;
    behind += bytes;
  }
}

/**
 * @param {string} text
 * @param {number} position
 * @param {boolean} cr
 * @returns {number} Where the next line begins; the text's length if there is none.
 */
export function afterLine(text, position, cr) {
  if (!cr) return text.indexOf('\n', position) + 1 || text.length;
  ANY_LINE_END.lastIndex = position;
  return ANY_LINE_END.test(text) ? ANY_LINE_END.lastIndex : text.length;
}

/**
 * @param {string} text One character a byte of UTF-8.
 * @param {number} position Where a record begins.
 * @returns {number} Where it goes on behind byte order marks, which are no part of it.
 */
export function behindMarks(text, position) {
  while (text.startsWith(MARK, position)) position += MARK.length;
  return position;
}

const ANY_LINE_END = /\r\n?|\n/g;
const MARK = '\xef\xbb\xbf';
const LF = 0x0a;
const CR = 0x0d;
