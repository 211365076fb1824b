import { isNative } from '../csv/dialect.js';
import { reportError } from '../errors.js';
import { Turns } from '../streams/turns.js';
import { guessColumns } from './guess-columns.js';

/** @import { CsvError } from '../errors.js' */
/** @import { Kind } from './inspection.js' */
/** @import { Applied } from './apply-rule.js' */
/** @import { Sample } from './take-sample.js' */

/**
 * A kind while its entries are being found. `values`: what its columns are guessed from, column by column; null once they are
 * guessed. `sampled`: from how many entries. `encoding`: the one that they are read in; `ascii` until one has other characters.
 *
 * @typedef {{ kind: Kind, encoding: string, entries: number[], sampled: number, values: string[][] | null, valueBytes: number }} Collected
 */

/** Collects the entries of each kind, and the values of its columns. */
export class Kinds {
  /** @type {Map<string, Collected[]>} Several where entries with one header are in several encodings. */
  #byKey = new Map();
  /** Of the values that are held. */
  #heldBytes = 0;
  #turns = new Turns();

  /**
   * @param {object} found
   * @param {number} found.index The entry's.
   * @param {number} found.rule -1 for none.
   * @param {Sample} found.sample
   * @param {string} found.encoding The one that it is read in, or `ascii`.
   * @param {string} found.name The entry's.
   * @param {() => Promise<Applied | null>} apply Applies the rule to the sample; only called for the first entry of a kind.
   * @returns {Promise<Collected>}
   */
  async add({ index, rule, sample, encoding, name }, apply) {
    const key = keyOf(rule, sample);
    const alike = this.#byKey.get(key) ?? [];
    let collected = alike.find(each => encoding === 'ascii' || each.encoding === 'ascii' || each.encoding === encoding);
    if (collected === undefined) {
      collected = begin(rule, sample, await apply());
      this.#byKey.set(key, [...alike, collected]);
    }
    if (encoding !== 'ascii') readIn(collected, encoding);
    const { misfit } = sample;
    if (misfit !== null && collected.kind.after === null) collected.kind.error ??= reportOf(misfit, name);
    collected.entries.push(index);
    if (collected.values !== null) await this.#addValues(collected, collected.values, sample);
    return collected;
  }

  /**
   * @param {Collected} collected
   * @param {string[][]} values
   * @param {Sample} sample
   */
  async #addValues(collected, values, { records, recordsRead, recordsBad, isWhole }) {
    const { kind } = collected;
    const bytesBefore = collected.valueBytes;
    for (const record of records) {
      kind.sampledRecords += 1;
      // It may have more, which are cut off, or one behind a trailing delimiter.
      for (const [column, value] of record.values.slice(0, kind.width).entries()) {
        const kept = value.slice(0, MAX_VALUE_LENGTH);
        values[column].push(kept);
        kind.isDecoded &&= !isBroken(kept);
        collected.valueBytes += kept.length + VALUE_BYTES;
      }
    }
    collected.sampled += 1;
    kind.badRecords += recordsBad;
    kind.isWhole &&= isWhole && records.length === recordsRead - recordsBad;
    this.#heldBytes += collected.valueBytes - bytesBefore;
    if (collected.sampled === SAMPLED_ENTRIES) await this.#describe(collected);
    // With very many kinds, columns are guessed from fewer entries.
    if (this.#heldBytes > MAX_HELD_BYTES) for (const each of this.#all()) await this.#describe(each);
  }

  /** @param {Collected} collected */
  async #describe(collected) {
    const { kind, values } = collected;
    if (values === null) return;
    const names = values.map((_column, position) => kind.header?.[position] ?? null);
    const guessed = await guessColumns(names, values, this.#turns);
    kind.columns = values.map((column, position) => {
      const emptyShare = column.length === 0 ? 0 : column.filter(value => value === '').length / column.length;
      return { name: names[position], position, emptyShare, ...guessed[position] };
    });
    collected.values = null;
    this.#heldBytes -= collected.valueBytes;
  }

  #all() {
    return [...this.#byKey.values()].flat();
  }

  /** @returns {Promise<Kind[]>} Those with most entries first. */
  async finish() {
    const all = this.#all();
    for (const collected of all) {
      await this.#describe(collected);
      collected.kind.entries = collected.entries.sort((a, b) => a - b);
      collected.kind.isWhole &&= collected.entries.length === collected.sampled;
    }
    const kinds = all.map(({ kind }) => kind);
    return kinds.sort((a, b) => b.entries.length - a.entries.length || a.entries[0] - b.entries[0]);
  }
}

/**
 * @param {number} rule
 * @param {Sample} sample
 */
function keyOf(rule, { dialect, names, width }) {
  const { delimiter, encoding } = dialect;
  return JSON.stringify([rule, delimiter, encoding, isNative(dialect), names ?? width]);
}

/**
 * @param {number} rule
 * @param {Sample} sample
 * @param {Applied | null} applied
 * @returns {Collected}
 */
function begin(rule, { dialect, names, width, records }, applied) {
  const shown = records.slice(0, SHOWN_RECORDS);
  /** @type {Kind} */
  const kind = {
    entries: [],
    rule: rule < 0 ? null : rule,
    dialect,
    header: names?.map(shorten) ?? null,
    width,
    columns: [],
    before: shown.map(({ values }) => values.slice(0, width).map(shorten)),
    after: applied && shown.map(({ number }) => (applied.rows.get(number) ?? []).map(shorten)),
    afterHeader: applied?.header?.map(shorten) ?? null,
    error: applied?.error ?? null,
    missing: applied?.missing ?? [],
    isDecoded: !names?.some(isBroken),
    guessedEncoding: null,
    sampledRecords: 0,
    badRecords: 0,
    isWhole: true,
  };
  return {
    kind,
    encoding: 'ascii',
    entries: [],
    sampled: 0,
    values: Array.from({ length: width }, () => []),
    valueBytes: 0,
  };
}

/**
 * @param {CsvError} misfit
 * @param {string} name The entry's.
 */
function reportOf(misfit, name) {
  const report = reportError(misfit);
  return { ...report, message: `${name}: ${report.message}` };
}

/**
 * @param {Collected} collected
 * @param {string} encoding
 */
function readIn(collected, encoding) {
  const { kind } = collected;
  collected.encoding = encoding;
  if (encoding === kind.dialect.encoding) return;
  kind.guessedEncoding = encoding;
  kind.isDecoded = false;
}

/** @param {string} text */
function isBroken(text) {
  return text.includes('\ufffd');
}

/** @param {string} value */
function shorten(value) {
  return value.length <= MAX_VALUE_LENGTH ? value : `${value.slice(0, MAX_VALUE_LENGTH)}…`;
}

/** Of how many entries of a kind the values are looked at. */
const SAMPLED_ENTRIES = 3;
/** How many records are shown before and after the recipe. */
export const SHOWN_RECORDS = 5;
/** In UTF-16 units. */
const MAX_VALUE_LENGTH = 200;
/** What a value takes besides its characters. */
const VALUE_BYTES = 24;
const MAX_HELD_BYTES = 8 * 1024 ** 2;
