import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RFC_4180 } from '../../../../src/csv/dialect.js';
import { readHeader } from '../../../../src/csv/opening/header/header.js';
import { editEntry } from '../../edit-entry.js';

/** @import { CsvRule } from '../../../../src/recipe/recipe.js' */

const MARK = '\xef\xbb\xbf';

describe('readHeader', () => {
  const reading = /** @type {const} */ ({
    delimiter: ',',
    quote: '"',
    escape: 'double',
    spaces: false,
    cr: false,
    comments: null,
  });
  const options = {
    whole: false,
    position: 0,
    reading,
    dialect: RFC_4180,
    emptyLastName: false,
    maxRecordBytes: 100,
  };

  it('asks for more bytes until the first record is complete', () => {
    const text = '"a\n","b"\r\n';
    for (let length = 0; length < text.length; length++) {
      assert.equal(readHeader(Buffer.from(text.slice(0, length)), options), null);
    }
    const found = readHeader(Buffer.from(`${text}1,2`), options);
    assert.deepEqual(found, { names: ['a\n', 'b'], width: 2, header: Buffer.from(text), used: text.length });
  });

  it('finds no field in an entry without records', () => {
    const found = readHeader(Buffer.alloc(0), { ...options, whole: true });
    assert.deepEqual(found, { names: null, width: 0, header: null, used: 0 });
  });

  it('takes a quote for broken once it is open for longer than a record may be', () => {
    const text = `a,"b\n${'1,2\n'.repeat(30)}`;
    assert.equal(readHeader(Buffer.from(text.slice(0, 100)), options), null);
    const found = readHeader(Buffer.from(text), options);
    assert.deepEqual(found?.names, ['a', '"b']);
    assert.equal(found?.header?.toString(), 'a,"""b"\n');
    assert.equal(found?.used, 5);
  });

  it('takes only the line of a record whose quotes are closed behind the limit', () => {
    const text = `"a\n${'b'.repeat(97)}",c\n1,2\n`;
    for (const whole of [false, true]) {
      const found = readHeader(Buffer.from(text), { ...options, whole });
      assert.equal(found?.header?.toString(), '"""a"\n');
      assert.equal(found?.used, 3);
    }
    assert.deepEqual(readHeader(Buffer.from(text), { ...options, maxRecordBytes: 104 })?.used, 104);
  });

  it('copies a header that ends with a delimiter byte for byte, without that delimiter', () => {
    const found = readHeader(Buffer.from('"a","b c",""",",\r\n1'), { ...options, emptyLastName: true });
    assert.deepEqual(found?.names, ['a', 'b c', '",']);
    assert.equal(found?.header?.toString(), '"a","b c",""","\r\n');
    assert.equal(found?.width, 3);
  });

  it('does not become an empty line without that delimiter', () => {
    const found = readHeader(Buffer.from(',\n1'), { ...options, emptyLastName: true });
    assert.equal(found?.header?.toString(), '""\n');
  });

  it('quotes the names of a foreign dialect where they need it', () => {
    const found = readHeader(Buffer.from('a,b||say "hi"||c\r'), {
      ...options,
      whole: true,
      reading: { ...reading, delimiter: '||', cr: true },
      dialect: { ...RFC_4180, delimiter: '||' },
    });
    assert.deepEqual(found?.names, ['a,b', 'say "hi"', 'c']);
    assert.equal(found?.header?.toString(), '"a,b","say ""hi""",c\r\n');
  });
});

describe('the header of an entry', () => {
  const cases = /** @type {[title: string, text: string, rule: Partial<CsvRule>, output: string][]} */ ([
    ['keeps a mark before a quoted first name', `${MARK}"i""d",a\n1,2\n`, { drop: ['i"d'] }, `${MARK}a\n2\n`],
    ['matches a quoted name without its quotes, and keeps them', '"a b",c\n1,2\n', { keep: ['a b'] }, '"a b"\n1\n'],
    ['matches a name in UTF-8', Buffer.from('größe,a\n1,2\n').toString('latin1'), { drop: ['größe'] }, 'a\n2\n'],
    ['matches a name with a newline', '"a\nb",c\r\n1,2\r\n', { drop: ['a\nb'] }, 'c\r\n2\r\n'],
    ['drops both fields of a name', 'a,b,a\n1,2,3\n', { drop: ['a'] }, 'b\n2\n'],
    ['takes the width of the first record if there is no header', '1,2\n3\n', { header: false, drop: [0] }, '2\n'],
  ]);
  for (const [title, text, rule, expected] of cases) {
    it(title, async () => {
      for (const cuts of [[1], [2, 3], [65_536]]) {
        const { output, error } = await editEntry(text, rule, { cuts });
        assert.equal(error, null);
        assert.equal(output.toString('latin1'), expected);
      }
    });
  }

  for (const [text, drop, expected] of /** @type {[text: string, drop: string[], output: string][]} */ ([
    ['"a"b,c\n1,2\n', ['c'], '"""a""b"\n1\n'],
    ['a,"b\n1,2\n', ['a'], '"""b"\n2\n'],
    ['a,b"c,"d"\r\n1,2,3\r\n', ['d'], 'a,b"c\r\n1,2\r\n'],
    ['\n\n"', [], '""""'],
    [`${MARK}"a"b\n`, [], `${MARK}"""a""b"\n`],
    ['"a"b,\xff,c\n1,2,3\n', ['c'], '"""a""b",\xff\n1,2\n'],
  ])) {
    it(`reads a broken quote as a part of the name: ${JSON.stringify(text)}`, async () => {
      for (const cuts of [[1], [65_536]]) {
        const { output, error } = await editEntry(text, { drop }, { cuts });
        assert.equal(error, null);
        assert.equal(output.toString('latin1'), expected);
      }
    });
  }

  it('may have 65,536 columns and no more', async () => {
    const most = `${','.repeat(65_535)}\n`;
    assert.equal((await editEntry(most)).output.toString(), most);
    assert.equal((await editEntry(`,${most}`)).error?.code, 'limit/columns');
    assert.equal((await editEntry(`,${most}`, { header: false }, { cuts: [4096] })).error?.code, 'limit/columns');
    assert.equal((await editEntry(`"",${most}`)).error?.code, 'limit/columns');
  });

  for (const header of [true, false]) {
    it(`fails if it holds a CR that ends no line, so that no dropped field gets through, header ${header}`, async () => {
      const text = 'id\rpassword,email\n1,secret\n2,secret\n';
      const { output, error } = await editEntry(text, { header, drop: [1] }, { cuts: [7] });
      assert.equal(error?.code, 'csv/bad-header');
      assert.equal(error.byte, 0);
      assert.equal(output.length, 0);
    });
  }

  it('may hold a CR in quotes or before an LF', async () => {
    const text = '"i\rd",password\r\n1,secret\r\n';
    const { output, error } = await editEntry(text, { drop: [1] }, { cuts: [7] });
    assert.equal(error, null);
    assert.equal(output.toString(), '"i\rd"\r\n1\r\n');
  });
});
