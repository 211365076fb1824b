import { valueFits } from '../csv/records/record-types.js';

/** @import { TypedField } from '../csv/plan/field-plan.js' */
/** @import { Engine } from './engine.js' */

/** Lays out the types of a plan's fields in the module's memory, and judges the values that the module cannot. */
export class TypeLayout {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** @type {TypedField[]} */
    this.fields = [];
    this.ask = this.askChecker.bind(this);
  }

  /**
   * Writes the types into the module's memory, as `assembly/edit/types.ts` lays them out.
   *
   * @param {TypedField[]} types At most MAX_TYPES. Of a field that is changed, the value is judged when it has been changed.
   */
  write(types) {
    const { exports, memory } = this.engine;
    this.fields = types.filter(({ change }) => change === null);
    const numbers = this.fields.flatMap(({ index, type, trims }) => [
      index,
      (QUICK_KINDS.get(type) ?? OTHER) + (trims ? TRIMS : 0),
    ]);
    new Int32Array(memory.buffer, exports.TYPES.value).set([this.fields.length, ...numbers]);
  }

  /**
   * Judges a value; the module calls it.
   *
   * @param {number} number The field's index in `fields`.
   * @param {number} start
   * @param {number} end
   * @param {number} isQuoted 1 if the quotes in it are doubled.
   * @returns {number} 1 if it fits.
   */
  askChecker(number, start, end, isQuoted) {
    return Number(valueFits(this.fields[number].fits, this.engine.memory, start, end, isQuoted === 1));
  }
}

// As in assembly/edit/types.ts.
const OTHER = 0;
const TRIMS = 64;
const DECIMAL = 32;
const DATE = 33;
const BOOLEAN = 34;
const TIMESTAMP = 35;
const UUID = 36;

/** Of whole numbers, how many digits surely fit; more than 16 are not looked at at once. */
const QUICK_KINDS = new Map([
  ['smallint', 4],
  ['integer', 9],
  ['bigint', 16],
  ['numeric', DECIMAL],
  ['real', DECIMAL],
  ['double precision', DECIMAL],
  ['date', DATE],
  ['boolean', BOOLEAN],
  ['timestamp', TIMESTAMP],
  ['timestamptz', TIMESTAMP],
  ['uuid', UUID],
]);
