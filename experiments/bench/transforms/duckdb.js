import { HASH_KEY } from './cases.js';

/**
 * The statements with which DuckDB does the same as a case. All values stay text, as they do without a type in a recipe. It formats
 * no phones.
 *
 * @typedef {(files: { input: string, output: string }) => string} Statement
 *
 * @returns {Map<string, Statement>} By the case's name.
 */
export function duckdbStatements() {
  return new Map([
    ['plain', copy({})],
    ['phones, strip, US', copy({ replace: `${strip('us')} AS us` })],
    ['trim', copy({ select: 'trim(COLUMNS(* EXCLUDE (note)))' })],
    ['where, a text', copy({ where: `plan IN ('pro', 'team')` })],
    ['where, a number', copy({ where: 'try_cast(amount AS DOUBLE) >= 100.5' })],
    ['where, matches', copy({ where: `regexp_matches(email, '^[a-j].*[0-9]@example')` })],
    ['dates', copy({ replace: `${date('born')} AS born` })],
    ['hash', copy({ replace: `${hmac('email')} AS email` })],
    ['mask', copy({ replace: `${mask('iban')} AS iban` })],
    ['set', copy({ more: `, 'bench' AS source` })],
    ['rename', copy({ more: ' RENAME (us AS phone)' })],
    ['types of columns', copy({ where: typed({ id: 'BIGINT', amount: 'DOUBLE', age: 'INTEGER' }) })],
    ['another delimiter', copy({ delimiter: ';' })],
    [
      'recipe: figures without names',
      copy({
        drop: 'note, name, us, de, gb, few, iban',
        replace: `${hmac('email')} AS email`,
        where: 'try_cast(age AS DOUBLE) < 65',
      }),
    ],
    [
      'recipe: ten transforms, phones stripped',
      copy({
        from: 'SELECT trim(COLUMNS(*))',
        replace: [
          ...[`${hmac('email')} AS email`, `${strip('us')} AS us`, `${strip('de')} AS de`],
          ...[`${date('born')} AS born`, `${mask('iban')} AS iban`],
        ].join(', '),
        more: ` RENAME (few AS other), 'bench' AS source`,
        where: `email <> '' AND try_cast(amount AS DOUBLE) >= 1`,
      }),
    ],
  ]);
}

/**
 * @param {object} parts
 * @param {string} [parts.from] By default all that is read.
 * @param {string} [parts.select]
 * @param {string} [parts.drop]
 * @param {string} [parts.replace]
 * @param {string} [parts.more] Behind what is selected.
 * @param {string} [parts.where]
 * @param {string} [parts.delimiter]
 * @returns {Statement}
 */
function copy({ from = 'SELECT *', select, drop = 'note', replace, more = '', where, delimiter = ',' }) {
  const chosen = select ?? `* EXCLUDE (${drop})${replace === undefined ? '' : ` REPLACE (${replace})`}${more}`;
  const condition = where === undefined ? '' : ` WHERE ${where}`;
  return ({ input, output }) => {
    const read = `${from} FROM read_csv(${text(input)}, delim = ',', header = true, all_varchar = true)`;
    return `COPY (SELECT ${chosen} FROM (${read})${condition}) TO ${text(output)} (DELIMITER '${delimiter}', HEADER)`;
  };
}

/** @param {string} value */
function text(value) {
  return `'${value.replaceAll("'", "''")}'`;
}

/** @param {string} field */
function strip(field) {
  return `regexp_replace(${field}, '[\\t-\\r x().-]', '', 'g')`;
}

/** @param {string} field */
function date(field) {
  return `strftime(strptime(${field}, '%d.%m.%Y'), '%Y-%m-%d')`;
}

/** @param {string} field */
function mask(field) {
  return `repeat('*', length(${field}) - 4) || right(${field}, 4)`;
}

/** @param {Record<string, string>} types */
function typed(types) {
  return Object.entries(types)
    .map(([field, type]) => `try_cast(${field} AS ${type}) IS NOT NULL`)
    .join(' AND ');
}

/**
 * RFC 2104, with both padded keys as constants.
 *
 * @param {string} field
 */
function hmac(field) {
  return `sha256(${padded(0x5c)} || unhex(sha256(${padded(0x36)} || encode(${field}))))`;
}

/** @param {number} pad */
function padded(pad) {
  const key = Buffer.alloc(64);
  key.write(HASH_KEY);
  return `unhex('${Buffer.from(key.map(byte => byte ^ pad)).toString('hex')}')`;
}
