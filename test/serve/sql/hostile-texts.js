/**
 * Texts that would do harm if one of them ever became a part of a statement: each tries to end a constant, a name, a list or a
 * comment, and to run `DELETE FROM canary` or to read `secret`.
 *
 * @returns {string[]} Some hundreds, each once.
 */
export function hostileTexts() {
  const framed = BREAKS.flatMap(before => ATTACKS.flatMap(attack => [`${before}${attack}`, `x${before} ${attack} --`]));
  return [...new Set([...framed, ...BREAKS, ...ODD])];
}

const BREAKS = [
  ...[
    "'",
    "''",
    "'''",
    '"',
    '""',
    '\\',
    "\\'",
    "\\\\'",
    "\\''",
    '$$',
    '$a$',
    '`',
    ')',
    '))',
    "')",
    '")',
    "'))",
    "' r)",
    ';',
    "';",
    '";',
    "');",
  ],
  ...[
    '/*',
    '*/',
    '--',
    "'--",
    '\n',
    '\r\n',
    "'\n",
    "E'",
    '\\x27',
    "U&'",
    '%27',
    '%2527',
    '\u02bc',
    '\u2019',
    '\uff07',
    '\x01',
    '\x02',
    "\x01'",
  ],
  ...[
    "' OR ",
    "') OR ",
    '\u00bf\x27',
    "'::text",
    "'||",
    ',',
    '.',
    '::',
    '->',
    '(',
    '{',
    '}',
    '[',
    '?',
    '$1',
    ':a',
    '\t',
    '\b',
    '\x1a',
  ],
];

const ATTACKS = [
  '; DELETE FROM canary; --',
  ' UNION SELECT * FROM secret --',
  '; COMMIT; DROP TABLE canary',
  ' OR 1=1 --',
];

const ODD = [
  ...[
    '1; SELECT pg_sleep(0)',
    '(SELECT word FROM secret)',
    'current_user',
    'pg_sleep(1)',
    '1e999999',
    '-1',
    '0x1f',
    "1'1",
    'NaN',
  ],
  ...[
    '\\.',
    '\\N',
    'COPY canary FROM STDIN',
    'DO $$ BEGIN DELETE FROM canary; END $$',
    "'; SET ROLE postgres; --",
    'RESET ROLE',
  ],
  ...[
    "none'; RESET ROLE; --",
    '"; RESET ROLE; --',
    'SET SESSION AUTHORIZATION DEFAULT',
    'id" , (SELECT word FROM secret) AS "x',
  ],
  ...[
    'text); DELETE FROM canary; --',
    'int) FROM secret --',
    'text AS x), (SELECT 1',
    'asc; DELETE FROM canary',
    'desc, (SELECT 1)',
  ],
  ...[
    '1 OFFSET 0; DELETE FROM canary',
    '1 UNION SELECT 1',
    "0-9'; DELETE FROM canary; --",
    'count=exact; DELETE FROM canary',
  ],
  ...[
    "application/json'; DELETE FROM canary; --",
    'eq.1; DELETE FROM canary',
    "in.(1');DELETE FROM canary;--)",
    'is.null; DELETE FROM canary',
  ],
  ...[
    '\ud7ff',
    '\uffff',
    '\u{10ffff}',
    '\u0085',
    '\u2028',
    '\u00a0',
    '\u202e',
    'a'.repeat(200),
    "'".repeat(500),
    '"'.repeat(300),
    '\\'.repeat(301),
  ],
];
