import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MacMarks, macMark } from '../../src/archive/mac-marks.js';
import { block, fields } from '../support/zip-fields.js';

/**
 * A header of the directory as macOS's Archive Utility writes it, but for what is given.
 *
 * @param {{ version?: number, system?: number, needed?: number, flags?: number, method?: number, name?: string, extra?: Buffer,
 *   comment?: string }} [change]
 */
function headerOf(change = {}) {
  const {
    version = 21,
    system = 3,
    needed = 20,
    flags = 8,
    method = 8,
    name = 'a',
    extra = OWNER,
    comment = '',
  } = change;
  return Buffer.concat([
    fields(
      [4, 0x02014b50],
      [1, version],
      [1, system],
      [2, needed],
      [2, flags],
      [2, method],
      [4, 0],
      [4, 0],
      [4, 0],
      [4, 0],
    ),
    fields([2, name.length], [2, extra.length], [2, comment.length], [2, 0], [2, 0], [4, 0], [4, 0]),
    Buffer.from(name + extra.toString('latin1') + comment, 'latin1'),
  ]);
}

/** @param {number} id */
function extraField(id) {
  return block(id, 0n);
}

const OWNER = extraField(0x5855);
const NOTHING = Buffer.alloc(0);

/** @type {[title: string, change: Parameters<typeof headerOf>[0], mark: ReturnType<typeof macMark>][]} */
const HEADERS = [
  ['of Archive Utility', {}, 'sure'],
  ['of Archive Utility, of a link or a folder', { needed: 10, flags: 0, method: 0, extra: NOTHING }, 'sure'],
  ['of ditto', { version: 20, extra: extraField(0x7875) }, 'sure'],
  ['of ditto, with an old field', { version: 20 }, 'sure'],
  ['of metadata', { version: 20, extra: NOTHING, name: '__MACOSX/._a' }, 'sure'],
  ['with a name in UTF-8', { flags: 0x0808 }, 'sure'],
  ['of anybody', { version: 20, extra: NOTHING }, 'possible'],
  ['of anybody, in a folder like that of metadata', { version: 20, extra: NOTHING, name: 'a/__MACOSX/' }, 'possible'],
  ['of Info-ZIP', { version: 30 }, null],
  ['of an older version', { version: 19 }, null],
  ['of Windows', { system: 0 }, null],
  ['that needs zip64', { needed: 45 }, null],
  ['with a comment', { comment: 'x' }, null],
  ['of an encrypted entry', { flags: 9 }, null],
  ['of another method', { method: 9 }, null],
  ['with a zip64 field', { extra: Buffer.concat([OWNER, extraField(1)]) }, null],
];
for (const [title, change, mark] of HEADERS) {
  test(`a header ${title} is ${mark === null ? 'not ' : mark === 'possible' ? 'perhaps ' : ''}a Mac's`, () => {
    assert.equal(macMark(headerOf(change)), mark);
  });
}

test('an archive is a Mac’s if every header may be, and one is for sure', () => {
  const [sure, possible, not] = [headerOf(), headerOf({ version: 20, extra: NOTHING }), headerOf({ system: 0 })];
  for (const [headers, isPossible, isMac] of /** @type {const} */ ([
    [[], true, false],
    [[possible], true, false],
    [[possible, sure], true, true],
    [[sure, possible], true, true],
    [[sure, not], false, false],
    [[not, sure], false, false],
  ])) {
    const marks = new MacMarks();
    for (const header of headers) marks.add(header);
    assert.deepEqual([marks.isPossible, marks.isMac], [isPossible, isMac]);
  }
});
