import { compileRecipe } from '../recipe/recipe.js';
import { isNamedLikeCsv } from './looks-like-csv.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { EntryList } from '../archive/entry-list.js' */
/** @import { CsvRule, Recipe } from '../recipe/recipe.js' */
/** @import { InspectedEntry } from './inspection.js' */
/** @import { Beginning } from './known-openings.js' */

/**
 * An entry that may be CSV and of which more has to be read. There may be very many, so it holds little.
 *
 * @typedef {object} Candidate
 * @property {number} index
 * @property {number} level How much is read next: an index in `READ_BYTES`.
 * @property {Beginning | null} beginning Once it was read.
 */

/**
 * How an entry is read. `isEdited`: whether the recipe edits it. `rule`: the recipe's if it does, or else one that leaves all to
 * be found.
 *
 * @typedef {{ entry: Entry, rule: CsvRule, ruleIndex: number, isEdited: boolean, named: 'surely' | 'maybe' }} Reading
 */

/** The entries that may be CSV: those that the recipe edits, and those that it copies and that are named like CSV. */
export class Candidates {
  #entries;
  #recipe;
  #guessing;

  /**
   * @param {EntryList} entries
   * @param {Recipe} recipe
   * @param {CsvRule} guessing For entries that are copied.
   */
  constructor(entries, recipe, guessing) {
    this.#entries = entries;
    this.#recipe = recipe;
    this.#guessing = guessing;
  }

  /**
   * @param {EntryList} entries
   * @param {Recipe} recipe
   */
  static async open(entries, recipe) {
    const guessing = await compileRecipe({ entries: [{ match: '**', csv: { header: 'auto' } }] });
    const rule = guessing.ruleFor('');
    if (rule.action !== 'csv') throw new TypeError('no rule to guess with');
    return new Candidates(entries, recipe, rule.csv);
  }

  /**
   * @param {InspectedEntry[]} inspected
   * @returns {Candidate[]} In the order of their bytes.
   */
  list(inspected) {
    /** @type {Candidate[]} */
    const candidates = [];
    for (const index of this.#entries.inOrder()) {
      const { path, action, error } = inspected[index];
      if (action === 'skip' || action === 'archive' || error !== null) continue;
      if (action === 'copy' && isNamedLikeCsv(path) === 'no') continue;
      candidates.push({ index, level: 0, beginning: null });
    }
    return candidates;
  }

  /** @param {number} index */
  entry(index) {
    return this.#entries.get(index);
  }

  /**
   * @param {number} index
   * @returns {Reading}
   */
  reading(index) {
    const entry = this.entry(index);
    const rule = this.#recipe.ruleFor(entry.name);
    const ruleIndex = this.#recipe.ruleIndexFor(entry.name);
    if (rule.action === 'csv') return { entry, rule: rule.csv, ruleIndex, isEdited: true, named: 'surely' };
    const named = isNamedLikeCsv(entry.name) === 'surely' ? 'surely' : 'maybe';
    return { entry, rule: this.#guessing, ruleIndex, isEdited: false, named };
  }

  /**
   * @param {Candidate[]} candidates
   * @returns {Candidate[]} In the order of their bytes.
   */
  inOrder(candidates) {
    return candidates.sort((a, b) => this.entry(a.index).start - this.entry(b.index).start);
  }
}
