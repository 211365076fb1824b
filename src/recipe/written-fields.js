import { looseName, unionOf } from './field-names.js';
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
  const dropped = unionOf(drop.map(field => resolve(field, 'every')));
  const keptPositions = kept && unionOf(kept.map(field => resolve(field)));
  const positions = new Set(
    header.keys().filter(index => !dropped.has(index) && (keptPositions === null || keptPositions.has(index))),
  );
  /** By the list of what a name matches, which its spellings share. @type {Map<readonly Field[], boolean>} */
  const known = new Map();
  return {
    positions,
    mayBeWritten(field) {
      const meant = resolve(field, 'every');
      const may = known.get(meant) ?? meant.some(index => typeof index === 'number' && positions.has(index));
      known.set(meant, may);
      return may;
    },
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
  const identities = new Set(kept?.map(identity));
  const types = new Set(kept?.map(field => typeof field));
  /** @param {Field} field */
  return field => {
    if (dropped.has(identity(field))) return false;
    // A name may be that of a position that is kept, and the other way round.
    return (
      kept === null || types.has(typeof field === 'string' ? 'number' : 'string') || identities.has(identity(field))
    );
  };
}
