import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonShape } from '../../../src/serve/rows/json-shape.js';
import { createReplyReader } from '../../../src/serve/rows/reply-reader.js';
import fc, { caseCount } from '../../support/fast-check.js';

/** @import { JsonShape } from '../../../src/serve/rows/json-shape.js' */

/** @param {string} type @param {Buffer} body */
function message(type, body) {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** As a row that becomes JSON, each has one column with these bytes. */
const ROW = fc
  .uint8Array({ min: 0x23, max: 0x5b, maxLength: 40 })
  .map(bytes => message('d', Buffer.from([...bytes, 10])));
const [LIST, LINES] = [true, false].map(isList => jsonShape([{ name: 'a', form: 'text' }], isList));
const OTHER = fc
  .tuple(fc.constantFrom('H', 'C', 'Z', 'N', 'E'), fc.uint8Array({ maxLength: 20 }))
  .map(([type, bytes]) => message(type, Buffer.from(bytes)));

test('a reply is the same, wherever its bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(ROW, ROW, OTHER), { maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      fc.constantFrom(null, LIST, LINES),
      (messages, sizes, shape) => {
        const expected = readAll([Buffer.concat(messages)], shape);
        let rest = Buffer.concat(messages);
        const chunks = [];
        for (let turn = 0; rest.length > 0; turn++) {
          const size = sizes[turn % sizes.length];
          chunks.push(Buffer.from(rest.subarray(0, size)));
          rest = rest.subarray(size);
        }
        assert.deepEqual(readAll(chunks, shape), expected);
        const rows = messages.filter(each => each[0] === 0x64).map(each => each.toString('latin1', 5));
        const objects = rows.map(each => `{"a":"${each.slice(0, -1)}"}`);
        const joined =
          shape === null
            ? rows.join('')
            : shape.isList
              ? objects.join(',\n')
              : objects.map(each => `${each}\n`).join('');
        assert.equal(expected.map(part => (part.startsWith('rows ') ? part.slice(5) : '')).join(''), joined);
      },
    ),
    { numRuns: caseCount(500) },
  );
});

/**
 * @param {Buffer[]} chunks
 * @param {JsonShape | null} shape
 * @returns {string[]} What was received, with the blocks of rows between two messages joined.
 */
function readAll(chunks, shape) {
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
  reader.begin(shape);
  for (const chunk of chunks) reader.read(Buffer.from(chunk));
  return received;
}
