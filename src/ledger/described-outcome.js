import { printableWithin } from '../printable.js';

/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { ErrorReport } from '../errors.js' */

/** @typedef {EntryOutcome['badRecords']} BadRecords */
/** @typedef {Record<string, [record: number, byte: number][]>} FurtherBadRecords By code. */

/**
 * An outcome as it stands in the manifest: in at most 4 KB, beside its name and addresses. Bad records for which there is no room stand
 * behind the others, in a shorter form. If that is not enough, the middle of the error's message is left out.
 *
 * @param {EntryOutcome} outcome
 * @returns {EntryOutcome & { furtherBadRecords?: FurtherBadRecords }}
 */
export function describedOutcome(outcome) {
  const { badRecords, error } = outcome;
  if (badRecords.length === 0 && error === null) return outcome;
  const room = MAX_LENGTH - lengthOf({ ...outcome, badRecords: [], error: null });
  const lengths = shortLengths(badRecords);
  const shortened = error && withinRoom(error, Math.max(LEAST_ERROR, room - (lengths.at(-1) ?? 0)));
  return { ...outcome, ...splitRecords(badRecords, lengths, room - jsonLength(shortened)), error: shortened };
}

/**
 * @param {BadRecords} badRecords
 * @param {FurtherBadRecords} further
 * @returns {BadRecords} All of them, in the order of the entry.
 */
export function joinRecords(badRecords, further) {
  const others = Object.entries(further).flatMap(([code, places]) =>
    places.map(([record, byte]) => ({ record, byte, code })),
  );
  return [...badRecords, ...others.sort((one, other) => one.byte - other.byte || one.record - other.record)];
}

/**
 * @param {BadRecords} badRecords
 * @returns {number[]} How many bytes the shorter form takes, of each beginning of the list.
 */
function shortLengths(badRecords) {
  const codes = new Set();
  let length = FURTHER.length;
  return badRecords.map(bad => {
    if (!codes.has(bad.code)) length += bad.code.length + CODE.length;
    codes.add(bad.code);
    length += jsonLength(placeOf(bad)) + 1;
    return length;
  });
}

/**
 * Describes as many as there is room for, and as many of them as possible in the longer form.
 *
 * @param {BadRecords} badRecords
 * @param {number[]} lengths Of the shorter form.
 * @param {number} room In bytes.
 * @returns {{ badRecords: BadRecords, furtherBadRecords?: FurtherBadRecords }}
 */
function splitRecords(badRecords, lengths, room) {
  const fitting = lengths.findIndex(length => length > room);
  const described = fitting === -1 ? badRecords : badRecords.slice(0, fitting);
  let left = room - (lengths[described.length - 1] ?? 0);
  const whole = described.findIndex(bad => {
    left -= jsonLength(bad) - jsonLength(placeOf(bad));
    return left < 0;
  });
  if (whole === -1) return { badRecords: described };
  return { badRecords: described.slice(0, whole), furtherBadRecords: byCode(described.slice(whole)) };
}

/** @param {BadRecords} badRecords */
function byCode(badRecords) {
  const groups = Map.groupBy(badRecords, ({ code }) => code);
  return Object.fromEntries(Array.from(groups, ([code, group]) => [code, group.map(placeOf)]));
}

/**
 * @param {BadRecords[number]} bad
 * @returns {[record: number, byte: number]}
 */
function placeOf({ record, byte }) {
  return [record, byte];
}

/**
 * @param {ErrorReport} error
 * @param {number} room In bytes.
 * @returns {ErrorReport}
 */
function withinRoom(error, room) {
  const left = room - jsonLength({ ...error, message: '' });
  let { message } = error;
  for (let limit = left; limit > LEAST_MESSAGE && jsonLength(message) > left + QUOTES; limit = Math.floor(limit * 0.9)) {
    message = printableWithin(error.message, limit, Math.floor(limit * TAIL));
  }
  return { ...error, message };
}

/** @param {object} outcome */
function lengthOf({ output, rejected, reasons, ...outcome }) {
  return jsonLength({ ...outcome, path: '' });
}

/** @param {unknown} value */
function jsonLength(value) {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Without its spaces, comma and line end. */
const MAX_LENGTH = 4096 - 6;
const FURTHER = ',"furtherBadRecords":{}';
const CODE = '"":[],';
/** In bytes, with its code and position. */
const LEAST_ERROR = 600;
const QUOTES = 2;
/** In characters. */
const LEAST_MESSAGE = 50;
/** The end of a message says what to do. */
const TAIL = 0.3;
