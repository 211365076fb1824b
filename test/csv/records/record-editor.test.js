import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RFC_4180 } from '../../../src/csv/dialect.js';
import { planFields } from '../../../src/csv/plan/plan-fields.js';
import { BadRecords } from '../../../src/csv/records/bad/bad-records.js';
import { RecordEditor } from '../../../src/csv/records/record-editor.js';
import { automaticRule } from '../dialects.js';
import { editEntry, newCounts, ruleOf, transformsOf } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

describe('records', () => {
  const cases = /** @type {[title: string, text: string, rule: Partial<CsvRule>, output: string][]} */ ([
    [
      'are copied byte for byte',
      'a,b\r\n"1" x\xff,\0\n3,"4\n"\r\n',
      { badRecords: 'keep' },
      'a,b\r\n"1" x\xff,\0\n3,"4\n"\r\n',
    ],
    ['keep their newline, each its own', 'a,b\n1,2\r\n3,4\n5,6', { drop: ['b'] }, 'a\n1\r\n3\n5'],
    ['lose fields in the middle', 'a,b,c,d\n1,2,3,4\n', { drop: ['b', 'd'] }, 'a,c\n1,3\n'],
    ['lose the first field', 'a,b\n"1,\n",2\n', { drop: ['a'] }, 'b\n2\n'],
    ['lose empty lines if there are several columns', 'a,b\n\n1,2\n\r\n', {}, 'a,b\n1,2\n'],
    ['keep empty lines if there is one column', 'a\n\n1\n', {}, 'a\n\n1\n'],
    ['do not become empty lines if the only kept field is empty', 'a,b\n,2\n3,4\n,6', { keep: ['a'] }, 'a\n""\n3\n""'],
    ['remain empty lines if there is one field', 'a\n\n3\n', {}, 'a\n\n3\n'],
    ['with an empty required field are filtered', 'a,b\n,2\n"",4\n" ",6\n', { require: ['a'] }, 'a,b\n" ",6\n'],
    ['are filtered by required fields that are dropped', 'a,b\n1,\n3,4\n', { require: ['b'], drop: ['b'] }, 'a\n3\n'],
    [
      'are filtered by required fields as they were before formatting',
      'a\n( )\n',
      { require: ['a'], ...strip('a') },
      'a\n""\n',
    ],
  ]);
  for (const [title, text, rule, expected] of cases) {
    it(title, async () => {
      for (const { before, first } of STATES) {
        for (const cuts of [[1], [3, 5], [65_536]]) {
          const { output, error } = await editEntry(before + text, rule, { cuts, first });
          assert.equal(error, null);
          assert.equal(output.toString('latin1'), expected);
        }
      }
    });
  }
});

describe('records with a value that does not fit its type', () => {
  /** @type {CsvRule['columns']} */
  const columns = [
    ['id', { type: 'integer', null: ['N/A', 'say "no"'] }],
    ['born', { type: 'date', null: [] }],
    ['gone', { type: 'text', null: [] }],
  ];
  const text = 'id,born,gone\n1,2024-02-29,x\n2,2023-02-29,x\nN/A,,\n"say ""no""","",\n"5 ","2024-01-31",\nx,x,\n,\n';

  it('are bad, and described by the first field', async () => {
    const { output, rejected, reasons, counts } = await editEntry(text, { columns, ragged: 'pad' });
    assert.equal(output.toString(), 'id,born,gone\n1,2024-02-29,x\nN/A,,\n"say ""no""","",\n"5 ","2024-01-31",\n,,\n');
    assert.equal(rejected.toString(), '2,2023-02-29,x\nx,x,\n');
    assert.deepEqual(counts.records, { read: 7, written: 5, filtered: 0, bad: 2, skipped: 0 });
    const places = [28, text.indexOf('x,x,')];
    assert.deepEqual(counts.badRecords, [
      { record: 2, byte: places[0], code: 'csv/wrong-type' },
      { record: 6, byte: places[1], code: 'csv/wrong-type' },
    ]);
    assert.deepEqual(reasons.toString().split('\n').slice(1), [
      `{"record":2,"byte":${places[0]},"code":"csv/wrong-type","field":"born","type":"date"}`,
      `{"record":6,"byte":${places[1]},"code":"csv/wrong-type","field":"id","type":"integer"}`,
      '',
    ]);
  });

  it('are bad where fields were added or cut off, too, and rejected as they came', async () => {
    const rule = { columns: columns.slice(0, 1), ragged: /** @type {const} */ ('cut') };
    const { output, rejected } = await editEntry('id,born\n1\nx\n2,y,z\nx,y,z\n', rule);
    assert.deepEqual([output.toString(), rejected.toString()], ['id,born\n1,\n2,y\n', 'x\nx,y,z\n']);
  });

  it('are not bad where they are filtered, and are judged as they would be written', async () => {
    const dates = [{ field: 'born', from: 'DD.MM.YYYY' }];
    const entry = 'id,born\n1 ,31.01.2024\n x,30.02.2024\n3,29.02.2023\n,x\n';
    const { output, counts } = await editEntry(entry, {
      columns: [['born', { type: 'date', null: [] }]],
      dates,
      require: ['id'],
      where: { not: { field: 'id', eq: 'x' } },
      trim: true,
    });
    assert.equal(output.toString(), 'id,born\n1,2024-01-31\n');
    assert.deepEqual(counts.records, { read: 4, written: 1, filtered: 2, bad: 1, skipped: 0 });
    // What is not written is not counted as formatted or not.
    assert.deepEqual(counts.dates, { formatted: 1, unparsed: 0 });
  });

  it('are written as others are with "keep", without what is dropped and hashed', async () => {
    const rule = {
      columns: columns.slice(0, 2),
      drop: ['gone'],
      mask: [{ field: 'name', keepLast: 0 }],
      badRecords: /** @type {const} */ ('keep'),
    };
    const { output, counts } = await editEntry('id,name,born,gone\nx,Ada,2024-01-01,secret\n', rule);
    assert.equal(output.toString(), 'id,name,born\nx,***,2024-01-01\n');
    assert.deepEqual(counts.records, { read: 1, written: 0, filtered: 0, bad: 1, skipped: 0 });
  });

  it('fail the entry with "fail", and the value is not in the message', async () => {
    const rule = { columns: columns.slice(0, 2), badRecords: /** @type {const} */ ('fail') };
    const { error } = await editEntry('id,born\n1,2024-01-31\n2,secret\n', rule);
    assert.equal(error.code, 'csv/wrong-type');
    assert.equal(error.message, 'record 2 at byte 21 has a value in the field "born" that is no date');
  });

  it('fail the entry where the header lacks a field, unless missing ones are ignored', async () => {
    const { error } = await editEntry('id\n1\n', { columns: columns.slice(0, 2) });
    assert.equal(error.code, 'csv/missing-field');
    assert.match(error.message, /^"columns" names the field "born", which the entry lacks; it has "id"/);
    const { counts, output } = await editEntry('id\n1\n', { columns, missing: 'ignore' });
    assert.deepEqual(counts.missing, ['born', 'gone']);
    assert.equal(output.toString(), 'id\n1\n');
  });

  it('are found by names that match loosely, where the exact one wins', async () => {
    /** @type {CsvRule['columns']} */
    const loose = [
      ['ID', { type: 'integer', null: [] }],
      ['id', { type: 'text', null: [] }],
    ];
    const rule = { columns: loose, names: /** @type {const} */ ('loose') };
    assert.equal((await editEntry('id\nx\n', rule)).counts.records.written, 1);
    assert.equal((await editEntry('id,ID\nx,1\nx,x\n', rule)).counts.records.bad, 1);
    const { error } = await editEntry('Id,iD\nx,1\n', { ...rule, columns: loose.slice(1) });
    assert.equal(error.code, 'csv/ambiguous-field');
  });
});

describe('bad records', () => {
  const text = 'a,b\n1,2\n3\n"4"x,5\n\n,6,\r\n7,8\n9,"';
  const bad = '3\n"4"x,5\n,6,\r\n9,"';
  const described = [
    { record: 2, byte: 8, code: 'csv/field-count' },
    { record: 3, byte: 10, code: 'csv/after-quote' },
    { record: 4, byte: 18, code: 'csv/field-count' },
    { record: 6, byte: 27, code: 'csv/unterminated-quote' },
  ];
  for (const [badRecords, output, rejected] of /** @type {const} */ ([
    ['quarantine', 'b\n2\n8\n', bad],
    ['skip', 'b\n2\n8\n', ''],
    ['keep', 'b\n2\n3\n"4"x,5\n,6,\r\n8\n9,"', ''],
  ])) {
    it(`are counted and described with "${badRecords}"`, async () => {
      for (const { before, first } of STATES) {
        for (const cuts of [[1], [7], [65_536]]) {
          const result = await editEntry(before + text, { badRecords, drop: ['a'] }, { cuts, first });
          assert.equal(result.output.toString(), output);
          assert.equal(result.rejected.toString(), rejected);
          assert.deepEqual(result.counts.records, { read: 6, written: 2, filtered: 0, bad: 4, skipped: 0 });
          const shifted = described.map(error => ({ ...error, byte: error.byte + before.length }));
          assert.deepEqual(result.counts.badRecords, shifted);
        }
      }
    });
  }

  for (const [index, { record, byte, code }] of described.entries()) {
    it(`fail the entry with "fail": ${code} in record ${record}`, async () => {
      const lines = text.slice(0, 8).concat(text.slice(byte));
      const { error, counts } = await editEntry(lines, { badRecords: 'fail' });
      assert.equal(error?.name, 'CsvError');
      assert.deepEqual([error.code, error.record, error.byte], [code, 2, 8]);
      assert.match(error.message, MESSAGES[index] ?? /never/);
      assert.deepEqual(counts.records, { read: 2, written: 1, filtered: 0, bad: 1, skipped: 0 });
    });
  }

  it('are described up to the limit, and all counted', async () => {
    const { counts, rejected } = await editEntry(`a,b\n${'x\n'.repeat(500)}`, {}, { cuts: [100], maxDescribed: 3 });
    assert.deepEqual(
      counts.badRecords.map(({ byte }) => byte),
      [4, 6, 8],
    );
    assert.equal(counts.records.bad, 500);
    assert.equal(rejected.length, 1000);
  });
});

describe('a broken quote', () => {
  it('costs its line, no more', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => (index === 9 ? '9,"9' : `${index},"${index}"`));
    for (const cuts of [[1], [7, 100], [65_536]]) {
      const { counts, output, rejected } = await editEntry(`a,b\n${lines.join('\n')}\n`, {}, { cuts });
      assert.deepEqual(counts.records, { read: 1000, written: 999, filtered: 0, bad: 1, skipped: 0 });
      assert.equal(output.toString(), `a,b\n${lines.filter(line => line !== '9,"9').join('\n')}\n`);
      assert.equal(rejected.toString(), '9,"9\n');
    }
  });

  it('is one that makes a record of several lines longer than the limit', async () => {
    const text = 'a,b\n1,"\n1234,"\n7,8\n';
    for (const cuts of [[1], [7], [65_536]]) {
      const within = await editEntry(text, {}, { cuts, maxRecordBytes: 11 });
      assert.equal(within.output.toString(), text);
      const past = await editEntry(text, {}, { cuts, maxRecordBytes: 10 });
      assert.deepEqual(past.counts.badRecords, [
        { record: 1, byte: 4, code: 'csv/unterminated-quote' },
        { record: 2, byte: 8, code: 'csv/unterminated-quote' },
      ]);
      assert.equal(past.output.toString(), 'a,b\n7,8\n');
      const { error } = await editEntry(text, {}, { cuts, maxRecordBytes: 6 });
      assert.equal(error.code, 'limit/record');
    }
  });
});

describe('ragged records', () => {
  const text = 'a,b\r\n1\r\n(2),3,\n4,5,"",\n6,7,8\n9,"\n';
  for (const [ragged, output, rejected] of /** @type {const} */ ([
    ['bad', 'a,b\r\n', '1\r\n(2),3,\n4,5,"",\n6,7,8\n9,"\n'],
    ['pad', 'a,b\r\n1,\r\n2,3\n4,5\n', '6,7,8\n9,"\n'],
    ['cut', 'a,b\r\n1,\r\n2,3\n4,5\n6,7\n', '9,"\n'],
  ])) {
    it(`are treated as "${ragged}" says`, async () => {
      for (const cuts of [[1], [7], [65_536]]) {
        const result = await editEntry(text, { ragged, ...strip('a') }, { cuts });
        assert.equal(result.output.toString(), output);
        assert.equal(result.rejected.toString(), rejected);
      }
    });
  }

  for (const quote of /** @type {const} */ (['"', "'"])) {
    it(`are not filled up behind a broken ${quote}, since they may be the rest of its value`, async () => {
      const text = 'a,b,c,d\n4,5,6,7\n8,9,0\n1,"x\ny\n\nz,w\n4,5,6,"7"\n1,2,3,"x\ny\ns,t,u\nv\n'.replaceAll('"', quote);
      const rule = /** @type {const} */ ({ ragged: 'pad', escape: 'double', quote });
      for (const cuts of [[1], [7], [65_536]]) {
        const { output, rejected } = await editEntry(text, rule, { cuts });
        assert.equal(output.toString().replaceAll(quote, '"'), 'a,b,c,d\n4,5,6,7\n8,9,0,\n4,5,6,"7"\ns,t,u,\nv,,,\n');
        assert.equal(rejected.toString().replaceAll(quote, '"'), '1,"x\ny\nz,w\n1,2,3,"x\ny\n');
      }
    });
  }

  for (const [kind, text, rule] of /** @type {[string, string, Partial<CsvRule>][]} */ ([
    ['beside a quote in a plain field', '1,5" pipe,"Lee, Ann\nSecret St 5" x,1\n', {}],
    ['behind one that is closed', '1,"6" pipe,"Lee, Ann\nSecret St 5" x,1\n', {}],
    ['that is open again', '1,2,3,4,"he said "hi"\nSecret St" x,1\n', {}],
    ['behind others with a backslash', '1,"he said \\"hi\nSecret St 5" x,1\n', { escape: 'backslash' }],
    ["of the kind '", "1,O'Neil,'Lee, Ann\nSecret St' x,1\n", { quote: "'" }],
  ])) {
    it(`are not filled up behind a broken quote ${kind}`, async () => {
      const above = 'a,b,c,d,e,f\n1,2,3,4,5,6\n';
      for (const cuts of [[1], [7], [65_536]]) {
        const { output, rejected } = await editEntry(above + text, { ragged: 'pad', ...rule }, { cuts });
        assert.equal(output.toString(), above);
        assert.equal(rejected.toString(), text);
      }
    });
  }

  it('are filled up behind a broken quote where bad records are kept: else, no field of theirs would be masked', async () => {
    const rule = /** @type {const} */ ({ ragged: 'pad', badRecords: 'keep', drop: ['b'] });
    const { output } = await editEntry('a,b,c,d\n1,"x\n2,Ann\n3,4,5,6\n', rule);
    assert.equal(output.toString(), 'a,c,d\n1,"x\n2,,\n3,5,6\n');
  });

  const rows = '0,Bolt,0\n1,Nut,1\n'.repeat(4);
  const padded = rows.replaceAll('\n', ',,,\n');
  for (const quote of /** @type {const} */ (['"', "'"])) {
    for (const [kind, above, broken] of [
      ['that is closed on its line', '', '9,"6" pipe,2\n'],
      ['that is never closed, below others as short', rows, '9,"6 pipe,2\n'],
      [
        'that is never closed, below many long ones and one as short',
        '1,2,3,4,5,6\n'.repeat(9) + rows,
        '9,"6 pipe,2\n',
      ],
    ]) {
      it(`are filled up behind a ${quote} ${kind}`, async () => {
        const header = 'id,name,size,x,y,z\n';
        const rule = /** @type {const} */ ({ ragged: 'pad', escape: 'double', quote });
        const text = (header + above + broken + rows).replaceAll('"', quote);
        for (const cuts of [[1], [7], [65_536]]) {
          const { output, rejected } = await editEntry(text, rule, { cuts });
          assert.equal(output.toString(), `${header}${above.replace(rows, padded)}${padded}`);
          assert.equal(rejected.toString().replaceAll(quote, '"'), broken);
        }
      });
    }
  }

  it('may be padded or cut to what is then filtered, dropped, and delimited anew', async () => {
    const rule = /** @type {const} */ ({ ragged: 'cut', require: ['b'], drop: ['a'], output: { delimiter: ';' } });
    const { output, counts } = await editEntry('a,b,c\n1\n2,3\n4,5;,6,7\n', rule);
    assert.equal(output.toString(), 'b;c\n3;\n"5;";6\n');
    assert.deepEqual(counts.records, { read: 3, written: 2, filtered: 1, bad: 0, skipped: 0 });
  });

  it('lose an empty last field if each record has it', async () => {
    const { output } = await editEntry('a;b\n1;2;""\n3;4;\n', { delimiter: 'auto' });
    assert.equal(output.toString(), 'a;b\n1;2\n3;4\n');
  });

  for (const value of ['"\n"', '" "', '"\t"', ' ', '\t', '"\r\n"', '\u00a0', '" \n "']) {
    for (const delimiter of ['auto', ';']) {
      it(`keep ${JSON.stringify(value)} behind the last name as a value: delimiter ${delimiter}`, async () => {
        const all = `1;2;${value}\n3;4;${value}\n`;
        const { output, rejected } = await editEntry(`a;b\n${all}`, { delimiter });
        assert.equal(`${output.toString('latin1')}${rejected.toString('latin1')}`, `a;b\n${all}`);
        const some = await editEntry(`a;b\n1;2;\n${'5;6;\n'.repeat(20)}3;4;${value}\n`, { delimiter });
        assert.deepEqual([some.counts.records.bad, some.counts.records.written], [1, 21]);
      });
    }
  }

  it('keep a CR in the last field that is not cut, and do not become empty lines', async () => {
    // As many records would be good if a CR ended them.
    const text = 'a,b,c\nx,\ry,z\n1,2,3\r,4\n';
    assert.equal((await editEntry(text, { ragged: 'cut' })).output.toString(), 'a,b,c\nx,"\ry",z\n1,2,"3\r"\n');
    assert.equal((await editEntry('a\n,1\n', { ragged: 'cut' })).output.toString(), 'a\n""\n');
  });
});

describe('comments', () => {
  const text = 'a,b\n#1,2\n# x\n#,"\n3,4\n#5,6,7\n8,9\n';
  for (const badRecords of /** @type {const} */ (['quarantine', 'skip', 'keep', 'fail'])) {
    it(`are skipped where they are no sound record, with "${badRecords}"`, async () => {
      for (const cuts of [[1], [7], [65_536]]) {
        const result = await editEntry(text, { comments: 'auto', badRecords }, { cuts });
        assert.equal(result.error, null);
        assert.equal(result.output.toString(), 'a,b\n#1,2\n3,4\n8,9\n');
        assert.equal(result.rejected.toString(), badRecords === 'skip' ? '' : '# x\n#,"\n#5,6,7\n');
        assert.deepEqual(result.counts.records, { read: 3, written: 3, filtered: 0, bad: 0, skipped: 3 });
      }
    });
  }

  const records = { filtered: 0, bad: 0 };
  /** @type {[text: string, rule: object, records: object, message: RegExp | null][]} */
  const cases = [
    [
      'a,b\n#1,2,3\n#2,2,3\n#3,2,3\n',
      {},
      { ...records, read: 0, written: 0, skipped: 3 },
      /^all 3 records are bad .* 3 begin with "#" .*"comments" to "none"; or .*"comments" to "#"/,
    ],
    [
      'a,b\n1,2\n#1,2,3\n#2,"x\n',
      { maxBad: 0 },
      { ...records, read: 1, written: 1, skipped: 2 },
      /^2 of 3 records are bad .* 2 begin with "#" /,
    ],
    ['a,b\n1,2\n# x\n', {}, { ...records, read: 1, written: 1, skipped: 1 }, null],
    ['a,b\n1,2\n# x\n3,4\n', { maxBad: 0 }, { ...records, read: 2, written: 2, skipped: 1 }, null],
    ['# x\n# y\na,b\n1,2\n3,4\n', { maxBad: 0 }, { ...records, read: 2, written: 2, skipped: 2 }, null],
    ['a,b\n#1,2,3\n#2,2,3\n', { comments: '#' }, { ...records, read: 0, written: 0, skipped: 2 }, null],
  ];
  for (const [text, rule, expected, message] of cases) {
    it(`are ${message ? 'too many' : 'not too many'} in ${JSON.stringify(text)} under ${JSON.stringify(rule)}`, async () => {
      for (const cuts of [[1], [7], [65_536]]) {
        const { error, counts } = await editEntry(text, automaticRule({ maxBad: 'auto', ...rule }), { cuts });
        assert.deepEqual(counts.records, expected);
        assert.equal(error?.code, message ? 'csv/too-many-bad' : undefined);
        if (message) assert.match(error.message, message);
      }
    });
  }
});

describe('skipped lines', () => {
  /** @type {[what: string, text: string, rule: object, lines: string, read?: number][]} */
  const cases = [
    ['a preamble', 'A title\n\nid,name,x\n1,Ada,2\n2,Bob,3\n', {}, 'A title\n'],
    ['a given number of lines', 'A title\na,b\n1,2\n3,4\n', { skipLines: 1 }, 'A title\n'],
    ['a line for Excel', 'sep=;\na;b\n1;2\n3;4\n', {}, 'sep=;\n'],
    ['a footer', 'a,b\n1,2\n3,4\n\nnotes\n', {}, 'notes\n'],
    ['comments', 'a,b\n1,2\n# x\n3,4\n', {}, '# x\n'],
    ['given comments', 'a,b\n1,2\n//x\n3,4\n', { comments: '//' }, '//x\n'],
    ["comments among records with '", "a,b\n'1',2\n# x\n'3,3',4\n", { quote: "'" }, '# x\n'],
    ["given comments among records with '", "a,b\n'1',2\n# x\n'3,3',4\n", { quote: "'", comments: '#' }, '# x\n'],
    ['an entry with nothing else', 'A title\n', { skipLines: 1 }, 'A title\n', 0],
  ];
  for (const [what, text, rule, lines, read = 2] of cases) {
    for (const badRecords of /** @type {const} */ (['quarantine', 'skip', 'keep', 'fail'])) {
      it(`are ${badRecords === 'skip' ? 'left out' : 'set aside with a reason'}: ${what}, with "${badRecords}"`, async () => {
        const { error, counts, rejected, reasons } = await editEntry(text, automaticRule({ ...rule, badRecords }));
        assert.equal(error, null);
        assert.deepEqual(counts.records, { read, written: read, filtered: 0, bad: 0, skipped: 1 });
        assert.equal(rejected.toString(), badRecords === 'skip' ? '' : lines);
        const [, ...given] = reasons.toString().trimEnd().split('\n');
        assert.deepEqual(
          given.map(line => JSON.parse(line).code),
          badRecords === 'skip' ? [] : ['csv/skipped'],
        );
      });
    }
  }
});

describe('translated text', () => {
  const origin = {
    byteAt: (/** @type {number} */ start) => 100 + 2 * start,
    raw: (/** @type {number} */ start, /** @type {number} */ after) => Buffer.from(`[${start}-${after}]`),
  };

  it('has its bad records described and set aside as they came', () => {
    const { editor, counts } = editorOf({ comments: 'auto' });
    const text = Buffer.from('1,2\n3\n#\n4,5\n');
    assert.equal(editor.edit(text, true, 0, origin), text.length);
    assert.deepEqual(counts.badRecords, [{ record: 2, byte: 108, code: 'csv/field-count' }]);
    assert.deepEqual(counts.records, { read: 3, written: 2, filtered: 0, bad: 1, skipped: 1 });
    assert.equal(Buffer.concat(editor.rejected.take(true)).toString(), '[4-6][6-8]');
  });

  it('has lines that the translator could not read counted among its records', () => {
    const line = /** @type {const} */ ({
      code: 'csv/after-quote',
      byte: 7,
      raw: Buffer.from('raw'),
      dialect: RFC_4180,
    });
    for (const [badRecords, output, rejected] of /** @type {const} */ ([
      ['quarantine', '', 'raw'],
      ['skip', '', ''],
      ['keep', '"""x""y";"1;"\r\n', ''],
    ])) {
      const { editor, counts } = editorOf({ badRecords, output: { delimiter: ';' } });
      editor.aside.rejectForeign({ ...line, text: Buffer.from('"x"y,1;\r\n') });
      assert.deepEqual(counts.badRecords, [{ record: 1, byte: 7, code: 'csv/after-quote' }]);
      assert.equal(Buffer.concat(editor.output.take(true)).toString(), output);
      assert.equal(Buffer.concat(editor.rejected.take(true)).toString(), rejected);
    }
    const { editor } = editorOf({ badRecords: 'fail' });
    assert.throws(() => editor.aside.rejectForeign({ ...line, text: Buffer.from('x') }), {
      code: 'csv/after-quote',
      byte: 7,
    });
  });
});

it('one surplus field that is empty is no error where records end with a delimiter', () => {
  const { editor, counts } = editorOf({}, true);
  editor.edit(Buffer.from('1,2,\n3,4\n5,6,7\n8,9,,\n'), true, 0);
  assert.equal(Buffer.concat(editor.output.take(true)).toString(), '1,2\n3,4\n');
  assert.equal(counts.records.bad, 2);
});

/**
 * An editor of two fields.
 *
 * @param {Partial<CsvRule>} differences
 * @param {boolean} [trailingDelimiter]
 */
function editorOf(differences, trailingDelimiter = false) {
  const rule = ruleOf(differences);
  const counts = newCounts();
  const bad = new BadRecords({ rule, maxDescribed: 9, counts });
  const plan = planFields(rule, transformsOf(rule), ['a', 'b'], 2);
  const options = { plan, rule, delimiter: 0x2c, trailingDelimiter, bad, maxRecordBytes: 100, counts };
  return { editor: new RecordEditor(options), counts };
}

// Empty lines before the header leave no trace. With enough of them, the opening is complete after the first chunk.
const STATES = [
  { before: '', first: 0 },
  { before: '\n'.repeat(1100), first: 1108 },
];

const MESSAGES = [
  /^record 2 at byte 8 has 1 field, expected 2$/,
  /^record 2 at byte 8 has bytes between a closing quote and the next delimiter$/,
  /^record 2 at byte 8 has 3 fields, expected 2$/,
  /^record 2 at byte 8 has a quote that is never closed$/,
];

/**
 * @param {string} field
 * @returns {Partial<CsvRule>}
 */
function strip(field) {
  return { phones: [{ field, format: 'strip', country: null }] };
}
