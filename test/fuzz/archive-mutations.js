import { interesting, readField, somewhere, without, writeField } from './archive-fields.js';
import { layoutOf } from './archive-layout.js';

/** @import { HonestArchive } from './archive-corpus.js' */
/** @import { ArchiveRecord } from './archive-layout.js' */
/** @import { Random } from '../support/random.js' */

/**
 * An archive being mutated.
 *
 * @typedef {object} Mutant
 * @property {Buffer} bytes
 * @property {ArchiveRecord[]} layout Of the honest archive: earlier mutations may have moved the records.
 * @property {HonestArchive} other A donor of bytes.
 */

/**
 * @param {HonestArchive} archive
 * @param {HonestArchive} other
 * @param {Random} random
 * @returns {{ category: string, bytes: Buffer }}
 */
export function mutate(archive, other, random) {
  const category = random.pick(CATEGORIES);
  /** @type {Mutant} */
  const mutant = { bytes: Buffer.from(archive.bytes), layout: layoutOf(archive.bytes, archive.end), other };
  if (category === 'several') {
    for (let times = 2 + random.below(3); times > 0; times--) mutant.bytes = once(random.pick(SINGLE), mutant, random);
    return { category, bytes: mutant.bytes };
  }
  return { category, bytes: category === 'nothing' ? mutant.bytes : once(category, mutant, random) };
}

/**
 * @param {string} category
 * @param {Mutant} mutant
 * @param {Random} random
 * @returns {Buffer}
 */
function once(category, mutant, random) {
  return MUTATIONS[category](mutant, random);
}

/** @type {Record<string, (mutant: Mutant, random: Random) => Buffer>} */
const MUTATIONS = {
  'a few bits': ({ bytes }, random) => {
    for (let times = 1 + random.below(3); times > 0 && bytes.length > 0; times--) {
      bytes[random.below(bytes.length)] ^= 1 << random.below(8);
    }
    return bytes;
  },

  'a few bytes': ({ bytes }, random) => {
    for (let times = 1 + random.below(3); times > 0 && bytes.length > 0; times--) {
      bytes[random.below(bytes.length)] = random.pick([0, 1, 0x50, 0x7f, 0x80, 0xfe, 0xff, random.below(256)]);
    }
    return bytes;
  },

  'a field': (mutant, random) => {
    for (let times = 1 + random.below(2); times > 0; times--) {
      const field = random.pick(random.pick(mutant.layout).fields);
      writeField(mutant.bytes, field, interesting(mutant, field, random));
    }
    return mutant.bytes;
  },

  'a field, everywhere alike': (mutant, random) => {
    const { entry, fields } = random.pick(mutant.layout);
    const field = random.pick(fields);
    const value = interesting(mutant, field, random);
    for (const record of mutant.layout.filter(candidate => candidate.entry === entry)) {
      const same = record.fields.find(({ name }) => name === field.name && name !== 'signature');
      if (same) writeField(mutant.bytes, same, value);
    }
    return mutant.bytes;
  },

  'a name, everywhere alike': (mutant, random) => {
    const { entry } = random.pick(mutant.layout);
    const byte = random.pick([0, 0x2e, 0x2f, 0x41, 0x5c, 0xff]);
    const index = random.below(3);
    for (const { kind, start, fields } of mutant.layout.filter(record => record.entry === entry)) {
      if (kind !== 'local' && kind !== 'central') continue;
      const nameStart = start + (kind === 'local' ? 30 : 46);
      const length = fields.find(({ name }) => name === 'nameLength');
      if (length && index < readField(mutant.bytes, length) && nameStart + index < mutant.bytes.length) {
        mutant.bytes[nameStart + index] = byte;
      }
    }
    return mutant.bytes;
  },

  'fields of two entries swapped': (mutant, random) => {
    const kind = random.pick(['local', 'central']);
    const [one, two] = [0, 1].map(() => random.pick(mutant.layout.filter(record => record.kind === kind)));
    if (!one || !two) return mutant.bytes;
    const index = random.below(kind === 'local' ? 10 : 16);
    for (const number of random.chance(0.5) ? [index] : [6, 7, 8]) {
      const [first, second] = [one, two].map(({ fields }) => readField(mutant.bytes, fields[number]));
      writeField(mutant.bytes, one.fields[number], second);
      writeField(mutant.bytes, two.fields[number], first);
    }
    return mutant.bytes;
  },

  'a part taken out': ({ bytes, layout }, random) => {
    const [start, end] = [0, 1].map(() => somewhere(bytes, layout, random)).sort((a, b) => a - b);
    const rest = random.pick([bytes.subarray(0, start), bytes.subarray(end), without(bytes, start, end)]);
    return Buffer.from(rest);
  },

  'bytes put in': ({ bytes, layout }, random) => {
    const start = somewhere(bytes, layout, random);
    const more = random.pick([random.bytes(1 + random.below(8)), Buffer.alloc(1 + random.below(100)), ...SIGNATURES]);
    return Buffer.concat([bytes.subarray(0, start), more, bytes.subarray(start)]);
  },

  'spliced with another': ({ bytes, layout, other }, random) => {
    const [one, two] = random.chance(0.5) ? [bytes, other.bytes] : [other.bytes, bytes];
    const layouts = layoutOf(other.bytes, other.end);
    const head = one.subarray(0, somewhere(one, one === bytes ? layout : layouts, random));
    const tail = two.subarray(somewhere(two, two === bytes ? layout : layouts, random));
    return Buffer.concat([head, tail]);
  },

  'headers doubled, removed or moved': (mutant, random) => {
    const { bytes, layout } = mutant;
    const [one, two] = [0, 1].map(() => random.pick(layout));
    const header = bytes.subarray(one.start, one.end);
    const act = random.pick(['double', 'remove', 'move']);
    const rest = act === 'double' ? bytes : without(bytes, one.start, one.end);
    const position = act === 'remove' ? 0 : two.start - (act === 'move' && one.start < two.start ? header.length : 0);
    const added = act === 'remove' ? Buffer.alloc(0) : header;
    const result = Buffer.concat([rest.subarray(0, position), added, rest.subarray(position)]);
    if (one.kind === 'central' && random.chance(0.7)) correctEndRecords(result, mutant, result.length - bytes.length);
    return result;
  },
};

/**
 * Corrects the end records for a directory that has grown by a header or lost one.
 *
 * @param {Buffer} bytes
 * @param {Mutant} mutant
 * @param {number} grown
 */
function correctEndRecords(bytes, { layout }, grown) {
  for (const { kind, fields } of layout.filter(({ entry }) => entry === -1)) {
    for (const { name, at, width } of fields) {
      const field = { name, at: at + grown, width };
      const value = readField(bytes, field);
      const isInZip64 = value === 2n ** BigInt(8 * width) - 1n;
      if (isInZip64) continue;
      if (name.startsWith('count')) writeField(bytes, field, value + BigInt(Math.sign(grown)));
      const isMoved = name === 'directorySize' || (kind === 'locator' && name === 'offset');
      if (isMoved) writeField(bytes, field, value + BigInt(grown));
    }
  }
}

const SINGLE = Object.keys(MUTATIONS);
const CATEGORIES = ['nothing', ...SINGLE, 'several'];

const SIGNATURES = [
  [3, 4],
  [1, 2],
  [5, 6],
  [6, 6],
  [6, 7],
  [7, 8],
].map(pair => Buffer.from([0x50, 0x4b, ...pair]));
