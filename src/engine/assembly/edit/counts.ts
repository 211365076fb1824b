import { FILTERED, READ, STATE, WRITTEN } from '../plan/edit-plan';

// What this call of `editRecords` has counted.
let written: u32 = 0;
let filtered: u32 = 0;

export function beginCounts(): void {
  written = 0;
  filtered = 0;
}

/** Writes the counts into STATE. */
export function endCounts(): void {
  store<u32>(STATE, written + filtered, READ);
  store<u32>(STATE, written, WRITTEN);
  store<u32>(STATE, filtered, FILTERED);
}

// @ts-ignore: decorator
@inline
export function countWritten(): void {
  written += 1;
}

// @ts-ignore: decorator
@inline
export function countFiltered(): void {
  filtered += 1;
}

/** @returns How many records were read before the one at hand. */
export function countRead(): u32 {
  return written + filtered;
}
