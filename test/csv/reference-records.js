/** @import { CsvRule } from '../../src/recipe/recipe.js' */

/**
 * A record as the reference reads it: character by character, from the entire entry.
 *
 * @typedef {{ start: number, raw: string, newline: string, fields: string[], fault: string | null }} ReferenceRecord
 *   `fields` with their quotes; `raw` with the newline.
 */

/**
 * Reads every record between two positions. One with a broken quote is only its line.
 *
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @param {string} delimiter
 * @param {number} [most] How long a record of several lines may be, in bytes.
 * @param {boolean} [isCut] Whether a CR at the end of the text ends its last record.
 * @returns {ReferenceRecord[]}
 */
export function readRecords(text, from, to, delimiter, most = Number.POSITIVE_INFINITY, isCut = false) {
  const records = [];
  for (let start = from; start + markIn(text.slice(start, to)).length < to; ) {
    const record = readRecord(text, start, to, delimiter, most, isCut && to === text.length);
    records.push(record);
    start += record.raw.length;
  }
  return records;
}

/**
 * @param {string} text @param {number} start @param {number} to @param {string} delimiter @param {number} most
 * @param {boolean} isCut
 * @returns {ReferenceRecord}
 */
function readRecord(text, start, to, delimiter, most, isCut) {
  /** @type {'begin' | 'plain' | 'quoted' | 'quote'} The state within a field; `quote`: after one that may be the closing one. */
  let state = 'begin';
  let newline = '';
  const fields = [];
  let position = start + markIn(text.slice(start, to)).length;
  let field = position;
  const seen = Math.min(to, start + most);
  for (; position < seen; position++) {
    const character = text[position] ?? '';
    if (state !== 'quoted') {
      if (character === '\n') newline = '\n';
      // Whether a LF follows a CR cannot be seen behind the limit.
      if (character === '\r' && position + 1 === seen && seen < to) break;
      if (character === '\r' && text[position + 1] === '\n' && position + 1 < seen) newline = '\r\n';
      if (isCut && character === '\r' && position + 1 === to) newline = '\r';
      if (newline) break;
    }
    if (state !== 'quoted' && character === delimiter) {
      fields.push(text.slice(field, position));
      field = position + 1;
      state = 'begin';
      continue;
    }
    if (state === 'quoted') state = character === '"' ? 'quote' : 'quoted';
    else if (state === 'begin') state = character === '"' ? 'quoted' : 'plain';
    else if (state === 'quote' && character === '"') state = 'quoted';
    else if (state === 'quote') return brokenLine(text, start, to, delimiter, 'csv/after-quote', isCut);
  }
  const isOver = newline === '' && seen < to;
  if (state === 'quoted' || isOver) {
    const line = brokenLine(text, start, to, delimiter, 'csv/unterminated-quote', isCut);
    if (!isOver || line.raw.length <= most) return line;
    return { ...line, fault: null };
  }
  fields.push(text.slice(field, position));
  return { start, raw: text.slice(start, position) + newline, newline, fields, fault: null };
}

/**
 * @param {string} text @param {number} start @param {number} to @param {string} delimiter @param {string} fault
 * @param {boolean} isCut
 * @returns {ReferenceRecord}
 */
function brokenLine(text, start, to, delimiter, fault, isCut) {
  const raw = /^[^\n]*\n?/.exec(text.slice(start, to))?.[0] ?? '';
  const isLast = isCut && start + raw.length === to;
  const newline = (isLast ? /\r?\n$|\r$/ : /\r?\n$/).exec(raw)?.[0] ?? '';
  const line = raw.slice(markIn(raw).length, raw.length - newline.length);
  return { start, raw, newline, fields: line.split(delimiter), fault };
}

/**
 * The fields of an entry's first record as its opening shows them. If a quote is broken, the fields that are sound keep their
 * quotes, and each other one ends at the next delimiter.
 *
 * @param {ReferenceRecord} record
 * @param {string} delimiter
 * @returns {{ raw: string, isQuoted: boolean }[]}
 */
function openingFields({ fields, fault, raw, newline }, delimiter) {
  if (fault === null) return fields.map(field => ({ raw: field, isQuoted: field.startsWith('"') }));
  const found = [];
  let rest = `${raw.slice(markIn(raw).length, raw.length - newline.length)}${delimiter}`;
  while (rest !== '') {
    const quoted = /^"(?:[^"]|"")*"/.exec(rest)?.[0];
    const isQuoted = quoted !== undefined && rest.startsWith(delimiter, quoted.length);
    const field = isQuoted ? quoted : rest.slice(0, rest.indexOf(delimiter));
    found.push({ raw: field, isQuoted });
    rest = rest.slice(field.length + 1);
  }
  return found;
}

/**
 * What an entry's first records show: the fields of the header or the first record, and whether each record ends with a
 * delimiter that the header lacks. A name that is empty because only the header ends with a delimiter is left out.
 *
 * @param {readonly ReferenceRecord[]} records
 * @param {object} entry
 * @param {Pick<CsvRule, 'header' | 'delimiter' | 'comments'>} entry.rule
 * @param {string} entry.delimiter
 * @param {number} entry.to Where the entry ends.
 */
export function readOpening(records, { rule, delimiter, to }) {
  const [first, ...others] = records.filter(({ fields }) => !isEmptyLine(fields));
  const fields = first ? openingFields(first, delimiter) : [];
  if (first && Array.isArray(rule.header))
    return { fields, isTrailing: endsBehind(rule.header, [first, ...others], rule, to) };
  if (!first || rule.header !== true) return { fields, isTrailing: false };
  const { length } = fields;
  const endsEmpty = length > 1 && isBlank(fields[length - 1].raw);
  const isLonger = (/** @type {ReferenceRecord} */ record) =>
    record.fields.length === length + 1 && isBlank(record.fields[length]);
  const isShorter = (/** @type {ReferenceRecord} */ record) => endsEmpty && record.fields.length === length - 1;
  // Where the rule says the dialect, further records are only read if the second one differs.
  const isGiven = rule.delimiter !== 'auto' && rule.comments !== 'auto';
  if (isGiven && !(others.length > 0 && (isLonger(others[0]) || isShorter(others[0]))))
    return { fields, isTrailing: false };

  const end = first.start + 65_536;
  const sample = others.filter(({ start, raw }) => start + raw.length <= end || (start < end && end >= to));
  const isSame = (/** @type {ReferenceRecord} */ record) => record.fault === null && record.fields.length === length;
  const isComment = (/** @type {ReferenceRecord} */ record) =>
    rule.comments === 'auto' &&
    record.raw.startsWith('#') &&
    !isSame(record) &&
    (record.fault !== null || !isLonger(record));
  const counted = sample.filter(record => !isComment(record));
  const same = counted.filter(isSame).length;
  const isMost = (/** @type {ReferenceRecord[]} */ found) =>
    found.length > same && found.length >= 0.9 * counted.length;
  const isTrailing = isMost(counted.filter(record => record.fault === null && isLonger(record)));
  const isEmptyName = isMost(counted.filter(record => record.fault === null && isShorter(record)));
  return { fields: isEmptyName ? fields.slice(0, -1) : fields, isTrailing };
}

/**
 * Whether nearly all records have one field more than the names that the rule gives, which is empty.
 *
 * @param {readonly string[]} names
 * @param {readonly ReferenceRecord[]} records
 * @param {Pick<CsvRule, 'delimiter' | 'comments'>} rule
 * @param {number} to
 */
function endsBehind({ length }, records, rule, to) {
  const isLonger = (/** @type {ReferenceRecord} */ { fault, fields }) =>
    fault === null && fields.length === length + 1 && isBlank(fields[length]);
  const isGiven = rule.delimiter !== 'auto' && rule.comments !== 'auto';
  const [first] = records;
  if (isGiven && !(first.fields.length === length + 1 && isBlank(first.fields[length]))) return false;
  const end = first.start + 65_536;
  const sample = records.filter(({ start, raw }) => start + raw.length <= end || (start < end && end >= to));
  const seen = sample.length > 0 ? sample : [first];
  const isComment = (/** @type {ReferenceRecord} */ record) =>
    rule.comments === 'auto' &&
    record.raw.startsWith('#') &&
    (record.fault !== null || record.fields.length !== length);
  const longer = seen.filter(isLonger).length;
  const others = seen.filter(record => !isLonger(record) && !isComment(record)).length;
  return longer > 0 && longer >= 0.9 * (longer + others);
}

/**
 * @param {{ raw: string, isQuoted: boolean }} field
 * @returns {string} One character a byte.
 */
export function textOf({ raw, isQuoted }) {
  return isQuoted ? raw.slice(1, -1).replaceAll('""', '"') : raw;
}

/**
 * @param {string} raw A record, one character a byte.
 * @returns {string} The byte order marks that it begins with, which are no part of it.
 */
export function markIn(raw) {
  return /^(?:\xef\xbb\xbf)*/.exec(raw)?.[0] ?? '';
}

/**
 * @param {string} field
 * @returns {boolean} Whether the field is empty, perhaps in quotes.
 */
export function isBlank(field) {
  return field === '' || field === '""';
}

/**
 * @param {string[]} fields
 * @returns {boolean}
 */
export function isEmptyLine(fields) {
  return fields.length === 1 && fields[0] === '';
}

/**
 * Reads what precedes the first record, and the delimiter.
 *
 * @param {string} text
 * @param {Pick<CsvRule, 'delimiter' | 'header'>} rule
 * @param {boolean} [isCut]
 */
export function readDialect(text, rule, isCut = false) {
  const mark = text.startsWith('\xef\xbb\xbf') ? '\xef\xbb\xbf' : '';
  const emptyLines = /^(\r?\n)*/.exec(text.slice(mark.length))?.[0] ?? '';
  // With a single name, empty lines are records.
  const begin = mark.length + (Array.isArray(rule.header) && rule.header.length === 1 ? 0 : emptyLines.length);
  return {
    mark,
    emptyLines,
    delimiter: rule.delimiter === 'auto' ? detectDelimiter(text, begin, isCut) : rule.delimiter,
  };
}

/**
 * Finds the delimiter with which most of the sampled records have as many fields as the first one. Records of one field that
 * all agree stay so, unless as many records, with the header, agree on another delimiter as do not.
 *
 * @param {string} text
 * @param {number} from Where the first record begins.
 * @param {boolean} endsAtCr
 * @returns {string}
 */
function detectDelimiter(text, from, endsAtCr) {
  const to = Math.min(text.length, from + 65_536);
  let [best, ...others] = [...',;\t|'].map(delimiter => {
    const records = readRecords(text, from, to, delimiter, undefined, endsAtCr).filter(
      ({ fields }) => !isEmptyLine(fields),
    );
    const fields = records[0]?.fields.length ?? 1;
    const isCut = to < text.length && records.at(-1)?.newline === '';
    const whole = (isCut && records.length > 1 ? records.slice(0, -1) : records).slice(0, 1000);
    const sound = whole.filter(({ fault }) => !fault);
    const agreeing = sound.filter(record => record.fields.length === fields);
    const agreement = isCut && records.length === 1 ? 1 : agreeing.length / whole.length;
    const good = agreeing.length - (sound[0] === whole[0] ? 1 : 0);
    const quoted = sound.flatMap(record => record.fields).filter(field => field.startsWith('"')).length;
    return { delimiter, fields, agreement, good, bad: Math.max(0, whole.length - 1 - good), quoted };
  });
  for (const other of others.filter(({ fields }) => fields > 1)) {
    if (best.fields === 1) {
      if (best.bad > 0 || other.bad === 0 || other.good + 1 >= other.bad) best = other;
      continue;
    }
    // What breaks quoted fields at their line ends has more records.
    const byGood = (other.good - best.good) * (other.quoted - best.quoted) >= 0 ? other.good - best.good : 0;
    if ((other.agreement - best.agreement || byGood || other.fields - best.fields) > 0) best = other;
  }
  return best.delimiter;
}
