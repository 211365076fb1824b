import { open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { STORED } from '../../src/archive/entry.js';
import { openArchive } from '../../src/archive/open-archive.js';
import { Opening } from '../../src/csv/opening/opening.js';
import { planFields } from '../../src/csv/plan/plan-fields.js';
import { RecordScanner } from '../../src/csv/records/record-scanner.js';
import { fieldText } from '../../src/csv/text/quoting.js';
import { openTransforms } from '../../src/csv/transforms/open-transforms.js';
import { openSource } from '../../src/source/open-source.js';

/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * A record before and after the edit.
 *
 * @typedef {object} ComparedRecord
 * @property {{ name: string, before: string, after: string | null }[]} fields `after` is null for a dropped field.
 */

/**
 * Pairs one of an entry's first records with its output record, preferably one that the recipe changes.
 *
 * @param {object} what
 * @param {string} what.archivePath
 * @param {string} what.entryPath
 * @param {Recipe} what.recipe
 * @param {Buffer | null} what.hashKey Not null if the recipe hashes.
 * @param {string} what.outputPath The file with the entry's output.
 * @returns {Promise<ComparedRecord | null>} null if none of the first records was kept.
 */
export async function compareRecord({ archivePath, entryPath, recipe, hashKey, outputPath }) {
  const rule = recipe.ruleFor(entryPath);
  if (rule.action !== 'csv') return null;
  const input = await readEntryHead(archivePath, entryPath, recipe);
  const output = await readFileHead(outputPath);
  const { opened, used } = new Opening(rule.csv, Number.MAX_SAFE_INTEGER).read(input.bytes, input.isWhole);
  if (opened === null || opened.width === 0) return null;

  const { names, width, dialect, mark } = opened;
  const delimiter = dialect.delimiter.charCodeAt(0);
  const transforms = await openTransforms(rule.csv, {
    hashKey,
    facts: { archive: archivePath, entry: entryPath, time: null },
  });
  const runs = planFields(rule.csv, transforms, names, width).parts.filter(part => part.kind === 'fields');
  const kept = runs.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
  const changed = new Set(runs.flatMap(run => run.changes.map(({ index }) => index)));
  const outputDelimiter = rule.csv.output.delimiter?.charCodeAt(0) ?? delimiter;

  const before = recordsIn(input.bytes.subarray(used), input.isWhole, delimiter, width);
  const after = recordsIn(output.bytes.subarray(mark.length), output.isWhole, outputDelimiter, kept.length);
  if (opened.header !== null) after.shift();
  const pairs = pairUp(before, after, (record, result) =>
    kept.every((position, index) => changed.has(position) || record[position] === result[index]),
  );
  const compared = pairs.map(({ record, result }) => ({
    fields: record.map((value, position) => ({
      name: names?.[position] ?? `field ${position}`,
      before: value,
      after: kept.includes(position) ? result[kept.indexOf(position)] : null,
    })),
  }));
  return compared.find(showsChange) ?? compared[0] ?? null;
}

/**
 * Pairs input with output records: the output keeps their order, but not all of them.
 *
 * @param {string[][]} before
 * @param {string[][]} after
 * @param {(record: string[], result: string[]) => boolean} agree
 */
function pairUp(before, after, agree) {
  /** @type {{ record: string[], result: string[] }[]} */
  const pairs = [];
  for (const record of before) {
    const result = after[pairs.length];
    if (result !== undefined && agree(record, result)) pairs.push({ record, result });
  }
  return pairs;
}

/** @param {ComparedRecord} compared */
function showsChange({ fields }) {
  const dropped = fields.filter(({ after }) => after === null);
  const changed = fields.some(({ before, after }) => after !== null && after !== before);
  return changed && dropped.every(({ before }) => before !== '');
}

/**
 * @param {Buffer} bytes
 * @param {boolean} isWhole
 * @param {number} delimiter
 * @param {number} width
 * @returns {string[][]} The fields of the first valid records.
 */
function recordsIn(bytes, isWhole, delimiter, width) {
  const scanner = new RecordScanner(delimiter, width);
  scanner.begin(bytes, isWhole);
  const records = [];
  while (records.length < MAX_RECORDS && scanner.next()) {
    if (scanner.end === scanner.start || scanner.fieldCount !== width || scanner.fault !== null) continue;
    records.push(Array.from(scanner.ends, (end, index) => fieldText(scanner.bytes, scanner.fieldStart(index), end)));
  }
  return records;
}

/**
 * @param {string} archivePath
 * @param {string} entryPath
 * @param {Recipe} recipe
 */
async function readEntryHead(archivePath, entryPath, recipe) {
  const source = await openSource(archivePath);
  try {
    const archive = await openArchive(source, recipe.limits, undefined, recipe.entryNames);
    const entry = archive.entries.values().find(({ name }) => name === entryPath);
    if (entry === undefined) throw new Error(`${archivePath} has changed: it has no entry ${entryPath}`);
    const raw = archive.readRaw(entry);
    const inflated = entry.method === STORED ? raw : raw.pipe(createInflateRaw());
    raw.once('error', error => inflated.destroy(error));
    const chunks = [];
    let length = 0;
    for await (const chunk of inflated) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= HEAD_BYTES) break;
    }
    archive.releaseEntry();
    return { bytes: Buffer.concat(chunks), isWhole: length === entry.bytes };
  } finally {
    await source.close();
  }
}

/** @param {string} path */
async function readFileHead(path) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, HEAD_BYTES)));
    return { bytes: buffer.subarray(0, bytesRead), isWhole: bytesRead === size };
  } finally {
    await file.close();
  }
}

const HEAD_BYTES = 512 * 1024;
const MAX_RECORDS = 200;
