import { VARY, wholeAnswer } from './answer.js';
import { openAnswerStream } from './answer-stream.js';
import { createCoalescer } from './coalesce.js';
import { contentRange } from './content-range.js';
import { parseAsked } from './parse-asked.js';
import { ServeError, toServeError } from './serve-error.js';
import { readCount, writeStatements } from './sql/write-statements.js';

/** @import { Answer, WholeAnswer } from './answer.js' */
/** @import { Metrics } from './metrics.js' */
/** @import { Read } from './read/parse-read.js' */
/** @import { Query } from './rows/connection.js' */
/** @import { RowStream } from './rows/row-stream.js' */
/** @import { Asked, Identity, ServiceParts } from './service.js' */
/** @import { StopSignal } from './stop.js' */

/**
 * Answers with a table's rows: whole if they are few, and shared with those who ask for the same at the same time; else as a stream.
 *
 * @param {Pick<ServiceParts, 'access' | 'catalog' | 'rows' | 'metrics' | 'maxStreams' | 'maxStreamMs'>} parts
 */
export function createReader(parts) {
  const { rows, metrics } = parts;
  const { numbers } = metrics;
  /** @type {ReturnType<typeof createCoalescer<RowStream, WholeAnswer>>} */
  const coalescer = createCoalescer({ limitBytes: SHARED_BYTES });

  /**
   * @param {Asked} asked
   * @param {string} path
   * @param {string} search
   * @returns {Promise<Answer>}
   * @throws {ServeError}
   */
  return async function read(asked, path, search) {
    const identity = await parts.access.identify(asked.headers.get('authorization'));
    const answer = (/** @type {Read} */ parsed) => readAs(identity, parsed, asked);
    return parseAsked(asked, path, search, { catalog: parts.catalog, answer });
  };

  /**
   * @param {Identity} identity
   * @param {Read} parsed
   * @param {Asked} asked
   * @returns {Promise<Answer>}
   * @throws {ServeError}
   */
  async function readAs(identity, parsed, { headers, signal }) {
    const { header, hasCount, ...statements } = writeStatements(parsed, identity);
    const query = { ...statements, shape: parsed.sql.shape };
    const edges = edgesOf(parsed, header);
    try {
      const outcome = await coalescer.share(
        `${identity.key}\n${parsed.key}`,
        {
          start: stop => begin(query, !hasCount, stop),
          makeWhole: (source, blocks) => complete(parsed, source, edges, blocks),
        },
        signal,
      );
      if (outcome.kind === 'whole') {
        if (outcome.isJoined) numbers.saved += 1;
        return outcome.whole;
      }
      const hasSlot = numbers.streams < parts.maxStreams;
      if (outcome.kind === 'first') {
        if (hasSlot && !signal.aborted) return await long(parsed, outcome.source, edges, outcome.blocks, signal);
        outcome.source.close();
      }
      if (!hasSlot) throw tooManyStreams(numbers);
      if (signal.aborted) throw signal.reason;
      return await readAlone(parsed, query, edges, signal);
    } catch (error) {
      throw toServeError(error, { hasToken: headers.get('authorization') !== null });
    }
  }

  /**
   * An answer that is collected has the same time as one that is a stream, which has a clock of its own.
   *
   * @param {Query} query
   * @param {boolean} mayJoin
   * @param {StopSignal} stop
   */
  async function begin(query, mayJoin, stop) {
    const source = await rows.read(query, mayJoin, stop);
    source.endWithin(parts.maxStreamMs);
    return source;
  }

  /**
   * @param {Read} parsed
   * @param {Query} query
   * @param {Edges} edges
   * @param {StopSignal} signal
   */
  async function readAlone(parsed, query, edges, signal) {
    // The slot is taken before the query begins: others decide by the number.
    numbers.streams += 1;
    try {
      const source = await begin(query, false, signal);
      return await long(parsed, source, edges, [], signal);
    } finally {
      numbers.streams -= 1;
    }
  }

  /**
   * @param {Read} parsed
   * @param {RowStream} source
   * @param {Edges} edges
   * @param {Buffer[]} blocks
   * @param {StopSignal} signal
   */
  async function long(parsed, source, edges, blocks, signal) {
    if (!parsed.singular) return stream(parsed, source, edges, blocks);
    const onAbort = () => void source.close();
    signal.addEventListener('abort', onAbort);
    try {
      // Whether there is a second row is known at the end only.
      for (let block = await source.next(); block !== null; block = await source.next()) blocks.push(block);
      return complete(parsed, source, edges, blocks);
    } catch (error) {
      source.close();
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /**
   * @param {Read} parsed
   * @param {RowStream} source At its end.
   * @param {Edges} edges
   * @param {Buffer[]} blocks
   */
  function complete(parsed, source, { before, after }, blocks) {
    numbers.rows += source.rowCount ?? 0;
    numbers.bytes += source.byteCount;
    const range = contentRange(parsed, source.rowCount ?? 0, totalOf(source));
    const headers = headersOf(parsed, range.text);
    if (parsed.singular) requireOne(source.rowCount);
    const body = Buffer.concat([...before, ...blocks, ...after]);
    return wholeAnswer(range.status, headers, body);
  }

  /**
   * @param {Read} parsed
   * @param {RowStream} source
   * @param {Edges} edges
   * @param {Buffer[]} blocks
   * @returns {Answer}
   */
  function stream(parsed, source, { before, after }, blocks) {
    // How many rows there will be follows from an exact count only.
    const range = parsed.count === 'exact' ? contentRange(parsed, null, totalOf(source)) : null;
    numbers.streams += 1;
    source.endWithin(null);
    const body = openAnswerStream(source, {
      before: [...before, ...blocks],
      after: after[0] ?? null,
      maxMs: parts.maxStreamMs,
      onEnd: how => {
        numbers.streams -= 1;
        numbers.rows += source.rowCount ?? 0;
        numbers.bytes += source.byteCount;
        if (how === 'expired') numbers.expired += 1;
        if (how === 'broken') numbers.broken += 1;
      },
    });
    return {
      kind: 'stream',
      status: range?.status ?? 200,
      headers: headersOf(parsed, range?.text ?? null),
      stream: body,
    };
  }
}

/** @typedef {{ before: Buffer[], after: Buffer[] }} Edges */

/**
 * @param {Read} read
 * @param {Buffer | null} header
 * @returns {Edges}
 */
function edgesOf({ format, singular }, header) {
  if (format === 'json' && !singular) return BRACKETS;
  return { before: header === null ? [] : [header], after: [] };
}

/**
 * @param {Read} read
 * @param {string | null} range
 */
function headersOf({ contentType, preferenceApplied }, range) {
  /** @type {Record<string, string>} */
  const headers = { 'content-type': contentType, vary: VARY };
  if (range !== null) headers['content-range'] = range;
  if (preferenceApplied !== null) headers['preference-applied'] = preferenceApplied;
  return headers;
}

/** @param {RowStream} source */
function totalOf({ countText }) {
  return countText === null ? null : readCount(countText);
}

/** @param {number | null} rowCount */
function requireOne(rowCount) {
  if (rowCount === 1) return;
  // Clients of PostgREST look for "0 rows".
  throw new ServeError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rowCount === 0 ? '0 rows' : 'more than one row'}`,
  });
}

/** @param {Metrics['numbers']} numbers */
function tooManyStreams(numbers) {
  numbers.refusedStreams += 1;
  return new ServeError(503, 'PGRST003', 'as many long answers as the service allows are under way', {
    hint: 'Try again later, or ask for fewer rows with limit.',
    headers: { 'retry-after': '1' },
  });
}

/** Up to this much, equal answers are shared; more is a stream. */
const SHARED_BYTES = 65_536;
const BRACKETS = { before: [Buffer.from('[')], after: [Buffer.from(']')] };
