import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInspection } from '../../src/cli/inspect-report.js';
import { widthOf } from '../../src/cli/text-table.js';
import { RFC_4180 } from '../../src/csv/dialect.js';
import fc from '../support/fast-check.js';

/** @import { InspectedEntry, Inspection, Kind } from '../../src/inspect/inspection.js' */

/** @type {InspectedEntry} */
const ENTRY = {
  ...{ path: 'people.csv', bytes: 1234, isLeast: false, compressedBytes: 400, method: 'deflate', ratio: 3.085 },
  ...{ action: 'copy', rule: null, error: null, kind: 0 },
};

/** @type {Kind} */
const KIND = {
  ...{ entries: [0], rule: null, dialect: { ...RFC_4180, delimiter: ';' }, header: ['id', 'E-Mail', 'born'], width: 3 },
  columns: [
    { name: 'id', position: 0, type: 'integer', formats: [], emptyShare: 0, examples: ['1', '2'], personal: null },
    {
      name: 'E-Mail',
      position: 1,
      type: 'text',
      formats: [],
      emptyShare: 0.5,
      examples: ['ann@example.com'],
      personal: 'email',
    },
    {
      ...{ name: 'born', position: 2, type: 'date', formats: ['DD/MM/YYYY', 'MM/DD/YYYY'], emptyShare: 0.001 },
      ...{ examples: ['01/02/1990'], personal: 'birth date' },
    },
  ],
  before: [
    ['1', 'ann@example.com', '01/02/1990'],
    ['2', '', '03/04/1991'],
  ],
  ...{
    after: null,
    afterHeader: null,
    error: null,
    missing: [],
    isDecoded: true,
    guessedEncoding: null,
    sampledRecords: 2,
    badRecords: 0,
    isWhole: true,
  },
};

/** @type {Inspection} */
const INSPECTION = {
  archive: {
    uri: '/in/x y.zip',
    bytes: 500,
    etag: '',
    versionId: null,
    entries: 2,
    bytesInflated: 1284,
    ...{ isEncrypted: false, lacks: null, namesLike: null },
  },
  recipe: null,
  error: null,
  entries: [
    ENTRY,
    { ...ENTRY, path: 'doc/readme.txt', bytes: 50, compressedBytes: 50, method: 'stored', ratio: 1, kind: null },
  ],
  kinds: [KIND],
  unmatched: { rules: [] },
};

test('an archive is shown without a recipe', () => {
  assert.equal(
    formatInspection(INSPECTION),
    `/in/x y.zip
2 entries, 500 B, 1.28 kB inflated; 1 CSV, of 1 kind

entry              size  method   ratio
────────────────────────────────────────────
├ doc/             50 B
│ └ readme.txt     50 B  stored     1.0
└ people.csv    1.23 kB  deflate    3.1  CSV

CSV: people.csv
  UTF-8, delimiter ";", a header, 2 records

  column  type                           empty  looks like  examples
  id      integer                                           1, 2
  E-Mail  text                            50 %  email       ann@example.com
  born    date DD/MM/YYYY or MM/DD/YYYY  < 1 %  birth date  01/02/1990

  first records:
    id  E-Mail           born
    1   ann@example.com  01/02/1990
    2                    03/04/1991

Next, write a recipe that hashes or drops what looks like personal data, and see what it would do:
  sluice inspect '/in/x y.zip' --write-recipe recipe.json
  sluice run '/in/x y.zip' --to DESTINATION --recipe recipe.json --hash-key-file KEY --dry-run
`,
  );
});

test('a recipe that is being written is the one to try next', () => {
  const text = formatInspection(INSPECTION, 'my recipe.json');
  assert.ok(!text.includes('--write-recipe'));
  assert.ok(
    text.endsWith(`
Next, see what the recipe would do:
  sluice run '/in/x y.zip' --to DESTINATION --recipe 'my recipe.json' --hash-key-file KEY --dry-run
`),
  );
});

test('records that do not fit are counted, and the error says what cures it', () => {
  const error = { code: 'csv/too-many-bad', message: 'all 3 records are bad: set "skipLines"' };
  const kind = /** @type {Kind} */ ({ ...KIND, columns: [], before: [], sampledRecords: 0, badRecords: 3, error });
  const text = formatInspection({ ...INSPECTION, kinds: [kind] });
  assert.match(text, /^ {2}UTF-8, delimiter ";", a header, 0 records, 3 bad$/m);
  assert.match(text, /^ {2}csv\/too-many-bad: all 3 records are bad: set "skipLines"$/m);
});

test('text in another encoding than it is read in is named, with what to do', () => {
  const text = formatInspection({ ...INSPECTION, kinds: [{ ...KIND, isDecoded: false }] });
  assert.match(text, /^ {2}not UTF-8, delimiter ";", a header, 2 records$/m);
  assert.match(
    text,
    /^ {2}some bytes are not UTF-8; name the encoding in the recipe, such as "encoding": "windows-1252"$/m,
  );
});

test('a guessed encoding is said to be a guess, and where it is to be named', () => {
  const guessed = { ...KIND, isDecoded: false, guessedEncoding: 'windows-1251' };
  const text = formatInspection({ ...INSPECTION, kinds: [guessed] });
  assert.match(text, /^ {2}looks like windows-1251, delimiter ";", a header, 2 records$/m);
  assert.match(text, /^ {2}not UTF-8: the encoding is a guess; --write-recipe writes "encoding": "windows-1251"$/m);
  const edited = formatInspection({ ...INSPECTION, kinds: [{ ...guessed, after: [] }] });
  assert.match(edited, /^ {2}not UTF-8, but a job .*in the recipe, perhaps "encoding": "windows-1251"$/m);
});

test('with a recipe it shows what the recipe takes, does and lacks, and what a job refuses', () => {
  const refused = { code: 'archive/encrypted', message: 'entry "doc/readme.txt" is encrypted' };
  const text = formatInspection({
    ...INSPECTION,
    recipe: { path: 'r.json', sha256: '', matches: ['**/*.csv', 'none/**'], needsHashKey: true },
    entries: [
      { ...ENTRY, action: 'csv', rule: 0 },
      { ...INSPECTION.entries[1], error: refused },
    ],
    kinds: [{ ...KIND, rule: 0, after: [['1', 'abc'], []], afterHeader: ['id', 'E-Mail'], missing: ['notes'] }],
  });
  assert.match(text, /people\.csv +1\.23 kB +deflate +3\.1 +csv \(rule 1\) +CSV\n/);
  assert.match(text, /readme\.txt +50 B +stored +1\.0 +refused: archive\/encrypted\n/);
  assert.match(
    text,
    /would refuse 1 entry:\n {2}doc\/readme\.txt: archive\/encrypted: entry "doc\/readme\.txt" is encrypted\n/,
  );
  assert.match(
    text,
    / 1 {2}\*\*\/\*\.csv {2}csv: 1 entry\n +2 {2}none\/\*\* +takes no entry\n +no rule +copy: 1 entry\n/,
  );
  assert.match(text, /after:\n +id +E-Mail\n +1 +abc\n +\(not written\)\n/);
  assert.match(text, /lacks the field "notes", which the recipe names/);
  assert.match(text, /sluice run '\/in\/x y\.zip' --to DESTINATION --recipe r\.json --hash-key-file KEY --dry-run\n$/);
});

test('of a Mac’s own zip it says what is left out of sizes, and what was found out', () => {
  for (const [lacks, note] of /** @type {const} */ ([
    ['sizes', /\nmade by a Mac .*leaves multiples of 4 GiB out of sizes/],
    ['found', /\nmade by a Mac .*without zip64: multiples of 4 GiB or of 65,536 entries were\nleft out .*found out/],
  ])) {
    const archive = { ...INSPECTION.archive, lacks };
    const text = formatInspection({
      ...INSPECTION,
      archive,
      entries: [{ ...ENTRY, isLeast: true }, INSPECTION.entries[1]],
    });
    assert.match(text, note);
    assert.match(text, /people\.csv +≥ 1\.23 kB +deflate/);
    assert.doesNotMatch(text, /≥ 50 B/);
  }
});

test('names that look like another charset are said to, with the line for the recipe', () => {
  const archive = { ...INSPECTION.archive, namesLike: { charset: 'gbk', example: '客户.csv' } };
  assert.match(
    formatInspection({ ...INSPECTION, archive }),
    /look like gbk, as in "客户\.csv":\n.*"entryNames": "gbk"\n/,
  );
});

test('of an archive with encrypted entries, the next commands have a place for the password', () => {
  const archive = { ...INSPECTION.archive, isEncrypted: true };
  const text = formatInspection({ ...INSPECTION, archive });
  assert.match(text, /sluice inspect '\/in\/x y\.zip' --password-file PASSWORD --write-recipe recipe\.json\n/);
  assert.match(text, /--recipe recipe\.json --password-file PASSWORD --hash-key-file KEY --dry-run\n$/);
  const recipe = { path: 'r.json', sha256: '', matches: [], needsHashKey: false };
  assert.match(
    formatInspection({ ...INSPECTION, archive, recipe }),
    /--recipe r\.json --password-file PASSWORD --dry-run\n$/,
  );
});

test('a rule that does not fit is shown with its error, without records after it', () => {
  const error = { code: 'csv/missing-field', message: 'it lacks "x"' };
  const text = formatInspection({ ...INSPECTION, kinds: [{ ...KIND, after: [[], []], error }] });
  assert.match(text, /csv\/missing-field: it lacks "x"/);
  assert.doesNotMatch(text, /not written/);
});

test('of many kinds and columns only some are shown', () => {
  const columns = Array.from({ length: 100 }, (_, position) => ({
    ...KIND.columns[0],
    name: `c${position}`,
    position,
  }));
  const text = formatInspection({ ...INSPECTION, kinds: Array(12).fill({ ...KIND, columns }) });
  assert.match(text, /… 70 more columns \(--json has them\)/);
  assert.match(text, /… 2 more kinds of CSV \(--json has them\)/);
});

test('a record too long for a line ends with the last value that fits', () => {
  const record = Array.from({ length: 50 }, (_, index) => `value ${index}`);
  const text = formatInspection({ ...INSPECTION, kinds: [{ ...KIND, header: null, before: [record] }] });
  assert.match(text, /value 8 {2}value 9 {2}…\n/);
});

test('an archive that is refused as a whole has no report, and an empty one has a short one', () => {
  assert.equal(formatInspection({ ...INSPECTION, error: { code: 'archive/not-a-zip', message: '' } }), '');
  assert.match(formatInspection({ ...INSPECTION, entries: [], kinds: [] }), /no entries/);
});

test('whatever an archive holds, lines are escaped and at most as long as promised', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  const error = fc.option(fc.record({ code: fc.constant('archive/unsafe-name'), message: text }));
  const values = fc.array(fc.array(text, { maxLength: 5 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(text), error, values, text, (names, error, records, uri) => {
      const printed = formatInspection({
        ...INSPECTION,
        archive: { ...INSPECTION.archive, uri },
        recipe: { path: uri, sha256: '', matches: names, needsHashKey: false },
        entries: [ENTRY, ...names.map(path => ({ ...ENTRY, path, error }))],
        kinds: [
          {
            ...KIND,
            ...{ header: names, before: records, after: records, afterHeader: names, missing: names },
            columns: names.map((name, position) => ({ ...KIND.columns[1], name, position, examples: names })),
          },
        ],
      });
      assert.doesNotMatch(printed.replaceAll('\n', ''), /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
      const tables = printed.split('\n').filter(line => !/sluice|archive\/|lacks the field|[\\{]/.test(line));
      for (const line of tables) assert.ok(widthOf(line) <= 200, line);
    }),
  );
});
