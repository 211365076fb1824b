import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RFC_4180 } from '../../src/csv/dialect.js';
import { ForeignRecords } from '../../src/csv/foreign/records.js';
import { Translator } from '../../src/csv/foreign/translator.js';
import { createEngine } from '../../src/engine/engine.js';
import { EngineText } from '../../src/engine/engine-text.js';
import { canTranslate } from '../../src/engine/engine-translator.js';
import { cuts } from '../csv/arbitraries.js';
import { dialects, texts } from '../csv/foreign/draw-foreign.js';
import { editForeign } from '../csv/foreign/edit-foreign.js';
import fc, { caseCount } from '../support/fast-check.js';

/** @import { Dialect } from '../../src/csv/dialect.js' */
/** @import { OpenText } from '../../src/csv/foreign/text-editing.js' */
/** @import { CsvRule } from '../../src/recipe/recipe.js' */

test('the engine translates as JavaScript does, in any dialect, however the entry is cut and resumed', () => {
  const rules = fc.record({
    badRecords: /** @type {fc.Arbitrary<CsvRule['badRecords']>} */ (fc.constantFrom('quarantine', 'keep', 'skip')),
    output: fc.constantFrom({ delimiter: null }, { delimiter: '|' }),
    encoding: fc.constantFrom('utf-8', 'auto'),
  });
  const cases = dialects
    .filter(dialect => canTranslate({ ...RFC_4180, ...dialect }))
    .chain(dialect =>
      fc.record({
        dialect: fc.constant(dialect),
        text: fc.array(texts(dialect), { minLength: 1, maxLength: 6 }).map(parts => parts.join('\n')),
        cuts,
        pause: fc.nat(20),
        width: fc.integer({ min: 1, max: 3 }),
        maxRecordBytes: fc.oneof(fc.constant(1 << 24), fc.integer({ min: 5, max: 40 })),
        rule: rules,
      }),
    );
  fc.assert(
    fc.property(cases, ({ dialect, text, ...options }) => {
      assertSame(Buffer.from(text, 'latin1'), dialect, options);
    }),
    { numRuns: caseCount(2000) },
  );
});

test('a text is translated as well that grows beyond the room for it, in steps', () => {
  const quoted = `'${'"'.repeat(90)}',b\n`;
  const entry = Buffer.from(`'${'"'.repeat(70_000)}',a\n${quoted.repeat(2000)}`);
  const left = assertSame(entry, { quote: "'" }, { cuts: [400_000] });
  assert.deepEqual(left, ['record'], 'the first record has no room, and goes to JavaScript');
});

test('a text of sound records is not left to JavaScript', () => {
  const records = {
    "'a','b ''c'' \"d\"'\n": { quote: "'" },
    '"a","b \\"c\\" d\\\\"\r\n': { escape: 'backslash' },
    '"a","b "c" d"\n': { escape: 'loose' },
    'a,b "c" d\n': { quote: 'none' },
    ' a , "b" \n': { spaces: true },
    'a,b||c|d||"e||f"||"\n': { delimiter: '||', quote: 'none' },
    ' a,b || "c||d" || |\n': { delimiter: '||', spaces: true },
    'a,béc"dé"eéf"\n': { delimiter: 'é' },
    'a"b\'c,d\'"e\n': { delimiter: '"', quote: "'" },
    'a,b\r"c\rd",e\r\nf,g\r,h"\n': { lineEnds: ['lf', 'crlf', 'cr'] },
    "a,b'c\n'x\n',O'Hara\rd\n": { quote: "'" },
  };
  for (const [record, dialect] of Object.entries(records)) {
    const left = assertSame(Buffer.from(record.repeat(8000)), /** @type {Partial<Dialect>} */ (dialect), {});
    assert.deepEqual(left, [], record);
  }
});

test('a text of broken quotes is read a few times at most', () => {
  const lines = 10_000;
  const texts = {
    merging: `'${"\nx','".repeat(lines)}y'z\n`,
    'open to the end': `'${"\nx','".repeat(lines)}${'\n'.repeat(lines)}`,
    'opened on every line': "x,'\n''\n".repeat(lines),
    'broken on every line': "x,'y'z\n".repeat(lines),
  };
  for (const [title, text] of Object.entries(texts)) {
    const { engine, read } = countingEngine();
    const { counts } = editForeign(Buffer.from(text), { quote: "'" }, { openText: translatedBy(engine) });
    assert.ok(counts.records.read > lines / 2);
    assert.ok(read() < 4 * text.length, `${title}: ${read()} of ${text.length} bytes`);
  }
});

test('dialects that only JavaScript can read are left to it', () => {
  for (const dialect of /** @type {Partial<Dialect>[]} */ ([
    { delimiter: '§'.repeat(17) },
    { delimiter: "|'|", quote: "'" },
    { delimiter: '\\', escape: 'backslash' },
  ])) {
    assert.equal(canTranslate({ ...RFC_4180, ...dialect }), false, JSON.stringify(dialect));
  }
});

/**
 * Edits an entry with the engine and without.
 *
 * @param {Buffer} entry
 * @param {Partial<Dialect>} dialect
 * @param {Parameters<typeof editForeign>[2]} options
 * @returns {string[]} What the engine has left to JavaScript.
 */
function assertSame(entry, dialect, options) {
  const expected = editForeign(entry, dialect, options);
  const left = noteLeft();
  try {
    const actual = editForeign(entry, dialect, { ...options, openText: translatedBy(ENGINE) });
    assert.equal(actual.error?.message, expected.error?.message, actual.error?.stack);
    assert.deepEqual(actual.counts, expected.counts);
    if (expected.error !== null) return left.found;
    assert.equal(actual.output.toString('latin1'), expected.output.toString('latin1'));
    assert.equal(actual.rejected.toString('latin1'), expected.rejected.toString('latin1'));
    return left.found;
  } finally {
    left.stop();
  }
}

/** Notes what JavaScript translates and rejects. */
function noteLeft() {
  const { add } = Translator.prototype;
  const { rejectLine } = ForeignRecords.prototype;
  /** @type {string[]} */
  const found = [];
  Translator.prototype.add = function noteRecord() {
    found.push('record');
    return add.call(this);
  };
  ForeignRecords.prototype.rejectLine = function noteLine(origin) {
    found.push('bad');
    return rejectLine.call(this, origin);
  };
  const stop = () => {
    Translator.prototype.add = add;
    ForeignRecords.prototype.rejectLine = rejectLine;
  };
  return { found, stop };
}

/**
 * @param {ReturnType<typeof createEngine>} engine
 * @returns {OpenText}
 */
function translatedBy(engine) {
  return parts => {
    const text = new EngineText(engine, parts);
    text.begin();
    return text;
  };
}

/** An engine, and how many bytes it has read to translate them. */
function countingEngine() {
  const engine = createEngine();
  const { exports } = engine;
  let bytes = 0;
  /** @param {number} start @param {number[]} rest */
  const translateRecords = (start, ...rest) => {
    const status = exports.translateRecords(start, ...rest);
    bytes += exports.lookedTo.value - start;
    return status;
  };
  return { engine: { ...engine, exports: { ...exports, translateRecords } }, read: () => bytes };
}

const ENGINE = createEngine();
