import { crc32, gzipSync } from 'node:zlib';
import { block, fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */
/** @import { Random } from '../support/random.js' */

/**
 * The plan of an archive: honest at first; each oddity changes a part of it.
 *
 * @typedef {object} Plan
 * @property {Buffer} prefix
 * @property {boolean} isPrefixCounted Whether the offsets count from the file's first byte.
 * @property {ZipEntry[]} entries
 * @property {Buffer} behindFiles Bytes between the last entry and the directory.
 * @property {Part[]} parts What stands behind the entries, in this order.
 * @property {string} believed The directory that the end record means.
 * @property {number} countMore How many entries more the end record claims.
 * @property {number} countHereMore The same of those on this disk.
 * @property {number} sizeMore How much longer the end record claims the directory to be.
 * @property {number} offsetMore
 * @property {number} disk
 * @property {Zip64} zip64
 * @property {Buffer} comment
 * @property {number | null} commentLength What the end record says, where that is not the truth.
 * @property {Buffer} trailing
 *
 * @typedef {{ name: string, bytes: (at: number) => Buffer }} Part `at`: where it begins, as the offsets count.
 *
 * @typedef {object} Zip64
 * @property {boolean} isThere
 * @property {boolean} isNeeded Whether the old end record leaves it to zip64 to say where the directory is.
 * @property {boolean} isAlone The old end record says nothing, and there is no zip64 record.
 * @property {string} believed
 * @property {number} countMore
 * @property {number} locatorMore How far beside the record the locator points.
 * @property {number} disks
 * @property {Buffer} sector The extensible data.
 * @property {Buffer} behind Bytes between the record and its locator.
 */

/**
 * An archive that readers may read in several ways: an honest one with up to three oddities.
 *
 * @param {Random} random
 * @returns {{ category: string, oddities: string[], bytes: Buffer }}
 */
export function makeAmbiguousArchive(random) {
  const plan = honestPlan(random);
  const count = random.pick([0, 1, 1, 1, 2, 2, 2, 3]);
  const oddities = Array.from({ length: count }, () => random.pick(Object.keys(ODDITIES)));
  for (const oddity of oddities) ODDITIES[oddity](plan, random);
  const category = ['nothing', oddities[0], 'two of them', 'three of them'][count];
  return { category, oddities, bytes: assemble(plan) };
}

/**
 * @param {Random} random
 * @returns {Plan}
 */
function honestPlan(random) {
  const entries = Array.from({ length: 1 + random.below(3) }, (_, index) => drawEntry(`${'abc'[index]}.txt`, random));
  return {
    prefix: EMPTY,
    isPrefixCounted: false,
    entries,
    behindFiles: EMPTY,
    parts: [{ name: 'directory', bytes: () => EMPTY }],
    believed: 'directory',
    countMore: 0,
    countHereMore: 0,
    sizeMore: 0,
    offsetMore: 0,
    disk: 0,
    zip64: {
      isThere: random.chance(0.25),
      isNeeded: random.chance(0.7),
      isAlone: false,
      believed: 'directory',
      countMore: 0,
      locatorMore: 0,
      disks: 1,
      sector: EMPTY,
      behind: EMPTY,
    },
    comment: EMPTY,
    commentLength: null,
    trailing: EMPTY,
  };
}

/**
 * @param {string} name
 * @param {Random} random
 * @returns {ZipEntry}
 */
function drawEntry(name, random) {
  /** @type {ZipEntry} */
  const entry = {
    name,
    content: `${name} ${random.next()}\n`.repeat(1 + random.below(3)),
    method: random.pick([0, 8]),
  };
  if (random.chance(0.2)) entry.descriptor = random.pick(['signed', 'unsigned']);
  if (random.chance(0.15)) entry.zip64 = true;
  if (random.chance(0.15)) entry.localExtra = block(0xcafe, 1n);
  return entry;
}

/**
 * Concatenates the parts of an archive, and writes the end records that the plan describes.
 *
 * @param {Plan} plan
 * @returns {Buffer}
 */
function assemble(plan) {
  const { prefix, isPrefixCounted, comment, trailing } = plan;
  const counted = isPrefixCounted ? prefix.length : 0;
  const { files, directory } = cut(plan.entries, counted);
  const pieces = [files, plan.behindFiles];
  /** @type {Map<string, { start: number, size: number, count: number }>} */
  const extents = new Map();
  let at = counted + files.length + plan.behindFiles.length;
  for (const { name, bytes } of plan.parts) {
    const piece = name === 'directory' ? directory : bytes(at);
    extents.set(name, {
      start: at,
      size: piece.length,
      count: piece.toString('latin1').split('PK\x01\x02').length - 1,
    });
    pieces.push(piece);
    at += piece.length;
  }
  const records = endRecords(plan, extents, at);
  return Buffer.concat([prefix, ...pieces, records, comment, trailing]);
}

/**
 * @param {Plan} plan
 * @param {Map<string, { start: number, size: number, count: number }>} extents
 * @param {number} at
 */
function endRecords(plan, extents, at) {
  const { zip64, comment } = plan;
  const { start, size, count } = { ...NO_EXTENT, ...extents.get(plan.believed) };
  const wide = { ...NO_EXTENT, ...extents.get(zip64.believed) };
  const counts = [wide.count + zip64.countMore, wide.count + zip64.countMore];
  const record64 = Buffer.concat([
    fields([4, 0x06064b50], [8, 44 + zip64.sector.length], [2, 45], [2, 45], [4, plan.disk], [4, plan.disk]),
    fields([8, counts[0]], [8, counts[1]], [8, wide.size], [8, wide.start]),
    zip64.sector,
  ]);
  const locator = fields([4, 0x07064b50], [4, 0], [8, at + zip64.locatorMore], [4, zip64.disks]);
  const isLeftOut = zip64.isAlone || (zip64.isThere && zip64.isNeeded);
  const said = isLeftOut
    ? fields([2, 0xffff], [2, 0xffff], [4, 0xffffffff], [4, 0xffffffff])
    : fields(
        [2, count + plan.countMore + plan.countHereMore],
        [2, count + plan.countMore],
        [4, size + plan.sizeMore],
        [4, start + plan.offsetMore],
      );
  return Buffer.concat([
    ...(zip64.isThere ? [record64, zip64.behind, locator] : []),
    fields([4, 0x06054b50], [2, plan.disk], [2, plan.disk]),
    said,
    fields([2, plan.commentLength ?? comment.length]),
  ]);
}

/**
 * @param {ZipEntry[]} entries
 * @param {number} at Where they begin.
 * @returns {{ files: Buffer, directory: Buffer }}
 */
function cut(entries, at) {
  const filler = Buffer.alloc(at);
  const moved = entries.map((entry, index) =>
    index > 0 ? entry : { ...entry, before: Buffer.concat([filler, entry.before ?? EMPTY]) },
  );
  const zip = writeZip(moved);
  const start = zip.readUInt32LE(zip.length - 6);
  return { files: zip.subarray(at, start), directory: zip.subarray(start, zip.length - 22) };
}

/**
 * Another archive's entries, and their directory, whose offsets are right.
 *
 * @param {Random} random
 * @param {ZipEntry[]} [entries]
 * @returns {Part[]}
 */
function otherParts(random, entries = otherEntries(random)) {
  let at = 0;
  return [
    {
      name: 'other files',
      bytes: start => {
        at = start;
        return cut(entries, start).files;
      },
    },
    { name: 'other directory', bytes: () => cut(entries, at).directory },
  ];
}

/** @param {Random} random */
function otherEntries(random) {
  return [{ name: random.pick(['a.txt', 'evil.txt']), content: 'evil', method: random.pick([0, 8]) }];
}

/**
 * @param {Plan} plan
 * @param {Random} random
 */
function someEntry({ entries }, random) {
  return random.pick(entries);
}

/**
 * Bytes for gaps that should be empty.
 *
 * @param {Random} random
 * @returns {Buffer}
 */
function junk(random) {
  return random.pick([
    () => Buffer.from('junk'.repeat(1 + random.below(30))),
    () => Buffer.alloc(1 + random.below(80)),
    () => random.bytes(1 + random.below(60)),
    () => cut(otherEntries(random), 0).files,
    () => cut(otherEntries(random), 0).directory,
    () => writeZip(otherEntries(random)),
    () => writeZip([]),
    () => forgedEnd(random),
    () => Buffer.from(random.pick(SIGNATURES), 'latin1'),
    () => Buffer.concat([Buffer.from('PK\x05\x05'), fields([2, 4], [4, 7])]),
    () => Buffer.concat([Buffer.from('PK\x06\x08'), fields([4, 4], [4, 7])]),
  ])();
}

/**
 * @param {Random} random
 * @returns {Buffer} An end record that says anything.
 */
function forgedEnd(random) {
  const count = random.pick([0, 1, 1, 2, 0x4b50]);
  return fields(
    [4, 0x06054b50],
    [2, random.pick([0, 0, 0, 1, 0xffff])],
    [2, random.pick([0, 0, 0, 1])],
    [2, random.chance(0.8) ? count : count + 1],
    [2, count],
    [4, random.pick([0, 46, 60, 100, 0xffffffff, random.below(400)])],
    [4, random.pick([0, 40, 0xffffffff, random.below(400)])],
    [2, random.pick([0, 0, 1, 20, 0xffff, random.below(100)])],
  );
}

/**
 * @param {Random} random
 * @returns {Buffer}
 */
function nothingHarmful(random) {
  return random.pick([Buffer.from('#!/bin/sh\nexit\n'), Buffer.alloc(40), Buffer.from('MZ'.padEnd(64, '\0'))]);
}

/**
 * @param {string} name
 * @param {string} [content]
 * @returns {Buffer} A tar archive.
 */
function tarOf(name, content = '') {
  const header = Buffer.alloc(512);
  header.write(name);
  header.write('0000644\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, Buffer.from(content.padEnd(content ? 512 : 0, '\0')), Buffer.alloc(1024)]);
}

/** @type {Record<string, (plan: Plan, random: Random) => unknown>} */
const ODDITIES = {
  'bytes before it': (plan, random) => {
    plan.prefix = random.chance(0.6) ? nothingHarmful(random) : junk(random);
    plan.isPrefixCounted = random.chance(0.5);
  },
  'bytes behind it': (plan, random) => {
    plan.trailing = junk(random);
  },
  'a comment': (plan, random) => {
    plan.comment = random.chance(0.3) ? Buffer.alloc(20_000 + random.below(40_000), '-') : junk(random);
  },
  'a comment of another length': (plan, random) => {
    plan.comment = random.chance(0.5) ? Buffer.from('a comment') : junk(random);
    const more = random.pick([1, -1, 20, -plan.comment.length, 60_000]);
    plan.commentLength = Math.max(0, plan.comment.length + more);
  },
  'another end record behind it': (plan, random) => {
    const field = random.pick(/** @type {const} */ (['comment', 'trailing']));
    plan[field] = Buffer.concat([plan[field], random.chance(0.5) ? Buffer.from('text') : EMPTY, forgedEnd(random)]);
    if (random.chance(0.5)) plan[field] = Buffer.concat([plan[field], Buffer.from('more text'.repeat(3))]);
  },
  'another end record before it': (plan, random) => {
    plan.parts.push({ name: 'end', bytes: () => forgedEnd(random) });
  },
  'another archive behind it': (plan, random) => {
    const [field, zip] = [random.pick(/** @type {const} */ (['comment', 'trailing'])), writeZip(otherEntries(random))];
    plan[field] = Buffer.concat([zip, random.chance(0.5) ? EMPTY : Buffer.from('text'.repeat(8))]);
  },
  'an archive whose last comment is too long': (plan, random) => {
    const zip = writeZip(otherEntries(random));
    zip.writeUInt16LE(random.pick([1, 1000, 0xffff]), zip.length - 2);
    plan[random.pick(/** @type {const} */ (['comment', 'trailing']))] = zip;
  },
  'a second directory behind the first': (plan, random) => {
    plan.parts.push(...otherParts(random));
    believeAny(plan, random);
  },
  'a second directory before the first': (plan, random) => {
    plan.parts.unshift(...otherParts(random));
    believeAny(plan, random);
  },
  'a second directory of the same entries': (plan, random) => {
    const { entries, isPrefixCounted, prefix } = plan;
    const at = isPrefixCounted ? prefix.length : 0;
    const names = new Map(entries.map(({ name }) => [name, random.chance(0.5) ? name : 'evil.txt']));
    const part = {
      name: 'other directory',
      bytes: () => {
        const renamed = entries.map(entry => ({ ...entry, name: names.get(entry.name) ?? entry.name }));
        return cut(renamed, at).directory;
      },
    };
    if (random.chance(0.5)) plan.parts.push(part);
    else plan.parts.unshift(part);
    believeAny(plan, random);
  },
  'bytes behind the directory': (plan, random) => {
    const bytes = junk(random);
    plan.parts.push({ name: 'junk', bytes: () => bytes });
    if (random.chance(0.4)) plan.sizeMore += bytes.length;
  },
  'bytes before the directory': (plan, random) => {
    plan.behindFiles = junk(random);
  },
  'a signature behind the directory': (plan, random) => {
    const data = random.bytes(random.below(20));
    plan.parts.push({
      name: 'signature',
      bytes: () => Buffer.concat([Buffer.from('PK\x05\x05'), fields([2, data.length]), data]),
    });
    if (random.chance(0.5)) plan.sizeMore += 6 + data.length;
  },
  'an extra data record before the directory': plan => {
    plan.behindFiles = Buffer.concat([Buffer.from('PK\x06\x08'), fields([4, 4]), Buffer.from('data')]);
  },
  'another number of entries': (plan, random) => {
    plan.countMore += random.pick([-1, 1, -plan.entries.length, 1000]);
  },
  'another number on this disk': (plan, random) => {
    plan.countHereMore += random.pick([-1, 1]);
  },
  'another size': (plan, random) => {
    plan.sizeMore += random.pick([-46, 46, 1, -1, -plan.entries.length, random.below(100)]);
  },
  'another offset': (plan, random) => {
    plan.offsetMore += random.pick([1, -1, 46, -30, random.below(100), -random.below(30)]);
  },
  'another disk': (plan, random) => {
    plan.disk = random.pick([1, 2, 0xffff]);
  },
  'a zip64 record': (plan, random) => {
    Object.assign(plan.zip64, { isThere: true, isNeeded: random.chance(0.5) });
  },
  'a zip64 record for another directory': (plan, random) => {
    Object.assign(plan.zip64, { isThere: true, isNeeded: random.chance(0.5) });
    const others = otherParts(random);
    if (random.chance(0.5)) plan.parts.push(...others);
    else plan.parts.unshift(...others);
    believeAny(plan, random);
  },
  'a locator that points elsewhere': (plan, random) => {
    Object.assign(plan.zip64, { isThere: true, locatorMore: random.pick([-1, 1, 20, -46, 1000, -random.below(100)]) });
  },
  'two zip64 records': (plan, random) => {
    plan.zip64.isThere = true;
    const own = random.chance(0.5);
    if (!own) plan.parts.push(...otherParts(random));
    const first = [...plan.parts];
    plan.parts.push({
      name: 'zip64 record',
      bytes: at => {
        if (random.chance(0.7)) plan.zip64.locatorMore = -56;
        const size = first.at(-1)?.name === 'other directory' ? otherSize(first) : 0;
        return Buffer.concat([
          fields([4, 0x06064b50], [8, random.pick([44, 44, 100])], [2, 45], [2, 45], [4, 0], [4, 0], [8, 1], [8, 1]),
          fields([8, size], [8, at - size]),
        ]);
      },
    });
  },
  'a longer zip64 record': (plan, random) => {
    plan.zip64.isThere = true;
    plan.zip64.sector = random.chance(0.4)
      ? random.bytes(4 + random.below(40))
      : Buffer.concat([
          random.bytes(random.below(20)),
          fields([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, 0], [8, 0], [8, 0], [8, 0]),
        ]);
  },
  'bytes before the locator': (plan, random) => {
    plan.zip64.isThere = true;
    plan.zip64.behind = junk(random);
  },
  'a zip64 record in the comment': (plan, random) => {
    const { zip64 } = plan;
    const others = cut(otherEntries(random), 0);
    zip64.isThere = true;
    zip64.locatorMore = 56 + zip64.sector.length + zip64.behind.length + 20 + 22;
    plan.comment = Buffer.concat([
      fields([4, 0x06064b50], [8, random.pick([44, 44, 60])], [2, 45], [2, 45], [4, 0], [4, 0], [8, 1], [8, 1]),
      fields([8, others.directory.length], [8, random.below(200)]),
    ]);
  },
  'zip64 on several disks': (plan, random) => {
    plan.zip64.isThere = true;
    plan.zip64.disks = random.pick([0, 2, 3]);
  },
  'zip64 that counts otherwise': (plan, random) => {
    plan.zip64.isThere = true;
    plan.zip64.countMore = random.pick([-1, 1, 65_536]);
  },
  'zip64 announced and missing': plan => {
    Object.assign(plan.zip64, { isThere: false, isAlone: true });
  },
  'a locator in the last header': (plan, random) => {
    const target = random.pick([0, random.below(300), 0xffff_ffff]);
    const last = plan.entries[plan.entries.length - 1];
    const locator = fields([4, 0x07064b50], [4, random.pick([0, 0, 1])], [8, target], [4, random.pick([0, 1, 1, 2])]);
    plan.zip64.isThere = false;
    if (random.chance(0.5)) last.comment = locator.toString('latin1').replace(/[^\0-\x7f]/g, '\0');
    else last.extra = Buffer.concat([last.extra ?? EMPTY, fields([2, 0xcafe], [2, 20]), locator]);
  },
  'a zip64 record in the last header': (plan, random) => {
    const last = plan.entries[plan.entries.length - 1];
    plan.zip64.isThere = false;
    const record = Buffer.concat([
      fields([4, random.pick([0x06064b50, 0x06064b50, 0])], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0]),
      fields([8, random.below(3)], [8, random.below(3)], [8, random.pick([0, 50])], [8, random.pick([0, 30])]),
      fields([4, 0x07064b50], [4, 0], [8, random.below(400)], [4, 1]),
    ]);
    last.extra = Buffer.concat([last.extra ?? EMPTY, fields([2, 0xcafe], [2, record.length]), record]);
  },
  'an end record in a header': (plan, random) => {
    const entry = someEntry(plan, random);
    entry.extra = Buffer.concat([entry.extra ?? EMPTY, fields([2, 0xcafe], [2, 22]), forgedEnd(random)]);
  },
  'an entry that is not listed': (plan, random) => {
    const hidden = cut(otherEntries(random), 0).files;
    if (random.chance(0.3)) plan.behindFiles = hidden;
    else someEntry(plan, random).before = hidden;
  },
  'an entry behind a long comment that is not listed': (plan, random) => {
    someEntry(plan, random).before = cut(otherEntries(random), 0).files;
    plan.comment = Buffer.alloc(30_000, '-');
  },
  'a big entry': (plan, random) => {
    // Pushes what precedes it out of the first read, which covers the archive's end.
    const big = { name: 'big.txt', content: Buffer.alloc(140_000, 'big '), method: 0 };
    plan.entries.splice(random.below(plan.entries.length + 1), 0, big);
  },
  'bytes before an entry': (plan, random) => {
    someEntry(plan, random).before = junk(random);
  },
  'an archive within an entry': (plan, random) => {
    const entry = someEntry(plan, random);
    Object.assign(entry, { content: writeZip(otherEntries(random)), method: 0 });
  },
  'another name in the local header': (plan, random) => {
    someEntry(plan, random).localName = random.pick(['evil.txt', 'x', 'a.txt']);
  },
  'another local header': (plan, random) => {
    const value = random.pick([0, 1, 8, 20]);
    const key = random.pick(['flags', 'method', 'crc32', 'size', 'compressedSize']);
    someEntry(plan, random).local = { [key]: value };
  },
  'other sizes in the directory': (plan, random) => {
    const key = random.pick(['size', 'compressedSize', 'crc32']);
    Object.assign(someEntry(plan, random), { [key]: random.pick([0, 0, 1, 5, 30]) });
  },
  'nothing in the directory': (plan, random) => {
    const entry = someEntry(plan, random);
    Object.assign(entry, { size: 0, compressedSize: 0, crc32: 0 });
    if (random.chance(0.7)) entry.descriptor = random.pick(['signed', 'unsigned']);
  },
  'a descriptor': (plan, random) => {
    const entry = someEntry(plan, random);
    entry.descriptor = random.pick(['signed', 'unsigned']);
    entry.zip64 = random.chance(0.4);
    if (random.chance(0.5)) entry.described = { [random.pick(['crc32', 'size', 'compressedSize'])]: random.below(9) };
  },
  'a descriptor that is missing': (plan, random) => {
    someEntry(plan, random).flags = 1 << 3;
  },
  'the same offset twice': (plan, random) => {
    plan.entries.push({ ...drawEntry('again.txt', random), offset: random.pick([0, 0, 31, 60]) });
  },
  'the same name twice': (plan, random) => {
    plan.entries.push(drawEntry(String(random.pick(plan.entries).name), random));
  },
  'another format before it': (plan, random) => {
    plan.prefix = random.pick(OTHER_FORMATS);
    plan.isPrefixCounted = random.chance(0.5);
  },
  'the mark of a split archive': (plan, random) => {
    const hidden = random.chance(0.5) ? cut(otherEntries(random), 4).files : EMPTY;
    plan.prefix = Buffer.concat([Buffer.from('PK00'), hidden]);
    plan.isPrefixCounted = random.chance(0.7);
    unseeEnd(plan, random);
  },
  'zeros before it': (plan, random) => {
    plan.prefix = Buffer.alloc(random.pick([4, 512, 600, 1024]));
    plan.isPrefixCounted = random.chance(0.5);
    unseeEnd(plan, random);
  },
  'an entry that hides another one': (plan, random) => {
    const short = Buffer.from('short');
    const end = fields([4, 0x08074b50], [4, crc32(short)], [4, short.length], [4, short.length]);
    const content = Buffer.concat([short, end, cut(otherEntries(random), 0).files]);
    const entry = someEntry(plan, random);
    Object.assign(entry, { content, method: 0, descriptor: 'signed', zip64: false });
    if (random.chance(0.3)) entry.local = { size: content.length, compressedSize: content.length };
    unseeEnd(plan, random);
  },
  'a folder with sizes behind it': (plan, random) => {
    plan.entries.unshift({ name: 'folder/', method: 0, flags: 1 << 3 });
    unseeEnd(plan, random);
  },
  'the mode of a link': (plan, random) => {
    const entry = someEntry(plan, random);
    entry.madeBy = (random.pick([0, 2, 3, 5, 10, 11, 16, 19, 30]) << 8) | 20;
    entry.mode = random.pick([0o120777, 0o120777, 0o020666]);
  },
  'a field of libarchive': (plan, random) => {
    const mode = random.pick([0o120777, 0o040755, 0o100644]);
    const field = fields([2, 0x6c78], [2, 9], [1, random.pick([7, 7, 4])], [2, 0x031e], [2, 0], [2, 0], [2, mode]);
    addExtra(someEntry(plan, random), field, random);
  },
  'two Unicode paths': (plan, random) => {
    const entry = someEntry(plan, random);
    const names = [String(entry.name), random.pick(['evil.txt', 'a.txt'])];
    if (random.chance(0.5)) names.reverse();
    addExtra(entry, Buffer.concat(names.map(name => unicodePath(crc32(entry.name), name))), random);
  },
  'a file and a folder of one name': (plan, random) => {
    const { name } = someEntry(plan, random);
    const end = random.pick(['/', '\\']);
    plan.entries.splice(random.below(plan.entries.length + 1), 0, { name: `${name}${end}`, method: 0 });
  },
  'a name that ends like another kind': (plan, random) => {
    const entry = someEntry(plan, random);
    entry.name = random.pick([String(entry.name), 'a.txt']) + random.pick(['\\', ';1', ';']);
  },
  'a folder by its attribute': (plan, random) => {
    Object.assign(someEntry(plan, random), { madeBy: random.pick([20, 0x0a14]), mode: 0, attributes: 0x10 });
  },
  'another name in Unicode': (plan, random) => {
    const entry = someEntry(plan, random);
    const name = Buffer.from(entry.name);
    const other = Buffer.from(random.pick(['evil.txt', 'a.txt', String(name)]));
    const crc = random.chance(0.7) ? crc32(name) : 1;
    const field = unicodePath(crc, other, random.pick([1, 1, 2]));
    if (random.chance(0.7)) entry.extra = Buffer.concat([entry.extra ?? EMPTY, field]);
    if (random.chance(0.7)) entry.localExtra = Buffer.concat([entry.localExtra ?? EMPTY, field]);
  },
  'a zip64 field of another length': (plan, random) => {
    const entry = someEntry(plan, random);
    const numbers = Array.from({ length: random.below(5) }, () => BigInt(random.below(50)));
    const field = block(1, ...numbers);
    const odd = Buffer.concat([field, random.bytes(random.below(4))]);
    entry.extra = Buffer.concat([entry.extra ?? EMPTY, random.chance(0.5) ? field : odd]);
    if (random.chance(0.5))
      entry[random.pick(/** @type {const} */ (['size', 'compressedSize', 'offset']))] = 0xffffffff;
  },
  'two zip64 fields': (plan, random) => {
    const entry = someEntry(plan, random);
    entry.zip64 = true;
    const other = block(1, BigInt(random.below(60)), BigInt(random.below(60)), BigInt(random.below(200)));
    if (random.chance(0.7)) entry.extra = Buffer.concat([entry.extra ?? EMPTY, other]);
    if (random.chance(0.5)) entry.localExtra = Buffer.concat([entry.localExtra ?? EMPTY, other]);
  },
  'a zip64 field in the local header only': (plan, random) => {
    const sizes = [BigInt(random.below(50)), BigInt(random.below(50))];
    someEntry(plan, random).localExtra = block(1, ...sizes);
  },
  'an encrypted entry': (plan, random) => {
    someEntry(plan, random).flags = random.pick([1, 1 << 13, 0x41]);
  },
  'an entry on another disk': (plan, random) => {
    someEntry(plan, random).disk = random.pick([1, 0xffff]);
  },
};

/**
 * @param {Plan} plan
 * @param {Random} random
 */
function believeAny(plan, random) {
  const names = ['directory', 'other directory'];
  plan.believed = random.pick(names);
  plan.zip64.believed = random.chance(0.6) ? plan.believed : random.pick(names);
  // If the offset fits one directory and the size another, readers may take either.
  if (random.chance(0.4)) plan.offsetMore += random.pick([-1, 1]) * (50 + random.below(60));
}

/**
 * libarchive searches the last 16 KiB for the end record. If it finds none, it reads the archive as a stream.
 *
 * @param {Plan} plan
 * @param {Random} random
 */
function unseeEnd(plan, random) {
  if (random.chance(0.7)) plan.comment = Buffer.alloc(random.pick([16_361, 16_362, 16_363, 30_000]), '-');
}

/**
 * @param {ZipEntry} entry
 * @param {Buffer} field
 * @param {Random} random
 */
function addExtra(entry, field, random) {
  const blocks = random.pick(/** @type {const} */ ([['extra'], ['localExtra'], ['extra', 'localExtra']]));
  for (const block of blocks) entry[block] = Buffer.concat([entry[block] ?? EMPTY, field]);
}

/**
 * @param {number} crc Of the name that it belongs to.
 * @param {string | Buffer} name
 * @param {number} [version]
 */
function unicodePath(crc, name, version = 1) {
  return Buffer.concat([fields([2, 0x7075], [2, 5 + name.length], [1, version], [4, crc]), Buffer.from(name)]);
}

/** @param {Part[]} parts */
function otherSize(parts) {
  return /** @type {Part} */ (parts.at(-1)).bytes(0).length;
}

const EMPTY = Buffer.alloc(0);
const NO_EXTENT = { start: 0, size: 0, count: 0 };
/** Archives of other formats: some whole, some only their beginning. */
const OTHER_FORMATS = [
  tarOf('evil.txt'),
  tarOf('evil.txt', 'ends here'),
  gzipSync('evil'),
  Buffer.from('BZh91AY&SY'),
  Buffer.from("7z\xbc\xaf'\x1c", 'latin1'),
  Buffer.from('Rar!\x1a\x07\0', 'latin1'),
  Buffer.from(`070707${'0'.repeat(70)}`),
  Buffer.from('#mtree\nevil.txt type=file\n'),
  Buffer.from('begin 644 evil.txt\n#86)C\n`\nend\n'),
  Buffer.from(']\0\0\x80\0', 'latin1'),
  Buffer.from('MSCF\0\0\0\0'),
];
const SIGNATURES = ['PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', 'PK\x06\x06', 'PK\x06\x07', 'PK\x07\x08'];
