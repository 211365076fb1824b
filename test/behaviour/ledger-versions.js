import { createHash } from 'node:crypto';
import { parseRecipe } from '../../src/recipe/read-recipe.js';
import { fieldCount, reasonsOf } from '../support/reasons.js';
import { writeZip } from '../support/zip-writer.js';

/**
 * The entries of an archive: by name, a number that determines the content. A table with an odd number has a bad record; an
 * entry whose number is divisible by seven is damaged.
 *
 * @typedef {Record<string, number>} Content
 */

/** @param {Content} content */
export function archiveOf(content) {
  return writeZip(
    Object.entries(content).map(([name, number]) => ({
      name,
      content: textOf(name, number),
      ...(isDamaged(number) && { crc32: 1 }),
    })),
  );
}

/** @param {number} number */
function isDamaged(number) {
  return number % 7 === 0;
}

/**
 * @param {string} name
 * @param {number} number
 */
function textOf(name, number) {
  if (!name.endsWith('.csv')) return `text ${number}`;
  return `id,notes\n${number},n${number}\n${number % 2 === 1 ? `bad ${number}\n` : ''}`;
}

/**
 * Recipes that differ in what they write, reject and skip.
 *
 * @type {{ text: string, written: (name: string, number: number) => string | null,
 *   rejected: (name: string, number: number) => string | null }[]}
 */
const SOURCES = [
  {
    text: JSON.stringify({ entries: [{ match: '*.csv', csv: { drop: ['notes'] } }] }),
    written: (name, number) => (name.endsWith('.csv') ? `id\n${number}\n` : textOf(name, number)),
    rejected: (name, number) => (name.endsWith('.csv') && number % 2 === 1 ? `bad ${number}\n` : null),
  },
  {
    text: JSON.stringify({
      entries: [
        { match: 'b.*', skip: true },
        { match: '*.csv', csv: { drop: ['id'], badRecords: 'skip' } },
      ],
    }),
    written: (name, number) => {
      if (name.startsWith('b.')) return null;
      return name.endsWith('.csv') ? `notes\nn${number}\n` : textOf(name, number);
    },
    rejected: () => null,
  },
];

export const RECIPES = await Promise.all(
  SOURCES.map(async recipe => ({ ...recipe, sha256: (await parseRecipe(recipe.text, 'here')).sha256 })),
);

/**
 * The expected outputs of a complete archive.
 *
 * @param {string} folder
 * @param {Content} content
 * @param {number} recipe
 * @returns {Map<string, string>} ETags by key.
 */
export function rightOutputs(folder, content, recipe) {
  const { written, rejected } = /** @type {(typeof RECIPES)[number]} */ (RECIPES[recipe]);
  const outputs = new Map();
  for (const [name, number] of Object.entries(content)) {
    if (isDamaged(number)) continue;
    const [output, aside, text] = [written(name, number), rejected(name, number), textOf(name, number)];
    if (output !== null) outputs.set(`${folder}/${name}`, etagOf(output));
    if (aside === null) continue;
    outputs.set(`_rejected/${folder}/${name}`, etagOf(aside));
    const reasons = reasonsOf(name, ['id', 'notes'], fieldCount(2, text.indexOf(aside), 1));
    outputs.set(`_reasons/${folder}/${name}.jsonl`, etagOf(reasons));
  }
  return outputs;
}

/**
 * Whether some entries of an archive must fail.
 *
 * @param {Content} content
 * @param {number} recipe
 */
export function isPartial(content, recipe) {
  return Object.entries(content).some(
    ([name, number]) => isDamaged(number) && RECIPES[recipe]?.written(name, number) !== null,
  );
}

/** @param {string} text */
function etagOf(text) {
  return `"${createHash('md5').update(text).digest('hex')}"`;
}
