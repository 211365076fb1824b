import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BlockEditor } from '../../src/csv/block-editor.js';
import { RFC_4180 } from '../../src/csv/dialect.js';
import { RecordScanner } from '../../src/csv/records/record-scanner.js';
import { cut, editEntry, newCounts, ruleOf, transformsOf } from './edit-entry.js';

const CUTS = [[1], [2, 3], [7], [64], [65_536]];

describe('maxRecordBytes', () => {
  const records = {
    'a plain record': '1,23456\n',
    'a record with CRLF': '1,2345\r\n',
    'a quoted record': '1,"345"\n',
    'a bad record': '1234567\n',
    'the last record': '1,234567',
    'the last record, never closed': '1,"34567',
  };
  for (const [title, record] of Object.entries(records)) {
    it(`limits ${title} to exactly that length`, async () => {
      for (const before of ['', '3,4\n', '3,4\n\n5,6\n', '3,4\n'.repeat(300)]) {
        // If `before` is long enough, the record comes after the opening; otherwise it is part of it.
        const first = before.length > 1024 ? before.length + 4 : 0;
        for (const cuts of CUTS) {
          const text = `a,b\n${before}${record}`;
          const within = await editEntry(text, { badRecords: 'keep' }, { cuts, first, maxRecordBytes: record.length });
          assert.equal(within.error, null);
          const { error, counts } = await editEntry(text, {}, { cuts, first, maxRecordBytes: record.length - 1 });
          const read = before.split(',').length - 1;
          assert.equal(error?.name, 'LimitError');
          assert.equal(error.code, 'limit/record');
          assert.equal(
            error.message,
            `record ${read + 1} at byte ${4 + before.length} is longer than 7 bytes (limits.maxRecordBytes); ` +
              'it is a single line, so the entry may not be CSV: if it is not, "copy" or "skip" it',
          );
          assert.deepEqual(counts.records, { read, written: read, filtered: 0, bad: 0, skipped: 0 });
        }
      }
    });
  }

  for (const header of [true, false]) {
    it(`limits a first record that is ${header ? 'the' : 'no'} header, however the entry is cut`, async () => {
      for (const record of ['a,"b\n"\n', 'a,b\n', 'a,b\r\n', 'a,b', '"a",""""\r\n']) {
        for (const before of ['', '\n', '\n\r\n', '\xef\xbb\xbf', '\xef\xbb\xbf\r\n\n']) {
          for (const rest of record.endsWith('\n') ? ['', '\n'.repeat(9), '1,2\n'.repeat(9)] : ['']) {
            const text = before + record + rest;
            for (const cuts of CUTS) {
              const { error, output } = await editEntry(text, { header }, { cuts, maxRecordBytes: record.length });
              assert.equal(error, null);
              assert.equal(
                output.toString('latin1'),
                text.replace(/^(\xef\xbb\xbf)?[\r\n]+/, '$1').replace(/\n+$/, '\n'),
              );
              // Of a record over several lines, only the first line counts then: its quote reaches the limit.
              if (record.trimEnd().includes('\n')) continue;
              const refused = await editEntry(text, { header }, { cuts, maxRecordBytes: record.length - 1 });
              assert.equal(refused.error?.code, 'limit/record');
              assert.ok(refused.error.message.startsWith(`record 1 at byte ${before.length} `));
            }
          }
        }
      }
    });
  }

  it('does not limit the opening of an entry', async () => {
    const text = `a,b\n${'1,2\n'.repeat(40_000)}`;
    for (const delimiter of [',', 'auto']) {
      for (const cuts of [[1000], [65_536], [1_000_000]]) {
        const { error, output } = await editEntry(text, { delimiter }, { cuts, maxRecordBytes: 4 });
        assert.equal(error, null);
        assert.equal(output.length, text.length);
      }
    }
  });

  it('stops a record that never ends soon after the limit', () => {
    let given = 0;
    const editor = editorOf({ maxRecordBytes: 100_000 });
    const feed = () => {
      editor.edit(Buffer.from('a,b\n1,"'), false);
      for (; given < 10_000_000; given += 1000) editor.edit(Buffer.alloc(1000, 'x'), false);
    };
    assert.throws(feed, { code: 'limit/record', message: /^record 1 at byte 4 / });
    assert.ok(given <= 250_000, `${given} bytes`);
  });
});

describe('a record of 4 MiB', () => {
  const size = 1 << 22;
  const texts = {
    'of plain bytes': `a,b\n1,${'x'.repeat(size)}\n2,3\n`,
    'of newlines in quotes': `a,b\n1,"${'\n'.repeat(size)}"\n2,3\n`,
    'of doubled quotes': `a,b\n1,"${'""'.repeat(size / 2)}"\n2,3\n`,
    'of delimiters': `a,b\n${','.repeat(size)}\n2,3\n`,
    'as the header': `a,"${'x'.repeat(size)}"\n2,3\n`,
    'never closed': `a,b\n1,"${'x'.repeat(size)}`,
    'never closed over many lines': `a,b\n1,"${'\n2'.repeat(size / 2)}`,
    'never closed, with a quote in each line that may lead to the end': `a,b\n${'",x","\n'.repeat(size / 8)}`,
    'with a broken quote at the end of many lines': `a,b\n${'",x","\n'.repeat(size / 8)}"x`,
  };
  for (const [title, text] of Object.entries(texts)) {
    it(`${title} is scanned a bounded number of times, however it is cut`, { timeout: 60_000 }, context => {
      const entry = Buffer.from(text);
      let scanned = 0;
      const { begin } = RecordScanner.prototype;
      context.mock.method(
        RecordScanner.prototype,
        'begin',
        function beginCounting(/** @type {Buffer} */ bytes, /** @type {boolean} */ final) {
          scanned += bytes.length;
          assert.ok(scanned < 8 * entry.length, `${scanned} bytes`);
          // @ts-expect-error `this` is the scanner
          begin.call(this, bytes, final);
        },
      );
      for (const size of [100, 4096, 262_144]) {
        scanned = 0;
        const editor = editorOf({ badRecords: 'keep', maxRecordBytes: 1 << 23 });
        let written = 0;
        for (const chunk of [...cut(entry, [size]), null]) {
          const { output } = editor.edit(chunk ?? Buffer.alloc(0), chunk === null);
          for (const block of output) written += block.length;
        }
        assert.equal(written, entry.length);
      }
    });
  }

  it('in chunks of one byte is tried again only when it has grown by a quarter', context => {
    const begin = context.mock.method(RecordScanner.prototype, 'begin');
    const editor = editorOf({ maxRecordBytes: 1 << 20 });
    editor.edit(Buffer.from('a,b\n1,"'.padEnd(2000, 'x')), false);
    for (let given = 0; given < 500_000; given++) {
      editor.edit(Buffer.alloc(1, '\n'), false);
      assert.ok(begin.mock.callCount() < 40, `${begin.mock.callCount()} times`);
    }
  });
});

/** @param {{ maxRecordBytes: number, badRecords?: 'keep' }} options */
function editorOf({ maxRecordBytes, badRecords = 'keep' }) {
  const rule = ruleOf({ badRecords });
  return new BlockEditor({
    rule,
    maxRecordBytes,
    transforms: transformsOf(rule),
    maxDescribed: 1,
    counts: newCounts(),
  });
}

describe('a snapshot', () => {
  it('can be resumed from between any two chunks, even within a broken record', () => {
    const records = [40, 800, 0, 100, 1200, 5].map((length, index) => `${index},"${'x\n'.repeat(length / 2)}"\n`);
    // The plain records fill the bytes that are read before the header is known.
    const broken = `9,"${'x\n'.repeat(30)}`;
    const text = Buffer.from(`a,b\n${'1,2\n'.repeat(300)}${records.join('3,4,bad\n')}${broken}5,6\n7\n8\n`);
    const whole = editWithPause(text, Number.POSITIVE_INFINITY, text.length);
    assert.equal(whole.output, String(text).slice(0, -4).replaceAll('3,4,bad\n', '').replace(broken, ''));
    assert.equal(whole.counts.records.skipped, 0);
    for (const size of [7, 60]) {
      for (let pause = 1; pause * size < text.length; pause += 1) {
        assert.deepEqual(editWithPause(text, pause, size), whole, `paused after ${pause} chunks of ${size} bytes`);
      }
    }
  });
});

describe('a state of the version before', () => {
  it('has a delimiter, a byte, instead of a dialect, and can be resumed from', () => {
    const editor = editorOf({ maxRecordBytes: 100, badRecords: 'keep' });
    editor.restore({ delimiter: 0x3b, names: ['a', 'b'], width: 2, position: 9, rest: Buffer.from('1;2\n3') });
    const { output } = editor.edit(Buffer.from(';4\n'), true);
    assert.equal(Buffer.concat(output).toString(), '1;2\n3;4\n');
    assert.deepEqual(editor.counts.dialect, { ...RFC_4180, delimiter: ';', headerRows: 1 });
  });
});

/**
 * Edits a text, and lets another editor resume once on the way.
 *
 * @param {Buffer} text
 * @param {number} pause After how many chunks to switch editors.
 * @param {number} size Of a chunk, in bytes.
 */
function editWithPause(text, pause, size) {
  const counts = newCounts();
  const rule = ruleOf({});
  const options = {
    rule,
    transforms: transformsOf(rule),
    maxRecordBytes: 2000,
    maxDescribed: 9,
    counts,
  };
  let editor = new BlockEditor(options);
  let output = '';
  /** @param {Buffer} chunk @param {boolean} final */
  const edit = (chunk, final) => {
    for (const bytes of editor.edit(chunk, final).output) output += bytes;
  };
  for (let chunks = 1, from = 0; from < text.length; chunks += 1, from += size) {
    edit(text.subarray(from, from + size), false);
    const state = chunks >= pause ? editor.snapshot() : null;
    if (state === null) continue;
    pause = Number.POSITIVE_INFINITY;
    for (const bytes of editor.take(true).output) output += bytes;
    editor = new BlockEditor(options);
    editor.restore({ ...state, rest: Buffer.from(state.rest) });
  }
  edit(Buffer.alloc(0), true);
  return { output, counts };
}
