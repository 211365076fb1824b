import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];
const ZIP = writeZip(ENTRIES);
const OTHER = [{ name: 'other', content: 'x' }];
const INNER = writeZip(OTHER);
const PROGRAM = Buffer.from('#!/bin/sh\n');

/** @type {[title: string, bytes: Buffer][]} */
const AMBIGUOUS = [
  ['an archive in the comment', writeZip(ENTRIES, { comment: writeZip([{ name: 'other', content: 'x' }]) })],
  ['an archive in the bytes behind it', writeZip(ENTRIES, { trailing: Buffer.concat([ZIP, Buffer.from('\n')]) })],
  [
    'an archive in the comment, behind a program',
    writeZip(ENTRIES, { prefix: Buffer.from('#!/bin/sh'), comment: writeZip([{ name: 'other', content: 'x' }]) }),
  ],
  ['an end record of nothing in the comment', writeZip(ENTRIES, { comment: writeZip([]) })],
  ['an end record of nothing within the comment', writeZip(ENTRIES, { comment: `${writeZip([])} and more` })],
  [
    'an end record of nothing behind it',
    writeZip(ENTRIES, { trailing: Buffer.concat([writeZip([]), Buffer.from('\n')]) }),
  ],
  ['an end record in the comment that fits the file', writeZip(ENTRIES, { comment: endOf({ size: 60, offset: 9 }) })],
  ['an archive behind it whose comment runs past the end', Buffer.concat([ZIP, tooLong(INNER)])],
  ['an archive in the comment whose comment runs past the end', writeZip(ENTRIES, { comment: tooLong(INNER) })],
  ['an end record of nothing whose comment runs past the end', Buffer.concat([ZIP, tooLong(writeZip([]))])],
  ['a second directory before the end record', twoDirectories({})],
  ['a second directory before the zip64 end record', twoDirectories({ zip64: true })],
  ['a second directory before a zip64 end record that is not needed', twoDirectories({ zip64: true, isNeeded: false })],
  ['a directory where it would be without the program', withoutProgram()],
  ['bytes behind it, and an archive in an entry, in zip64', notFirm({ zip64: true })],
  ['bytes behind it, and an archive in an entry behind a program', notFirm({ before: PROGRAM })],
];

/** @param {{ size?: number, offset?: number }} options */
function endOf({ size = 46, offset = 0 }) {
  return fields([4, 0x06054b50], [4, 0], [2, 1], [2, 1], [4, size], [4, offset], [2, 0]);
}

/** @param {Buffer} zip */
function tooLong(zip) {
  return Buffer.concat([zip.subarray(0, -2), fields([2, 9]), Buffer.from('short')]);
}

/** @param {{ zip64?: boolean, isNeeded?: boolean }} options */
function twoDirectories({ zip64 = false, isNeeded = true }) {
  const start = ZIP.indexOf('PK\x01\x02');
  const directory = ZIP.subarray(start, -22);
  const evil = Buffer.from(directory);
  evil.write('e', evil.indexOf('a.csv'));
  return writeZip(ENTRIES, { between: evil, zip64, ...(!isNeeded && { count32: 2, directoryOffset32: start }) });
}

/** The directory at the declared offset differs from the one before the end record. */
function withoutProgram() {
  const zip = writeZip(ENTRIES, { prefix: Buffer.alloc(300) });
  const start = ZIP.indexOf('PK\x01\x02');
  ZIP.copy(zip, start, start, ZIP.length - 22);
  return zip;
}

/** @param {{ zip64?: boolean, before?: Buffer }} options */
function notFirm({ zip64 = false, before = Buffer.alloc(0) }) {
  const entry = { name: 'inner.zip', content: INNER, method: 0, before };
  return writeZip([entry], { zip64, trailing: Buffer.from('\n') });
}

for (const [title, bytes] of AMBIGUOUS) {
  test(`archive/bad-directory: ${title} reads as two different archives`, { timeout: 300_000 }, async () => {
    assert.equal(await outcomeOf(bytes), 'archive/bad-directory');
  });
}
