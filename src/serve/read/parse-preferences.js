import { ServeError } from '../serve-error.js';
import { shortened } from './cursor.js';

/**
 * Reads `Prefer`. What is not known is passed over, unless `handling=strict` asks for an error.
 *
 * `count=estimated` is served as `planned`: PostgREST counts exactly up to a limit of its own settings, and here is none.
 *
 * @param {string | null} header
 * @returns {{ count: 'none' | 'exact' | 'planned', applied: string | null }} `applied`: for `Preference-Applied`.
 * @throws {ServeError} 400
 */
export function readPreferences(header) {
  if (header === null) return NOTHING;
  const given = header.split(',').map(preference => preference.trim());
  const count = given.find(preference => COUNTS.has(preference));
  const handling = given.find(preference => preference === 'handling=strict' || preference === 'handling=lenient');
  if (handling === 'handling=strict') {
    const unknown = given.filter(preference => !isKnown(preference));
    if (unknown.length > 0) {
      throw new ServeError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
        details: `Invalid preferences: ${shortened(unknown.join(', '))}`,
      });
    }
  }
  const applied = [handling, count].filter(preference => preference !== undefined);
  return {
    count: count === undefined ? 'none' : /** @type {'exact' | 'planned'} */ (COUNTS.get(count)),
    applied: applied.length === 0 ? null : applied.join(', '),
  };
}

/** @param {string} preference */
function isKnown(preference) {
  return (
    preference === '' ||
    COUNTS.has(preference) ||
    /^handling=(strict|lenient)$/.test(preference) ||
    OF_WRITING.test(preference)
  );
}

const NOTHING = { count: /** @type {const} */ ('none'), applied: null };

const COUNTS = new Map([
  ['count=exact', 'exact'],
  ['count=planned', 'planned'],
  ['count=estimated', 'planned'],
]);

/** PostgREST takes these with a read, too, where they have no effect. */
const OF_WRITING =
  /^(return=(representation|minimal|headers-only)|resolution=(merge|ignore)-duplicates|missing=(default|null)|tx=(commit|rollback)|max-affected=\d+)$/;
