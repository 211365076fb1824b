import { formatBytes, formatCount, formatDuration } from '../../src/cli/units.js';

/** @import { Input, Variant } from '../results.js' */
/** @import { Spread } from './summary.js' */

/**
 * @param {number} seconds
 * @returns {string} With three digits below a minute: `1.94 s`, `12.3 s`, `3 min 5 s`.
 */
export function formatSeconds(seconds) {
  if (seconds < 9.995) return `${seconds.toFixed(2)} s`;
  return seconds < 59.95 ? `${seconds.toFixed(1)} s` : formatDuration(seconds);
}

/**
 * @param {Spread} spread
 * @param {(value: number) => string} format A number, a space and a unit.
 * @returns {string} `1.94 s (1.90–2.01)`, or the median alone if all are equal.
 */
export function formatSpread({ median, min, max }, format) {
  const [middle, low, high] = [median, min, max].map(format);
  if (low === high) return middle;
  const unit = middle.slice(middle.lastIndexOf(' '));
  const isPlain = [middle, low, high].every(text => text.endsWith(unit) && text.split(' ').length === 2);
  return isPlain
    ? `${middle} (${low.slice(0, -unit.length)}–${high.slice(0, -unit.length)})`
    : `${middle} (${low} – ${high})`;
}

/**
 * @param {string} prose
 * @returns {string} With no-break spaces between numbers and units.
 */
export function keepUnits(prose) {
  return prose.replace(/(?<=\d) (?=(?:[kMGT]?B|ms|s|min|h|%|rows|times)(?![\p{L}\d]))/gu, '\u00a0');
}

/**
 * @param {number} dollars
 * @returns {string} With cents, or two significant digits below that: `$12.30`, `$0.15`, `$0.000058`.
 */
export function formatDollars(dollars) {
  if (dollars === 0) return '$0';
  if (dollars >= 99.995) return `$${formatCount(Math.round(dollars))}`;
  const digits = Math.min(12, 1 - Math.floor(Math.log10(dollars) + 1e-9));
  return `$${dollars.toFixed(Math.max(2, digits))}`;
}

/**
 * @param {number} factor
 * @returns {string} `2.4`, `27`
 */
export function formatFactor(factor) {
  return factor >= 9.95 ? formatCount(Math.round(factor)) : factor.toFixed(1);
}

/**
 * @param {number} exponent
 * @returns {string} With a typographic minus sign; no negative zero.
 */
export function formatExponent(exponent) {
  const text = Math.abs(exponent).toFixed(2);
  return exponent < 0 && Number(text) > 0 ? `−${text}` : text;
}

/**
 * @param {number} megabytes Of 2^20 bytes.
 * @returns {string} `1,024 MB`
 */
export function formatMemorySize(megabytes) {
  return `${formatCount(megabytes)} MB`;
}

/**
 * @param {Input} input
 * @returns {string} `387 MB`, with the rows if known.
 */
export function describeSize({ rows, bytes }) {
  return rows === null ? formatBytes(bytes) : `${formatCount(rows)} rows (${formatBytes(bytes)})`;
}

/** @type {Readonly<Record<Variant, string>>} */
export const VARIANT_NAMES = Object.freeze({ buffer: 'buffer', 'row-by-row': 'row by row', stream: 'stream' });
