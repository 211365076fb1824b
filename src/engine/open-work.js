import { STORED } from '../archive/entry.js';
import { createVerifier } from '../archive/verifier.js';
import { BlockEditor } from '../csv/block-editor.js';
import { openTransforms } from '../csv/transforms/open-transforms.js';
import { releaseOneLater } from '../memory/chunk-memory.js';
import { EngineBlocks } from './blocks.js';
import { CopiedBlocks } from './copied-blocks.js';
import { EntryWork } from './entry-work.js';
import { Inflater } from './inflater.js';
import { StoredCopy } from './stored-copy.js';
import { StoredReader } from './stored-reader.js';

/** @import { BlockEditorState } from '../csv/block-editor.js' */
/** @import { Rule } from '../recipe/recipe.js' */
/** @import { Engine } from './engine.js' */
/** @import { InflaterSnapshot } from './inflater-snapshot.js' */
/** @import { EngineState, StageOptions } from './stage.js' */

/**
 * Assembles what is done with an entry's bytes, by how it is compressed and by its rule.
 *
 * @param {Engine} engine
 * @param {StageOptions} options
 * @param {EngineState | undefined} state Where the entry was suspended.
 * @returns {Promise<EntryWork | StoredCopy>}
 * @throws {CsvError} If the state's header does not fit the rule.
 */
export async function openWork(engine, options, state) {
  const { entry, rule, outcome } = options;
  // An entry without compressed bytes is not a deflate stream, but some programs write empty entries that way.
  const isDeflated = entry.method !== STORED && entry.compressedBytes > 0;
  const verifier = createVerifier(entry, state?.verified);
  const position = state?.reader.position ?? 0;
  if (!isDeflated && rule.action === 'copy') return new StoredCopy({ verifier, outcome, position });
  return new EntryWork({
    engine,
    reader: isDeflated ? openInflater(engine, state) : new StoredReader(engine, position),
    verifier,
    blocks: rule.action === 'csv' ? await openBlocks(engine, options, rule, state) : new CopiedBlocks(engine),
    outcome,
    release: releaseOneLater(),
  });
}

/**
 * @param {Engine} engine
 * @param {EngineState | undefined} state
 */
function openInflater(engine, state) {
  return state ? Inflater.restore(engine, /** @type {InflaterSnapshot} */ (state.reader)) : new Inflater(engine);
}

/**
 * @param {Engine} engine
 * @param {StageOptions} options
 * @param {Extract<Rule, { action: 'csv' }>} rule
 * @param {EngineState | undefined} state
 */
async function openBlocks(engine, { entry, limits, maxDescribed, outcome, hashKey, facts }, rule, state) {
  const blockEditor = new BlockEditor({
    rule: rule.csv,
    transforms: await openTransforms(rule.csv, { hashKey, facts }),
    maxRecordBytes: limits.maxRecordBytes,
    ...(limits.withColumns && { maxRecordBytesWith: limits.withColumns }),
    maxDescribed,
    counts: outcome,
    entry: entry.name,
  });
  if (state) blockEditor.restore(/** @type {BlockEditorState} */ (state.blocks));
  return new EngineBlocks(engine, blockEditor);
}
