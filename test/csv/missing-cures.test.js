import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from './dialects.js';
import { editEntry } from './edit-entry.js';

describe('the message about a field that an entry lacks', () => {
  for (const [what, text, drop, named] of /** @type {[string, string, string | number, RegExp][]} */ ([
    ['the delimiter where one name holds the field', 'CODE}AREA\n1}x\n', 'AREA', /set "delimiter"/],
    ['the delimiter where a name among others holds it', 'id,"a;AREA"\n1,x\n', 'AREA', /set "delimiter"/],
    ['the delimiter where there are too few fields', 'id,name\n1,x\n', 5, /set "delimiter"/],
    ['the lines to skip where most names are empty', 'Report,,\nid,"",\n1,x,y\n', 'email', /set "skipLines"/],
    ['the header where the names are values', '1,2\n3,4\n', 'email', /list them in "header"/],
    ['the encoding where names are not UTF-8', 'Stra\xdfe,id\n1,2\n', 'Straße', /name their charset in "encoding"/],
    ['the lines to skip and the delimiter otherwise', 'id,name\n1,x\n', 'zip', /set "skipLines".*set "delimiter"/],
  ])) {
    it(`names ${what}, and "ignore" last`, async () => {
      const { error } = await editEntry(text, automaticRule({ drop: [drop] }));
      assert.equal(error?.code, 'csv/missing-field');
      assert.match(error.message, named);
      assert.match(error.message, /; or, if such entries may lack it, set "missing": "ignore"$/);
    });
  }

  it('names the header where none was found', async () => {
    const { error } = await editEntry('1,2\n3,4\n5,6\n', automaticRule({ header: 'auto', drop: ['email'] }));
    assert.match(error.message, /and no header; if the first record has the names, set "header" to true; otherwise/);
  });
});
