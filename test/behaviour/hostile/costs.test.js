import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isEntryPath } from '../../../src/archive/entry-path.js';
import { processArchive } from '../../../src/job/archive.js';
import { archivesIn } from '../../../src/lambda/events.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { memoryDestination } from '../../support/memory-destination.js';
import { memorySource } from '../../support/memory-source.js';
import { writeZip } from '../../support/zip-writer.js';

/** @import { ZipEntry } from '../../support/zip-writer.js' */

const CONTROL = '\u0001';

// The smallest inputs of those that once cost hundreds of times what they weigh.
suite('what is small costs little', () => {
  test('csv/missing-field: a header of control characters, quoted in the message of each entry', async () => {
    const header = Array.from({ length: 10 }, (_, index) => `${CONTROL.repeat(100)}${index}`).join(',');
    const entries = Array.from({ length: 1002 }, (_, index) => ({ name: `${index}.csv`, content: header }));
    const { manifest, files } = await work(entries, { drop: ['password'] });
    const lines = linesOf(files);
    assert.equal(manifest.totals.failed, 1002);
    for (const [index, line] of lines.entries()) {
      const { error } = line;
      assert.equal(error.code, 'csv/missing-field');
      assert.equal((error.message ?? '').length > 0, index < 1000, `entry ${index}`);
      assertShort(line);
    }
  });

  test('csv/too-many-bad: what 1,002 entries have counted, in one turn, in another one, or in all again', async () => {
    const content = `a,b,c\n${'1,2,3\n4,+12,5\n6\n'.repeat(40)}`;
    const entries = Array.from({ length: 1002 }, (_, index) => ({ name: `${index}.csv`, content }));
    const { manifest, files, again } = await work(entries, {
      ...{ delimiter: ',', phones: [{ field: 'b', format: 'strip' }], dates: [{ field: 'c', from: 'YYYY-MM-DD' }] },
      where: { any: [{ field: 'a', gte: 2 }] },
    });
    const [last] = linesOf(files).slice(-1);
    assert.deepEqual([last.error, last.records.bad, last.dates], [{ code: 'csv/too-many-bad' }, 40, undefined]);
    const totals = manifest.totals;
    assert.deepEqual([totals.recordsRead, totals.recordsFiltered, totals.datesUnparsed], [120_240, 40_080, 40_080]);
    const text = String(files.get('x/_manifest.json'));
    for (const force of [false, true]) {
      files.set('x/_manifest.json', Buffer.from(text.replace('"status": "partial"', '"status": "unfinished"')));
      const next = await again(force);
      assert.deepEqual(next.manifest?.totals, totals);
    }
  });

  test('csv/too-many-bad: nothing more is written once no record can save the entry', async () => {
    const content = `a,b\n${'"\n'.repeat(200_000)}`;
    const { manifest, files, written } = await work([{ name: 'a.csv', content }], {});
    assert.deepEqual([manifest.totals.failed, [...files.keys()]], [1, ['x/_manifest.json']]);
    assert.equal(linesOf(files)[0].error.code, 'csv/too-many-bad');
    assert.ok(written('x/a.csv') < 100, `${written('x/a.csv')} bytes of output`);
    // Up to a tenth of the entry, enough good records might have followed.
    assert.ok(written('_rejected/x/a.csv') < content.length / 5, `${written('_rejected/x/a.csv')} rejected bytes`);
    assert.ok(written('_reasons/x/a.csv.jsonl') < 10_000, `${written('_reasons/x/a.csv.jsonl')} bytes of reasons`);
  });

  test('csv/field-count: reasons are no longer than four times the records', async () => {
    const content = `a,b\n${'c\n'.repeat(20_000)}`;
    const { files } = await work([{ name: 'a.csv', content }], { delimiter: ',', maxBad: '100%' });
    const reasons = files.get('_reasons/x/a.csv.jsonl') ?? Buffer.alloc(0);
    assert.ok(reasons.length > 0 && reasons.length < 4 * content.length + 10_000, `${reasons.length} bytes`);
    for (const line of linesOf(files)) assertShort(line);
  });

  test('csv/field-count: one bad record below a header of long names does not repeat them all', async () => {
    const header = Array.from({ length: 100 }, (_, index) => `${CONTROL.repeat(10_000)}${index}`).join(',');
    const content = `${header}\n${`${'a,'.repeat(99)}a\n`.repeat(20)}b\n`;
    const { files } = await work([{ name: 'a.csv', content }], { delimiter: ',' });
    const reasons = files.get('_reasons/x/a.csv.jsonl') ?? Buffer.alloc(0);
    assert.ok(reasons.length > 0 && reasons.length < 20_000, `${reasons.length} bytes`);
  });

  test('an entry with missing fields and an error has 4 KB in the manifest, beside 100 described bad records', async () => {
    const content = `a,b\n${'c\n'.repeat(150)}`;
    const keep = ['a', ...Array.from({ length: 100 }, (_, index) => `\u4e2d\u6587${index}`)];
    const { files } = await work([{ name: 'a.csv', content }], { keep, missing: 'ignore' });
    const [line] = linesOf(files);
    assert.equal(line.error.code, 'csv/too-many-bad');
    assert.ok(line.badRecords.length === 100 && line.missing.length > 10);
    assertShort(line);
  });

  test('archive/unsafe-name: a name of 60,000 control characters, which takes six times as many bytes in the manifest', async () => {
    const names = [`${CONTROL.repeat(60_000)}.csv`, `a/${'n'.repeat(60_000)}`, `b${'"'.repeat(1000)}`, 'c\u0001'];
    const { files } = await work(
      names.map(name => ({ name, content: 'a\n1\n' })),
      {},
    );
    const lines = linesOf(files);
    assert.deepEqual(
      lines.map(({ status, error }) => [status, error?.code]),
      [0, 1, 2, 3].map(index => (index === 2 ? ['written', undefined] : ['failed', 'archive/unsafe-name'])),
    );
    for (const { path } of lines) assert.ok(Buffer.byteLength(JSON.stringify(path)) <= 2100);
    // In the next turn it would be taken for the outcome of an entry with the shortened name.
    for (const { path } of lines.slice(0, 2)) assert.ok(path.endsWith('\\\u2026') && !isEntryPath(path), path);
    assert.deepEqual(
      lines.slice(2).map(({ path }) => path),
      names.slice(2),
    );
  });

  test('archive/unsafe-name: a name of 60,000 bytes in a charset that is guessed, of which the manifest gives an example', async () => {
    const [short, control] = [Buffer.from('8fe0a8a2a5e22e637376', 'hex'), Buffer.from(CONTROL.repeat(990))];
    const long = [Buffer.alloc(60_000, short), Buffer.concat([control, short])];
    const names = [...long, short].map(name => ({ name, content: 'a\n1\n', flags: 0 }));
    const { manifest, files } = await work(names, {});
    assert.deepEqual([manifest.totals.failed, manifest.namesLike?.charset], [2, 'cp866']);
    assert.ok(Number(files.get('x/_manifest.json')?.length) < 3 * 4096);
  });

  test('limit/columns: a condition on a name that the header has very often', async () => {
    const where = { all: Array.from({ length: 20 }, (_, index) => ({ field: 'n', in: [`${index}`, index] })) };
    const content = `${'n,'.repeat(999)}n\n`;
    const { files } = await work([{ name: 'a.csv', content }], { where });
    assert.equal(linesOf(files)[0].error.code, 'limit/columns');
  });

  test('job/stopped: a small entry is stopped in its middle, where a rule has very many conditions', async () => {
    const any = Array.from({ length: 1000 }, (_, index) => ({ field: 'a', gt: 1000 + index }));
    const recipe = await compileRecipe({ entries: [{ match: '**', csv: { where: { any } } }] });
    const source = memorySource(writeZip([{ name: 'a.csv', content: `a\n${'1\n'.repeat(20_000)}` }]));
    const pause = new AbortController();
    const store = { read: async () => null, write: async () => {}, remove: async () => {} };
    const turn = { pause: pause.signal, remainingMs: () => 1e9, store };
    let read = 0;
    /** @param {{ records: number }} progress */
    const onProgress = ({ records }) => {
      read = records;
      if (records > 0) setImmediate(() => pause.abort());
    };
    const destination = memoryDestination();
    await assert.rejects(processArchive({ source, destination, recipe, turn, onProgress }), { code: 'job/stopped' });
    assert.ok(read > 0 && read < 20_000, `${read} records`);
  });

  test('recipe/wrong-value: globs of which braces make very many characters', async () => {
    const match = `${'{a,b}'.repeat(8)}${'x'.repeat(900)}`;
    const refused = { code: 'recipe/wrong-value' };
    await assert.rejects(compileRecipe({ entries: [{ match, copy: true }] }), refused);
    const short = `${'{a,b}'.repeat(8)}${'x'.repeat(50)}`;
    await compileRecipe({ entries: [{ match: short, copy: true }] });
    await assert.rejects(compileRecipe({ entries: Array(100).fill({ match: short, copy: true }) }), refused);
    const many = '{a,b}'.repeat(8);
    await assert.rejects(compileRecipe({ entries: Array(140).fill({ match: many, copy: true }) }), refused);
  });

  test('recipe/wrong-value: globs of very many names with special characters, which take memory', async () => {
    const recipeOf = (/** @type {string} */ name, /** @type {number} */ count) => ({
      entries: Array.from({ length: 1000 }, (_, index) => ({
        match: `${`${name}/`.repeat(count)}${index}`,
        copy: true,
      })),
    });
    const { ruleIndexFor } = await compileRecipe(recipeOf('\u00e9', 500));
    assert.equal(ruleIndexFor(`${'\u00c9/'.repeat(500)}7`), 7);
    await compileRecipe(recipeOf('*-?', 20));
    const refused = { code: 'recipe/wrong-value', message: /of all globs/ };
    await assert.rejects(compileRecipe(recipeOf('?', 250)), refused);
    await assert.rejects(compileRecipe(recipeOf('[a-z]', 60)), refused);
  });

  test('recipe/wrong-value: a short regular expression that counts make very long', async () => {
    const of = (/** @type {string[]} */ ...patterns) =>
      compileRecipe({
        entries: [{ match: '**', csv: { where: { any: patterns.map(matches => ({ field: 'a', matches })) } } }],
      });
    const refused = { code: 'recipe/wrong-value', message: /once (?:its|their) counts are written out/ };
    await assert.rejects(of('\\pL{999}'.repeat(5)), refused);
    await assert.rejects(of(...Array.from({ length: 40 }, (_, index) => `\\pL{900}${index}`)), refused);
    await of(...Array.from({ length: 30 }, (_, index) => `^[A-Z]{2}[0-9]{1,900}${index}$`));
  });

  test('usage/unknown-event: a key is not repeated at length in the message, nor the id of a message in the log', () => {
    const object = { key: CONTROL.repeat(100_000), size: 1 };
    const record = {
      eventSource: 'aws:s3',
      eventVersion: '2.1',
      eventName: 'ObjectCreated:Put',
      s3: { bucket: { name: 'bucket' }, object },
    };
    const body = JSON.stringify({
      Records: Array(1000).fill({ ...record, s3: { ...record.s3, object: { key: 'a.zip' } } }),
    });
    const message = (/** @type {unknown} */ messageId) => ({ eventSource: 'aws:sqs', messageId, body });
    assert.equal(archivesIn({ Records: [message('i'.repeat(100))] }).length, 1000);
    // Each of the thousand lines in the log would have it.
    const refused = { code: 'usage/unknown-event' };
    for (const id of ['i'.repeat(101), '\u001b[2J'])
      assert.throws(() => archivesIn({ Records: [message(id)] }), refused);
    assert.throws(
      () => archivesIn({ Records: [record] }),
      ({ code, message }) => {
        assert.equal(code, 'usage/unknown-event');
        return message.length <= 1000;
      },
    );
  });
});

/**
 * @param {ZipEntry[]} entries
 * @param {object} csv The rule for all of them.
 */
async function work(entries, csv) {
  const destination = memoryDestination();
  /** @type {Map<string, number>} */
  const bytes = new Map();
  const { create, hold } = destination;
  const add = (/** @type {string} */ path, /** @type {number} */ length) =>
    bytes.set(path, (bytes.get(path) ?? 0) + length);
  destination.create = async (path, options) => {
    const output = await create(path, options);
    const { write } = output.writable;
    output.writable.write = (/** @type {any[]} */ ...args) => {
      add(path, args[0].length);
      return /** @type {any} */ (write).apply(output.writable, args);
    };
    return output;
  };
  destination.hold = async (path, held) => {
    add(path, held.length);
    return hold(path, held);
  };
  const recipe = await compileRecipe({ entries: [{ match: '**', csv }] });
  const again = (force = false) =>
    processArchive({ source: memorySource(writeZip(entries)), destination, recipe, force });
  const { manifest } = await again();
  assert.ok(manifest);
  return { manifest, files: destination.files, again, written: (/** @type {string} */ path) => bytes.get(path) ?? 0 };
}

/**
 * @param {Map<string, Buffer>} files
 * @returns {any[]} The entries of the manifest.
 */
function linesOf(files) {
  return JSON.parse(String(files.get('x/_manifest.json'))).entries;
}

/** @param {any} entry Of the manifest. */
function assertShort({ path, output, rejected, reasons, badRecords = [], ...rest }) {
  const bytes = Buffer.byteLength(JSON.stringify(rest));
  assert.ok(bytes <= (rest.error && !rest.error.message ? 200 : 4096), `${bytes} bytes for ${path}`);
  assert.ok(badRecords.length <= 100 && JSON.stringify(badRecords).length < 10_000);
}
