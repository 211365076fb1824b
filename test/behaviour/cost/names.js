import { gzipSync } from 'node:zlib';
import { writeTar } from '../../support/tar-writer.js';
import { fields } from '../../support/zip-fields.js';
import { writeZip } from '../../support/zip-writer.js';
import { CONTROL, entries, listOf, SKIP_ALL } from './dimension.js';

/** @import { Dimension } from './dimension.js' */

/** What an archive says about its entries. @type {Omit<Dimension, 'kind'>[]} */
const NAMES = [
  {
    title: 'names of 1,000 bytes',
    size: 110,
    make: size => ({
      archive: entries(size, number => ({ name: `${'long/'.repeat(198)}${number}`, method: 0 })),
      recipe: SKIP_ALL,
    }),
  },
  {
    title: 'names that are refused, of 1,000 control characters',
    size: 110,
    make: size => ({ archive: entries(size, number => ({ name: `${number}${CONTROL.repeat(1000)}`, method: 0 })) }),
  },
  {
    title: 'names with 490 parts that are left out',
    size: 110,
    make: size => ({
      archive: entries(size, number => ({ name: `${'./'.repeat(490)}${number}`, method: 0 })),
      recipe: SKIP_ALL,
    }),
  },
  {
    title: 'names with a part for each second byte',
    size: 110,
    make: size => ({
      archive: entries(size, number => ({ name: `${'a/'.repeat(490)}${number}`, method: 0 })),
      recipe: SKIP_ALL,
    }),
  },
  {
    title: 'names of 60,000 bytes',
    size: 3,
    make: size => ({
      archive: entries(size, number => ({ name: `${'a/'.repeat(30_000)}${number}`, method: 0 })),
      recipe: { entries: [{ match: '**/*a*a*a*b/**', skip: true }] },
    }),
  },
  {
    title: 'names in which many beginnings of a glob fit',
    size: 3,
    make: size => ({
      archive: entries(size, number => ({ name: `${'a'.repeat(60_000)}${number}`, method: 0 })),
      recipe: { entries: [{ match: `*${'a'.repeat(1000)}b`, skip: true }] },
    }),
  },
  {
    title: 'names that are compared with many rules',
    size: 60,
    make: size => ({
      archive: entries(size, number => ({ name: `${'ab/'.repeat(30)}${number}`, method: 0 })),
      recipe: {
        entries: [...listOf(300, index => ({ match: `**/*b*${index}*.csv`, copy: true })), { match: '**', skip: true }],
      },
    }),
  },
  {
    title: 'comments of 1,900 bytes',
    size: 110,
    make: size => ({
      archive: writeZip(
        listOf(size, index => ({ name: String(index), method: 0, comment: CONTROL.repeat(1900) })),
        { comment: CONTROL.repeat(60_000) },
      ),
      recipe: SKIP_ALL,
    }),
  },
  {
    title: 'extra fields of many empty blocks',
    size: 50,
    make: size => ({
      archive: entries(size, number => ({
        name: number,
        method: 0,
        extra: fields(...listOf(475, () => /** @type {[number, number]} */ ([4, 0x9999]))),
        localExtra: Buffer.alloc(40_000, Buffer.from([0x99, 0x99, 0, 0])),
      })),
    }),
  },
  {
    title: 'archives in the archive',
    size: 20,
    make: size => {
      const content = writeZip([{ name: 'a', content: 'a' }]);
      return {
        archive: entries(size, number => ({ name: `${number}.zip`, content })),
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
    title: 'archives in the archive whose comments are full of end records',
    size: 5,
    make: size => {
      const content = writeZip([{ name: 'a', content: 'a' }], { comment: 'PK\x05\x06'.repeat(16_000) });
      return {
        archive: entries(size, number => ({ name: `${number}.zip`, content })),
        bytes: size * content.length,
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
    title: 'attributes in a tar of six bytes each',
    size: 10_000,
    make: size => ({
      archive: writeTar([
        { name: 'pax', type: 'x', content: '6 a=b\n'.repeat(size) },
        { name: 'a', content: 'a' },
      ]),
    }),
  },
  {
    title: 'headers of a tar',
    size: 500,
    make: size => ({
      archive: writeTar(listOf(size, index => ({ name: `${index}`, content: '' }))),
      recipe: SKIP_ALL,
    }),
  },
  {
    title: 'gzip members that hold nothing',
    size: 2000,
    make: size => {
      const member = gzipSync('');
      return { archive: Buffer.alloc(member.length * size, member) };
    },
  },
];

/** @type {Dimension[]} */
export const NAME_DIMENSIONS = NAMES.flatMap(dimension => [
  { ...dimension, kind: 'run' },
  { ...dimension, kind: 'inspect' },
]);
