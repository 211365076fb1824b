import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { decodeAwsChunked } from '../../local-s3/aws-chunked.js';
import fc, { caseCount } from '../support/fast-check.js';

test('a body is decoded completely however the network cuts it', async () => {
  const body = fc.uint8Array({ minLength: 0, maxLength: 40_000 });
  const cuts = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(body, fc.integer({ min: 8192, max: 20_000 }), cuts, async (bytes, chunkBytes, sizes) => {
      const framed = frame(Buffer.from(bytes), chunkBytes, 'x-amz-checksum-crc32:AAAAAA==');
      const { data, trailer } = await decode(cut(framed, sizes), null, 'x-amz-checksum-crc32');
      assert.deepEqual(data, Buffer.from(bytes));
      assert.equal(trailer, 'AAAAAA==');
    }),
    { numRuns: caseCount(60) },
  );
});

test('a small body is decoded completely when it arrives byte by byte', async () => {
  const framed = frame(Buffer.from('hello\r\n0\r\n'), 8192, 'x-amz-checksum-crc32:AAAAAA==');
  const { data } = await decode(cut(framed, [1]), null, 'x-amz-checksum-crc32');
  assert.equal(data.toString(), 'hello\r\n0\r\n');
});

test('a body that is cut off anywhere is incomplete', async () => {
  const framed = frame(Buffer.from('hello world'), 8192, 'x-amz-checksum-crc32:AAAAAA==');
  for (let end = 0; end < framed.length; end++) {
    await assert.rejects(decode([framed.subarray(0, end)], null, 'x-amz-checksum-crc32'), { code: 'IncompleteBody' });
  }
});

test('wrong framing is refused', async () => {
  /** @type {[string, string][]} */
  const cases = [
    ['5\r\nhello!\r\n0\r\n\r\n', 'IncompleteBody'],
    ['5\nhello\r\n0\r\n\r\n', 'IncompleteBody'],
    ['zz\r\nhello\r\n0\r\n\r\n', 'IncompleteBody'],
    ['5\r\nhello\r\n0\r\n\r\nmore', 'IncompleteBody'],
    ['5\r\nhello\r\n5\r\nworld\r\n0\r\n\r\n', 'InvalidChunkSizeError'],
    ['5\r\nhello\r\n0\r\nx-amz-checksum-crc32:AAAA\r\n\r\n', 'MalformedTrailerError'],
    [`5;chunk-signature=${'0'.repeat(64)}\r\nhello\r\n0\r\n\r\n`, 'SignatureDoesNotMatch'],
    ['x'.repeat(5000), 'IncompleteBody'],
  ];
  for (const [text, code] of cases) await assert.rejects(decode([Buffer.from(text)], null, null), { code }, text);
  const announced = decode([Buffer.from('5\r\nhello\r\n0\r\n\r\n')], null, 'x-amz-checksum-crc32');
  await assert.rejects(announced, { code: 'MalformedTrailerError' });
});

// The example under "Signature calculations: chunked upload" in Amazon's documentation of Signature Version 4.
const SEED = '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9';
const SIGNATURES = [
  'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
  '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
  'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
];
const EXAMPLE = [
  `10000;chunk-signature=${SIGNATURES[0]}\r\n${'a'.repeat(65_536)}\r\n`,
  `400;chunk-signature=${SIGNATURES[1]}\r\n${'a'.repeat(1024)}\r\n`,
  `0;chunk-signature=${SIGNATURES[2]}\r\n\r\n`,
].join('');

test('the signed chunks of the documentation are accepted', async () => {
  const { data, trailer } = await decode([Buffer.from(EXAMPLE)], { seed: SEED, sign: signAsInTheExample }, null);
  assert.equal(data.length, 66_560);
  assert.equal(trailer, null);
});

test('signed chunks with a changed byte, signature or seed are refused', async () => {
  const signing = { seed: SEED, sign: signAsInTheExample };
  const unsigned = EXAMPLE.replace(/;chunk-signature=\w+/, '');
  for (const text of [EXAMPLE.replace('aaaa', 'aaba'), EXAMPLE.replace('0055', '0056'), unsigned]) {
    await assert.rejects(decode([Buffer.from(text)], signing, null), { code: 'SignatureDoesNotMatch' });
  }
  const seed = SEED.replace('4f', '5f');
  const otherSeed = decode([Buffer.from(EXAMPLE)], { seed, sign: signAsInTheExample }, null);
  await assert.rejects(otherSeed, { code: 'SignatureDoesNotMatch' });
});

/** @type {import('../../local-s3/signature.js').Authorization['signChunk']} */
function signAsInTheExample(kind, previous, ...digests) {
  const secret = 'AWS4wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const hmac = (/** @type {string | Buffer} */ key, /** @type {string} */ text) =>
    createHmac('sha256', key).update(text).digest();
  const key = hmac(hmac(hmac(hmac(secret, '20130524'), 'us-east-1'), 's3'), 'aws4_request');
  const lines = [kind, '20130524T000000Z', '20130524/us-east-1/s3/aws4_request', previous, ...digests];
  return hmac(key, lines.join('\n')).toString('hex');
}

/**
 * @param {Buffer} body
 * @param {number} chunkBytes
 * @param {string} trailer
 */
function frame(body, chunkBytes, trailer) {
  const pieces = [];
  for (let start = 0; start < body.length; start += chunkBytes) {
    const chunk = body.subarray(start, start + chunkBytes);
    pieces.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from(`0\r\n${trailer}\r\n\r\n`)]);
}

/**
 * @param {Buffer} bytes
 * @param {number[]} sizes Of the pieces, repeated until the end.
 */
function* cut(bytes, sizes) {
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const end = start + /** @type {number} */ (sizes[turn % sizes.length]);
    yield bytes.subarray(start, end);
    start = end;
  }
}

/**
 * @param {Iterable<Buffer>} pieces
 * @param {import('../../local-s3/chunk-signatures.js').ChunkSigning | null} signing
 * @param {string | null} trailer
 */
async function decode(pieces, signing, trailer) {
  async function* source() {
    yield* pieces;
  }
  const decoder = decodeAwsChunked(source(), { signing, trailer });
  const data = [];
  for (;;) {
    const { done, value } = await decoder.next();
    if (done) return { data: Buffer.concat(data), trailer: value };
    data.push(value);
  }
}
