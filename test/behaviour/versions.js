import { writeZip } from '../support/zip-writer.js';

/**
 * Two versions of one archive that between them need every kind of small request: the second one replaces a file and
 * its rejected records, adds one, and leaves one out, of which bad records were set aside too.
 */
export const OLD = writeZip([
  { name: 'people.csv', content: 'id,notes\n1,a\n2\n' },
  { name: 'gone.csv', content: 'id,notes\n7,x\n8\n' },
]);
export const NEW = writeZip([
  { name: 'people.csv', content: 'id,notes\n3,c\n4\n' },
  { name: 'note.txt', content: 'new in this version' },
]);

export const RECIPE = JSON.stringify({ entries: [{ match: '*.csv', csv: { drop: ['notes'] } }] });

/** @param {string} place @returns {Record<string, string>} */
export function oldTexts(place) {
  return {
    [`${place}/gone.csv`]: 'id\n7\n',
    [`${place}/people.csv`]: 'id\n1\n',
    [`_rejected/${place}/gone.csv`]: '8\n',
    [`_rejected/${place}/people.csv`]: '2\n',
  };
}

/** @param {string} place @returns {Record<string, string>} */
export function newTexts(place) {
  return {
    [`${place}/note.txt`]: 'new in this version',
    [`${place}/people.csv`]: 'id\n3\n',
    [`_rejected/${place}/people.csv`]: '4\n',
  };
}

/** Requests that change nothing. */
export const READING = ['HeadObject', 'GetObject', 'ListObjectsV2', 'GetObjectTagging'];
