import assert from 'node:assert/strict';
import { BlockEditor } from '../../src/csv/block-editor.js';
import { editAll } from '../../src/csv/edit-all.js';
import { RecordEditor } from '../../src/csv/records/record-editor.js';
import { createEngine } from '../../src/engine/engine.js';
import { EngineEditor } from '../../src/engine/engine-editor.js';
import { newCounts, transformsOf } from '../csv/edit-entry.js';

/** @import { TestContext } from 'node:test' */
/** @import { Transforms } from '../../src/csv/plan/field-plan.js' */
/** @import { Shape } from '../../src/csv/shape.js' */
/** @import { CsvRule } from '../../src/recipe/recipe.js' */

/**
 * @typedef {object} EditorCase
 * @property {string} text Latin-1: a character is a byte.
 * @property {CsvRule} rule
 * @property {Transforms} [transforms] By default those of `transformsOf`.
 * @property {number} [maxRecordBytes]
 * @property {number} [maxDescribed]
 * @property {ConstructorParameters<typeof BlockEditor>[0]['onColumns']} [onColumns]
 */

/**
 * Sends a text through an EngineEditor, block by block as a BlockEditor makes them.
 *
 * @param {EditorCase} drawn
 * @param {readonly number[]} sizes The sizes of the text's chunks; the rest is the last one.
 * @param {number} [outputBytes] How much of the engine's output region may be used.
 */
export function runEngineEditor(drawn, sizes, outputBytes) {
  return runEditor(drawn, sizes, options => new EngineBlockEditor(options, outputBytes));
}

/**
 * Sends it through a RecordEditor alone.
 *
 * @param {EditorCase} drawn
 * @param {readonly number[]} sizes
 */
export function runRecordEditor(drawn, sizes) {
  return runEditor(drawn, sizes, options => new BlockEditor(options));
}

/**
 * @param {TestContext} context
 * @returns {() => string[]} What the RecordEditor has been given since.
 */
export function leftBytes(context) {
  context.mock.restoreAll();
  /** @type {string[]} */
  const left = [];
  /** @type {any} */
  const prototype = RecordEditor.prototype;
  for (const method of ['edit', 'editFirst']) {
    const edit = prototype[method];
    context.mock.method(
      prototype,
      method,
      /** @this {RecordEditor} */
      function noted(/** @type {Buffer} */ bytes, /** @type {any[]} */ ...rest) {
        left.push(bytes.toString('latin1'));
        return edit.call(this, bytes, ...rest);
      },
    );
  }
  return () => left;
}

/**
 * @param {EditorCase} drawn
 * @param {readonly number[]} sizes
 * @param {(options: ConstructorParameters<typeof BlockEditor>[0]) => BlockEditor} create
 */
function runEditor({ text, rule, transforms, maxRecordBytes = 1 << 24, maxDescribed = 100, onColumns }, sizes, create) {
  const counts = newCounts();
  const editor = create({
    rule,
    transforms: transforms ?? transformsOf(rule),
    maxRecordBytes,
    maxDescribed,
    counts,
    ...(onColumns && { onColumns }),
  });
  let output = '';
  let rejected = '';
  /** @type {any} */
  let error = null;
  try {
    for (const [index, chunk, { length }] of chunksOf(text, sizes)) {
      const blocks = [...editAll(editor, chunk, index === length - 1)];
      output += Buffer.concat(blocks.flatMap(block => block.output)).toString('latin1');
      rejected += Buffer.concat(blocks.flatMap(block => block.rejected)).toString('latin1');
    }
  } catch (failure) {
    error = failure;
  }
  counts.bytesOut = error ? 0 : output.length;
  return { output, rejected, counts, error };
}

/**
 * @param {string} text
 * @param {readonly number[]} sizes
 */
function chunksOf(text, sizes) {
  const entry = Buffer.from(text, 'latin1');
  /** @type {Buffer[]} */
  const chunks = [];
  let from = 0;
  for (const size of sizes) {
    if (from >= entry.length) break;
    chunks.push(Buffer.from(entry.subarray(from, from + size)));
    from += size;
  }
  chunks.push(Buffer.from(entry.subarray(from)));
  return chunks.map((chunk, index) => /** @type {const} */ ([index, chunk, chunks]));
}

/** Has its records edited in an engine's memory, wherever they fit into the window. */
class EngineBlockEditor extends BlockEditor {
  /**
   * @param {ConstructorParameters<typeof BlockEditor>[0]} options
   * @param {number} [outputBytes]
   */
  constructor(options, outputBytes) {
    super(options);
    this.outputBytes = outputBytes;
  }

  /**
   * @override
   * @param {Shape} shape
   */
  editorFor(shape) {
    const editor = super.editorFor(shape);
    const { outputBytes = engine.exports.OUTPUT_BYTES.value } = this;
    const engineEditor = new EngineEditor({ engine, recordEditor: editor, outputBytes });
    /** @type {RecordEditor['edit']} */
    const edit = (bytes, final, position) => {
      if (bytes.length + 2 * AROUND.length > engine.exports.WINDOW_BYTES.value) {
        return editor.edit(Buffer.from(bytes), final, position);
      }
      return editInWindow(engineEditor, bytes, final, position, outputBytes);
    };
    const { aside, output, rejected } = editor;
    const editHeader = editor.editHeader.bind(editor);
    return /** @type {RecordEditor} */ ({ edit, editHeader, aside, output, rejected });
  }
}

/**
 * Checks that the memory around the bytes makes no difference, and that none of it is changed.
 *
 * @param {EngineEditor} editor
 * @param {Buffer} bytes
 * @param {boolean} final
 * @param {number} position
 * @param {number} outputBytes
 */
function editInWindow(editor, bytes, final, position, outputBytes) {
  const { memory, exports } = engine;
  const around = AROUND.subarray(position % 64);
  const start = exports.WINDOW.value + around.length;
  const end = start + bytes.length;
  const outputEnd = exports.OUTPUT.value + outputBytes;
  const regions = /** @type {const} */ ([
    [exports.WINDOW.value, around],
    [start, bytes],
    [end, around],
    [outputEnd, AROUND],
  ]);
  for (const [address, expected] of regions) expected.copy(memory, address);
  try {
    return editor.edit(start, end, final, position);
  } finally {
    for (const [address, expected] of regions) {
      assert.ok(expected.equals(memory.subarray(address, address + expected.length)), 'other bytes were changed');
    }
  }
}

const engine = createEngine();
const AROUND = Buffer.from('\n",\r\n|"\r;""~\n\n,"\n-x \t'.repeat(12), 'latin1');
