import { fieldCount, reasonsOf } from '../support/reasons.js';
import { writeZip } from '../support/zip-writer.js';

/**
 * Two versions of one archive that together need every kind of small request: the second one replaces a file and its
 * rejected records and reasons, adds a file, and lacks one that had rejected records too.
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

/** @param {string} folder @returns {Record<string, string>} */
export function oldTexts(folder) {
  return {
    [`${folder}/gone.csv`]: 'id\n7\n',
    [`${folder}/people.csv`]: 'id\n1\n',
    [`_rejected/${folder}/gone.csv`]: '8\n',
    [`_rejected/${folder}/people.csv`]: '2\n',
    [`_reasons/${folder}/gone.csv.jsonl`]: reasonsOf('gone.csv', HEADER, fieldCount(2, 13, 1)),
    [`_reasons/${folder}/people.csv.jsonl`]: reasonsOf('people.csv', HEADER, fieldCount(2, 13, 1)),
  };
}

/** @param {string} folder @returns {Record<string, string>} */
export function newTexts(folder) {
  return {
    [`${folder}/note.txt`]: 'new in this version',
    [`${folder}/people.csv`]: 'id\n3\n',
    [`_rejected/${folder}/people.csv`]: '4\n',
    [`_reasons/${folder}/people.csv.jsonl`]: reasonsOf('people.csv', HEADER, fieldCount(2, 13, 1)),
  };
}

const HEADER = ['id', 'notes'];

/** Requests that change nothing. */
export const READING = ['HeadObject', 'GetObject', 'ListObjectsV2', 'GetObjectTagging'];
