import { gzipSync } from 'node:zlib';
import { fields } from '../../support/zip-fields.js';
import { writeZip } from '../../support/zip-writer.js';

/** @import { ZipEntry } from '../../support/zip-writer.js' */
/** @import { Act } from './measure.js' */

/**
 * One way in which what comes from outside can be large.
 *
 * @typedef {object} Dimension
 * @property {string} title
 * @property {Act['kind']} kind
 * @property {number} size The smaller one that is measured; the other is ten times as large.
 * @property {(size: number) => { zip?: Buffer, recipe?: object | string, event?: object, bytes?: number }} make `bytes`: what the
 *   archive inflates to.
 */

/**
 * @param {number} length
 * @returns {(ZipEntry)[]}
 */
function entriesOf(length, /** @type {(index: number) => ZipEntry} */ entryOf) {
  return Array.from({ length }, (_, index) => entryOf(index));
}

const CONTROL = '\u0001';
const SKIP_ALL = { entries: [{ match: '**', skip: true }] };
/** @param {object} [csv] */
const csv = (csv = {}) => ({ entries: [{ match: '**', csv }] });
/** @param {string | Buffer} content */
const one = content => writeZip([{ name: 'a.csv', content }]);
/** @param {number} index */
const number = index => String(index).padStart(6, '0');

/** @type {Dimension[]} */
const ARCHIVES = [
  {
    title: 'names of 1,000 bytes',
    kind: 'run',
    size: 500,
    make: size => ({
      zip: writeZip(entriesOf(size, index => ({ name: `${'long/'.repeat(198)}${number(index)}`, method: 0 }))),
      recipe: SKIP_ALL,
    }),
  },
  {
    title: 'names that are refused, of 1,000 control characters',
    kind: 'run',
    size: 500,
    make: size => ({
      zip: writeZip(entriesOf(size, index => ({ name: `${number(index)}${CONTROL.repeat(1000)}`, method: 0 }))),
    }),
  },
  {
    title: 'names of 500 parts that are left out',
    kind: 'run',
    size: 500,
    make: size => ({
      zip: writeZip(entriesOf(size, index => ({ name: `${'./'.repeat(490)}${number(index)}`, method: 0 }))),
      recipe: SKIP_ALL,
    }),
  },
  {
    title: 'names of one part for each byte',
    kind: 'run',
    size: 500,
    make: size => ({
      zip: writeZip(entriesOf(size, index => ({ name: `${'a/'.repeat(490)}${number(index)}`, method: 0 }))),
      recipe: SKIP_ALL,
    }),
  },
  {
    title: 'names of 60,000 bytes',
    kind: 'run',
    size: 3,
    make: size => ({
      zip: writeZip(entriesOf(size, index => ({ name: `${'a/'.repeat(15_000)}${number(index)}`, method: 0 }))),
      recipe: { entries: [{ match: '**/*a*a*a*b/**', skip: true }] },
    }),
  },
  {
    title: 'comments of 1,900 bytes',
    kind: 'run',
    size: 500,
    make: size => ({
      zip: writeZip(
        entriesOf(size, index => ({ name: number(index), method: 0, comment: CONTROL.repeat(1900) })),
        { comment: CONTROL.repeat(60_000) },
      ),
      recipe: SKIP_ALL,
    }),
  },
  {
    title: 'extra fields of many empty blocks',
    kind: 'run',
    size: 100,
    make: size => ({
      zip: writeZip(
        entriesOf(size, index => ({
          name: number(index),
          method: 0,
          extra: fields(...Array.from({ length: 475 }, () => /** @type {[number, number]} */ ([4, 0x9999]))),
          localExtra: Buffer.alloc(40_000, Buffer.from([0x99, 0x99, 0, 0])),
        })),
      ),
    }),
  },
  {
    title: 'headers of 50 names of 100 control characters that lack a field',
    kind: 'run',
    size: 1000,
    make: size => {
      const header = `${Array.from({ length: 50 }, (_, index) => `${CONTROL.repeat(98)}${index}`).join(',')}\n`;
      return {
        zip: writeZip(entriesOf(size, index => ({ name: `${number(index)}.csv`, content: header }))),
        recipe: csv({ drop: ['password'] }),
        bytes: size * header.length,
      };
    },
  },
  {
    title: 'one header of names of 10,000 control characters, and a bad record',
    kind: 'run',
    size: 100,
    make: size => {
      const header = Array.from({ length: size }, (_, index) => `${CONTROL.repeat(10_000)}${index}`).join(',');
      const content = `${header}\n${'a,'.repeat(size - 1)}a\nb\n`;
      return {
        zip: one(content),
        recipe: csv({ maxBad: '90%', drop: ['x'], missing: 'ignore' }),
        bytes: content.length,
      };
    },
  },
  {
    title: 'a header of very many names',
    kind: 'run',
    size: 10_000,
    make: size => {
      const content = `${Array.from({ length: size }, (_, index) => `n${index}`).join(',')}\n${'a,'.repeat(size - 1)}a\nb\n`;
      return {
        zip: one(content),
        recipe: csv({ maxBad: '90%', phones: [{ field: 'n7', format: 'e164' }] }),
        bytes: content.length,
      };
    },
  },
  {
    title: 'a header of one name, which the recipe names in many ways',
    kind: 'run',
    size: 600,
    make: size => {
      const content = `${'n,'.repeat(size - 1)}n\n${'a,'.repeat(size - 1)}a\n`;
      const all = Array.from(
        { length: size },
        (_, index) => `n${' '.repeat(index % 100)}${'\u200b'.repeat(index / 100)}`,
      );
      const recipe = csv({
        drop: all,
        require: all,
        trim: all,
        hash: [],
        phones: all.map(field => ({ field, format: 'strip' })),
        names: 'loose',
      });
      return { zip: one(content), recipe, bytes: content.length };
    },
  },
  {
    title: 'a header of one name, which conditions name',
    kind: 'run',
    size: 600,
    make: size => {
      const content = `${'n,'.repeat(size - 1)}n\n${'a,'.repeat(size - 1)}a\n`;
      const where = { all: Array.from({ length: 20 }, (_, index) => ({ field: 'n', in: [`${index}`, 'a'] })) };
      return { zip: one(content), recipe: csv({ where }), bytes: content.length };
    },
  },
  {
    title: 'records that conditions filter out',
    kind: 'run',
    size: 100_000,
    make: size => {
      const content = `a,b\n${'x,1\n'.repeat(size)}`;
      const any = Array.from({ length: 100 }, (_, index) => ({ field: 'a', matches: `^y+${index}$` }));
      return { zip: one(content), recipe: csv({ where: { any } }), bytes: content.length };
    },
  },
  {
    title: 'bad records of one quote',
    kind: 'run',
    size: 200_000,
    make: size => {
      const content = `a,b\n${'"\n'.repeat(size)}`;
      return { zip: one(content), recipe: csv({ badRecords: 'quarantine', maxBad: '100%' }), bytes: content.length };
    },
  },
  {
    title: 'bad records of one quote beyond their limit',
    kind: 'run',
    size: 200_000,
    make: size => {
      const content = `a,b\n${'"\n'.repeat(size)}`;
      return { zip: one(content), recipe: csv({}), bytes: content.length };
    },
  },
  {
    title: 'bad records whose types differ',
    kind: 'run',
    size: 2000,
    make: size => {
      const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
      const rows = Array.from({ length: size }, (_, row) =>
        names.map((_, index) => (index === row % 100 ? 'x' : '')).join(','),
      );
      const content = `${names.join(',')}\n${rows.join('\n')}\n`;
      const columns = Object.fromEntries(names.map(name => [name, 'integer']));
      return { zip: one(content), recipe: csv({ columns, maxBad: '100%' }), bytes: content.length };
    },
  },
  {
    title: 'entries with bad records',
    kind: 'run',
    size: 100,
    make: size => {
      const content = `a,b\n${'1,2\n'.repeat(200)}${'x\n'.repeat(150)}`;
      return {
        zip: writeZip(entriesOf(size, index => ({ name: `${number(index)}.csv`, content }))),
        recipe: csv({ maxBad: '100%' }),
        bytes: size * content.length,
      };
    },
  },
  {
    title: 'one value of nested quotes',
    kind: 'run',
    size: 100_000,
    make: size => {
      const content = `a,b\n1,"${'""'.repeat(size)}"\n1,2\n`;
      const all = { trim: true, phones: [{ field: 'a', format: 'e164', country: 'US' }], mask: [{ field: 'b' }] };
      return { zip: one(content), recipe: csv(all), bytes: content.length };
    },
  },
  {
    title: 'one value of spaces',
    kind: 'run',
    size: 100_000,
    make: size => {
      const content = `a,b\n${' '.repeat(size)}x,${' 1'.repeat(size)}\n1,2\n`;
      const all = {
        trim: true,
        dates: [{ field: 'a', from: 'DD.MM.YYYY' }],
        phones: [{ field: 'b', format: 'e164', country: 'US' }],
        where: {
          any: [
            { field: 'b', matches: '^( ?1?)*$' },
            { field: 'a', lt: 5 },
          ],
        },
      };
      return { zip: one(content), recipe: csv(all), bytes: content.length };
    },
  },
  {
    title: 'one value of digits',
    kind: 'run',
    size: 100_000,
    make: size => {
      const content = `a,b,c\n${'1'.repeat(size)},${'[{"a":'.repeat(size / 10)},${'9'.repeat(size)}.${'9'.repeat(size)}\n1,2,3\n`;
      const all = {
        columns: { a: 'numeric', b: 'jsonb', c: 'double precision' },
        phones: [{ field: 'a', format: 'national', country: 'DE' }],
        where: { not: { field: 'c', lt: 5 } },
        maxBad: '100%',
      };
      return { zip: one(content), recipe: csv(all), bytes: content.length };
    },
  },
  ...['"', '"\n', '",', "'", '\r', ';\t|,', '"",\r\n', 'a,"b\n', '\\"', '#\n', ' "', '\u00ff'].map(
    /** @returns {Dimension} */ text => ({
      title: `an opening of ${JSON.stringify(text)}`,
      kind: 'run',
      size: 6500,
      make: size => {
        const content = Buffer.from(text.repeat(size / text.length), 'latin1');
        return {
          zip: one(content),
          recipe: csv({
            delimiter: 'auto',
            header: 'auto',
            quote: 'auto',
            encoding: 'auto',
            skipLines: 'auto',
            comments: 'auto',
            maxBad: '100%',
          }),
          bytes: content.length,
        };
      },
    }),
  ),
  {
    title: 'names for which many rules are asked',
    kind: 'run',
    size: 200,
    make: size => ({
      zip: writeZip(entriesOf(size, index => ({ name: `${'ab/'.repeat(30)}${number(index)}`, method: 0 }))),
      recipe: {
        entries: [
          ...Array.from({ length: 300 }, (_, index) => ({ match: `**/*b*${index}*.csv`, copy: true })),
          { match: '**', skip: true },
        ],
      },
    }),
  },
  {
    title: 'archives in the archive',
    kind: 'run',
    size: 50,
    make: size => {
      const inner = writeZip([{ name: 'a', content: 'a' }]);
      return {
        zip: writeZip(entriesOf(size, index => ({ name: `${number(index)}.zip`, content: inner }))),
        recipe: {
          entries: [
            { match: '**/*.zip', archive: true },
            { match: '**', skip: true },
          ],
        },
      };
    },
  },
  {
    title: 'gzip members that hold nothing',
    kind: 'run',
    size: 20_000,
    make: size => {
      const member = gzipSync('');
      return { zip: Buffer.alloc(member.length * size, member) };
    },
  },
  {
    title: 'inspected names of 1,000 bytes',
    kind: 'inspect',
    size: 500,
    make: size => ({
      zip: writeZip(entriesOf(size, index => ({ name: `${number(index)}${'long/'.repeat(198)}x`, method: 0 }))),
    }),
  },
  {
    title: 'inspected headers of 50 names of 100 control characters',
    kind: 'inspect',
    size: 100,
    make: size => {
      const header = `${Array.from({ length: 50 }, (_, index) => `${CONTROL.repeat(98)}${index}`).join(',')}\n`;
      return {
        zip: writeZip(entriesOf(size, index => ({ name: `${number(index)}.csv`, content: header }))),
        bytes: size * header.length,
      };
    },
  },
  {
    title: 'an inspected header of very many names',
    kind: 'inspect',
    size: 3000,
    make: size => {
      const content = `${Array.from({ length: size }, (_, index) => `n${index}`).join(',')}\n${'a,'.repeat(size - 1)}a\nb\n`;
      return { zip: one(content), bytes: content.length };
    },
  },
  {
    title: 'inspected rows of many dates and numbers',
    kind: 'inspect',
    size: 2000,
    make: size => {
      const content = `a,b\n${'01.02.03 04:05,+1 (555) 010-0199\n'.repeat(size)}`;
      return { zip: one(content), bytes: content.length };
    },
  },
];

/** @param {number} depth @param {object} leaf */
function nested(depth, leaf) {
  let where = leaf;
  for (let level = 0; level < depth; level++) where = level % 2 === 0 ? { not: where } : { all: [where, leaf] };
  return where;
}

/** @param {(index: number) => object} ruleOf @param {number} size */
const rules = (size, ruleOf) => ({ entries: Array.from({ length: size }, (_, index) => ruleOf(index)) });

/** @type {Omit<Dimension, 'kind'>[]} */
const RECIPES = [
  {
    title: 'globs of braces',
    size: 20,
    make: size => ({
      recipe: rules(size, index => ({ match: `${'{a,b}'.repeat(8)}${'x'.repeat(900)}${index}`, copy: true })),
    }),
  },
  {
    title: 'globs of as many braces as there may be',
    size: 100,
    make: size => ({
      recipe: rules(size, index => ({ match: `${'{a,b}'.repeat(8)}${'x'.repeat(50)}${index}`, copy: true })),
    }),
  },
  {
    title: 'globs of braces in braces',
    size: 20,
    make: size => ({
      recipe: rules(size, index => ({ match: `${'{a,{b,'.repeat(100)}c${'}}'.repeat(100)}${index}`, copy: true })),
    }),
  },
  {
    title: 'globs of **',
    size: 50,
    make: size => ({ recipe: rules(size, index => ({ match: `${'**/a*a*a/'.repeat(60)}${index}`, copy: true })) }),
  },
  {
    title: 'globs of sets',
    size: 50,
    make: size => ({ recipe: rules(size, index => ({ match: `${'[a-z0-9]*'.repeat(60)}${index}`, copy: true })) }),
  },
  {
    title: 'conditions, deep',
    size: 20,
    make: size => ({
      recipe: rules(size, index => ({ match: `${index}`, csv: { where: nested(98, { field: 'a', eq: 'x' }) } })),
    }),
  },
  {
    title: 'conditions, wide',
    size: 1000,
    make: size => ({
      recipe: csv({
        where: {
          all: Array.from({ length: Math.ceil(size / 100) }, () => ({
            any: Array.from({ length: 100 }, (_, index) => ({ field: `f${index}`, lt: index })),
          })),
        },
      }),
    }),
  },
  {
    title: 'regular expressions',
    size: 50,
    make: size => ({
      recipe: csv({
        where: {
          any: Array.from({ length: size }, (_, index) => ({
            field: 'a',
            matches: `${'(a|b)*c{3}'.repeat(90)}${index}`,
          })),
        },
      }),
    }),
  },
  {
    title: 'regular expressions of counted classes',
    size: 3,
    make: size => ({
      recipe: csv({
        where: {
          any: Array.from({ length: size }, (_, index) => ({
            field: 'a',
            matches: `${'\\pL{999}'.repeat(100)}${index}`,
          })),
        },
      }),
    }),
  },
  {
    title: 'regular expressions that ignore case',
    size: 10,
    make: size => ({
      recipe: csv({
        where: {
          any: Array.from({ length: size }, (_, index) => ({
            field: 'a',
            matches: `(?i)${'[\\pL\\PN]'.repeat(120)}${index}`,
          })),
        },
      }),
    }),
  },
  {
    title: 'lists of names',
    size: 1000,
    make: size => ({
      recipe: csv({
        drop: Array.from({ length: size }, (_, index) => `n${index}`),
        require: Array.from({ length: size }, (_, index) => `r${index}`),
        hash: Array.from({ length: size }, (_, index) => `h${index}`),
        rename: Object.fromEntries(Array.from({ length: size }, (_, index) => [`r${index}`, `x${index}`])),
      }),
    }),
  },
  {
    title: 'lists of names that are named twice',
    size: 1000,
    make: size => ({
      recipe: csv({
        header: Array.from({ length: size }, () => 'n'),
        mask: Array.from({ length: size }, () => ({ field: 'n' })),
        select: Array.from({ length: size }, () => 'n'),
      }),
    }),
  },
  {
    title: 'lists of names that are kept and renamed',
    size: 1000,
    make: size => ({
      recipe: csv({
        keep: Array.from({ length: size }, (_, index) => `n${index}`),
        rename: Object.fromEntries(Array.from({ length: size }, (_, index) => [`n${index}`, `x${index}`])),
        columns: Object.fromEntries(Array.from({ length: size }, (_, index) => [`n${index}`, 'text'])),
      }),
    }),
  },
  {
    title: 'spellings of one name that the header has often',
    size: 600,
    make: size => {
      const all = Array.from(
        { length: size },
        (_, index) => `n${' '.repeat(index % 100)}${'\u200b'.repeat(index / 100)}`,
      );
      return {
        recipe: csv({
          header: Array(size).fill('n'),
          drop: all,
          trim: all,
          require: all,
          hash: all.slice(0, size / 2),
          rename: Object.fromEntries(all.map((name, index) => [name, `x${index}`])),
        }),
      };
    },
  },
  {
    title: 'columns that are renamed',
    size: 1000,
    make: size => ({
      recipe: csv({
        columns: Object.fromEntries(Array.from({ length: size }, (_, index) => [`n${index}`, 'date'])),
        rename: Object.fromEntries(Array.from({ length: size }, (_, index) => [`r${index}`, `x${index}`])),
      }),
    }),
  },
  {
    title: 'lists of values',
    size: 5000,
    make: size => ({
      recipe: csv({
        where: { field: 'a', in: Array.from({ length: size }, (_, index) => (index % 2 ? index : `v${index}`)) },
        columns: { b: { type: 'text', null: Array.from({ length: Math.min(size, 100) }, (_, index) => `n${index}`) } },
      }),
    }),
  },
  {
    title: 'unknown keys',
    size: 2000,
    make: size => ({
      recipe: csv(Object.fromEntries(Array.from({ length: size }, (_, index) => [`delimite${index}`, 1]))),
    }),
  },
  {
    title: 'rules that are wrong',
    size: 100,
    make: size => ({
      recipe: rules(size, () => ({
        match: '[',
        csv: { delimiter: 5, drop: [null, null, null, null, null, null, null, null, null, null], where: { all: [] } },
      })),
    }),
  },
  {
    title: 'text that is no JSON',
    size: 20_000,
    make: size => ({ recipe: `{"entries":${'['.repeat(size)}` }),
  },
];

const EVENTS = [
  {
    title: 'keys of 1,024 control characters',
    size: 100,
    make: (/** @type {number} */ size) => ({
      event: {
        Records: Array.from({ length: size }, () => ({
          eventSource: 'aws:s3',
          eventVersion: '2.1',
          eventName: 'ObjectCreated:Put',
          s3: { bucket: { name: 'bucket' }, object: { key: '%01'.repeat(1024), size: 1, eTag: 'e', sequencer: '00' } },
        })),
      },
    }),
  },
];

/** @type {Dimension[]} */
export const DIMENSIONS = [
  ...ARCHIVES,
  ...RECIPES.flatMap(recipe => [
    { ...recipe, kind: /** @type {const} */ ('compile') },
    { ...recipe, kind: /** @type {const} */ ('check') },
  ]),
  ...EVENTS.map(event => ({ ...event, kind: /** @type {const} */ ('event') })),
];
