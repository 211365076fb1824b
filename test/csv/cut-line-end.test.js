import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from './dialects.js';
import { editEntry } from './edit-entry.js';

describe('a file with CRLF that is cut behind its last CR', () => {
  for (const [title, text, expected] of [
    ['a plain value', 'id,name\r\n1,Ann\r\n2,Bob\r', 'id,name\r\n1,Ann\r\n2,Bob'],
    ['a value in quotes', 'id,name\r\n1,Ann\r\n2,"B, b"\r', 'id,name\r\n1,Ann\r\n2,"B, b"'],
    ['an empty value', 'id,name\r\n1,Ann\r\n2,\r', 'id,name\r\n1,Ann\r\n2,'],
  ]) {
    it(`ends its last record with it: ${title}`, async () => {
      for (const cuts of [[7], [65_536]]) {
        const { output, counts, error } = await editEntry(text, automaticRule(), { cuts });
        assert.equal(error, null);
        assert.equal(output.toString(), expected);
        assert.equal(counts.records.bad, 0);
      }
    });
  }

  it('has the same hash as the whole file', async () => {
    const rule = automaticRule({ hash: ['name'] });
    const [whole, cut] = ['\r\n', '\r'].map(end => editEntry(`id,name\r\n1,Ann\r\n2,Bob${end}`, rule));
    assert.equal((await cut).output.toString(), (await whole).output.toString().trimEnd());
  });

  it('keeps a CR at the end where lines end with LF', async () => {
    const { output } = await editEntry('id,name\n1,Ann\n2,Bob\r', automaticRule());
    assert.equal(output.toString(), 'id,name\n1,Ann\n2,Bob\r');
  });
});
