import fc from '../../support/fast-check.js';

/**
 * A request that refers to results of earlier ones by number: 0 is the last one.
 *
 * @typedef {{ name: string, [field: string]: any }} Step
 */

/**
 * Sequences of requests as the function and its tests send them, including faulty ones.
 *
 * @returns {fc.Arbitrary<Step[]>}
 */
export function sequences() {
  return fc.array(fc.oneof(...writes(), ...reads(), ...uploads(), ...lists()), {
    minLength: 5,
    maxLength: 25,
    size: 'max',
  });
}

function writes() {
  return [
    step(6, 'put', {
      key,
      body,
      condition,
      checksum,
      isWrong: fc.constantFrom(false, false, false, true),
      ...description,
    }),
    step(3, 'copy', {
      key,
      from: key,
      version: maybe(number, 1),
      // versitygw ignores conditions on the object that a copy replaces.
      ifSource: fc.constantFrom(undefined, undefined, 'first', 'last', 'wrong'),
      replacesMetadata: fc.boolean(),
      replacesTags: fc.boolean(),
      ...description,
    }),
    step(2, 'delete', { key, version: maybe(number, 1), condition }),
    step(1, 'deletes', { keys: fc.uniqueArray(key, { minLength: 1, maxLength: 3 }) }),
    step(1, 'tag', {
      key,
      version: maybe(number),
      tags: fc.constantFrom([], ['a=1'], ['b=ü x', 'c='], ['d=1', 'd=2']),
    }),
  ];
}

function reads() {
  const range = fc.constantFrom('0-0', '1-5', '3-', '-4', '9999999-', '5-2', '-0');
  const read = {
    key,
    version: maybe(number),
    range: maybe(range),
    condition,
    unless: fc.constantFrom(undefined, undefined, 'last', 'wrong'),
    withChecksum: fc.boolean(),
  };
  return [step(4, 'get', read), step(2, 'head', read), step(1, 'tags', { key, version: maybe(number) })];
}

function uploads() {
  return [
    step(3, 'create', { key, checksum, isWhole: fc.boolean(), ...description }),
    step(5, 'part', {
      upload: number,
      part: fc.constantFrom(1, 1, 2, 2, 3, 0, 10_001),
      body: fc.oneof({ weight: 3, arbitrary: body }, fc.constant(LARGE)),
      withChecksum: fc.boolean(),
    }),
    step(1, 'partCopy', {
      upload: number,
      part: fc.constantFrom(1, 2, 3),
      from: key,
      range: maybe(fc.constantFrom('0-0', '1-5', '0-9999999', '5-2')),
    }),
    step(4, 'complete', {
      upload: number,
      parts: fc.constantFrom('all', 'all', 'all', 'all', 'first', 'none', 'reversed', 'strange'),
      condition,
      size: fc.constantFrom(undefined, undefined, 'wrong', 'right'),
      withChecksums: fc.boolean(),
    }),
    step(1, 'abort', { upload: number }),
  ];
}

function lists() {
  const max = maybe(fc.constantFrom(1, 2));
  const delimiter = maybe(fc.constant('/'));
  const prefix = fc.constantFrom('', 'd', 'd/', 'zz', 'd/ü');
  return [
    step(2, 'list', { prefix, delimiter, max, after: maybe(key) }),
    step(1, 'versions', { prefix, delimiter, max }),
    step(1, 'uploads', { prefix, max }),
    step(1, 'parts', { upload: number, max, after: maybe(fc.constantFrom(1, 2)) }),
  ];
}

/**
 * @param {number} weight
 * @param {string} name
 * @param {Record<string, fc.Arbitrary<any>>} fields
 * @returns {{ weight: number, arbitrary: fc.Arbitrary<Step> }}
 */
function step(weight, name, fields) {
  return { weight, arbitrary: fc.record({ name: fc.constant(name), ...fields }) };
}

/**
 * @param {fc.Arbitrary<any>} arbitrary
 * @param {number} [freq]
 */
function maybe(arbitrary, freq = 2) {
  return fc.option(arbitrary, { nil: undefined, freq });
}

/** The minimum size of a part that is not the last one. */
export const LARGE = 'five mebibytes '.repeat(Math.ceil((5 * 1024 * 1024) / 15));

const key = fc.constantFrom('a', 'd/b', 'd/ü +%41&.txt', 'zz');
const number = fc.nat({ max: 3 });
const body = fc.constantFrom('', 'x', 'y'.repeat(1000), 'line\n'.repeat(3000));
const checksum = fc.constantFrom(undefined, 'CRC32', 'SHA1', 'SHA256');
const condition = fc.constantFrom(undefined, undefined, 'absent', 'first', 'last', 'last-unquoted', 'wrong');
const description = {
  note: maybe(fc.constantFrom('plain', 'a, b; c')),
  type: maybe(fc.constant('text/csv; charset=utf-8')),
  tagging: maybe(fc.constantFrom('a=1&b=2', 'sluice=processed')),
};
