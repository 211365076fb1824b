import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endRecordLength } from '../../src/archive/end-record.js';
import { isHopeless } from '../../src/archive/is-hopeless.js';
import { locateDirectory } from '../../src/archive/locate-directory.js';
import { ArchiveError } from '../../src/errors.js';
import fc, { caseCount } from '../support/fast-check.js';
import { writeZip } from '../support/zip-writer.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];
const PLAIN = writeZip(ENTRIES);
const START = PLAIN.indexOf('PK\x01\x02');
const SIZE = PLAIN.length - 22 - START;

/** Numbers that an end record may have, or nearly has: with its field. */
const CHANGE = fc.oneof(
  fc.tuple(fc.constantFrom(4, 6, 8, 10), fc.constantFrom(0, 1, 2, 3, 0xffff)),
  fc.tuple(fc.constant(12), fc.constantFrom(0, SIZE, SIZE - 1, 46, PLAIN.indexOf('PK\x01\x02', START + 1) - START)),
  fc.tuple(fc.constantFrom(12, 16), fc.constantFrom(0, 1, START, START + 46, PLAIN.length - 22, 0xffff)),
);
/** Those of a zip64 end record and its locator. */
const CHANGE_64 = fc.tuple(
  fc.constantFrom(-98 + 4, -98, -98 + 40, -98 + 48, -20 + 8 - 22, -20 - 22),
  fc.constantFrom(0, 44, 0x4b50, SIZE, START),
);

test('an end record that is hopeless has no directory, and many that have none are hopeless', async () => {
  const counts = { hopeless: 0, failed: 0, found: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(CHANGE, { maxLength: 3 }),
      fc.option(fc.array(CHANGE_64, { maxLength: 2 }), { nil: null }),
      fc.constantFrom('', '#!/bin/sh\n'),
      fc.nat(200),
      fc.boolean(),
      async (changes, changes64, prefix, before, isLast) => {
        const zip = writeZip(ENTRIES, { prefix: Buffer.from(prefix), zip64: changes64 !== null });
        const position = zip.length - 22;
        for (const [at, value] of changes) zip.writeUInt16LE(value, position + at);
        for (const [at, value] of changes64 ?? []) zip.writeUInt16LE(value, zip.length + at);
        const bytes = isLast ? zip : Buffer.concat([zip, Buffer.from('\n')]);
        const start = Math.min(before, START);
        const tail = { start, bytes: bytes.subarray(start) };
        const isRight = await locateDirectory(tail, position - start, async (offset, length) =>
          bytes.subarray(offset, offset + length),
        ).then(
          ({ start, end, archiveStart }) =>
            !(start === end && archiveStart > 0 && position + endRecordLength(bytes, position) < bytes.length),
          error => {
            assert.ok(error instanceof ArchiveError, String(error));
            return false;
          },
        );
        const hopeless = isHopeless(tail, position - start);
        counts.hopeless += Number(hopeless);
        counts.failed += Number(!isRight);
        counts.found += Number(isRight);
        assert.ok(!(isRight && hopeless), `${JSON.stringify(changes)} ${JSON.stringify(changes64)}`);
      },
    ),
    { numRuns: caseCount(20_000) },
  );
  assert.ok(counts.found > 50 && counts.hopeless > 0.3 * counts.failed, JSON.stringify(counts));
});
