import { isNative } from '../../src/csv/dialect.js';
import { isBlank, isEmptyLine, markIn, readDialect, readOpening, readRecords, textOf } from './reference-records.js';
import { strippedPhone } from './stripped-phone.js';

/** @import { CsvCounts } from '../../src/csv/counts.js' */
/** @import { CsvRule } from '../../src/recipe/recipe.js' */
/** @import { ReferenceRecord } from './reference-records.js' */

/**
 * Applies a CSV rule the slow way: to the entire entry, character by character, straight from the specification. It
 * shares no code with `src/csv`, so that the two can be compared.
 *
 * @param {Buffer} entry
 * @param {object} options
 * @param {CsvRule} options.rule Its phones have the format `strip`.
 * @param {number} options.maxRecordBytes
 * @param {number} options.maxDescribed
 * @param {boolean} [options.isCut] Whether a CR at the end of the entry ends its last record: all other lines end with CRLF.
 * @returns {{ output: Buffer, rejected: Buffer, counts: CsvCounts, error: ReferenceError | null }}
 */
export function reference(entry, options) {
  const done = {
    output: '',
    rejected: '',
    counts: {
      records: { read: 0, written: 0, filtered: 0, bad: 0, skipped: 0 },
      phones: { formatted: 0, unparsed: 0 },
      dates: { formatted: 0, unparsed: 0 },
      where: { unparsed: 0 },
      badRecords: [],
      dialect: null,
      missing: [],
      bytesOut: 0,
    },
  };
  /** @type {ReferenceError | null} */
  let error = null;
  try {
    carryOut(entry.toString('latin1'), options, done);
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    error = { code: failure.message, record: failure.record, byte: failure.byte };
  }
  const { output, rejected, counts } = done;
  counts.bytesOut = output.length;
  return { output: Buffer.from(output, 'latin1'), rejected: Buffer.from(rejected, 'latin1'), counts, error };
}

/**
 * Whether an entry was found to be something else than RFC 4180 with one of the usual delimiters, or to have a footer: the
 * reference knows neither.
 *
 * @param {string} text
 * @param {CsvRule} rule
 * @param {{ counts: CsvCounts, error: any }} result What came out.
 */
export function isForeign(text, rule, { counts: { dialect }, error }) {
  // A delimiter that the reference takes may be none that is guessed, or have a rival, and then the header is one that nobody believes.
  if (dialect === null && rule.delimiter === 'auto' && UNSURE.includes(error?.code)) return true;
  // Where the opening fails, nobody says whether a CR was a line end.
  if (dialect === null) return error?.code === 'limit/record' && /\r(?!\n)/.test(text);
  const isRare = rule.delimiter === 'auto' && ![',', ';', '\t', '|'].includes(dialect.delimiter);
  if (isRare || dialect.footerLines > 0 || !isNative(dialect)) return true;
  // Which delimiter is guessed is tested with tables of which it is known.
  const { delimiter } = readDialect(text, rule, dialect.lineEnds.join() === 'crlf');
  return delimiter !== dialect.delimiter;
}

/**
 * @typedef {{ code: string, record: number | null, byte: number | null }} ReferenceError
 * @typedef {{ output: string, rejected: string, counts: CsvCounts }} Done
 */

const UNSURE = ['csv/ambiguous-dialect', 'csv/bad-header'];

/** Why the entry fails. */
class Refusal extends Error {
  /** @param {string} code @param {number | null} record @param {number | null} byte */
  constructor(code, record, byte) {
    super(code);
    this.record = record;
    this.byte = byte;
  }
}

/**
 * @param {string} text
 * @param {{ rule: CsvRule, maxRecordBytes: number, maxDescribed: number, isCut?: boolean }} options
 * @param {Done} done
 */
function carryOut(text, { rule, maxRecordBytes, maxDescribed, isCut = false }, done) {
  const { counts } = done;
  const { mark, delimiter, emptyLines } = readDialect(text, rule, isCut);
  if (rule.header === false && emptyLines.length > Math.max(maxRecordBytes, 65_536)) {
    throw new Refusal('limit/record', null, null);
  }
  const records = readRecords(text, mark.length, text.length, delimiter, maxRecordBytes, isCut);
  done.output = mark;

  const first = records.find(({ fields }) => !isEmptyLine(fields));
  if (!Array.isArray(rule.header)) {
    // CRs are line ends where nothing else is found.
    if (!first || /^[\r\n]*$/.test(text.slice(mark.length))) return;
    if (first.raw.length > maxRecordBytes) throw new Refusal('limit/record', 1, first.start);
  }
  const { fields: opening, isTrailing } = readOpening(records, { rule, delimiter, to: text.length });
  if (!Array.isArray(rule.header)) {
    if (opening.length > 65_536) throw new Refusal('limit/columns', null, null);
    const isBare = opening.some(({ raw, isQuoted }) => !isQuoted && raw.includes('\r'));
    if (isBare) throw new Refusal('csv/bad-header', null, first?.start ?? null);
  }
  const width = Array.isArray(rule.header) ? rule.header.length : opening.length;
  const names = Array.isArray(rule.header) ? rule.header : rule.header ? opening.map(field => utf8(textOf(field))) : [];
  const plan = planOf(rule, names, width);
  counts.missing = plan.missing;
  const outputDelimiter = rule.output.delimiter ?? delimiter;

  /** @type {CsvCounts['badRecords']} */
  const bad = [];

  /** @param {ReferenceRecord} record @param {Set<number>} phones */
  const edited = ({ raw, fields, newline }, phones) => {
    const line = plan.kept
      .map(index => editField(fields[index] ?? '', phones.has(index), { outputDelimiter, counts }))
      .join(outputDelimiter);
    // A record must not become an empty line.
    return (line === '' && raw.slice(markIn(raw).length) !== newline ? '""' : line) + written(newline);
  };

  if (rule.header === true && first) {
    const fields = opening.map(field => (first.fault ? literal(textOf(field), delimiter) : field.raw));
    done.output += edited({ ...first, fields }, new Set());
  }
  const from = rule.header === true && first ? first.start + first.raw.length : mark.length;
  let mayGoOn = false;
  let fewest = Number.POSITIVE_INFINITY;
  let short = 0;
  let rest = 0;
  for (const read of readRecords(text, from, text.length, delimiter, maxRecordBytes, isCut)) {
    const mayBeComment = rule.comments === 'auto' && read.raw.startsWith('#', markIn(read.raw).length);
    const { start, raw, fields } = read;
    // The rest of a value whose quote is broken, where hardly any record was that short before.
    const isOdd = fields.length * 2 <= width && (fields.length < fewest || short < 3);
    /** @type {boolean} */
    const mayBeRest = mayGoOn && rule.badRecords !== 'keep' && rest < 100 && isOdd;
    const record = fitted(read, width, isTrailing, mayBeComment || mayBeRest ? 'bad' : rule.ragged, delimiter);
    if (width > 1 && isEmptyLine(fields)) continue;
    if (raw.length > maxRecordBytes) throw new Refusal('limit/record', counts.records.read + 1, start);
    const code = record.fault ?? (record.fields.length === width ? null : 'csv/field-count');
    if (code && mayBeComment) {
      counts.records.skipped += 1;
      if (rule.badRecords !== 'skip') done.rejected += raw;
      continue;
    }
    counts.records.read += 1;
    mayGoOn = record.fault === null ? code !== null && mayBeRest : isOpen(raw, delimiter);
    rest = mayGoOn && record.fault === null ? rest + 1 : 0;
    if (code === null) fewest = Math.min(fewest, fields.length);
    if (code === null && fields.length * 2 <= width) short += 1;
    if (code) {
      counts.records.bad += 1;
      bad.push({ record: counts.records.read, byte: start, code });
      counts.badRecords = bad.slice(0, maxDescribed);
      if (rule.badRecords === 'fail') throw new Refusal(code, counts.records.read, start);
      if (rule.badRecords === 'keep')
        done.output += rule.output.delimiter === null ? raw : readable(read, outputDelimiter);
      if (rule.badRecords === 'quarantine') done.rejected += raw;
    } else if (plan.required.some(index => record.fields[index] === '' || record.fields[index] === '""')) {
      counts.records.filtered += 1;
    } else {
      counts.records.written += 1;
      done.output += edited(record, plan.phones);
    }
  }
}

/**
 * @param {string} raw A line with a broken quote.
 * @param {string} delimiter
 * @returns {boolean} Whether a quote is open at its end.
 */
function isOpen(raw, delimiter) {
  let rest = raw.slice(markIn(raw).length).replace(/\r?\n$/, '');
  for (;;) {
    if (rest.startsWith('"')) {
      const quoted = /^"(?:[^"]|"")*"(?!")/.exec(rest);
      if (!quoted) return true;
      rest = rest.slice(quoted[0].length);
      // Another quote in the same field opens it again.
      const again = rest.split(delimiter, 1)[0].indexOf('"');
      if (again !== -1) {
        rest = rest.slice(again);
        continue;
      }
    }
    const next = rest.indexOf(delimiter);
    if (next === -1) return false;
    rest = rest.slice(next + delimiter.length);
  }
}

/**
 * The record with the expected number of fields, if the rule allows that.
 *
 * @param {ReferenceRecord} record
 * @param {number} width
 * @param {boolean} isTrailing Whether a field after the last one that is empty, perhaps in quotes, is always cut off.
 * @param {CsvRule['ragged']} ragged
 * @param {string} delimiter
 * @returns {ReferenceRecord}
 */
function fitted(record, width, isTrailing, ragged, delimiter) {
  const { fields, fault, raw, newline } = record;
  const surplus = fields.slice(width);
  const cutsLast = isTrailing && surplus.length === 1 && isBlank(surplus[0]);
  if (fault || (ragged === 'bad' && !cutsLast) || fields.length === width) return record;
  if (ragged === 'pad' && !cutsLast && surplus.some(field => field !== '' && field !== '""')) return record;
  const padding = Array.from({ length: Math.max(0, width - fields.length) }, () => '');
  const kept = fields.slice(0, width);
  const last = kept.at(-1) ?? '';
  // A CR at the end of the last field would be read as part of the newline.
  if (surplus.length > 0 && last.endsWith('\r') && newline === '\n')
    kept[width - 1] = `"${last.replaceAll('"', '""')}"`;
  if (width === 1 && last === '' && raw.slice(markIn(raw).length) !== newline) kept[0] = '""';
  return { ...record, fields: [...kept, ...padding], raw: kept.join(delimiter) + newline };
}

/**
 * A bad record with all its fields and another delimiter.
 *
 * @param {ReferenceRecord} record
 * @param {string} outputDelimiter
 */
function readable({ fields, fault, newline }, outputDelimiter) {
  const fieldsWritten = fields.map(field => {
    if (!fault && field.startsWith('"')) return field;
    const isPlain = ![outputDelimiter, '"', '\r', '\n'].some(character => field.includes(character));
    return isPlain ? field : `"${field.replaceAll('"', '""')}"`;
  });
  return fieldsWritten.join(outputDelimiter) + written(newline);
}

/**
 * @param {string} raw
 * @param {boolean} isPhone
 * @param {{ outputDelimiter: string, counts: CsvCounts }} options
 */
function editField(raw, isPhone, { outputDelimiter, counts }) {
  if (raw === '' || raw === '""') return raw;
  let value = raw;
  if (isPhone) {
    counts.phones.formatted += 1;
    value = raw.startsWith('"') ? `"${strippedPhone(raw.slice(1, -1))}"` : strippedPhone(raw);
  }
  const wasQuoted = raw.startsWith('"');
  if (wasQuoted) return value;
  const beginsQuoted = value.startsWith('"');
  // Many readers would take a CR for a line end.
  return beginsQuoted || value.includes(outputDelimiter) || value.includes('\r')
    ? `"${value.replaceAll('"', '""')}"`
    : value;
}

/** @param {CsvRule} rule @param {readonly string[]} names @param {number} width */
function planOf(rule, names, width) {
  /** @type {Set<string>} */
  const missing = new Set();
  /** @param {readonly (string | number)[]} fields */
  const positions = fields =>
    new Set(
      fields.flatMap(field => {
        const found = Array.from({ length: width }, (_, index) => index).filter(
          index => field === index || field === names[index],
        );
        if (found.length === 0 && rule.missing === 'fail') throw new Refusal('csv/missing-field', null, null);
        if (found.length === 0) missing.add(typeof field === 'number' ? `position ${field}` : field);
        return found;
      }),
    );
  const dropped = positions(rule.drop);
  const wanted = rule.keep && positions(rule.keep);
  const required = [...positions(rule.require)];
  const phones = positions(rule.phones.map(({ field }) => field));
  const kept = Array.from({ length: width }, (_, index) => index).filter(
    index => !dropped.has(index) && (!wanted || wanted.has(index)),
  );
  if (kept.length === 0) throw new Refusal('csv/nothing-kept', null, null);
  return { kept, phones, required, missing: [...missing] };
}

/** @param {string} newline As it was; the CR of a CRLF that is cut gets its LF. */
function written(newline) {
  return newline === '\r' ? '\r\n' : newline;
}

/** @param {string} latin1 */
function utf8(latin1) {
  return Buffer.from(latin1, 'latin1').toString();
}

/**
 * @param {string} value
 * @param {string} delimiter
 */
function literal(value, delimiter) {
  const isPlain = ![delimiter, '"', '\r', '\n'].some(character => value.includes(character));
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}
