/**
 * Looks for the end of a number as JSON writes it (RFC 8259, section 6), which a tab or a line feed follows.
 *
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} stop
 * @returns {number} The end; `NO_NUMBER`: it is something else; `CUT`: the bytes end before it.
 */
export function findNumberEnd(bytes, at, stop) {
  let state = 0;
  for (; at < stop; at++) {
    const byte = bytes[at];
    if (byte === TAB || byte === LINE_FEED) return ENDS[state] ? at : NO_NUMBER;
    state = NEXT[state * 256 + byte];
    if (state === NOWHERE) return NO_NUMBER;
  }
  return CUT;
}

export const NO_NUMBER = -1;
export const CUT = -2;

/** What may follow in each state, and to which it leads. */
const STATES = [
  { '-': 1, 0: 2, '1-9': 3 },
  { 0: 2, '1-9': 3 },
  { '.': 4, e: 6, E: 6 },
  { '.': 4, e: 6, E: 6, '0-9': 3 },
  { '0-9': 5 },
  { '0-9': 5, e: 6, E: 6 },
  { '+': 7, '-': 7, '0-9': 8 },
  { '0-9': 8 },
  { '0-9': 8 },
];
const ENDS = [false, false, true, true, false, true, false, false, true];
const NOWHERE = 255;
const NEXT = transitions();

function transitions() {
  const next = new Uint8Array(STATES.length * 256).fill(NOWHERE);
  for (const [from, leads] of STATES.entries()) {
    for (const [first, to] of Object.entries(leads)) {
      const last = first.length === 3 ? first.charCodeAt(2) : first.charCodeAt(0);
      for (let code = first.charCodeAt(0); code <= last; code++) next[from * 256 + code] = to;
    }
  }
  return next;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
