import { CONTROL, csv, entries, listOf, table } from './dimension.js';

/** @import { Dimension } from './dimension.js' */

/** @param {number} size */
const numbered = size => listOf(size, index => `n${index}`).join(',');
/** @param {number} size */
const row = size => `${'a,'.repeat(size - 1)}a\n`;
/** Many spellings of `n`. @param {number} size */
const spellings = size => listOf(size, index => `n${' '.repeat(index % 100)}${'\u200b'.repeat(index / 100)}`);

/** The headers of CSV entries. @type {Dimension[]} */
export const HEADER_DIMENSIONS = [
  {
    title: 'headers of 50 names of 100 control characters that lack a field',
    kind: 'run',
    size: 20,
    make: size => {
      const header = `${listOf(50, index => `${CONTROL.repeat(98)}${index}`).join(',')}\n`;
      return {
        archive: entries(size, number => ({ name: `${number}.csv`, content: header })),
        recipe: csv({ drop: ['password'] }),
        bytes: size * header.length,
      };
    },
  },
  {
    title: 'inspected headers of 50 names of 100 control characters',
    kind: 'inspect',
    size: 20,
    make: size => {
      const header = `${listOf(50, index => `${CONTROL.repeat(98)}${index}`).join(',')}\n`;
      return {
        archive: entries(size, number => ({ name: `${number}.csv`, content: header })),
        bytes: size * header.length,
      };
    },
  },
  {
    title: 'a header of names of 10,000 control characters, and a bad record',
    kind: 'run',
    size: 100,
    make: size => {
      const header = listOf(size, index => `${CONTROL.repeat(10_000)}${index}`).join(',');
      return table(`${header}\n${row(size)}b\n`, { maxBad: '90%', drop: ['x'], missing: 'ignore' });
    },
  },
  .../** @type {const} */ (['run', 'inspect']).map(
    /** @returns {Dimension} */ kind => ({
      title: 'a header of very many names',
      kind,
      size: 5000,
      make: size =>
        table(`${numbered(size)}\n${row(size)}b\n`, { maxBad: '90%', phones: [{ field: 'n7', format: 'e164' }] }),
    }),
  ),
  {
    title: 'a header that has one name often, which the recipe spells in many ways',
    kind: 'run',
    size: 200,
    make: size => {
      const all = spellings(size);
      const phones = all.map(field => ({ field, format: 'strip' }));
      return table(`${'n,'.repeat(size - 1)}n\n${row(size)}`, { drop: all, require: all, trim: all, phones });
    },
  },
  {
    title: 'a header that has one name often, which conditions name',
    kind: 'run',
    size: 600,
    make: size => {
      const where = { all: listOf(20, index => ({ field: 'n', in: [`${index}`, 'a'] })) };
      return table(`${'n,'.repeat(size - 1)}n\n${row(size)}`, { where });
    },
  },
  ...[
    ['CRs', '\r'],
    ['quotes', '"'],
  ].map(
    /** @returns {Dimension} */ ([what, text]) => ({
      title: `an opening of very many ${what}`,
      kind: 'run',
      size: 200_000,
      make: size => table(text.repeat(size), { maxBad: '100%' }),
    }),
  ),
  {
    title: 'titles above a header',
    kind: 'run',
    size: 2000,
    make: size => table(`${'title\n'.repeat(size)}a,b\n1,2\n`, { drop: ['a'], header: 'auto', maxBad: '100%' }),
  },
  {
    title: 'comments above a header, in another encoding',
    kind: 'run',
    size: 2000,
    make: size =>
      table(Buffer.from(`\ufeff${'#\n'.repeat(size)}a,b\n1,2\n`, 'utf16le'), {
        drop: ['a'],
        comments: '#',
        maxBad: '100%',
      }),
  },
  {
    title: 'lines to be skipped',
    kind: 'run',
    size: 100,
    make: size => table(`${'title\n'.repeat(size)}a,b\n1,2\n`, { drop: ['a'], skipLines: size }),
  },
];
