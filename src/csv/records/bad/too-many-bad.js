import { CsvError } from '../../../errors.js';
import { jsonName } from '../../../printable.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Tally } from './bad-tallies.js' */

/**
 * How many lines are taken for comments because they begin with `#` and are no good records, and the first of them.
 *
 * @typedef {{ count: number, record: number, byte: number }} Comments
 */

/**
 * Whether an entry has more bad records than it may have.
 *
 * @param {CsvRule['maxBad']} maxBad
 * @param {{ read: number, bad: number }} records `read` includes the bad ones.
 */
export function isTooMany(maxBad, { read, bad }) {
  if (typeof maxBad === 'number') return bad > maxBad;
  if (maxBad !== 'auto') return exceedsShare(bad, read, maxBad);
  return (bad > 0 && bad === read) || (bad > AUTO_COUNT && exceedsShare(bad, read, AUTO_SHARE));
}

/**
 * Beyond which count and share of the records read so far an entry is about to have too many.
 *
 * @param {CsvRule['maxBad']} maxBad
 * @returns {{ count: number, share: number }}
 */
export function roughLimit(maxBad) {
  if (typeof maxBad === 'number') return { count: maxBad, share: 0 };
  if (maxBad === 'auto') return { count: AUTO_COUNT, share: Number.parseFloat(AUTO_SHARE) / 100 };
  return { count: 0, share: Number.parseFloat(maxBad) / 100 };
}

/**
 * The error of an entry with too many bad records: the commonest reasons, and what in the recipe would cure them. Counts
 * and positions only.
 *
 * @param {object} entry
 * @param {number} entry.read
 * @param {number} entry.bad
 * @param {CsvRule['maxBad']} entry.maxBad
 * @param {number} entry.width How many fields a record should have.
 * @param {boolean} [entry.isNamed] Whether the recipe names the fields in `header`.
 * @param {Tally[]} entry.tallies The commonest first. Those of a checkpoint of an older version are missing.
 * @param {Comments | null} [entry.comments] Judged as bad records; `read` and `bad` do not count them.
 * @param {boolean} entry.isEarly Whether there may be more records.
 */
export function tooManyBad({ read, bad, maxBad, width, isNamed = false, tallies, comments = null, isEarly }) {
  const commonest = tallies.slice(0, MAX_REASONS);
  const [allRead, allBad] = [read + (comments?.count ?? 0), bad + (comments?.count ?? 0)];
  const reasons = [
    ...(comments ? [describeComments(comments)] : []),
    ...commonest.map(tally => `${describe(tally, width)} (first: ${placeOf(tally)})`),
  ];
  const all = allRead === 1 ? 'the only record' : `all ${allRead} records`;
  const among = allBad === allRead ? all : `${allBad} of ${allRead} records`;
  return new CsvError(
    'csv/too-many-bad',
    `${among}${isEarly ? ' read so far' : ''} ${allBad === 1 ? 'is' : 'are'} bad (${limitOf(maxBad)})` +
      `${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}; ` +
      [
        ...(comments ? COMMENT_CURES : []),
        ...curesOf({ commonest, tallies, width, isNamed, isMost: bad * 2 > read }),
        'allow more with "maxBad"',
      ].join('; or '),
    comments ?? commonest[0],
  );
}

/**
 * Exactly: with floating-point numbers, 57 of 10,000 would be more than 0.57%.
 *
 * @param {number} bad
 * @param {number} read
 * @param {string} share A percentage with up to six decimals, like "0.5%".
 */
function exceedsShare(bad, read, share) {
  const millionths = BigInt(Math.round(Number.parseFloat(share) * 1e6));
  return BigInt(bad) * 100_000_000n > millionths * BigInt(read);
}

/** @param {CsvRule['maxBad']} maxBad */
function limitOf(maxBad) {
  if (maxBad !== 'auto') return `"maxBad" is ${JSON.stringify(maxBad)}`;
  return `"maxBad" is "auto": at most ${AUTO_COUNT}, or ${AUTO_SHARE} where that is more, but never all`;
}

/** @param {Comments} comments */
function describeComments({ count, record, byte }) {
  const begin = count === 1 ? '1 begins' : `${count} begin`;
  return `${begin} with "#" and would be comments if they were fewer (first: ${placeOf({ record, byte })})`;
}

/**
 * @param {Tally} tally
 * @param {number} width
 */
function describe({ code, fields, count, field, type }, width) {
  const have = count === 1 ? '1 has' : `${count} have`;
  if (code === 'csv/after-quote') return `${have} bytes between a closing quote and the next delimiter`;
  if (code === 'csv/unterminated-quote') return `${have} a quote that is never closed`;
  if (code === 'csv/not-utf-8') {
    return `${have} bytes in ${field === undefined ? 'another field' : `the field ${jsonName(field)}`} that are not UTF-8, or a NUL`;
  }
  if (field !== undefined) return `${have} a value in the field ${jsonName(field)} that is no ${type}`;
  if (code === 'csv/wrong-type') return `${have} a value in another field that does not fit its type`;
  if (code !== 'csv/field-count') return `${have} ${code}`;
  if (fields === null) return `${have} other numbers of fields than ${width}`;
  return `${have} ${countFields(fields)} instead of ${width}`;
}

/** @param {number | null} fields */
function countFields(fields) {
  return `${fields} ${fields === 1 ? 'field' : 'fields'}`;
}

/** @param {{ record: number, byte: number }} first */
function placeOf({ record, byte }) {
  return `record ${record} at byte ${byte}`;
}

/**
 * @param {object} entry
 * @param {Tally[]} entry.commonest
 * @param {Tally[]} entry.tallies
 * @param {number} entry.width
 * @param {boolean} entry.isNamed
 * @param {boolean} entry.isMost Whether most records are bad.
 */
function curesOf({ commonest, tallies, width, isNamed, isMost }) {
  const wrongCounts = tallies.filter(({ code }) => code === 'csv/field-count');
  const total = wrongCounts.reduce((sum, { count }) => sum + count, 0);
  const [first] = wrongCounts;
  const agree = first !== undefined && first.fields !== null && first.count * 2 > total;
  const has = (/** @type {(tally: Tally) => boolean} */ test) => commonest.some(test);
  return [
    ...(isMost && agree
      ? [
          isNamed
            ? `if the records have ${countFields(first.fields)}, name as many in "header"`
            : `if the records have ${countFields(first.fields)} because the first line is no header, set "skipLines" or "header"`,
        ]
      : []),
    ...(has(({ fields }) => fields !== null && fields < width) ? ['fill up short records with "ragged": "pad"'] : []),
    ...(has(({ fields }) => fields !== null && fields > width)
      ? ['shorten long records with "ragged": "cut", or set another "delimiter"']
      : []),
    ...(has(({ code }) => code === 'csv/after-quote')
      ? [`if the quotes are no CSV quotes, set "quote" to "none" or "'", or "escape" to "backslash"`]
      : has(({ code }) => code === 'csv/unterminated-quote')
        ? ['if the quotes are no CSV quotes, set "quote" to "none"']
        : []),
    ...(has(({ code }) => code === 'csv/not-utf-8') ? ['name the charset of the entry in "encoding"'] : []),
    ...(has(({ code }) => code === 'csv/wrong-type')
      ? [
          'change the type in "columns", list what stands for no value in its "null", or bring dates to ISO 8601 with "dates"',
        ]
      : []),
  ];
}

const AUTO_COUNT = 10;
const AUTO_SHARE = '10%';
const MAX_REASONS = 3;
const COMMENT_CURES = [
  'if the lines that begin with "#" are records, set "comments" to "none"',
  'if they are comments, set "comments" to "#"',
];
