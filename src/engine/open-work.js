import { dataBytesOf } from '../archive/encryption.js';
import { DEFLATE64, DEFLATED, ZSTD } from '../archive/entry.js';
import { createVerifier } from '../archive/verifier.js';
import { LineSeeker } from '../csv/text/line-seeker.js';
import { openTransforms } from '../csv/transforms/open-transforms.js';
import { releaseOneLater } from '../memory/chunk-memory.js';
import { EngineBlocks } from './blocks.js';
import { CopiedBlocks } from './copied-blocks.js';
import { DecryptingWork } from './decryption/decrypting-work.js';
import { openDecryption } from './decryption/open-decryption.js';
import { EntryWork } from './entry-work.js';
import { Inflater } from './inflater.js';
import { StoredCopy } from './stored-copy.js';
import { StoredReader } from './stored-reader.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { BlockEditorState } from '../csv/block-editor-state.js' */
/** @import { Rule } from '../recipe/recipe.js' */
/** @import { Engine } from './engine.js' */
/** @import { DeflateMethod, InflaterSnapshot } from './inflater-snapshot.js' */
/** @import { EngineState, StageOptions } from './stage.js' */

/**
 * Assembles what is done with an entry's bytes, by how it is compressed and by its rule.
 *
 * @param {Engine} engine
 * @param {StageOptions} options
 * @param {EngineState | undefined} state Where the entry was suspended.
 * @returns {Promise<EntryWork | StoredCopy | DecryptingWork>}
 * @throws {CsvError} If the state's header does not fit the rule.
 */
export async function openWork(engine, options, state) {
  const { entry, rule, outcome, password = null, pause } = options;
  const method = deflateMethodOf(entry);
  const isZstd = entry.method === ZSTD && dataBytesOf(entry) > 0;
  // What comes of a zstd entry is decrypted and inflated, and all of its compressed bytes were used.
  const compressedBytes = isZstd ? entry.bytes : dataBytesOf(entry);
  const verifier = createVerifier({ ...entry, compressedBytes }, state?.verified);
  const position = state?.reader.position ?? 0;
  const passesOn = method === null && !isZstd && rule.action === 'copy';
  const work = passesOn
    ? new StoredCopy({ verifier, outcome, position })
    : new EntryWork({
        engine,
        reader: method === null ? new StoredReader(engine, position) : openInflater(engine, method, state),
        verifier,
        blocks: rule.action === 'csv' ? await openBlocks(engine, options, rule, state) : new CopiedBlocks(engine),
        outcome,
        release: isZstd ? () => {} : releaseOneLater(),
        mayBeSuspended: !isZstd,
      });
  const decryption = isZstd ? null : openDecryption(engine, entry, password, pause !== undefined);
  if (decryption === null) return work;
  return new DecryptingWork({ decryption, work, state: state?.decryption ?? null });
}

/**
 * @param {Entry} entry
 * @returns {DeflateMethod | null} null if the engine has nothing to inflate: an entry without compressed bytes is not a deflate
 *   stream, but some programs write empty entries that way.
 */
export function deflateMethodOf(entry) {
  const { method } = entry;
  return (method === DEFLATED || method === DEFLATE64) && dataBytesOf(entry) > 0 ? method : null;
}

/**
 * @param {Engine} engine
 * @param {DeflateMethod} method
 * @param {EngineState | undefined} state
 */
function openInflater(engine, method, state) {
  if (state === undefined) return new Inflater(engine, method);
  return Inflater.restore(engine, /** @type {InflaterSnapshot} */ (state.reader), method);
}

/**
 * @param {Engine} engine
 * @param {StageOptions} options
 * @param {Extract<Rule, { action: 'csv' }>} rule
 * @param {EngineState | undefined} state
 */
async function openBlocks(
  engine,
  { entry, limits, maxDescribed, outcome, hashKey, facts, onColumns, sought },
  rule,
  state,
) {
  const blocks = new EngineBlocks(engine, {
    rule: rule.csv,
    transforms: await openTransforms(rule.csv, { hashKey, facts }),
    maxRecordBytes: limits.maxRecordBytes,
    ...(limits.withColumns && { maxRecordBytesWith: limits.withColumns }),
    maxDescribed,
    ...(!entry.isModulo && { entryBytes: entry.bytes }),
    counts: outcome,
    entry: entry.name,
    ...(onColumns && { onColumns }),
    ...(sought && { openEditor: editing => new LineSeeker({ ...editing, sought }) }),
  });
  if (state) blocks.restore(/** @type {BlockEditorState} */ (state.blocks));
  return blocks;
}
