import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startCloud } from '../support/cloud.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { Fault } from '../../local-s3/faults.js' */
/** @import { ZipEntry } from '../support/zip-writer.js' */

// A part of every field of every record.
const MARK = '+1 (555) 019-9';
const RECORD = `Confidential ${MARK}1,"quoted, ${MARK}2",${MARK}3\n`;
const RECORDS = RECORD.repeat(50);
const HEADER = 'name,notes,phone\n';
const CSV = HEADER + RECORDS;
const OPEN = `"Confidential ${MARK}\n`.padEnd(2000, `${MARK} `);

/** @type {Awaited<ReturnType<typeof startCloud>>} */
let cloud;

before(async () => {
  cloud = await startCloud();
});

after(() => cloud?.close());

/** @param {Record<string, unknown>} [csv] @param {Record<string, unknown>} [limits] */
const recipeOf = (csv = {}, limits = {}) => JSON.stringify({ entries: [{ match: '**', csv }], limits });
const PHONES = { phones: [{ field: 'phone', format: 'e164', country: 'US' }] };

/** @type {[title: string, code: string, entries: ZipEntry[] | Buffer, recipe?: string][]} */
const ARCHIVES = [
  ['all is well', 'null', [{ name: 'a.csv', content: CSV }], recipeOf(PHONES)],
  ['phones do not parse', 'null', [{ name: 'a.csv', content: `${HEADER}x,y,${MARK}\n` }], recipeOf(PHONES)],
  ['records are rejected', 'null', [{ name: 'a.csv', content: `${CSV}${MARK},too,many,fields\n` }], recipeOf()],
  ['there is no header', 'csv/missing-field', [{ name: 'a.csv', content: RECORDS }], recipeOf(PHONES)],
  ['a header is broken', 'csv/too-many-bad', [{ name: 'a.csv', content: `"${MARK}"x,b\n${RECORDS}` }], recipeOf()],
  [
    'a record is bad',
    'csv/field-count',
    [{ name: 'a.csv', content: `${CSV}${MARK}\n` }],
    recipeOf({ badRecords: 'fail' }),
  ],
  [
    'quotes are bad',
    'csv/after-quote',
    [{ name: 'a.csv', content: `${CSV}"${MARK}"${MARK},b,c\n` }],
    recipeOf({ badRecords: 'fail' }),
  ],
  [
    'a quote is open',
    'csv/unterminated-quote',
    [{ name: 'a.csv', content: CSV + OPEN }],
    recipeOf({ badRecords: 'fail' }),
  ],
  [
    'a record is long',
    'limit/record',
    [{ name: 'a.csv', content: CSV + OPEN }],
    recipeOf({}, { maxRecordBytes: 1000 }),
  ],
  [
    'nothing is kept',
    'csv/nothing-kept',
    [{ name: 'a.csv', content: CSV }],
    recipeOf({ drop: ['name', 'notes', 'phone'] }),
  ],
  ['a CRC-32 is wrong', 'archive/crc-mismatch', [{ name: 'a.csv', content: CSV, crc32: 1 }], recipeOf(PHONES)],
  ['a size is wrong', 'archive/size-mismatch', [{ name: 'a.csv', content: CSV, size: 10 }], recipeOf(PHONES)],
  [
    'bytes are damaged',
    'archive/corrupt',
    [{ name: 'a.csv', content: CSV, raw: Buffer.from(RECORDS) }],
    recipeOf(PHONES),
  ],
  ['it is no archive', 'archive/not-a-zip', Buffer.from(CSV)],
  ['it is cut off', 'archive/truncated', writeZip([{ name: 'a.csv', content: CSV, method: 0 }]).subarray(0, 2000)],
  [
    'the end record lies',
    'archive/bad-directory',
    writeZip([{ name: 'a.csv', content: CSV, method: 0 }], { directoryOffset: 5 }),
  ],
];

describe('no part of any record reaches the log', { timeout: 900_000 }, () => {
  for (const [title, code, entries, recipe = recipeOf(PHONES)] of ARCHIVES) {
    it(`when ${title}`, async t => {
      const bytes = Buffer.isBuffer(entries) ? entries : writeZip(entries);
      const event = await cloud.upload('sluice-in', `${title.replaceAll(' ', '-')}.zip`, bytes);
      const { lines, text } = await deliverAndListen(t, event, { SLUICE_RECIPE: recipe });
      assert.equal(String(lines[0]?.errorCode), code, text);
      assertClean(text);
    });
  }

  it('though the manifest says more', async () => {
    // Otherwise the tests above would prove nothing.
    assert.match((await cloud.read('sluice-out', 'there-is-no-header/_manifest.json')) ?? '', /Confidential/);
  });

  it('when the storage fails, at any request and in any way', async t => {
    // Larger than a part.
    const archive = writeZip([{ name: 'a.csv', content: HEADER + RECORD.repeat(100_000) }]);
    /** @type {Set<string>} */
    const operations = new Set();
    cloud.misbehave(({ operation }) => void operations.add(operation));
    const first = await cloud.upload('sluice-in', 'faults.zip', archive);
    const env = { SLUICE_RECIPE: recipeOf({}, { maxRatio: 10_000 }), SLUICE_SOURCE_AFTERWARDS: 'tag' };
    await deliverAndListen(t, first, env);
    assert.ok(operations.size >= 9, [...operations].join());
    /** @type {Fault[]} */
    const faults = [
      { status: 403, code: 'AccessDenied' },
      { status: 500 },
      { dropConnection: true },
      { cutRequestAfterBytes: 1000 },
      { cutAfterBytes: 100 },
    ];
    let failures = 0;
    for (const operation of operations) {
      for (const [index, fault] of faults.entries()) {
        const event = await cloud.upload('sluice-in', `faults-${operation}-${index}.zip`, archive);
        cloud.misbehave(request => (request.operation === operation ? fault : undefined));
        const { text, error } = await deliverAndListen(t, event, env);
        cloud.misbehave(() => {});
        failures += Number(error !== null);
        assertClean(text);
      }
    }
    assert.ok(failures >= 2 * operations.size, `${failures} failures`);
  });

  it('when time is up, or a mistake in the code shows', async t => {
    const event = await cloud.upload('sluice-in', 'late.zip', writeZip([{ name: 'a.csv', content: CSV }]));
    const late = await deliverAndListen(t, event, { SLUICE_RECIPE: recipeOf(PHONES) }, { remainingMs: 0 });
    assert.equal(late.lines[0].errorCode, 'job/stopped');
    assertClean(late.text);
    const destination = { SLUICE_RECIPE: recipeOf(PHONES) };
    cloud.misbehave(({ operation }) => {
      if (operation === 'PutObject') throw new Error('the server made a mistake');
    });
    assertClean((await deliverAndListen(t, event, destination)).text);
    cloud.misbehave(() => {});
  });

  it('when the manifest or the recipe is something else entirely', async t => {
    await cloud.upload('sluice-out', 'other/_manifest.json', CSV);
    const event = await cloud.upload('sluice-in', 'other.zip', writeZip([{ name: 'a.csv', content: CSV }]));
    assertClean((await deliverAndListen(t, event, { SLUICE_RECIPE: recipeOf(PHONES) })).text);
    await cloud.upload('sluice-versioned', 'recipe.json', CSV);
    const wrong = await deliverAndListen(t, event, { SLUICE_RECIPE: 's3://sluice-versioned/recipe.json' });
    assert.match(wrong.text, /recipe\/not-json|recipe\//);
    assertClean(wrong.text);
  });
});

/** @param {string} text */
function assertClean(text) {
  assert.ok(text.length > 0);
  const found = /.{0,200}(?:Confidential|555\) 019|15550199|quoted,).{0,100}/.exec(text);
  assert.equal(found?.[0], undefined);
}

/**
 * @param {import('node:test').TestContext} t
 * @param {any} event
 * @param {Record<string, string>} env
 * @param {{ remainingMs?: number }} [context]
 * @returns {Promise<{ lines: any[], error: unknown, text: string }>} `text`: all that would be in the log, with the error
 *   that Lambda itself writes down.
 */
async function deliverAndListen(t, event, env, context) {
  const { deliver, lines, raw } = cloud.deploy(env);
  /** @type {string[]} */
  const printed = [];
  const mocks = [process.stdout, process.stderr].map(stream => {
    const write = stream.write.bind(stream);
    return t.mock.method(stream, 'write', (/** @type {any} */ chunk, /** @type {any[]} */ ...rest) => {
      if (typeof chunk === 'string') printed.push(chunk);
      return write(chunk, ...rest);
    });
  });
  /** @type {any} */
  let error = null;
  try {
    await deliver(event, context);
  } catch (caught) {
    error = caught;
  } finally {
    for (const { mock } of mocks) mock.restore();
  }
  // Lambda logs the enumerable properties of an error, its name, message and stack.
  const thrown = error && JSON.stringify({ ...error, name: error.name, message: error.message, stack: error.stack });
  const causes = [];
  for (let cause = error; cause instanceof Error; cause = /** @type {any} */ (cause).cause) causes.push(String(cause));
  return { lines, error, text: [...raw, ...printed, thrown, ...causes].filter(Boolean).join('\n') };
}
