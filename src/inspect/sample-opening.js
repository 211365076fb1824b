import { Opening } from '../csv/opening/opening.js';
import { CsvError } from '../errors.js';

/** @import { CsvRule } from '../recipe/recipe.js' */

/**
 * Reads the opening of an entry as a job does, whose guesses depend on the fields that the rule names. Where a job refuses to guess, it
 * is read without them, so that there is something to show.
 */
export class SampleOpening extends Opening {
  /**
   * @param {CsvRule} rule
   * @param {CsvRule} plainRule The rule without its fields.
   * @param {number} maxRecordBytes
   */
  constructor(rule, plainRule, maxRecordBytes) {
    super(rule, maxRecordBytes);
    this.plainRule = plainRule;
  }

  /**
   * @param {Buffer} bytes
   * @param {boolean} whole
   * @returns {ReturnType<Opening['read']>}
   */
  read(bytes, whole) {
    const { mark, encoding, position, emptyLines } = this;
    try {
      return super.read(bytes, whole);
    } catch (error) {
      if (!(error instanceof CsvError) || this.rule === this.plainRule) throw error;
      Object.assign(this, { mark, encoding, position, emptyLines, rule: this.plainRule });
      return super.read(bytes, whole);
    }
  }
}
