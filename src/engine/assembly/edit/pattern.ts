import { UNSURE } from './numbers';
import { isUtf8 } from './text';

// Patterns that JavaScript has made automata of (csv/transforms/where/pattern-automaton.js).

// An automaton: 256 bytes, which say for each state whether a value that ends there matches; 256 with the next state for a character
// beyond ASCII; then 128 for each state, the next one for each byte of ASCII.
const OTHERS: u32 = 256;
const STATES: u32 = 512;
// 0 is the state from which no value matches, whatever follows.
const MATCHES: u32 = 1;
const START: u32 = 2;
const UNKNOWN: u32 = 255;

/** @returns 1 if a pattern matches somewhere in a value, 0 if it does not; UNSURE if that depends on more than the automaton has. */
export function matchesQuickly(automaton: u32, start: u32, end: u32): i32 {
  const states = automaton + STATES;
  let state = START;
  let isText = false;
  for (; start < end; start++) {
    const byte: u32 = load<u8>(start);
    if (byte < 0x80) state = load<u8>(states + (state << 7) + byte);
    else {
      if (!isText && !isUtf8(start, end)) return UNSURE;
      isText = true;
      // The first byte stands for all of a character.
      if (byte < 0xc0) continue;
      state = load<u8>(automaton + OTHERS + state);
      if (state == UNKNOWN) return UNSURE;
    }
    if (state <= MATCHES) return i32(state == MATCHES);
  }
  return load<u8>(automaton + state);
}
