import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endRecordLength, findEndRecords, parseEndRecord, readTail, TAIL_BYTES } from '../../src/archive/end-record.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memorySource } from '../support/memory-source.js';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';

test('every position is found at which the signature and room for a record are, the last one first', () => {
  const pieces = fc.constantFrom(
    'PK\x05\x06',
    'PK',
    '\x05\x06',
    'P',
    'PK\x06\x06',
    '\0'.repeat(18),
    '.'.repeat(100),
    'x',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), parts => {
      const bytes = Buffer.from(parts.join(''), 'latin1');
      const expected = [];
      for (let position = bytes.length - 22; position >= 0; position--) {
        if (bytes.toString('latin1', position, position + 4) === 'PK\x05\x06') expected.push(position);
      }
      assert.deepEqual([...findEndRecords(bytes)], expected);
    }),
    { numRuns: caseCount(500) },
  );
});

test('each field is read as APPNOTE 4.3.16 orders them, wherever the record is', () => {
  const [short, long] = [fc.nat(0xffff), fc.nat(0xffffffff)];
  const values = fc.tuple(short, short, short, short, long, long, short);
  fc.assert(
    fc.property(values, fc.nat(100), fc.nat(1e6), (drawn, position, start) => {
      const [disk, directoryDisk, entriesOnDisk, entries, size, offset, comment] = drawn;
      const record = fields(
        ...[/** @type {[number, number]} */ ([4, 0x06054b50])],
        ...drawn.map((value, index) => /** @type {[number, number]} */ ([index === 4 || index === 5 ? 4 : 2, value])),
      );
      const bytes = Buffer.concat([Buffer.alloc(position, 0xee), record]);
      const { isEncrypted, disks, claimedEnd, ...read } = parseEndRecord({ start, bytes }, position);
      const end = start + position;
      assert.deepEqual(read, { disk, directoryDisk, entriesOnDisk, entries, size, offset, end });
      assert.deepEqual([isEncrypted, disks, claimedEnd], [false, 1, null]);
      assert.equal(endRecordLength(bytes, position), 22 + comment);
    }),
  );
});

test('the tail is the end of the source, and all of it if it is short', async () => {
  const bytes = Buffer.from(Uint8Array.from({ length: TAIL_BYTES + 1000 }, (_, index) => (index * 7919) >> 5));
  for (const length of [0, 1, 22, TAIL_BYTES - 1, TAIL_BYTES, TAIL_BYTES + 1, bytes.length]) {
    const source = bytes.subarray(0, length);
    const tail = await readTail(memorySource(source, { chunkBytes: 10_000 }));
    assert.equal(tail.start, Math.max(0, length - TAIL_BYTES));
    assert.ok(tail.bytes.equals(source.subarray(tail.start)));
  }
});

test('a zip64 end record is in the tail, behind the longest comment and as many other bytes', async () => {
  const entries = [{ name: 'a', content: Buffer.alloc(1000), method: 0 }];
  const zip = writeZip(entries, { zip64: true, comment: 'x'.repeat(0xffff), trailing: Buffer.alloc(0xffff) });
  const { bytes } = await readTail(memorySource(zip));
  assert.equal(bytes.indexOf('PK\x06\x06'), 0);
});
