import { FIELDS, QUOTE, STATE, UNPARSED_TESTS } from '../plan/edit-plan';
import { contains } from '../write/output';
import { trimmedEnd, trimmedStart } from '../write/trim';
import { compareQuickly, UNSURE } from './numbers';
import { matchesQuickly } from './pattern';
import { isAmong } from './values';

// Decides whether a record is written, as `RecordTests` in csv/record-tests.js does.

/**
 * @param isQuoted Whether quotes in [start, end), which is without enclosing ones, are doubled.
 * @returns HOLDS, HOLDS_NOT, UNPARSED or LEAVE.
 */
// @ts-ignore: decorator
@external("editor", "testField")
declare function testField(test: u32, start: u32, end: u32, isQuoted: i32): i32;

/** Plans with more are left to JavaScript. */
export const MAX_TESTS: u32 = 4096;

// Written by record-test-layout.js, as 32-bit numbers: the address of the first test, or PASS; how many fields must not be empty,
// and which; then the tests, which come behind that.
export const TESTS: u32 = u32(memory.data((2 + 4096 * 6) * 4, 16));
const REQUIRED_COUNT: usize = 4;
const REQUIRED: u32 = TESTS + 8;
// A field's position.
const FIELD: usize = 0;
// EMPTY, TEXT, FUNCTION, NUMBER or PATTERN; and TRIMS, if white space at the value's ends does not count.
const KIND: usize = 4;
// The address of the next test, or PASS or FAIL.
const ON_TRUE: usize = 8;
const ON_FALSE: usize = 12;
// Which of JavaScript's tests FUNCTION is. NUMBER and PATTERN too, which ask it where they are not sure; and then the address of
// what the value is compared with. For TEXT the addresses of two sets of values: as they are, and with doubled quotes for a field
// in quotes.
const DETAIL: usize = 16;
const DOUBLED: usize = 20;

const EMPTY: u32 = 0;
const TEXT: u32 = 1;
const NUMBER: u32 = 3;
const TRIMS: u32 = 4;
const PATTERN: u32 = 8;

/** What `passes` returns: the record is written, filtered out, or left to JavaScript. */
export const PASS: u32 = 0;
export const FAIL: u32 = 1;
export const UNKNOWN: u32 = 2;

/** How many tests were false because their value was no number or date. */
let unparsed: u32 = 0;
let unparsedBefore: u32 = 0;

const HOLDS: i32 = 1;
const UNPARSED: i32 = 2;
const LEAVE: i32 = 3;

export function beginTests(): void {
  unparsed = 0;
  unparsedBefore = 0;
}

export function endTests(): void {
  store<u32>(STATE, unparsed, UNPARSED_TESTS);
}

/** Forgets what the last record added to `unparsed`. */
export function takeBackTests(): void {
  unparsed = unparsedBefore;
}

/** Whether the record whose fields' ends are in FIELDS is written: PASS, FAIL or UNKNOWN. */
export function passes(): u32 {
  unparsedBefore = unparsed;
  let test = load<u32>(TESTS);
  while (test > UNKNOWN) {
    const field = FIELDS + (load<u32>(test, FIELD) << 2);
    const start = load<u32>(field) + 1;
    const end = load<u32>(field, 4);
    const kind = load<u32>(test, KIND);
    let holds: bool;
    if (kind == EMPTY) holds = start == end || (end - start == 2 && load<u8>(start) == QUOTE);
    else {
      const answer = ask(test, kind, start, end);
      if (answer == LEAVE) return UNKNOWN;
      holds = answer == HOLDS;
    }
    test = holds ? load<u32>(test, ON_TRUE) : load<u32>(test, ON_FALSE);
  }
  return test;
}

/** Most rules have no other test, so this one is kept short. */
// @ts-ignore: decorator
@inline
export function lacksRequired(): bool {
  const end = REQUIRED + (load<u32>(TESTS, REQUIRED_COUNT) << 2);
  for (let list = REQUIRED; list < end; list += 4) {
    const field = FIELDS + (load<u32>(list) << 2);
    const start = load<u32>(field) + 1;
    const length = load<u32>(field, 4) - start;
    if (length == 0 || (length == 2 && load<u8>(start) == QUOTE)) return true;
  }
  return false;
}

// @ts-ignore: decorator
@inline
export function hasTests(): bool {
  return load<u32>(TESTS) != PASS;
}

function ask(test: u32, kind: u32, start: u32, end: u32): i32 {
  const isQuoted = start < end && load<u8>(start) == QUOTE;
  if (isQuoted) {
    start += 1;
    end -= 1;
  }
  if ((kind & TRIMS) != 0) {
    start = trimmedStart(start, end);
    end = trimmedEnd(start, end);
    kind ^= TRIMS;
  }
  if (kind == EMPTY) return i32(start == end);
  if (kind == TEXT) return i32(isAmong(isQuoted ? load<u32>(test, DOUBLED) : load<u32>(test, DETAIL), start, end));
  if (kind == NUMBER) {
    const holds = compareQuickly(load<u32>(test, DOUBLED), start, end);
    if (holds != UNSURE) return holds;
  }
  if (kind == PATTERN && !(isQuoted && contains(start, end, QUOTE))) {
    const holds = matchesQuickly(load<u32>(test, DOUBLED), start, end);
    if (holds != UNSURE) return holds;
  }
  const answer = testField(load<u32>(test, DETAIL), start, end, i32(isQuoted));
  if (answer == UNPARSED) unparsed += 1;
  return answer;
}
