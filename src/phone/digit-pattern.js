/**
 * Patterns over digits as states of one nondeterministic automaton without empty steps, for `compileAutomaton`. A state
 * waits for one of some digits and goes on to a set of states. States that do the same are one.
 */
export class DigitPatterns {
  constructor() {
    /** Which digits a state waits for, a bit each. @type {number[]} */
    this.masks = [0];
    /** The states that follow, in order. @type {number[][]} */
    this.nexts = [[]];
    /** What it means to have come here, or -1. @type {number[]} */
    this.tokens = [-1];
    /** @type {Map<string, number>} */
    this.known = new Map();
  }

  /**
   * The states that wait for a text which a pattern matches as a whole: digits, `\d`, classes, groups that capture
   * nothing, alternatives, `?`, `{n}` and `{n,m}`.
   *
   * @param {string} pattern
   * @param {string | null} beginning A pattern that the text's beginning has to match as well. Where the first pattern is
   *   empty, anything may follow it.
   * @param {number} token What a match means.
   * @returns {number[]}
   * @throws {SyntaxError} Where a pattern holds anything else.
   */
  add(pattern, beginning, token) {
    const match = this.state(0, [], token);
    if (beginning === null) return this.follow(parse(pattern), [match]);
    if (pattern !== '') {
      return this.intersect(this.follow(parse(pattern), [match]), this.follow(parse(beginning), [ANYTHING]));
    }
    this.masks[match] = ANY_DIGIT;
    this.nexts[match] = [match];
    return this.follow(parse(beginning), [match]);
  }

  /**
   * @param {number[]} set
   * @param {number[]} beginnings
   * @returns {number[]}
   */
  intersect(set, beginnings) {
    if (beginnings.includes(ANYTHING)) return set;
    /** @type {number[]} */
    const states = [];
    for (const state of set) {
      for (const beginning of beginnings) {
        const mask = this.masks[state] & this.masks[beginning];
        if (mask === 0) continue;
        const next = this.intersect(this.nexts[state], this.nexts[beginning]);
        if (next.length > 0) states.push(this.state(mask, next, -1));
      }
    }
    return union([states]);
  }

  /**
   * @param {number} mask
   * @param {number[]} next
   * @param {number} token
   */
  state(mask, next, token) {
    const key = `${mask} ${token} ${next}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, this.masks.length);
    this.nexts.push(next);
    this.tokens.push(token);
    return this.masks.push(mask) - 1;
  }

  /**
   * The states that wait for a node, and then for what `next` waits for.
   *
   * @param {Node} node
   * @param {number[]} next
   * @returns {number[]}
   */
  follow(node, next) {
    if (node.kind === 'digit') return [this.state(node.mask, next, -1)];
    if (node.kind === 'alternatives') return union(node.nodes.map(child => this.follow(child, next)));
    if (node.kind === 'sequence') return node.nodes.reduceRight((states, child) => this.follow(child, states), next);
    let states = next;
    for (let count = node.least; count < node.most; count++) states = union([this.follow(node.node, states), next]);
    for (let count = 0; count < node.least; count++) states = this.follow(node.node, states);
    return states;
  }
}

/**
 * @param {number[][]} sets Of states.
 * @returns {number[]} In order.
 */
export function union(sets) {
  const states = sets.flat();
  return states.length < 2 ? states : [...new Set(states)].sort((a, b) => a - b);
}

/**
 * @typedef {{ kind: 'digit', mask: number }
 *   | { kind: 'alternatives', nodes: Node[] }
 *   | { kind: 'sequence', nodes: Node[] }
 *   | { kind: 'repeated', node: Node, least: number, most: number }} Node
 */

/**
 * @param {string} pattern
 * @returns {Node}
 */
function parse(pattern) {
  const tokens = pattern.match(TOKEN) ?? [];
  if (tokens.join('') !== pattern) throw new SyntaxError(`no pattern of digits: ${pattern}`);
  let at = 0;
  /** @returns {Node} */
  const alternatives = () => {
    const nodes = [sequence()];
    while (tokens[at] === '|') {
      at += 1;
      nodes.push(sequence());
    }
    return nodes.length === 1 ? nodes[0] : { kind: 'alternatives', nodes };
  };
  /** @returns {Node} */
  const sequence = () => {
    /** @type {Node[]} */
    const nodes = [];
    while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') nodes.push(quantified(atom()));
    return { kind: 'sequence', nodes };
  };
  /** @returns {Node} */
  const atom = () => {
    const token = tokens[at++];
    if (token !== '(?:') return { kind: 'digit', mask: maskOf(token) };
    const group = alternatives();
    if (tokens[at++] !== ')') throw new SyntaxError(`a group is not closed: ${pattern}`);
    return group;
  };
  /**
   * @param {Node} node
   * @returns {Node}
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

const ANY_DIGIT = 0x3ff;

// The state behind a beginning, whatever follows.
const ANYTHING = 0;

const TOKEN = /\(\?:|[|)?]|\\d|\d|\[(?:\d(?:-\d)?)+\]|\{\d+(?:,\d+)?\}/g;
