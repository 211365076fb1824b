import { CHECKERS } from '../../src/columns/column-types.js';

/**
 * @param {keyof typeof CHECKERS} type
 * @param {string | Buffer} value
 * @returns {boolean} Whether the value fits, wherever it stands among other bytes.
 */
export function fits(type, value) {
  const bytes = Buffer.from(value);
  const [alone, among] = [
    CHECKERS[type](bytes, 0, bytes.length),
    PADDINGS.map(padding => amongst(type, bytes, padding)),
  ];
  if (among.some(answer => answer !== alone)) throw new Error(`${type}: what stands beside ${value} matters`);
  return alone;
}

/**
 * @param {keyof typeof CHECKERS} type
 * @param {Buffer} bytes
 * @param {Buffer} padding
 */
function amongst(type, bytes, padding) {
  return CHECKERS[type](Buffer.concat([padding, bytes, padding]), padding.length, padding.length + bytes.length);
}

/** What might be taken for a part of a value. */
const PADDINGS = ['1', ' ', '-', '"', '}', '\\u', ':00', 'BC'].map(text => Buffer.from(text));
