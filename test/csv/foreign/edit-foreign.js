import { BlockEditor } from '../../../src/csv/block-editor.js';
import { RFC_4180 } from '../../../src/csv/dialect.js';
import { editAll } from '../../../src/csv/edit-all.js';
import { cut, newCounts, ruleOf, transformsOf } from '../edit-entry.js';

/** @import { Dialect } from '../../../src/csv/dialect.js' */
/** @import { OpenText } from '../../../src/csv/foreign/text-editing.js' */
/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/**
 * Edits the records of an entry in a given dialect, without an opening.
 *
 * @param {Buffer} entry
 * @param {Partial<Dialect>} dialect The differences from RFC 4180.
 * @param {object} [options]
 * @param {number} [options.width]
 * @param {readonly number[]} [options.cuts] The sizes of the chunks.
 * @param {number} [options.maxRecordBytes]
 * @param {number} [options.pause] After how many chunks another editor resumes from a snapshot.
 * @param {Partial<CsvRule>} [options.rule]
 * @param {OpenText} [options.openText] Instead of JavaScript.
 */
export function editForeign(entry, dialect, options = {}) {
  const { width = 2, cuts = [65_536], maxRecordBytes = 1 << 24, pause = Number.POSITIVE_INFINITY, rule = {} } = options;
  const counts = newCounts();
  const whole = ruleOf({ header: false, ...rule });
  const create = () =>
    new BlockEditor({
      rule: whole,
      transforms: transformsOf(whole),
      maxRecordBytes,
      maxDescribed: 100,
      counts,
      ...(options.openText && { openText: options.openText }),
    });
  const shape = { dialect: { ...RFC_4180, ...dialect }, names: null, width };
  let editor = create();
  editor.restore({ ...shape, position: 0, rest: EMPTY, bad: editor.bad.snapshot() });
  /** @type {Buffer[]} */
  const output = [];
  /** @type {Buffer[]} */
  const rejected = [];
  const collect = (/** @type {{ output: Buffer[], rejected: Buffer[] }} */ edited) => {
    output.push(...edited.output.map(bytes => Buffer.from(bytes)));
    rejected.push(...edited.rejected.map(bytes => Buffer.from(bytes)));
  };
  /** @type {any} */
  let error = null;
  try {
    for (const [index, chunk] of cut(entry, cuts).entries()) {
      if (index === pause) {
        collect(editor.take(true));
        const state = /** @type {any} */ (editor.snapshot());
        editor = create();
        editor.restore(
          structuredClone({ ...state, rest: null, bad: state.bad }) && { ...state, rest: Buffer.from(state.rest) },
        );
      }
      for (const edited of editAll(editor, chunk, false)) collect(edited);
    }
    for (const edited of editAll(editor, EMPTY, true)) collect(edited);
  } catch (failure) {
    error = failure;
  }
  return { output: Buffer.concat(output), rejected: Buffer.concat(rejected), counts, error };
}

const EMPTY = Buffer.alloc(0);
