import { DatabaseError, SluiceError } from '../../errors.js';
import { listNames, printable } from '../../printable.js';
import { DIAGNOSES, QUOTABLE_STATES } from './diagnoses.js';

/**
 * Turns an error of Postgres, its driver or the network into a DatabaseError. It contains no value of a row: of what the server
 * said it keeps the names of constraint, table and column, the line, and the message only where that quotes no values. The
 * server's detail and context quote rows. A SluiceError is returned unchanged.
 *
 * @param {unknown} error
 * @param {string} doing What was attempted, with names escaped: `load crm.people`.
 * @param {readonly string[]} [columns] Those that were sent, to find the one that is meant.
 * @returns {SluiceError}
 */
export function toDatabaseError(error, doing, columns = []) {
  if (error instanceof SluiceError) return error;
  const said = /** @type {Said} */ (Object(error));
  const state = said.code ?? '';
  const found =
    DIAGNOSES.find(({ states }) => states.includes(state)) ??
    DIAGNOSES.find(({ states }) => states.includes(state.slice(0, 2))) ??
    withoutDiagnosis(said);
  const facts = [...factsOf(said, columns), ...wordsOf(said)];
  const cause = new Error(facts.map(fact => printable(String(fact))).join('; '));
  Object.assign(cause, { name: 'PostgresError', code: state });
  return new DatabaseError(found.code, `cannot ${doing}: ${found.reason} (${cause.message})`, {
    retryable: found.retryable,
    cause,
    line: placeOf(said).line,
  });
}

/**
 * @param {Said} said
 * @param {readonly string[]} columns
 * @returns {Generator<string, void>}
 */
function* factsOf(said, columns) {
  const { constraint, column, violated = [] } = said;
  if (constraint) yield `constraint "${constraint}"`;
  const { line, behind } = placeOf(said);
  const name =
    column ?? columns.find(column => behind.startsWith(column) && NAME_END.test(behind.slice(column.length)));
  if (name !== undefined) yield `column "${name}"`;
  else if (violated.length > 0) yield `${violated.length === 1 ? 'column' : 'columns'} ${listNames(violated)}`;
  if (line !== null) yield `line ${line} of the rows that were sent for this entry`;
}

/**
 * What the server said, if that contains no value.
 *
 * @param {Said} said
 */
function wordsOf(said) {
  if (!isQuotable(said)) return [`SQLSTATE ${said.code}`];
  // The detail is the kind of what is no table.
  return said.code === WRONG_OBJECT_TYPE && said.detail ? [said.message, said.detail] : [said.message];
}

/**
 * @param {Said} said
 * @returns {{ line: number | null, behind: string }} `behind`: what follows the word for a column.
 */
function placeOf({ where = '', routine }) {
  const found = ENGLISH_PLACE.exec(where) ?? PLACE.exec(where);
  // The server stores many rows at once, and names the last line that it has read.
  if (found === null || routine === STORING) return { line: null, behind: '' };
  const [, line, rest] = found;
  return { line: Number(line), behind: COLUMN.exec(rest)?.[1] ?? '' };
}

/**
 * Whether a message contains no value. A function, such as a trigger's, can raise any SQLSTATE with any message: then the
 * context begins with the function.
 *
 * @param {Said} said
 */
function isQuotable({ code = '', severity, where = '' }) {
  // Without a severity, it is the driver's or the network's.
  if (severity === undefined) return true;
  return QUOTABLE_STATES.some(states => code.startsWith(states)) && (where === '' || where.startsWith('COPY '));
}

/**
 * Diagnoses an error of the driver, which has no code, or one whose state is not Postgres's: if it has a context, a function, such as
 * a trigger's, has raised it. Otherwise a pooler or a kin of Postgres has.
 *
 * @param {Said} said
 */
function withoutDiagnosis({ severity, message = '', where = '' }) {
  if (severity !== undefined) return where === '' ? diagnosis('database/failed') : diagnosis('database/refused', 'P0');
  if (/SASL|password/i.test(message)) return diagnosis('database/login-refused');
  if (/SSL connections/i.test(message)) return diagnosis('database/no-tls');
  return /terminated|timeout|closed|not queryable|establishing/i.test(message)
    ? diagnosis('database/unreachable')
    : diagnosis('database/failed');
}

/**
 * @param {string} sought
 * @param {string} [state] One that it has, where several have the code.
 */
function diagnosis(sought, state) {
  return /** @type {typeof DIAGNOSES[number]} */ (
    DIAGNOSES.find(({ code, states }) => code === sought && (state === undefined || states.includes(state)))
  );
}

/**
 * @typedef {{ code?: string, message?: string, detail?: string, severity?: string, constraint?: string, column?: string, violated?: string[],
 *   where?: string, routine?: string }} Said `violated`: the columns of the constraint. `routine`: the server's own function that failed.
 */

const STORING = 'RelationGetBufferForTuple';
const WRONG_OBJECT_TYPE = '42809';
/** `COPY people, line 3, column id: "x"`. A value may follow, which is not used. */
const ENGLISH_PLACE = /^COPY .*?, line (\d+)((?:,|:).*)?$/m;
/** The same in the server's language: `COPY people, Zeile 3, Spalte id: »x«`. All but two translations keep that order. */
const PLACE = /^COPY .*?, [^\d\s,]+ (\d+)((?:,|:|\s:).*)?$/m;
const COLUMN = /^, [^\d\s,]+ (.*)$/;
/** What follows a column's name. */
const NAME_END = /^\s?(?::|$)/;
