/** @import { PatternNode } from './parse-digit-pattern.js' */

/**
 * @param {PatternNode} node
 * @returns {string[]} All texts that a pattern matches; some of them perhaps twice.
 * @throws {RangeError} If there are too many.
 */
export function textsOfPattern(node) {
  if (node.kind === 'digit') return DIGITS.filter(digit => (node.mask >> Number(digit)) & 1);
  if (node.kind === 'alternatives') return limited(node.nodes.flatMap(textsOfPattern));
  if (node.kind === 'sequence') return node.nodes.reduce((texts, child) => joined(texts, textsOfPattern(child)), ['']);
  const once = textsOfPattern(node.node);
  const texts = node.least === 0 ? [''] : [];
  let repeated = [''];
  for (let count = 1; count <= node.most; count++) {
    repeated = joined(repeated, once);
    if (count >= node.least) texts.push(...repeated);
  }
  return limited(texts);
}

/**
 * @param {string[]} texts
 * @param {string[]} ends
 * @returns {string[]} Each text with each end.
 */
function joined(texts, ends) {
  limited({ length: texts.length * ends.length });
  return texts.flatMap(text => ends.map(end => text + end));
}

/**
 * @template {{ length: number }} T
 * @param {T} texts
 */
function limited(texts) {
  if (texts.length > MAX_TEXTS) throw new RangeError(`${texts.length} texts, at most ${MAX_TEXTS}`);
  return texts;
}

const DIGITS = [...'0123456789'];
const MAX_TEXTS = 64;
