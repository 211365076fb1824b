import { createHmac } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { CHECKERS } from '../../src/columns/column-types.js';
import { KEYED } from './edit-entry.js';
import { strippedPhone } from './stripped-phone.js';

/** @import { ColumnType, Condition, CsvRule, FieldCondition } from '../../src/recipe/recipe.js' */

/**
 * Applies a rule's transforms to the values of an entry, one after the other, each to all records.
 *
 * It knows fields by their exact names or positions, phones that are stripped, and dates in the format `DD.MM.YYYY`.
 *
 * @param {string} text Sound CSV, though its records may have any number of fields.
 * @param {{ delimiter: string, quote: string }} dialect
 * @param {CsvRule} rule With `header` as true, false, or names.
 */
export function transformPlainly(text, { delimiter, quote }, rule) {
  /** @type {string[][]} */
  const rows = parse(text, { delimiter, quote, escape: quote, ...PARSED });
  const names = rule.header === true ? /** @type {string[]} */ (rows.shift()) : rule.header || null;
  const width = Array.isArray(names) ? names.length : rows[0].length;
  const find = (/** @type {string | number} */ field) =>
    typeof field === 'number' ? field : /** @type {string[]} */ (names).indexOf(field);
  const counts = {
    records: { read: rows.length, written: 0, filtered: 0, bad: 0, skipped: 0 },
    phones: { formatted: 0, unparsed: 0 },
    dates: { formatted: 0, unparsed: 0 },
    where: { unparsed: 0 },
  };
  const numbered = rows.map((values, index) => ({ number: String(index + 1), values: fitted(values, width, rule) }));
  const good = numbered.filter(({ values }) => values.length === width);
  counts.records.bad = rows.length - good.length;

  const trimmed = rule.trim === true ? Array.from({ length: width }, (_, index) => index) : (rule.trim || []).map(find);
  for (const { values } of good) for (const index of trimmed) values[index] = values[index].trim();
  const dated = rule.dates.map(({ field }) => find(field));
  const written = good.filter(({ values }) => {
    if (rule.require.some(field => values[find(field)] === '')) return false;
    return (
      rule.where === null ||
      holds(rule.where, field => ({ value: values[find(field)], isDated: dated.includes(find(field)) }), counts)
    );
  });
  counts.records.filtered = good.length - written.length;

  const added = rule.set.map(([name]) => name);
  const columns = columnsOf(rule, find, width, added);
  const rename = new Map(rule.rename);
  const changed = written.flatMap(({ number, values }) => {
    const before = structuredClone([counts.phones, counts.dates]);
    /** @param {number} index */
    const valueAt = index => {
      let value = values[index];
      if (value !== '' && dated.includes(index)) {
        const date = isoDate(value);
        counts.dates[date === null ? 'unparsed' : 'formatted'] += 1;
        value = date ?? value;
      }
      if (value !== '' && rule.phones.some(({ field }) => find(field) === index)) {
        counts.phones.formatted += 1;
        value = Buffer.from(strippedPhone(Buffer.from(value).toString('latin1')), 'latin1').toString();
      }
      if (value !== '' && rule.hash.some(field => find(field) === index)) {
        value = createHmac('sha256', KEYED.hashKey).update(value).digest('hex');
      }
      const masked = rule.mask.findLast(({ field }) => find(field) === index);
      return masked === undefined ? value : mask(value, masked.keepLast);
    };
    const record = columns.map(column =>
      typeof column === 'number' ? valueAt(column) : factOf(new Map(rule.set).get(column) ?? '', number),
    );
    const fits = rule.columns.every(([name, type]) => valueFits(record[columns.indexOf(find(name))] ?? '', type));
    if (fits) return [{ number, record }];
    counts.records.bad += 1;
    // A record that is not written is not counted as changed.
    [counts.phones, counts.dates] = before;
    return [];
  });
  counts.records.written = changed.length;
  const nameOf = (/** @type {number} */ index) => {
    const name = /** @type {string[]} */ (names)[index];
    return rename.get(name) ?? (trimmed.includes(index) ? name.trim() : name);
  };
  const head = columns.map(column => (typeof column === 'number' ? names && nameOf(column) : column));
  const isHeaderWritten = rule.header === true || rule.writeHeader;
  return {
    rows: [...(isHeaderWritten ? [head] : []), ...changed.map(({ record }) => record)],
    columns,
    counts,
    written: changed.map(({ number }) => Number(number)),
  };
}

/**
 * @param {string} value
 * @param {Readonly<ColumnType>} column
 */
function valueFits(value, { type, null: nulls }) {
  if (value === '' || type === 'text' || nulls.includes(value)) return true;
  const bytes = Buffer.from(value);
  return CHECKERS[type](bytes, 0, bytes.length);
}

/**
 * @param {string[]} values
 * @param {number} width
 * @param {CsvRule} rule
 */
function fitted(values, width, { ragged }) {
  if (values.length < width && ragged !== 'bad') return [...values, ...Array(width - values.length).fill('')];
  const isFitting = ragged === 'cut' || (ragged === 'pad' && values.slice(width).every(value => value === ''));
  return values.length > width && isFitting ? values.slice(0, width) : values;
}

/**
 * @param {CsvRule} rule
 * @param {(field: string | number) => number} find
 * @param {number} width
 * @param {string[]} added
 * @returns {(number | string)[]} Fields by position, added columns by name.
 */
function columnsOf({ select, drop, keep }, find, width, added) {
  if (select !== null) {
    const selected = select.map(field => (added.includes(String(field)) ? String(field) : find(field)));
    return [...new Set([...selected, ...added])];
  }
  const fields = Array.from({ length: width }, (_, index) => index);
  const dropped = drop.map(find);
  return [...fields.filter(index => !dropped.includes(index) && (keep?.map(find).includes(index) ?? true)), ...added];
}

/**
 * @param {Condition} condition
 * @param {(field: string | number) => { value: string, isDated: boolean }} read
 * @param {{ where: { unparsed: number } }} counts
 * @returns {boolean}
 */
function holds(condition, read, counts) {
  if ('all' in condition) return condition.all.every(part => holds(part, read, counts));
  if ('any' in condition) return condition.any.some(part => holds(part, read, counts));
  if ('not' in condition) return !holds(condition.not, read, counts);
  const answer = answerOf(condition, read(condition.field));
  if (answer === null) counts.where.unparsed += 1;
  return answer === true;
}

/**
 * @param {FieldCondition} condition With one operator.
 * @param {{ value: string, isDated: boolean }} field
 * @returns {boolean | null} null if the value cannot be compared.
 */
function answerOf({ field: _, ...condition }, { value, isDated }) {
  const [[operator, operand]] = /** @type {[string, any][]} */ (Object.entries(condition));
  if (operator === 'empty') return (value === '') === operand;
  if (operator === 'matches') return new RegExp(operand).test(value);
  if (typeof operand === 'string' && operator === 'eq') return value === operand;
  if (operator === 'in') {
    if (operand.includes(value)) return true;
    const isNumber = NUMBER.test(value);
    if (value !== '' && !isNumber && operand.every((/** @type {unknown} */ one) => typeof one === 'number'))
      return null;
    return isNumber && operand.includes(Number(value));
  }
  if (value === '') return false;
  const isDate = typeof operand === 'string';
  const own = isDate
    ? Date.parse((isDated ? isoDate(value) : value.match(ISO_DATE)?.[0]) ?? '')
    : NUMBER.test(value)
      ? Number(value)
      : Number.NaN;
  if (Number.isNaN(own)) return null;
  const other = isDate ? Date.parse(operand) : operand;
  return (
    { eq: own === other, lt: own < other, lte: own <= other, gt: own > other, gte: own >= other }[operator] ?? null
  );
}

/** @param {string} value */
function isoDate(value) {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(value) ?? [];
  const iso = day === undefined ? value : `${year}-${month}-${day}`;
  const isReal = ISO_DATE.test(iso) && new Date(`${iso}T00:00Z`).toJSON()?.startsWith(iso);
  return isReal ? iso : null;
}

/**
 * @param {string} value
 * @param {number} keepLast
 */
function mask(value, keepLast) {
  const characters = Array.from(value);
  const hidden = characters.length <= keepLast ? characters.length : characters.length - keepLast;
  return characters.map((character, index) => (index < hidden ? '*' : character)).join('');
}

/**
 * @param {string} written
 * @param {string} number
 */
function factOf(written, number) {
  const { archive, entry, time } = KEYED.facts;
  const facts = new Map([
    ['$record', number],
    ['$archive', archive],
    ['$entry', entry],
    ['$time', time.toISOString()],
  ]);
  return facts.get(written) ?? written.replace(/^\$\$/, '$');
}

export const PARSED = Object.freeze({ record_delimiter: ['\r\n', '\n'], relax_quotes: true, relax_column_count: true });

const NUMBER = /^[+-]?\d+(\.\d+)?(e\d+)?$/;
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
