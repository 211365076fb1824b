import { EntryList } from '../../src/archive/entry-list.js';
import { guardEntries } from '../../src/archive/guard.js';
import { BlockEditor } from '../../src/csv/block-editor.js';
import { editAll } from '../../src/csv/edit-all.js';
import { openTransforms } from '../../src/csv/transforms/open-transforms.js';
import { compileGlob } from '../../src/recipe/glob.js';
import { compilePattern } from '../../src/recipe/pattern.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { ARCHIVE_TARGETS } from './archive-targets.js';
import { DOCUMENT_TARGETS } from './document-targets.js';

/**
 * Something that reads what comes from outside.
 *
 * @typedef {object} Target
 * @property {string} name
 * @property {string[]} alphabet Pieces of text of which inputs are made.
 * @property {string} plain What ordinary input looks like; it is repeated.
 * @property {(text: string) => unknown} read May be asynchronous, and throw what the text deserves. What it returns is what is kept in memory.
 */

const RECORDS = ['"', "'", ',', ';', '\n', '\r', '\t', ' ', 'a', '1', '#', '\\', '|', '""', '",', '"\n', '\u00e9'];
const PLAIN_RECORDS = 'anna,12,"a, b"\nbert,7,c\n';

/** @type {Target[]} */
export const TARGETS = [
  {
    name: 'opening',
    alphabet: RECORDS,
    plain: PLAIN_RECORDS,
    read: await editorOf({ header: 'auto', maxBad: '100%' }),
  },
  {
    name: 'guesses',
    alphabet: [...RECORDS, '{', '(', '[', '<', '$', '&', '=', ':', '- ', '.', '00', '  '],
    plain: PLAIN_RECORDS,
    read: await editorOf({ header: 'auto', mask: [{ field: 'z' }], missing: 'ignore', ragged: 'pad', maxBad: '100%' }),
  },
  {
    name: 'editor',
    alphabet: RECORDS,
    plain: PLAIN_RECORDS,
    read: await editorOf({
      ...{
        delimiter: ',',
        header: ['a', 'b', 'c'],
        quote: '"',
        escape: 'double',
        encoding: 'utf-8',
        skipLines: 0,
        comments: 'none',
      },
      ...{ trim: true, mask: [{ field: 'a' }], phones: [{ field: 'b', format: 'e164', country: 'DE' }] },
      ...{ dates: [{ field: 'c', from: 'DD.MM.YYYY' }], where: { not: { field: 'b', lt: 0 } }, maxBad: '100%' },
    }),
  },
  {
    name: 'translator',
    alphabet: RECORDS,
    plain: PLAIN_RECORDS,
    read: await editorOf({
      ...{
        delimiter: ',',
        header: ['a', 'b', 'c'],
        quote: "'",
        escape: 'backslash',
        encoding: 'windows-1252',
        skipLines: 0,
      },
      ...{ comments: '#', maxBad: '100%' },
    }),
  },
  {
    name: 'types',
    alphabet: ['1', '9', '-', '.', 'e', ':', ' ', 'T', '{', '}', '[', ']', '"', '\\', ',', '\n', 'null', 'a'],
    plain: '1,2.5,2024-01-02,null\n',
    read: await editorOf({
      ...{
        delimiter: ',',
        header: ['a', 'b', 'c', 'd'],
        quote: 'none',
        encoding: 'utf-8',
        skipLines: 0,
        comments: 'none',
        maxBad: '100%',
      },
      columns: { a: 'bigint', b: 'numeric', c: 'timestamptz', d: 'jsonb' },
    }),
  },
  {
    name: 'glob',
    alphabet: ['*', '**/', '/', '?', 'a', 'b', '{', ',', '}', '{a,b}', '[a-z]', '[!a]', '!', '\\*', '.'],
    plain: 'ab/',
    read: text => compileGlob(text.slice(0, 1024), 'match'),
  },
  {
    name: 'path',
    alphabet: ['a', 'b', '/', '.', '_', '\u00e9'],
    plain: 'ab/',
    read: text => GLOBS.map(matches => matches(text)),
  },
  {
    name: 'regular expression',
    alphabet: [
      'a',
      '.',
      '*',
      '+',
      '?',
      '(',
      ')',
      '|',
      '[a-z]',
      '[^a]',
      '{9}',
      '{1,99}',
      '\\pL',
      '(?i)',
      '^',
      '$',
      '\\b',
    ],
    plain: 'ab?',
    read: async text => {
      const pattern = await compilePattern(text.slice(0, 1000));
      pattern.test('ab'.repeat(20));
      return pattern;
    },
  },
  {
    name: 'condition',
    alphabet: ['(all ', '(any ', '(not ', 'x', 'y', '9', 'r', ')'],
    plain: '(all xy)',
    read: text => compileRecipe({ entries: [{ match: '**', csv: { where: conditionOf(text) } }] }),
  },
  {
    name: 'names of entries',
    alphabet: [
      'a',
      '/',
      '.',
      '..',
      '\\',
      '\u0001',
      '\u0000',
      ' ',
      ':',
      ';1',
      '\u00e9',
      'e\u0301',
      'CON',
      '|',
      '\u202e',
    ],
    plain: 'reports/a.csv|',
    read: async text => {
      const entries = new EntryList();
      for (const name of text.split('|')) entries.push({ ...ENTRY, name, nameBytes: Buffer.byteLength(name) });
      await guardEntries(entries, { maxEntries: 1e6, maxRatio: 500, maxTotalBytes: 1e9, maxRecordBytes: 1e6 }, name =>
        name.normalize('NFC').toUpperCase(),
      );
      return entries;
    },
  },
  ...ARCHIVE_TARGETS,
  ...DOCUMENT_TARGETS,
];

const GLOBS = ['**/*_*_*.csv', '**/a*b*a*b*/**/*.csv', '{a,b}/**/{a,b}*', '!**/*a*'].map(glob =>
  compileGlob(glob, 'match'),
);

/** @type {import('../../src/archive/entry.js').Entry} */
const ENTRY = {
  ...{ name: '', nameBytes: 0, nameCrc32: 0, isFolder: false, compressedBytes: 0, bytes: 0, crc32: 0, method: 0 },
  ...{ encryption: null, unixMode: 0, start: 0, end: 0, error: null },
};

/** @param {object} csv */
async function editorOf(csv) {
  const { ruleFor } = await compileRecipe({ entries: [{ match: '**', csv }] });
  const rule = /** @type {any} */ (ruleFor('a')).csv;
  const transforms = await openTransforms(rule, { hashKey: null, facts: { archive: '', entry: '', time: null } });
  return (/** @type {string} */ text) => {
    const counts = {
      ...{
        bytesOut: 0,
        records: { read: 0, written: 0, filtered: 0, bad: 0, skipped: 0 },
        phones: { formatted: 0, unparsed: 0 },
      },
      ...{ dates: { formatted: 0, unparsed: 0 }, where: { unparsed: 0 }, badRecords: [], dialect: null, missing: [] },
    };
    const editor = new BlockEditor({ rule, transforms, maxRecordBytes: 2 ** 20, maxDescribed: 100, counts });
    return { counts, edited: [...editAll(editor, Buffer.from(text), true)] };
  };
}

/**
 * @param {string} text Of groups and leaves, not always closed.
 * @returns {object}
 */
function conditionOf(text) {
  /** @type {{ kind: string, parts: object[] }[]} */
  const open = [{ kind: 'all', parts: [] }];
  const close = () => {
    const { kind, parts } = /** @type {{ kind: string, parts: object[] }} */ (open.pop());
    open.at(-1)?.parts.push(kind === 'not' ? { not: parts[0] ?? LEAVES.get('x') } : { [kind]: parts });
  };
  for (const [token] of text.matchAll(/\((?:all|any|not) |./gs)) {
    const leaf = LEAVES.get(token);
    if (token.startsWith('(')) open.push({ kind: token.slice(1, 4), parts: [] });
    else if (leaf !== undefined) open.at(-1)?.parts.push(leaf);
    else if (open.length > 1) close();
  }
  while (open.length > 1) close();
  return { all: open[0].parts };
}

/** @type {Map<string, object>} */
const LEAVES = new Map([
  ['x', { field: 'x', eq: 'x' }],
  ['y', { field: 'y', in: ['a', 1] }],
  ['9', { field: 'z', lt: 9 }],
  ['r', { field: 'x', matches: '^a+$' }],
]);
