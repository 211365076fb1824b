import { randomOf } from '../support/random.js';
import { deflate64 } from '../support/seven-zip.js';

/** @returns {Buffer[]} Deflate64 streams of 7-Zip at several levels. Most have far distances, some long matches. */
export function sevenZipStreams() {
  streams ??= makeStreams().map(({ raw }) => raw);
  return streams;
}

/** @returns {{ raw: Buffer, content: Buffer }[]} */
export function makeStreams() {
  return contents().flatMap(content => LEVELS.map(level => ({ raw: deflate64(content, level), content })));
}

function contents() {
  const random = randomOf(64);
  const far = random.bytes(65_000);
  const words = Array.from({ length: 3000 }, () => random.bytes(2 + random.below(6)).toString('hex'));
  const text = Array.from({ length: 25_000 }, () => random.pick(words)).join(' ');
  return [
    Buffer.from(text.slice(0, 3000)),
    Buffer.from(text),
    Buffer.concat([far, Buffer.alloc(200_000, 'ab'), far, far]),
    Buffer.alloc(1_000_000),
  ];
}

const LEVELS = [1, 5, 9];
/** @type {Buffer[] | undefined} */
let streams;
