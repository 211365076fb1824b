import { en, Faker } from '@faker-js/faker';

/**
 * Generates records with the delimiter `|` and fields of the same width, so that the bytes per field do not depend on the
 * number of columns. The first field is a phone number. The same arguments make the same bytes.
 *
 * @param {{ columns: number, records: number }} what
 * @returns {Generator<{ bytes: Buffer, records: number }, void, void>} Each record ends with an LF.
 */
export function* columnBlocks({ columns, records }) {
  const faker = new Faker({ locale: en, seed: SEED });
  const text = Buffer.from(faker.lorem.paragraphs(500, ' '));
  const recordsInBlock = Math.ceil(BLOCK_BYTES / (columns * FIELD_BYTES));
  let random = SEED;
  for (let done = 0; done < records; done += recordsInBlock) {
    const count = Math.min(recordsInBlock, records - done);
    const bytes = Buffer.alloc(count * columns * FIELD_BYTES, '|');
    for (let field = 0; field < count * columns; field++) {
      // The linear congruential generator of Numerical Recipes. Its upper bits are better than its lower ones.
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
      const at = field * FIELD_BYTES;
      const from = (random >>> 8) % (text.length - FIELD_BYTES);
      if (field % columns === 0) bytes.write(`(55) ${String(from % 10_000).padStart(4, '0')}`, at, 'latin1');
      else text.copy(bytes, at, from, from + FIELD_BYTES - 1);
      if (field % columns === columns - 1) bytes[at + FIELD_BYTES - 1] = LINE_FEED;
    }
    yield { bytes, records: count };
  }
}

/** Of a field with its delimiter or line end. */
export const FIELD_BYTES = 10;

const SEED = 1337;
const BLOCK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;
