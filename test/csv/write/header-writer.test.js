import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

const named = { header: ['a', 'b"'], writeHeader: true };
/** @type {Partial<CsvRule>} */
const auto = {
  delimiter: 'auto',
  quote: 'auto',
  escape: 'auto',
  encoding: 'auto',
  skipLines: 'auto',
  comments: 'auto',
};

describe('the header that is written', () => {
  const cases = /** @type {[title: string, text: string, rule: Partial<CsvRule>, output: string][]} */ ([
    [
      'has new names, and the others byte for byte',
      'a,"b",c \n1,2,3\n',
      {
        rename: [
          ['a', 'x,"'],
          ['c ', 'z'],
        ],
      },
      '"x,""","b",z\n1,2,3\n',
    ],
    ['has new names only for fields that it has', 'a,b\n1,2\n', { rename: [['a', 'x']], drop: ['a'] }, 'b\n2\n'],
    ['has trimmed names', ' a ,"\tb ",c\r\n1,2,3\r\n', { trim: true }, 'a,"b",c\r\n1,2,3\r\n'],
    ['has trimmed names of trimmed fields only', ' a , b \n1,2\n', { trim: [0] }, 'a, b \n1,2\n'],
    [
      'has a new name instead of a trimmed one',
      ' a ,b\n1,2\n',
      { trim: true, rename: [[' a ', ' x ']] },
      ' x ,b\n1,2\n',
    ],
    ['has quotes around a trimmed name that begins with one', ' "a,b\n1,2\n', { trim: true }, '"""a",b\n1,2\n'],
    ['does not become empty when it is trimmed', '"",b\n1,2\n', { trim: true, drop: ['b'] }, '""\n1\n'],
    ['is no empty line when one name is trimmed', '  \n1\n', { trim: true }, '""\n1\n'],
    [
      'has the new delimiter, and quotes where a name holds it',
      'a;,b\n1,2\n',
      { output: { delimiter: ';' }, set: [['x;', '1']] },
      '"a;";b;"x;"\n1;2;1\n',
    ],
    ['keeps a CR in quotes', '"a\r",b\n1,2\n', { select: ['b', 'a\r'] }, 'b,"a\r"\n2,1\n'],
    ['is absent if the entry has none', '1,2\n', { header: false, set: [['x', 'y']], trim: true }, '1,2,y\n'],
    ['is absent if none is found', '1,2\n3,4\n', { ...auto, header: 'auto', set: [['x', 'y']] }, '1,2,y\n3,4,y\n'],
    [
      'is there if one is found',
      'id,name\n1,a\n2,b\n',
      { ...auto, header: 'auto', set: [['x', 'y']] },
      'id,name,x\n1,a,y\n2,b,y\n',
    ],

    ['has the names of the recipe', '1,2\n3,4\n', named, 'a,"b"""\n1,2\n3,4\n'],
    ['has the line end of the first record', '1,"2\n"\r\n3,4\n', named, 'a,"b"""\r\n1,"2\n"\r\n3,4\n'],
    ['has LF where the first record has no line end', '1,2', named, 'a,"b"""\n1,2'],
    ['stands in an entry without records', '', named, 'a,"b"""\n'],
    ['stands in an entry of empty lines', '\n\n', named, 'a,"b"""\n'],
    ['stands behind a byte order mark', '\xef\xbb\xbf1,2\r\n', named, '\xef\xbb\xbfa,"b"""\r\n1,2\r\n'],
    ['stands behind a byte order mark without records', '\xef\xbb\xbf', named, '\xef\xbb\xbfa,"b"""\n'],
    [
      'has the columns of the records',
      '1,2,3\n',
      {
        header: ['a', 'b', ' c'],
        writeHeader: true,
        drop: ['b'],
        rename: [['a', 'x']],
        trim: true,
        set: [['n', '$record']],
        output: { delimiter: '|' },
      },
      'x|c|n\n1|3|1\n',
    ],
    [
      'has the order of the records',
      '1,2\n',
      { header: ['a', 'b'], writeHeader: true, select: ['b', 'n', 'a'], set: [['n', '$record']] },
      'b,n,a\n2,1,1\n',
    ],
    ['is not written without "writeHeader"', '1,2\n', { header: ['a', 'b'], rename: [['a', 'x']] }, '1,2\n'],
    [
      'is RFC 4180 in an entry that is not',
      "1|'2,'\r3|4\r",
      { ...auto, ...named, quote: "'" },
      'a|"b"""\r\n1|"2,"\r\n3|4\r\n',
    ],
    ['has a comma where the delimiter has two characters', '1||2\n', { ...named, delimiter: '||' }, 'a,"b"""\n1,2\n'],
  ]);
  for (const [title, text, rule, expected] of cases) {
    it(title, async () => {
      for (const cuts of [[1], [3, 5], [65_536]]) {
        const { output, error } = await editEntry(text, rule, { cuts });
        assert.equal(error, null);
        assert.equal(output.toString('latin1'), expected);
      }
    });
  }

  it('is UTF-8 in an entry of UTF-16', async () => {
    const entry = Buffer.from('\ufeff1,2\r\n', 'utf16le');
    const { output } = await editEntry(entry, { ...auto, header: ['ä', 'b'], writeHeader: true, set: [['ß', '']] });
    assert.equal(output.toString(), '\ufeffä,b,ß\r\n1,2,\r\n');
  });
});

describe('csv/duplicate-column', () => {
  const cases = /** @type {[title: string, header: string, rule: Partial<CsvRule>][]} */ ([
    ['a name that a field is given, and another has', 'a,b', { rename: [['a', 'b']] }],
    ['a name that an added column has, and a field', 'a,b', { set: [['b', '']] }],
    ['a name that an added column has, and a trimmed field', 'a, b ', { set: [['b', '']], trim: true }],
    ['a name of two fields that are renamed to one', 'a,a', { rename: [['a', 'x']] }],
  ]);
  for (const [title, header, rule] of cases) {
    it(title, async () => {
      const { error, output } = await editEntry(`${header}\n1,2\n`, rule);
      assert.equal(error.code, 'csv/duplicate-column');
      assert.equal(output.length, 0);
    });
  }

  it('does not come from the header alone, from columns that are not written, or where no header is', async () => {
    for (const rule of /** @type {Partial<CsvRule>[]} */ ([
      { set: [['x', '']], trim: true },
      { set: [['b', '']], drop: ['b'] },
      { set: [['b', '']], select: ['a', 'b'] },
      { rename: [['b', 'c']] },
      {
        rename: [
          ['a', 'b'],
          ['b', 'c'],
        ],
      },
      { header: ['a', 'a', 'b'], rename: [['b', 'a']] },
      { header: false, set: [['a', '']] },
    ])) {
      const { error } = await editEntry('a,a ,b\n1,2,3\n', rule);
      assert.equal(error, null, JSON.stringify(rule));
    }
  });
});
