import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RFC_4180 } from '../../../../src/csv/dialect.js';
import { BadRecords } from '../../../../src/csv/records/bad/bad-records.js';
import fc, { caseCount } from '../../../support/fast-check.js';
import { newCounts, ruleOf } from '../../edit-entry.js';

/** @import { CsvRule } from '../../../../src/recipe/recipe.js' */

const SHAPE = { dialect: RFC_4180, names: ['a', 'b', 'ü"'], width: 3 };
/** What reasons may have beside four times the records: their first line, some lines, and those that count. */
const LEAST_ROOM = 16_384;
const HEAD = `${JSON.stringify({ entry: 'in/ü.csv', dialect: RFC_4180, header: SHAPE.names })}\n`;

/** What a record or line may be. */
const aLine = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: /** @type {const} */ ('good') }) },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 90 }).map(fields => ({ kind: /** @type {const} */ ('fields'), fields })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { kind: /** @type {const} */ ('csv/after-quote') },
      { kind: /** @type {const} */ ('csv/unterminated-quote') },
      { kind: /** @type {const} */ ('csv/wrong-type'), field: 'ü"', type: 'date' },
      { kind: /** @type {const} */ ('csv/wrong-type'), field: 'b', type: 'bigint' },
      { kind: /** @type {const} */ ('skipped') },
      { kind: /** @type {const} */ ('comment') },
    ),
  },
);
const anyPolicy = fc.constantFrom('quarantine', 'skip', 'keep', 'fail');

/** @param {Partial<CsvRule>} rule */
function open(rule, counts = newCounts()) {
  const bad = new BadRecords({ rule: ruleOf(rule), maxDescribed: 5, counts, entry: 'in/ü.csv' });
  bad.begin(SHAPE);
  return { bad, counts };
}

/**
 * @param {BadRecords} bad
 * @param {ReturnType<typeof newCounts>} counts
 * @param {any} line
 * @param {number} [bytes] How many it has.
 */
function tell(bad, counts, { kind, fields, isOpen = false, ...field }, bytes = 100) {
  const { records } = counts;
  const byte = 100 * (records.read + records.skipped);
  if (kind === 'comment') return bad.addComment({ record: records.read + 1, byte, code: 'csv/skipped' }, bytes);
  if (kind === 'skipped') return bad.addSkipped({ record: records.read + 1, byte, code: 'csv/skipped' }, bytes);
  records.read += 1;
  if (kind === 'good') records.written += 1;
  else if (kind === 'fields') bad.addBad({ record: records.read, byte, code: 'csv/field-count', fields }, bytes);
  else bad.addBad({ record: records.read, byte, code: kind, ...field }, bytes, isOpen);
}

/**
 * @param {BadRecords} bad
 * @param {ReturnType<typeof newCounts>} counts
 * @returns {BadRecords} As another process goes on with it.
 */
function resume(bad, counts) {
  const resumed = new BadRecords({ rule: ruleOf({}), maxDescribed: 5, counts });
  resumed.begin(SHAPE);
  resumed.restore(bad.snapshot());
  return resumed;
}

/** @param {Buffer[]} blocks */
const textOf = blocks => Buffer.concat(blocks).toString();

/** @param {string} text */
const linesOf = text =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));

test('each bad record and skipped line has its reason, in order, and the counts add up', () => {
  fc.assert(
    fc.property(fc.array(aLine, { maxLength: 60 }), anyPolicy, (lines, badRecords) => {
      const { bad, counts } = open({ badRecords, maxBad: '100%' });
      for (const line of lines) tell(bad, counts, line);
      bad.judge();
      const text = textOf(bad.take(true));
      const { read, written, bad: badCount, skipped } = counts.records;
      assert.equal(read, written + badCount);
      assert.equal(skipped, lines.filter(({ kind }) => ['skipped', 'comment'].includes(kind)).length);
      assert.equal(counts.badRecords.length, Math.min(5, badCount));
      const tallied = bad.tallies.all().reduce((sum, { count }) => sum + count, 0);
      assert.equal(tallied, badCount);

      const [head, ...reasons] = linesOf(text);
      const listed = (badRecords === 'quarantine' ? badCount : 0) + (badRecords === 'skip' ? 0 : skipped);
      assert.equal(reasons.length, listed);
      if (listed > 0) assert.equal(`${JSON.stringify(head)}\n`, HEAD);
      assert.equal(reasons.filter(({ code }) => code === 'csv/skipped').length, badRecords === 'skip' ? 0 : skipped);
      const places = reasons.map(({ byte }) => byte);
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
      );
    }),
  );
});

test('what is taken, saved and restored at any points gives the same bytes, counts and judgement', () => {
  const cuts = fc.array(fc.nat({ max: 80 }), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(aLine, { maxLength: 80 }), cuts, (lines, cutsAt) => {
      /** @param {number[]} at */
      const run = at => {
        let { bad, counts } = open({ maxBad: '10%' });
        const blocks = [];
        for (const [index, line] of lines.entries()) {
          if (at.includes(index)) {
            blocks.push(...bad.take(true));
            const state = JSON.parse(JSON.stringify(bad.snapshot()));
            ({ bad, counts } = open({ maxBad: '10%' }, structuredClone(counts)));
            bad.restore(state);
          }
          tell(bad, counts, line);
          blocks.push(...bad.take(false));
        }
        let error = null;
        try {
          bad.judge();
        } catch (failure) {
          error = String(failure);
        }
        return { text: error ?? textOf([...blocks, ...bad.take(true)]), counts, error };
      };
      assert.deepEqual(run(cutsAt), run([]));
    }),
  );
});

test('reasons stay within four times the records, and count what they do not list; also across pauses anywhere', () => {
  const sizes = fc.integer({ min: 1, max: 25 });
  const cuts = fc.array(fc.nat({ max: 1500 }), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(aLine, { minLength: 1, maxLength: 40 }), sizes, cuts, (some, bytes, cutsAt) => {
      /** @param {number[]} at */
      const run = at => {
        let { bad, counts } = open({ maxBad: '100%' });
        const blocks = [];
        for (let index = 0; index < 1500; index++) {
          if (at.includes(index)) {
            blocks.push(...bad.take(true));
            const state = JSON.parse(JSON.stringify(bad.snapshot()));
            ({ bad, counts } = open({ maxBad: '100%' }, counts));
            bad.restore(state);
          }
          tell(bad, counts, some[index % some.length], bytes);
        }
        bad.judge();
        return { text: textOf([...blocks, ...bad.take(true)]), counts };
      };
      const { text, counts } = run([]);
      const told = counts.records.bad + counts.records.skipped;
      const [, ...reasons] = linesOf(text);
      assert.equal(
        reasons.reduce((sum, { count = 1 }) => sum + count, 0),
        told,
      );
      assert.ok(text.length <= 4 * told * bytes + LEAST_ROOM, `${text.length} bytes for ${told} of ${bytes}`);
      assert.deepEqual(run(cutsAt).text, text);
    }),
    { numRuns: caseCount(40) },
  );
});

test('beyond the limit of bad records, reasons are counted and no longer listed', () => {
  for (const maxBad of ['auto', '10%']) {
    const { bad, counts } = open({ maxBad });
    let bytes = 0;
    for (let index = 0; index < 20_000; index++) {
      tell(bad, counts, { kind: 'fields', fields: 4 });
      for (const block of bad.take(false)) bytes += block.length;
    }
    for (let index = 0; index < 200_000; index++) tell(bad, counts, { kind: 'good' });
    bad.judge();
    const text = textOf(bad.take(true));
    assert.ok(bytes + text.length <= LEAST_ROOM, `${bytes + text.length} bytes`);
    const [, ...reasons] = linesOf(text);
    assert.equal(
      reasons.reduce((sum, { count = 1 }) => sum + count, 0),
      20_000,
    );
  }
  const { bad, counts } = open({ maxBad: 1 });
  tell(bad, counts, { kind: 'fields', fields: 4 });
  assert.throws(() => tell(bad, counts, { kind: 'fields', fields: 5 }), { code: 'csv/too-many-bad' });
  assert.equal(linesOf(textOf(bad.take(true))).length, 2, 'the head, and the reason within the limit');
});

test('the first line has of a long header the first names, shortened, and how many there are', () => {
  for (const names of [Array(1000).fill('\u0001'.repeat(10_000)), Array(100_000).fill('ü"'), ['x'.repeat(200)]]) {
    const counts = newCounts();
    const bad = new BadRecords({ rule: ruleOf({}), maxDescribed: 5, counts });
    bad.begin({ dialect: RFC_4180, names, width: names.length });
    tell(bad, counts, { kind: 'fields', fields: 1 });
    const text = textOf(bad.take(true));
    assert.ok(text.length < 20_000, `${text.length}`);
    const [{ header, fields }] = linesOf(text);
    assert.equal(fields, names.length);
    for (const name of header) assert.ok(name === names[0] || name === `${names[0].slice(0, 100)}…`);
  }
});

test('reasons say what is known: the number of fields only where the quotes are sound', () => {
  const { bad, counts } = open({});
  for (const line of [{ kind: 'fields', fields: 4 }, { kind: 'csv/after-quote' }, { kind: 'skipped' }]) {
    tell(bad, counts, line);
  }
  assert.equal(
    textOf(bad.take(true)),
    `${HEAD}{"record":1,"byte":0,"code":"csv/field-count","fields":4}\n` +
      '{"record":2,"byte":100,"code":"csv/after-quote"}\n{"record":3,"byte":200,"code":"csv/skipped"}\n',
  );
});

test('the reason of a value that does not fit names its field and the type', () => {
  const { bad, counts } = open({});
  tell(bad, counts, { kind: 'csv/wrong-type', field: 'ü"', type: 'date' });
  const reason = '{"record":1,"byte":0,"code":"csv/wrong-type","field":"ü\\"","type":"date"}\n';
  assert.equal(textOf(bad.take(true)), HEAD + reason);
});

test('what may be the rest of a value with a broken quote is known behind a checkpoint too', () => {
  const { bad, counts } = open({});
  assert.equal(bad.mayBeRest(1), false);
  tell(bad, counts, { kind: 'csv/after-quote' });
  assert.equal(bad.mayBeRest(1), false);
  for (const line of [
    { kind: 'csv/after-quote', isOpen: true },
    { kind: 'fields', fields: 1 },
  ])
    tell(bad, counts, line);
  const resumed = resume(bad, counts);
  assert.deepEqual(
    [1, 2].map(fields => resumed.mayBeRest(fields)),
    [true, false],
  );
  // Where several as short were filled up, they show nothing. A single one may be a rest itself.
  let again = resumed;
  for (const mayBeRest of [true, true, false]) {
    again = resume(again, counts);
    again.noteFitted(1);
    assert.equal(again.mayBeRest(1), mayBeRest);
  }
  again = resume(again, counts);
  assert.equal(again.mayBeRest(1), false);
  tell(resumed, counts, { kind: 'fields', fields: 2 });
  assert.equal(resumed.mayBeRest(0), false);
});

test('only so many lines may be the rest of a value with a broken quote', () => {
  const { bad, counts } = open({ maxBad: '100%' });
  tell(bad, counts, { kind: 'csv/after-quote', isOpen: true });
  let resumed = bad;
  for (let line = 0; line < 100; line++) {
    assert.equal(resumed.mayBeRest(1), true);
    tell(resumed, counts, { kind: 'fields', fields: 1 });
    if (line === 50) resumed = resume(resumed, counts);
  }
  assert.equal(resumed.mayBeRest(1), false);
  tell(resumed, counts, { kind: 'csv/after-quote', isOpen: true });
  assert.equal(resumed.mayBeRest(1), true);
});

test('many reasons come in blocks', () => {
  const { bad, counts } = open({ badRecords: 'quarantine' });
  let bytes = 0;
  let lines = 0;
  for (let index = 0; index < 100_000; index++) {
    tell(bad, counts, { kind: 'fields', fields: 2 });
    for (const block of bad.take(false)) {
      bytes += block.length;
      lines += block.toString().split('\n').length - 1;
      assert.ok(block.length < 70_000);
    }
  }
  bad.judge();
  lines += textOf(bad.take(true)).split('\n').length - 1;
  assert.ok(bytes > 5_000_000);
  assert.equal(lines, 100_001);
});

/** @type {[what: string, maxBad: string | number, lines: string, tooMany: boolean][]} */
const COMMENTS = [
  ['all lines', 'auto', '###', true],
  ['all lines but one', 0, '.##', true],
  ['as many lines as there are good records', 0, '#.', true],
  ['fewer lines than there are good records', 0, '..#', false],
  ['few lines of a short entry', 'auto', '.#', false],
  ['more than ten lines', 'auto', '.'.repeat(11) + '#'.repeat(11), true],
  ['more lines than a share', '50%', '.##', true],
  ['as many lines as a share', '50%', '.#', false],
  ['all lines, where any number may be bad', '100%', '###', false],
];
for (const [what, maxBad, lines, tooMany] of COMMENTS) {
  test(`${what} with "#" are ${tooMany ? 'too many' : 'not too many'} comments under ${JSON.stringify(maxBad)}`, () => {
    const { bad, counts } = open({ maxBad });
    for (const line of lines) tell(bad, counts, { kind: line === '#' ? 'comment' : 'good' });
    if (tooMany) assert.throws(() => bad.judge(), { code: 'csv/too-many-bad', message: /begins? with "#"/ });
    else bad.judge();
    assert.equal(counts.records.bad, 0);
  });
}

test('other skipped lines are not judged', () => {
  const { bad, counts } = open({ maxBad: 0 });
  for (const kind of ['skipped', 'good', 'skipped']) tell(bad, counts, { kind });
  bad.judge();
});

test('a checkpoint of an older version has neither tallies nor reasons', () => {
  for (const state of [undefined, {}]) {
    const { bad, counts } = open({ maxBad: 'auto' });
    counts.records = { read: 99, written: 80, filtered: 0, bad: 19, skipped: 0 };
    bad.restore(state);
    tell(bad, counts, { kind: 'fields', fields: 2 });
    assert.throws(() => bad.judge(), {
      code: 'csv/too-many-bad',
      message: /^20 of 100 records are bad .*: 1 has 2 fields instead of 3 \(first: record 100 at byte 9900\)/,
    });
  }
});
