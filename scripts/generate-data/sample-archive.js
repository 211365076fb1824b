import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { faker } from '@faker-js/faker/locale/en';
import { makeContacts } from './contacts.js';
import { NewFile } from './new-file.js';
import { peopleBlocks } from './people-blocks.js';
import { headerLine } from './write-people.js';
import { ZipWriter } from './zip-writer.js';

/**
 * Makes the demo's archive, with samples of what real archives contain, for `sample-recipe.json`. An existing one is
 * reused.
 *
 * @param {object} options
 * @param {string} options.folder
 * @param {number} [options.rows] How many rows `people.csv` gets.
 * @param {AbortSignal} [options.signal]
 * @param {(rows: number, total: number) => void} [options.onProgress] Called with the rows written so far.
 * @returns {Promise<{ path: string, reused: boolean }>}
 */
export async function makeSampleArchive({ folder, rows = DEFAULT_ROWS, signal, onProgress }) {
  const path = join(folder, rows === DEFAULT_ROWS ? 'sample.zip' : `sample-${rows}.zip`);
  if (existsSync(path)) return { path, reused: true };
  const archive = await NewFile.create(path);
  try {
    const zip = new ZipWriter(bytes => archive.write(bytes));
    await zip.add('README.txt', Buffer.from(README));
    await addPeople(zip, { rows, ...(signal && { signal }), ...(onProgress && { onProgress }) });
    faker.seed(SEED);
    await zip.add('exports/contacts.csv', Buffer.from(makeContacts(faker, 5000)));
    await zip.add('exports/empty.txt', Buffer.alloc(0));
    await zip.add('images/logo.svg', Buffer.from(LOGO));
    await zip.add('images/.DS_Store', Buffer.from('\0\0\0\x01Bud1\0\0\x10\0\0\0\x08\0', 'latin1'));
    await zip.add('nested/deeper/notes.json', Buffer.from(makeNotes()));
    await zip.add('nested/inner.zip', await makeInnerArchive());
    await zip.add('__MACOSX/._people.csv', Buffer.from('\0\x05\x16\x07\0\x02\0\0Mac OS X        \0\0', 'latin1'));
    await zip.finish();
    await archive.commit();
  } finally {
    await archive.discard();
  }
  return { path, reused: false };
}

/**
 * @param {ZipWriter} zip
 * @param {{ rows: number, signal?: AbortSignal, onProgress?: (rows: number, total: number) => void }} options
 */
async function addPeople(zip, { rows: total, onProgress, ...options }) {
  const delimiter = ',';
  await zip.begin('people.csv');
  await zip.part(headerLine(delimiter));
  let written = 0;
  for await (const { bytes, deflated, rows } of peopleBlocks({ ...options, rows: total, seed: SEED, delimiter })) {
    await zip.part(bytes, deflated);
    written += rows;
    onProgress?.(written, total);
  }
  await zip.end();
}

function makeNotes() {
  const notes = Array.from({ length: 20 }, (_, index) => ({ note: index + 1, text: faker.lorem.sentence() }));
  return `${JSON.stringify(notes, null, 2)}\n`;
}

async function makeInnerArchive() {
  /** @type {Uint8Array[]} */
  const parts = [];
  const zip = new ZipWriter(bytes => void parts.push(bytes));
  await zip.add('inside.csv', Buffer.from('id,name\n1,An archive within an archive is copied as it is\n'));
  await zip.finish();
  return Buffer.concat(parts);
}

const DEFAULT_ROWS = 200_000;
const SEED = 1337;

const README = `A sample archive. Everything in it was made up by Faker.

people.csv                people with commas between the fields, some without an email address or a phone number
exports/contacts.csv      semicolons, a quote around each field, CRLF, a BOM, and a few bad records
exports/empty.txt         nothing at all
images, nested            files that are not CSV, an archive among them
__MACOSX, .DS_Store       what a Mac leaves in its archives
`;

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
  <rect width="64" height="64" rx="12" fill="#0b7285"/>
  <path d="M8 24q8-8 16 0t16 0 16 0M8 40q8-8 16 0t16 0 16 0" fill="none" stroke="#fff" stroke-width="5"/>
</svg>
`;
