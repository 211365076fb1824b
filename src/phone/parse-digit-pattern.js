/**
 * @typedef {{ kind: 'digit', mask: number }
 *   | { kind: 'alternatives', nodes: PatternNode[] }
 *   | { kind: 'sequence', nodes: PatternNode[] }
 *   | { kind: 'repeated', node: PatternNode, least: number, most: number }} PatternNode `mask` has one bit per digit.
 */

/**
 * Parses the subset of regular expressions that phone number patterns use: digits, `\d`, classes, non-capturing groups,
 * alternatives, `?`, `{n}` and `{n,m}`.
 *
 * @param {string} pattern
 * @returns {PatternNode}
 * @throws {SyntaxError} If the pattern holds anything else.
 */
export function parseDigitPattern(pattern) {
  const tokens = pattern.match(TOKEN) ?? [];
  if (tokens.join('') !== pattern) throw new SyntaxError(`no pattern of digits: ${pattern}`);
  let at = 0;
  /** @returns {PatternNode} */
  const alternatives = () => {
    const nodes = [sequence()];
    while (tokens[at] === '|') {
      at += 1;
      nodes.push(sequence());
    }
    return nodes.length === 1 ? nodes[0] : { kind: 'alternatives', nodes };
  };
  /** @returns {PatternNode} */
  const sequence = () => {
    /** @type {PatternNode[]} */
    const nodes = [];
    while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') nodes.push(quantified(atom()));
    return { kind: 'sequence', nodes };
  };
  /** @returns {PatternNode} */
  const atom = () => {
    const token = tokens[at++];
    if (token !== '(?:') return { kind: 'digit', mask: maskOf(token) };
    const group = alternatives();
    if (tokens[at++] !== ')') throw new SyntaxError(`a group is not closed: ${pattern}`);
    return group;
  };
  /**
   * @param {PatternNode} node
   * @returns {PatternNode}
   */
  const quantified = node => {
    const bounds = tokens[at] === '?' ? ['', '0', '1'] : /^\{(\d+)(?:,(\d+))?\}$/.exec(tokens[at] ?? '');
    if (!bounds) return node;
    at += 1;
    return { kind: 'repeated', node, least: Number(bounds[1]), most: Number(bounds[2] ?? bounds[1]) };
  };
  const node = alternatives();
  if (at < tokens.length) throw new SyntaxError(`a group is not opened: ${pattern}`);
  return node;
}

/** @param {string} token A digit, a class or `\d`. */
function maskOf(token) {
  if (token === '\\d') return ANY_DIGIT;
  if (token.length === 1 && token >= '0' && token <= '9') return 1 << Number(token);
  if (token[0] !== '[') throw new SyntaxError(`not a digit: ${token}`);
  let mask = 0;
  for (const [, first, last = first] of token.matchAll(/(\d)(?:-(\d))?/g)) {
    for (let digit = Number(first); digit <= Number(last); digit++) mask |= 1 << digit;
  }
  return mask;
}

export const ANY_DIGIT = 0x3ff;

const TOKEN = /\(\?:|[|)?]|\\d|\d|\[(?:\d(?:-\d)?)+\]|\{\d+(?:,\d+)?\}/g;
