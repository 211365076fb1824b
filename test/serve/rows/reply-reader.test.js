import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplyReader } from '../../../src/serve/rows/reply-reader.js';
import fc, { caseCount } from '../../support/fast-check.js';

/** @param {string} type @param {Buffer} body */
function message(type, body) {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const ROW = fc.uint8Array({ maxLength: 40 }).map(bytes => message('d', Buffer.from([...bytes, 10])));
const OTHER = fc
  .tuple(fc.constantFrom('H', 'C', 'Z', 'N', 'E'), fc.uint8Array({ maxLength: 20 }))
  .map(([type, bytes]) => message(type, Buffer.from(bytes)));

test('a reply is the same, wherever its bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(ROW, ROW, OTHER), { maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      fc.boolean(),
      (messages, sizes, isList) => {
        const expected = readAll([Buffer.concat(messages)], isList);
        let rest = Buffer.concat(messages);
        const chunks = [];
        for (let turn = 0; rest.length > 0; turn++) {
          const size = sizes[turn % sizes.length];
          chunks.push(Buffer.from(rest.subarray(0, size)));
          rest = rest.subarray(size);
        }
        assert.deepEqual(readAll(chunks, isList), expected);
        const rows = messages.filter(each => each[0] === 0x64).map(each => each.subarray(5));
        const joined = isList
          ? rows.map(row => row.subarray(0, -1).toString('latin1')).join(',\n')
          : Buffer.concat(rows).toString('latin1');
        assert.equal(expected.map(part => (part.startsWith('rows ') ? part.slice(5) : '')).join(''), joined);
      },
    ),
    { numRuns: caseCount(500) },
  );
});

/**
 * @param {Buffer[]} chunks
 * @param {boolean} isList
 * @returns {string[]} What was received, with the blocks of rows between two messages joined.
 */
function readAll(chunks, isList) {
  /** @type {string[]} */
  const received = [];
  const reader = createReplyReader({
    onRows(block) {
      const text = block.toString('latin1');
      if (received.at(-1)?.startsWith('rows ')) received.push(received.pop() + text);
      else received.push(`rows ${text}`);
    },
    onMessage: (type, body) => received.push(`${String.fromCharCode(type)} ${body.toString('latin1')}`),
  });
  reader.begin(isList);
  for (const chunk of chunks) reader.read(Buffer.from(chunk));
  return received;
}
