import { Readable } from 'node:stream';
import { crc32, deflateRawSync } from 'node:zlib';
import { manyEntries } from './many-entries.js';
import { fields } from './zip-fields.js';

/** @import { Source } from '../../src/source/open-source.js' */

/**
 * An entry of an archive as macOS's Archive Utility and `ditto` write it.
 *
 * @typedef {object} MacEntry
 * @property {string} name Of a folder, with a slash at its end.
 * @property {string | Buffer} [content]
 * @property {MacData} [data] Its compressed bytes, where they are too many to be held.
 * @property {number} [size] Of `data`, inflated: all of it.
 * @property {number} [crc32] Of `data`.
 * @property {boolean} [stored] With its sizes in the local header, as a link is.
 * @property {number} [gap] How many bytes stand behind it that belong to nothing.
 * @property {number} [madeBy] The maker's by default.
 *
 * Bytes that are not held: so many, in which pieces stand at some places, and else zeros; or one piece again and again.
 *
 * @typedef {{ bytes: number, pieces?: Piece[], repeat?: Buffer }} MacData
 * @typedef {{ start: number, bytes: Buffer }} Piece
 *
 * @typedef {object} MacMaker
 * @property {number} [madeBy] 0x0315 by default.
 * @property {'UX' | 'ux' | null} [owner] Which field has the owner.
 * @property {number} [count] Of the end record.
 */

/**
 * Writes an archive as macOS's Archive Utility does, with all numbers modulo what their fields hold, and holds only its headers.
 *
 * @param {MacEntry[]} entries
 * @param {MacMaker} [maker]
 * @returns {Source & { pieces: Piece[] }}
 */
export function macZip(entries, { madeBy = 0x0315, owner = 'UX', count } = {}) {
  /** @type {Piece[]} */
  const pieces = [];
  /** @type {(Piece & { end: number })[]} */
  const repeated = [];
  const headers = [];
  let position = 0;
  for (const entry of entries) {
    const { name, flags, method, facts, data, isStreamed } = factsOf(entry);
    const [localExtra, extra] = ownerFields(entry.stored ? null : owner);
    const local = isStreamed ? { crc32: 0, compressedSize: 0, size: 0 } : facts;
    const needed = method === 8 ? 20 : 10;
    const header = Buffer.concat([
      fields([4, 0x04034b50], [2, needed], [2, flags], [2, method], [4, MOMENT], ...sizesOf(local)),
      fields([2, name.length], [2, localExtra.length]),
      name,
      localExtra,
    ]);
    const mode = name.at(-1) === SLASH ? 0o040755 : 0o100644;
    headers.push(
      fields(
        [4, 0x02014b50],
        [2, entry.madeBy ?? madeBy],
        [2, needed],
        [2, flags],
        [2, method],
        [4, MOMENT],
        ...sizesOf(facts),
      ),
      fields([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [2, 0], [2, mode], [4, position % 2 ** 32]),
      name,
      extra,
    );
    pieces.push({ start: position, bytes: header });
    const start = position + header.length;
    for (const piece of data.pieces ?? []) pieces.push({ start: start + piece.start, bytes: piece.bytes });
    if (data.repeat) repeated.push({ start, end: start + data.bytes, bytes: data.repeat });
    position = start + data.bytes;
    if (isStreamed) {
      const descriptor = fields([4, 0x08074b50], ...sizesOf(facts));
      pieces.push({ start: position, bytes: descriptor });
      position += descriptor.length;
    }
    position += entry.gap ?? 0;
  }
  const directory = Buffer.concat(headers);
  const counted = (count ?? entries.length) % 2 ** 16;
  const end = Buffer.concat([
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, counted], [2, counted]),
    fields([4, directory.length], [4, position % 2 ** 32], [2, 0]),
  ]);
  pieces.push({ start: position, bytes: Buffer.concat([directory, end]) });
  return virtualSource(position + directory.length + end.length, pieces, repeated);
}

/**
 * An archive of a Mac with very many empty entries, named by their numbers from `0000000` on.
 *
 * @param {number} count
 * @param {MacMaker} [maker]
 * @returns {Buffer}
 */
export function manyOfAMac(count, maker) {
  const one = Buffer.concat(macZip([{ name: '0000000' }], maker).pieces.map(({ bytes }) => bytes));
  return manyEntries(count, { count: (maker?.count ?? count) % 2 ** 16 }, one);
}

/** @param {MacEntry} entry */
function factsOf(entry) {
  const name = Buffer.from(entry.name);
  const content = Buffer.from(entry.content ?? '');
  const isDeflated = !entry.stored && (entry.data !== undefined || content.length > 0);
  const raw = isDeflated ? deflateRawSync(content) : content;
  const data = entry.data ?? { bytes: raw.length, pieces: [{ start: 0, bytes: raw }] };
  const facts = {
    crc32: entry.crc32 ?? crc32(content),
    compressedSize: data.bytes,
    size: entry.size ?? content.length,
  };
  return { name, flags: isDeflated ? 8 : 0, method: isDeflated ? 8 : 0, facts, data, isStreamed: isDeflated };
}

/**
 * @param {{ crc32: number, compressedSize: number, size: number }} facts
 * @returns {[bytes: number, value: number][]}
 */
function sizesOf({ crc32, compressedSize, size }) {
  return [
    [4, crc32],
    [4, compressedSize % 2 ** 32],
    [4, size % 2 ** 32],
  ];
}

/**
 * @param {'UX' | 'ux' | null} owner
 * @returns {[local: Buffer, directory: Buffer]}
 */
function ownerFields(owner) {
  if (owner === null) return [NOTHING, NOTHING];
  if (owner === 'UX') return [extraField(0x5855, 12), extraField(0x5855, 8)];
  const both = Buffer.concat([extraField(0x5455, 13), extraField(0x7875, 11)]);
  return [both, both];
}

/**
 * @param {number} id
 * @param {number} length
 */
function extraField(id, length) {
  return Buffer.concat([fields([2, id], [2, length]), Buffer.alloc(length, 1)]);
}

/**
 * @param {number} bytes
 * @param {Piece[]} pieces
 * @param {(Piece & { end: number })[]} [repeated]
 * @returns {Source & { pieces: Piece[] }} Zeros where there is no piece. `pieces`: for a file that is written sparsely.
 */
export function virtualSource(bytes, pieces, repeated = []) {
  const sorted = pieces.toSorted((a, b) => a.start - b.start);
  return {
    uri: '/somewhere/x.zip',
    outputFolder: 'x',
    bytes,
    etag: 'etag',
    versionId: null,
    read: (start, end) => Readable.from(readPieces(sorted, repeated, start, end)),
    close: async () => {},
    pieces,
  };
}

/**
 * @param {Piece[]} sorted By their start.
 * @param {(Piece & { end: number })[]} repeated
 * @param {number} start
 * @param {number} end
 */
function* readPieces(sorted, repeated, start, end) {
  for (let position = start; position < end; position += CHUNK_BYTES) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, end - position));
    const chunkEnd = position + chunk.length;
    for (const { start: first, end: last, bytes } of repeated) {
      for (let at = Math.max(first, position); at < Math.min(last, chunkEnd); ) {
        const from = (at - first) % bytes.length;
        at += bytes.copy(chunk, at - position, from, Math.min(bytes.length, from + Math.min(last, chunkEnd) - at));
      }
    }
    for (let index = firstReaching(sorted, position); index < sorted.length; index++) {
      const piece = sorted[index];
      if (piece.start >= chunkEnd) break;
      const from = Math.max(piece.start, position);
      const to = Math.min(piece.start + piece.bytes.length, chunkEnd);
      if (from < to) piece.bytes.copy(chunk, from - position, from - piece.start, to - piece.start);
    }
    yield chunk;
  }
}

/**
 * @param {Piece[]} sorted They may overlap only within their own kind.
 * @param {number} position
 * @returns {number} The first piece that may reach there.
 */
function firstReaching(sorted, position) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle].start + sorted[middle].bytes.length <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

const NOTHING = Buffer.alloc(0);
const SLASH = 0x2f;
const MOMENT = 0x58210000;
const CHUNK_BYTES = 65_536;
