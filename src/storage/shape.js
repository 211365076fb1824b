/*
 * The shapes of documents that Sluice writes and reads again, such as manifests. Anybody who may write below the destination may
 * have changed them, so each member is checked before it is used.
 */

/** A member of a document that Sluice cannot have written. */
export class ShapeFault extends Error {
  /**
   * @param {string} member
   * @param {unknown} value
   * @param {string} expected
   */
  constructor(member, value, expected) {
    super(expected);
    this.member = member;
    this.value = value;
    this.expected = expected;
  }
}

/**
 * @param {any} value
 * @param {string} prefix
 * @param {Record<string, Rule>} rules By the member's name. Other members may be there too.
 * @throws {ShapeFault}
 */
export function checkMembers(value, prefix, rules) {
  check(value, prefix.slice(0, -1), isObject, 'an object');
  for (const [name, rule] of Object.entries(rules)) check(value[name], `${prefix}${name}`, ...rule);
}

/**
 * @param {unknown} value
 * @param {string} member
 * @param {(value: any) => boolean} isRight
 * @param {string} expected
 * @throws {ShapeFault}
 */
export function check(value, member, isRight, expected) {
  if (!isRight(value)) throw new ShapeFault(member, value, expected);
}

/** @param {unknown} value */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {unknown} value */
export function isText(value) {
  return typeof value === 'string';
}

/** @param {unknown} value */
export function isBytes(value) {
  return value instanceof Uint8Array;
}

/**
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {boolean} Whether it can be copied, or written as JSON, without running out of stack.
 */
export function isShallow(value, depth = MAX_DEPTH) {
  if (typeof value !== 'object' || value === null || isBytes(value)) return true;
  return depth > 0 && Object.values(value).every(each => isShallow(each, depth - 1));
}

/** Of checkpoints, places within an archive in an archive lie about ten deep. */
const MAX_DEPTH = 40;

/** @typedef {[isRight: (value: any) => boolean, expected: string]} Rule */

/** @type {Rule} */
export const TEXT = [isText, 'a string'];
/** @type {Rule} */
export const COUNT = [value => Number.isSafeInteger(value) && value >= 0, 'a whole number, 0 or more'];
/** It goes to logs and terminals as it is. @type {Rule} */
export const CHARSET = [value => isText(value) && /^[a-z0-9_-]{1,20}$/.test(value), 'a charset'];
/** @type {Rule} */
export const BOOLEAN = [value => typeof value === 'boolean', 'true or false'];
/** @type {Rule} Only documents that hold bytes beside their JSON have any. */
export const BYTES = [isBytes, 'bytes'];
/** @type {Rule} */
export const CRC32 = [value => Number.isInteger(value) && value >= 0 && value <= 0xffffffff, 'a CRC-32'];
/** @type {(rule: Rule, other?: null) => Rule} */
export const optional = ([isRight, expected], other) => [
  value => value === undefined || value === other || isRight(value),
  other === null ? `${expected}, or null` : expected,
];
/** @type {(isRight: (value: any) => boolean, expected: string) => Rule} */
export const list = (isRight, expected) => [value => Array.isArray(value) && value.every(isRight), expected];
