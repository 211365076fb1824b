import { ServeError } from '../serve-error.js';
import { shortened } from './cursor.js';

/**
 * @typedef {object} Format
 * @property {'json' | 'csv' | 'ndjson'} format
 * @property {boolean} singular
 * @property {string} contentType
 */

/**
 * Chooses what an answer is written as: of what is accepted with the highest `q` the most specific, then the first.
 *
 * @param {string | null} accept
 * @returns {Format}
 * @throws {ServeError} 406
 */
export function chooseFormat(accept) {
  if (accept === null || accept === '*/*' || accept === 'application/json' || accept.trim() === '') return JSON_FORMAT;
  const ranges = accept.split(',').map(readRange);
  const wanted = FORMATS.map(offered => ({ ...offered, ...weigh(offered, ranges) })).filter(
    ({ quality }) => quality > 0,
  );
  // The sort is stable: among equals the first of ours comes first.
  wanted.sort((one, other) => other.quality - one.quality || other.precision - one.precision || one.at - other.at);
  if (wanted.length > 0) return wanted[0].format;
  throw new ServeError(406, 'PGRST107', `None of these media types are available: ${shortened(accept.trim())}`, {
    hint: 'the media types are application/json, application/vnd.pgrst.object+json, text/csv and application/x-ndjson',
  });
}

/**
 * @param {string} text
 * @param {number} at
 */
function readRange(text, at) {
  const [type, ...parameters] = text.split(';').map(part => part.trim().toLowerCase());
  const weight = parameters.find(parameter => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  const isStripping = parameters.includes('nulls=stripped');
  return { type: isStripping ? '' : type, quality: quality >= 0 && quality <= 1 ? quality : 0, at };
}

/**
 * @param {{ types: string[], isCommon: boolean }} offered
 * @param {{ type: string, quality: number, at: number }[]} ranges
 */
function weigh({ types, isCommon }, ranges) {
  const patterns = [types, isCommon ? [`${types[0].split('/')[0]}/*`] : [], isCommon ? ['*/*'] : []];
  for (const [index, names] of patterns.entries()) {
    const range = ranges.find(({ type }) => names.includes(type));
    if (range !== undefined) return { quality: range.quality, precision: -index, at: range.at };
  }
  return { quality: 0, precision: 0, at: 0 };
}

/** @type {Format} */
const JSON_FORMAT = { format: 'json', singular: false, contentType: 'application/json; charset=utf-8' };

/** @type {{ types: string[], isCommon: boolean, format: Format }[]} `isCommon`: whether a `*` may mean it. */
const FORMATS = [
  {
    types: ['application/json', 'application/vnd.pgrst.array+json', 'application/vnd.pgrst.array'],
    isCommon: true,
    format: JSON_FORMAT,
  },
  {
    types: ['text/csv'],
    isCommon: true,
    format: { format: 'csv', singular: false, contentType: 'text/csv; charset=utf-8' },
  },
  {
    types: ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/x-jsonlines'],
    isCommon: true,
    format: { format: 'ndjson', singular: false, contentType: 'application/x-ndjson; charset=utf-8' },
  },
  {
    types: ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object'],
    isCommon: false,
    format: { format: 'json', singular: true, contentType: 'application/vnd.pgrst.object+json; charset=utf-8' },
  },
];
