/**
 * Whether a value looks like data rather than like a field's name: a number, an amount, a date, a time, an address.
 *
 * @param {string} value
 */
export function isData(value) {
  const trimmed = value.slice(0, endWithoutNuls(value)).trim();
  return trimmed.length <= MAX_DATA_LENGTH && DATA.some(shape => shape.test(trimmed));
}

/**
 * Not by a regular expression: within a value, that would go through a run of NULs once for each of them.
 *
 * @param {string} value
 * @returns {number} Where the NULs at its end begin.
 */
function endWithoutNuls(value) {
  let end = value.length;
  while (end > 0 && value[end - 1] === '\0') end -= 1;
  return end;
}

/**
 * The shape of a value: runs of letters become `a`, digits `0` each, and the rest stays.
 *
 * @param {string} value
 */
export function shapeOf(value) {
  return value
    .trim()
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d/g, '0');
}

/**
 * @param {string} value
 * @returns {string} Its shape, however many digits each number in it has.
 */
export function looseShapeOf(value) {
  return shapeOf(value).replace(/0+/g, '0');
}

/**
 * Whether values have one shape, with more than letters in it, and another one than the name above them. Of two codes with digits, neither
 * names the other.
 *
 * @param {string} name
 * @param {string[]} values
 */
export function isUnlikeAll(name, values) {
  const shapes = new Set(values.map(looseShapeOf));
  const [shape = ''] = shapes;
  if (name.trim() === '' || shapes.size !== 1 || /^[a ]*$/.test(shape) || (/\d/.test(shape) && /\d/.test(name)))
    return false;
  return looseShapeOf(name) !== shape;
}

const MAX_DATA_LENGTH = 200;
const DATA = [
  // A number or an amount, with its sign, unit or currency.
  /^\(?[-+]?\s?[$€£¥]?\s?[-+]?(?:\d[\d.,'\u00a0\u202f ]*|\.\d+)(?:[eE][-+]?\d+)?\s?(?:%|[€£$¥₹₽₺₴]|[A-Z]{3}|zł|Kč|kr|Ft|лв|руб\.?)?\)?-?$/,
  /^-?(?:CHF|EUR|GBP|USD)\s?-?\d[\d.,'\u00a0\u202f ]*[.,]\d\d$/,
  // A date in digits, perhaps with a time.
  /^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?(?:[T ]\d{1,2}:\d{2}.*)?$/,
  /^\d{1,2}[- ./]\p{L}{3,9}\.?[- ./,]{1,2}\d{2,4}(?:,? \d{1,2}:\d{2}.*)?$/u,
  /^\p{L}{3,9}\.? \d{1,2},? \d{4}(?:,? \d{1,2}:\d{2}.*)?$/u,
  /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AaPp][Mm])?$/,
  // A phone number, but no month and no two years.
  /^\+?\(?\d[\d\s().x-]{5,}$/,
  /^(?!\d{1,2}\/\d{4}$|(?:19|20)\d\d\/\d{2,4}$)\+?\(?\d[\d\s().-]*\/ ?\d[\d -]{3,}$/,
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  /^(?:https?|ftp|s3):\/\/\S+$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^(?:true|false)$/i,
  // An object of JSON.
  /^\{\s*".*\}$/s,
];
