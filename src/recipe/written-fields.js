import { looseName } from './field-names.js';
import { fieldResolver, namedFields } from './named-fields.js';

/** @import { Field } from './recipe.js' */
/** @import { WrittenCsv } from './validate.js' */

/**
 * Says which fields come out of a rule, as far as the recipe alone shows it.
 *
 * @param {WrittenCsv} csv
 * @returns {{ positions: Set<number>, mayBeWritten: (field: Field) => boolean }} `positions` is of the fields in `header`, empty
 *   where the recipe has no names there.
 */
export function writtenFields(csv) {
  const { header, names, drop = [], set } = csv;
  const kept = csv.keep ?? csv.select?.filter(field => !Object.hasOwn(set, field)) ?? null;
  if (!Array.isArray(header)) return { positions: new Set(), mayBeWritten: withoutHeader(drop, kept, names) };

  const resolve = fieldResolver(csv, namedFields(csv));
  const dropped = new Set(drop.flatMap(field => resolve(field, 'every')));
  const keptPositions = kept && new Set(kept.flatMap(field => resolve(field)));
  const positions = new Set(
    header.keys().filter(index => !dropped.has(index) && (keptPositions === null || keptPositions.has(index))),
  );
  return {
    positions,
    mayBeWritten: field => resolve(field, 'every').some(index => typeof index === 'number' && positions.has(index)),
  };
}

/**
 * @param {readonly Field[]} drop
 * @param {readonly Field[] | null} kept
 * @param {'loose' | 'exact'} names
 */
function withoutHeader(drop, kept, names) {
  /** @param {Field} field */
  const identity = field => (typeof field === 'string' && names === 'loose' ? looseName(field) : field);
  const dropped = new Set(drop.map(identity));
  /** @param {Field} field */
  return field => {
    if (dropped.has(identity(field))) return false;
    // A name may be that of a position that is kept, and the other way round.
    return kept === null || kept.some(other => typeof other !== typeof field || identity(other) === identity(field));
  };
}
