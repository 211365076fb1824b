/** @import { Random } from '../support/random.js' */
/** @import { CHECKERS } from '../../src/columns/column-types.js' */

/** @typedef {keyof typeof CHECKERS} Type */

/**
 * Draws a value at the edge of what a type takes: one that the type may take, and often something about it changed.
 *
 * @param {Type} type
 * @param {Random} random
 * @returns {string} Without NUL, which no text of Postgres can hold.
 */
export function drawValue(type, random) {
  const { edges, compose, alphabet } = GRAMMARS[type];
  let value = random.chance(0.4) ? random.pick(edges) : compose(random);
  while (random.chance(0.35)) value = mutated(value, alphabet, random);
  if (random.chance(0.1)) value = random.pick(SPACES) + value;
  if (random.chance(0.1)) value += random.pick(SPACES);
  if (random.chance(0.05)) value = random.chance(0.5) ? value.toUpperCase() : value.toLowerCase();
  return value;
}

/**
 * @param {string} value
 * @param {readonly string[]} alphabet
 * @param {Random} random
 */
function mutated(value, alphabet, random) {
  const at = random.below(value.length + 1);
  const piece = random.chance(0.9) ? random.pick(alphabet) : random.pick(ODD);
  const cut = random.below(3);
  switch (random.below(4)) {
    case 0:
      return value.slice(0, at) + piece + value.slice(at);
    case 1:
      return value.slice(0, at) + value.slice(at + 1 + cut);
    case 2:
      return value.slice(0, at) + piece + value.slice(at + 1);
    default:
      return value.slice(0, at) + value.slice(Math.max(0, at - 1 - cut));
  }
}

/** @param {Random} random @param {number} longest */
function digits(random, longest) {
  return Array.from({ length: random.below(longest + 1) }, () => random.below(10)).join('');
}

/** @param {Random} random */
function integer(random) {
  const bits = random.pick([4, 8, 15, 16, 31, 32, 62, 63, 64]);
  const value = 2n ** BigInt(bits) + BigInt(random.below(9) - 4);
  return `${random.pick(['', '', '-', '+'])}${random.pick(['', '', '0', '0000000000000000000'])}${value}`;
}

/** @param {Random} random */
function decimal(random) {
  const point = random.chance(0.6) ? `.${digits(random, random.pick([3, 20, 60]))}` : '';
  const reach = random.pick([5, 50, 330, 20_000, 135_000]);
  const exponent = random.chance(0.5) ? `${random.pick(['e', 'E'])}${random.below(2 * reach) - reach}` : '';
  return random.pick(['', '-', '+']) + digits(random, random.pick([1, 4, 20, 50])) + point + exponent;
}

/** @param {Random} random @param {number} number @param {number} [length] */
function padded(random, number, length = 2) {
  return String(number).padStart(random.chance(0.05) ? random.below(5) : length, '0');
}

/** @param {Random} random */
function date(random) {
  const year = random.pick([
    1, 4, 100, 1900, 1999, 2000, 2023, 2024, 4713, 4714, 9999, 10_000, 294_276, 294_277, 5_874_897, 5_874_898,
  ]);
  const [month, day] = random.chance(0.4) ? [2, 28 + random.below(3)] : [random.below(14), random.below(33)];
  const separator = random.chance(0.95) ? '-' : random.pick(['', '/', '.', ' ']);
  return [padded(random, year, 4), padded(random, month), padded(random, day)].join(separator);
}

/** @param {Random} random */
function era(random) {
  return random.pick(['', '', '', '', '', ' BC', ' bc', ' AD', 'BC']);
}

/** @param {Random} random */
function time(random) {
  const hour = random.pick([0, 9, 12, 23, 24, random.below(26)]);
  const [minute, second] = [random.pick([0, 59, random.below(62)]), random.pick([0, 59, 60, random.below(63)])];
  const fraction = random.chance(0.3) ? `.${random.pick(['', '0', '5', '9999999', '000001', digits(random, 30)])}` : '';
  const seconds = random.chance(0.8) ? `:${padded(random, second)}${fraction}` : '';
  return `${padded(random, hour)}:${padded(random, minute)}${seconds}`;
}

/** @param {Random} random */
function zone(random) {
  const offset = [random.below(17), random.below(61), random.below(61)].slice(0, 1 + random.below(3));
  const signed = random.pick(['+', '-']) + offset.map(part => padded(random, part)).join(random.pick([':', ':', '']));
  return random.pick(['', 'Z', ' Z', 'z', 'UTC', ' utc', signed, signed, ` ${signed}`]);
}

/** @param {Random} random */
function timestamp(random) {
  const rest = random.chance(0.85) ? `${random.pick(['T', ' ', 't', '  ', ''])}${time(random)}` : '';
  return date(random) + rest + era(random);
}

/** @param {Random} random @param {number} [depth] @returns {string} */
function json(random, depth = 0) {
  if (depth > 3 || random.chance(0.5)) {
    return random.pick([
      () => decimal(random),
      () => random.pick(JSON_SCALARS),
      () => `"${random.pick(JSON_TEXTS)}"`,
    ])();
  }
  const parts = Array.from({ length: random.below(4) }, () => json(random, depth + 1));
  const separator = random.pick([',', ', ', ' ,\n']);
  if (random.chance(0.5)) return `[${parts.join(separator)}]`;
  return `{${parts.map(part => `"${random.pick(JSON_TEXTS)}"${random.pick([':', ' : '])}${part}`).join(separator)}}`;
}

/** @param {Random} random */
function uuid(random) {
  const hex = Array.from({ length: 32 }, () => random.pick([...'0123456789abcdefABCDEF'])).join('');
  const hyphens = random.chance(0.5) ? [8, 12, 16, 20] : [4, 8, 12, 16, 20, 24, 28].filter(() => random.chance(0.3));
  const text = Array.from(hex, (digit, index) => (hyphens.includes(index) ? `-${digit}` : digit)).join('');
  return random.chance(0.2) ? `{${text}}` : text;
}

const SPACES = [' ', '  ', '\t', '\n', '\v', '\f', '\r', '\u00a0', '\u2003', '\ufeff'];
const ODD = [
  '٣',
  '１',
  '−',
  '\u0001',
  'é',
  '😀',
  "'",
  '"',
  '\\',
  '_',
  '0x',
  '$',
  '%',
  'NaN',
  'inf',
  'now',
  ',',
  ';',
  '\u007f',
  '\u0085',
];
const NUMERIC = [...'0123456789+-.eE _x', '00', '0x1F', '1_000'];
const CHRONIC = [...'0123456789+-:.TZ /', 'BC', 'AM', ' pm', 'T', 'UTC', '00', '24', '60', 'Jan', 'infinity'];

const INTEGERS = [
  ...[
    '0',
    '-0',
    '+0',
    '1',
    ' 12 ',
    '٣',
    '007',
    '12345',
    '32767',
    '32768',
    '-32768',
    '-32769',
    '2147483647',
    '2147483648',
  ],
  ...['-2147483648', '-2147483649', '9223372036854775807', '9223372036854775808', '-9223372036854775808'],
  ...[
    '-9223372036854775809',
    '1234567890123456789',
    '9999999999999999999',
    '0x1F',
    '1_000',
    '0b101',
    '0o17',
    '1e3',
    '1.0',
  ],
];
const DECIMALS = [
  ...INTEGERS,
  ...[
    '1e400',
    '-1e400',
    '1e-400',
    '1e308',
    '1e309',
    '1.8e308',
    '5e-324',
    '2e-324',
    '3e-324',
    '3.4e38',
    '3.5e38',
    '1e-45',
  ],
  ...[
    '7e-46',
    '8e-46',
    '1.17549e-38',
    '0e400',
    '0e-400',
    '.5',
    '5.',
    '.',
    '-.5',
    '1e',
    '1e+',
    'e5',
    '1.2.3',
    '1,5',
    'NaN',
    'nan',
  ],
  ...[
    '-NaN',
    '+NaN',
    'inf',
    '-inf',
    '+inf',
    'Infinity',
    '-infinity',
    '+Infinity',
    'infinit',
    'nan(1)',
    '0x1p3',
    '1e131071',
  ],
  ...[
    '1e131072',
    '1e-16383',
    '1e-16384',
    '0e200000',
    '1e1073741823',
    '1e9999999999',
    '3.40282356779733661637539395458e38',
  ],
  ...[
    '1.7976931348623158079e308',
    '1.7976931348623157e308',
    '0.1e-16382',
    '12345678901234567890.12345678901234567890',
    '$1',
  ],
];
const DATES = [
  ...[
    '2024-02-29',
    '2023-02-29',
    '1900-02-29',
    '2000-02-29',
    '0001-01-01',
    '0000-01-01',
    '0001-02-29 BC',
    '0002-02-29 BC',
  ],
  ...[
    '4713-01-01 BC',
    '4714-01-01 BC',
    '4714-11-24 BC',
    '4714-11-23 BC',
    '5874897-12-31',
    '5874898-01-01',
    '10000-01-01',
  ],
  ...[
    'infinity',
    '-infinity',
    '+infinity',
    'Infinity',
    'inf',
    'epoch',
    'now',
    'today',
    'tomorrow',
    '20240229',
    '20230229',
  ],
  ...[
    '240229',
    '2024-060',
    '2024.060',
    'J2451187',
    '1/2/2024',
    '31.12.2024',
    '12/31/2024',
    'Jan 8, 1999',
    '1999-Jan-08',
  ],
  ...['99-01-08', '2024-1-8', '2024-W05-2', '2024-01', '0044-03-15 BC', '2024-01-31 BC', '-2024-01-31', '1582-10-10'],
];
const TIMES = [
  ...[
    '00:00',
    '23:59:59',
    '24:00:00',
    '24:00:01',
    '24:00:00.0',
    '23:59:60',
    '12:00:60',
    '12:00:60.5',
    '12:00:61',
    '23:59:59.9999999',
  ],
  ...[
    '040506',
    '04:05 AM',
    '04:05 PM',
    '13:05 PM',
    '04:05:06-08:00',
    '04:05:06 PST',
    '9:05',
    '12',
    '12:3',
    'allballs',
    'T04:05',
  ],
];
const TIMESTAMPS = [
  ...DATES,
  ...[
    '2024-01-31T10:00:00',
    '2024-01-31 10:00',
    '2024-01-31 24:00:00',
    '2016-12-31 23:59:60',
    '294276-12-31 23:59:59.999999',
  ],
  ...[
    '294276-12-31 23:59:59.9999999',
    '294277-01-01 00:00:00',
    '294276-12-30 23:59:60',
    '4713-01-01 00:00:00 BC',
    '20240131T100000',
  ],
  ...[
    '4714-11-24 00:00:00 BC',
    '2024-01-31T10:00:00.123456789Z',
    '2024-01-31T10:00Z',
    '2024-01-31 10:00:00+02',
    '2024-01-31 10:00:00-0330',
  ],
  ...[
    '2024-01-31 10:00:00+15:59:59',
    '2024-01-31 10:00:00+16',
    '2024-01-31 10:00:00 UTC',
    '2024-01-31 10:00:00 Europe/Berlin',
  ],
  ...[
    '2024-01-31 10:00:00 CET',
    '2024-01-31+02',
    '294276-12-31 23:59:59-15:59',
    '294275-12-31 23:59:59-15:59',
    '1970-01-01 00:00:00+00',
  ],
  ...[
    '4713-01-01 00:00:00+15:59:59 BC',
    '2024-03-31 02:30:00',
    '2024-01-31T10',
    '2024-01-31 10:00:00+5',
    '2024-01-31 10:00 AM',
  ],
];
const JSON_SCALARS = [
  'true',
  'false',
  'null',
  '0',
  '-0',
  '1',
  '-1.5e+10',
  '1e400',
  '1e131072',
  '1E-16384',
  '12345678901234567890',
  'NaN',
];
const JSON_TEXTS = [
  ...[
    '',
    'a',
    'key',
    '\\n',
    '\\"',
    '\\\\',
    '\\/',
    '\\u00e9',
    '\\u0000',
    '\\ud83d\\ude00',
    '\\ud83d',
    '\\ude00',
    '\\ud83dx',
    '\\uD83D\\u0041',
  ],
  ...[
    'é',
    '漢',
    '😀',
    '\\x',
    '\\u12',
    '\\U00e9',
    '\u007f',
    '\u0085',
    '\\u001f',
    ' ',
    "'",
    '\\ude00\\ud83d',
    '\\ud83d\\ud83d\\ude00',
  ],
];
const JSONS = [
  ...[
    '{}',
    '[]',
    '',
    ' ',
    'nul',
    'truex',
    'True',
    '{"a":1}',
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    '{"a" 1}',
    "{'a':1}",
    '{"a":1,"a":2}',
    '01',
    '1.',
    '.5',
  ],
  ...[
    '-',
    '--1',
    '+1',
    '1e5',
    '1e',
    '"',
    '"a',
    '"\t"',
    '"\u0001"',
    '[[[[[[]]]]]]',
    '{"a":{"b":{"c":[]}}}',
    '// x',
    '[1]x',
    '\ufeff{}',
    'Infinity',
  ],
  ...JSON_SCALARS,
  ...JSON_TEXTS.map(text => `"${text}"`),
];
const UUIDS = [
  ...[
    'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
    'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11',
    '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}',
  ],
  ...[
    'a0eebc999c0b4ef8bb6d6bb9bd380a11',
    'a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a11',
    '{a0eebc99-9c0b4ef8-bb6d6bb9-bd380a11}',
    '{',
    '{}',
  ],
  ...[
    'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1',
    'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a111',
    '00000000-0000-0000-0000-000000000000',
  ],
];
const BOOLEANS = [
  ...[
    't',
    'tr',
    'tru',
    'true',
    'f',
    'fa',
    'fal',
    'fals',
    'false',
    'y',
    'ye',
    'yes',
    'n',
    'no',
    'on',
    'of',
    'off',
    'o',
    '1',
    '0',
  ],
  ...['2', '00', '01', '10', 'TRUE', 'tRuE', 'truee', 'yess', 'ja', 'wahr', 'x', '-1', '+1', '1.0', 'null', '𝐭'],
];
const PROSE = [...'tfynoresual01 '];

/** @type {Record<Type, { edges: string[], compose: (random: Random) => string, alphabet: string[] }>} */
const GRAMMARS = {
  boolean: { edges: BOOLEANS, compose: random => random.pick(BOOLEANS), alphabet: PROSE },
  smallint: { edges: INTEGERS, compose: integer, alphabet: NUMERIC },
  integer: { edges: INTEGERS, compose: integer, alphabet: NUMERIC },
  bigint: { edges: INTEGERS, compose: integer, alphabet: NUMERIC },
  numeric: { edges: DECIMALS, compose: decimal, alphabet: NUMERIC },
  real: { edges: DECIMALS, compose: decimal, alphabet: NUMERIC },
  'double precision': { edges: DECIMALS, compose: decimal, alphabet: NUMERIC },
  date: { edges: DATES, compose: random => date(random) + era(random), alphabet: CHRONIC },
  time: { edges: TIMES, compose: random => time(random) + (random.chance(0.1) ? zone(random) : ''), alphabet: CHRONIC },
  timestamp: {
    edges: TIMESTAMPS,
    compose: random => timestamp(random) + (random.chance(0.1) ? zone(random) : ''),
    alphabet: CHRONIC,
  },
  timestamptz: {
    edges: TIMESTAMPS,
    compose: random => `${date(random)}${random.pick(['T', ' '])}${time(random)}${zone(random)}${era(random)}`,
    alphabet: CHRONIC,
  },
  uuid: { edges: UUIDS, compose: uuid, alphabet: [...'0123456789abcdefABCDEFg-{} '] },
  json: { edges: JSONS, compose: json, alphabet: [...'{}[],:"\\ 01-.eE+tfnu', '\\u', 'true', '""', '\t'] },
  jsonb: { edges: JSONS, compose: json, alphabet: [...'{}[],:"\\ 01-.eE+tfnu', '\\u', 'true', '""', '\t'] },
};
