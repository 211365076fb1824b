import { automaticRule } from '../dialects.js';

/** @import { CsvRule, Field } from '../../../src/recipe/recipe.js' */
/** @import { Random } from '../../support/random.js' */
/** @import { KnownTable } from './draw-table.js' */

/**
 * Draws a rule that protects the personal column of a table: in one of four ways, by its name or by its position, under each kind
 * of header that fits.
 *
 * @param {Random} random
 * @param {KnownTable} table
 * @returns {{ title: string, rule: CsvRule }}
 */
export function drawRule({ pick, chance, below }, { names, personal, records }) {
  const width = records[0]?.cells.length ?? names?.length ?? 1;
  const given = Array.from({ length: width }, (_, column) => `field ${column}`);
  /** @type {CsvRule['header']} */
  const header = names ? (chance(0.75) ? true : 'auto') : [false, /** @type {const} */ ('auto'), given][below(3)];
  const known = Array.isArray(header) ? given : header ? names : null;
  const isByName = known !== null && chance(0.75);
  /** @type {Field[]} */
  const fields = given.map((_, column) => (isByName ? known[column] : column));
  const field = fields[personal];
  const how = width === 1 ? pick(['mask', 'hash']) : pick(['drop', 'mask', 'hash', 'keep']);
  const missing = chance(0.4) ? 'ignore' : 'fail';
  const ragged = chance(0.1) ? 'pad' : 'bad';
  /** @type {Partial<CsvRule>} */
  const rule = {
    header,
    missing,
    ragged: ragged === 'pad' && chance(0.5) ? 'cut' : ragged,
    names: 'loose',
    maxBad: 'auto',
    output: { delimiter: ',' },
    drop: how === 'drop' ? [field] : [],
    keep: how === 'keep' ? fields.filter(other => other !== field) : null,
    hash: how === 'hash' ? [field] : [],
    mask: how === 'mask' ? [{ field, keepLast: 0 }] : [],
  };
  const where = isByName ? 'by name' : 'by position';
  const kind = Array.isArray(header) ? 'given' : header;
  return {
    title: `header ${kind}, ${how} ${where}, missing ${missing}, ragged ${rule.ragged}`,
    rule: automaticRule(rule),
  };
}
