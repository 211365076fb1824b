import { csv, entries, listOf, table } from './dimension.js';

/** @import { Dimension } from './dimension.js' */

/** Records and values. @type {Omit<Dimension, 'kind'>[]} */
const RECORDS = [
  {
    title: 'records that conditions filter out',
    size: 1500,
    make: size => {
      const any = listOf(100, index => ({ field: 'a', matches: `^y+${index}$` }));
      return table(`a,b\n${'x,1\n'.repeat(size)}`, { where: { any } });
    },
  },
  {
    title: 'bad records of one quote',
    size: 20_000,
    make: size => table(`a,b\n${'"\n'.repeat(size)}`, { maxBad: '100%' }),
  },
  {
    title: 'bad records of one quote beyond their limit',
    size: 20_000,
    make: size => table(`a,b\n${'"\n'.repeat(size)}`),
  },
  {
    title: 'bad records in each of which another field is wrong',
    size: 500,
    make: size => {
      const names = listOf(100, index => `n${index}`);
      const rows = listOf(size, row => names.map((_, index) => (index === row % 100 ? 'x' : '')).join(','));
      const columns = Object.fromEntries(names.map(name => [name, 'integer']));
      return table(`${names.join(',')}\n${rows.join('\n')}\n`, { columns, maxBad: '100%' });
    },
  },
  {
    title: 'entries with bad records',
    size: 8,
    make: size => {
      const content = `a,b\n${'1,2\n'.repeat(200)}${'x\n'.repeat(150)}`;
      return {
        archive: entries(size, number => ({ name: `${number}.csv`, content })),
        recipe: csv({ maxBad: '100%' }),
        bytes: size * content.length,
      };
    },
  },
  {
    title: 'a value of nested quotes',
    size: 100_000,
    make: size =>
      table(`a,b\n1,"${'""'.repeat(size)}"\n1,2\n`, {
        ...{ trim: true, phones: [{ field: 'a', format: 'e164', country: 'US' }], mask: [{ field: 'b' }] },
      }),
  },
  {
    title: 'a value of spaces',
    size: 50_000,
    make: size => {
      const any = [
        { field: 'b', matches: '^( ?1?)*$' },
        { field: 'a', lt: 5 },
      ];
      return table(`a,b\n${' '.repeat(size)}x,${' 1'.repeat(size)}\n1,2\n`, {
        ...{ trim: true, dates: [{ field: 'a', from: 'DD.MM.YYYY' }], where: { any } },
        phones: [{ field: 'b', format: 'e164', country: 'US' }],
      });
    },
  },
  {
    title: 'values of digits and of brackets',
    size: 20_000,
    make: size => {
      const [one, nine] = ['1', '9'].map(digit => digit.repeat(size));
      return table(`a,b,c\n${one},${'[{"a":'.repeat(size / 10)},${nine}.${nine}\n1,2,3\n`, {
        ...{ columns: { a: 'numeric', b: 'jsonb', c: 'double precision' }, maxBad: '100%' },
        ...{ phones: [{ field: 'a', format: 'national', country: 'DE' }], where: { not: { field: 'c', lt: 5 } } },
      });
    },
  },
  {
    title: 'rows of dates and numbers',
    size: 2000,
    make: size => table(`a,b\n${'01.02.03 04:05,+1 (555) 010-0199\n'.repeat(size)}`),
  },
];

/** An opening is read in many ways, so it is what costs most of a byte. @type {Dimension[]} */
const OPENINGS = ['"', '"\n', '",', "'", '\r', ';\t|,', '"",\r\n', 'a,"b\n', '\\"', '#\n', ' "', '\u00ff'].map(
  text => ({
    title: `an opening of ${JSON.stringify(text)}`,
    kind: 'run',
    size: 6500,
    make: size =>
      table(Buffer.from(text.repeat(size / text.length), 'latin1'), {
        ...{ delimiter: 'auto', header: 'auto', quote: 'auto', encoding: 'auto', skipLines: 'auto', comments: 'auto' },
        maxBad: '100%',
      }),
  }),
);

/** Some 120 MB of output, in which the time is spent. @type {Dimension} */
const PADDED = {
  title: 'short records that are padded to a very wide header',
  kind: 'run',
  size: 200,
  make: size => {
    const header = listOf(60_000, index => `n${index}`).join(',');
    return table(`${header}\n${'a\n'.repeat(size)}`, { ragged: 'pad' });
  },
};

/** @type {Dimension[]} */
export const RECORD_DIMENSIONS = [
  ...RECORDS.flatMap(dimension => [
    { ...dimension, kind: /** @type {const} */ ('run') },
    { ...dimension, kind: /** @type {const} */ ('inspect') },
  ]),
  ...OPENINGS,
  PADDED,
  { ...PADDED, title: `inspected ${PADDED.title}`, kind: 'inspect' },
];
