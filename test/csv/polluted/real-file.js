import { parse } from 'csv-parse/sync';

/** @import { PollutedFile } from './polluted-files.js' */

/**
 * A miniature of a file as programs and people send it.
 *
 * @param {object} file
 * @param {string} file.kind
 * @param {string} file.name
 * @param {string} file.text Its lines begin where the first one does.
 * @param {string} [file.expected] The table that it means, as RFC 4180 with commas; the text itself unless said otherwise.
 * @param {string} [file.lineEnd]
 * @param {'utf-8' | 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'utf-16le without mark' | 'latin1'} [file.encoding]
 * @returns {PollutedFile}
 */
export function realFile({ kind, name, text, expected = text, lineEnd = '\r\n', encoding = 'utf-8' }) {
  return {
    kind,
    name: `${name}.csv`,
    bytes: encode(unindented(text).replaceAll('\n', lineEnd), encoding),
    expected: parse(unindented(expected).replaceAll('\n', lineEnd), {
      relax_column_count: true,
      skip_empty_lines: true,
    }),
    weight: 1,
  };
}

/** @param {string} text */
function unindented(text) {
  if (!text.startsWith('\n')) return text;
  const indent = /^\n( *)/.exec(text)?.[1] ?? '';
  return text
    .slice(1)
    .split('\n')
    .map(line => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
    .join('\n');
}

/**
 * @param {string} text
 * @param {string} encoding
 */
function encode(text, encoding) {
  if (encoding === 'latin1') return Buffer.from(text, 'latin1');
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8 with mark') return Buffer.from(`\ufeff${text}`);
  const bytes = Buffer.from(encoding === 'utf-16le without mark' ? text : `\ufeff${text}`, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}
