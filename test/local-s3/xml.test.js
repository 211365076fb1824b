import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childText, element, parseXml, XML_DECLARATION } from '../../local-s3/xml.js';
import fc from '../support/fast-check.js';

test('any text that is written is read back unchanged', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '&', '<', '>', '"', '\r', '\n', ' ', '\u0001', 'ü', '😀', ';') });
  fc.assert(
    fc.property(text, value => {
      const document = XML_DECLARATION + element('Root', [element('Child', value)]);
      assert.equal(childText(parseXml(document, 'Root'), 'Child'), value);
    }),
  );
});

test('malformed documents are refused', () => {
  const broken = [
    '',
    'text',
    '<A>',
    '</A>',
    '<A></B>',
    '<A/><A/>',
    '<A>&nope;</A>',
    '<A><!-- --></A>',
    '<B/>',
    '<A',
    '< A/>',
  ];
  for (const text of broken) assert.throws(() => parseXml(text, 'A'), { code: 'MalformedXML' }, text);
});

test('attributes, white space and empty elements are parsed', () => {
  const root = parseXml(' <?xml version="1.0"?>\n<A xmlns="http://x/"> <B/> <C>&#xfc;&#252;&amp;</C>\n</A>\n', 'A');
  assert.deepEqual(
    root.children.map(child => [child.name, child.text]),
    [
      ['B', ''],
      ['C', 'üü&'],
    ],
  );
});
