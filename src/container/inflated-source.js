import { acquireEngine, releaseEngine } from '../engine/engine.js';
import { StoppedError } from '../errors.js';
import { takeBlock } from '../memory/chunk-memory.js';
import { CHUNK_BYTES } from '../memory/memory-plan.js';
import { OneAtATime } from '../streams/one-at-a-time.js';
import { promptReadable } from '../streams/prompt-readable.js';
import { Turns } from '../streams/turns.js';
import { RecentPoints } from './recent-points.js';
import { nearestPoint, SeekPoints } from './seek-points.js';

/** @import { Readable } from 'node:stream' */
/** @import { ByteSource } from '../archive/read-ahead.js' */
/** @import { Engine } from '../engine/engine.js' */
/** @import { InflatingStream, SeekPointsState } from './seek-points.js' */

/**
 * @template {{ offset: number }} Point
 * @typedef {SeekPointsState<Point> & { recent: Point[] }} InflatedState Plain data: where it can be inflated from. `recent`: the
 *   last places that were passed. A suspended entry resumes from there.
 */

/**
 * What a stream, verified before, inflates to. Ranges in ascending order inflate it once; others resume from the nearest seek point.
 *
 * @template {{ offset: number }} Point
 * @implements {ByteSource}
 */
export class InflatedSource {
  #open;
  #points;
  #recent;
  /** @type {Engine | null} */
  #engine = null;
  /** @type {InflatingStream<Point> | null} */
  #stream = null;
  /** Addresses of inflated bytes that were not read yet. */
  #fresh = { start: 0, end: 0 };
  /** There is one stream for all reads. */
  #steps = new OneAtATime();
  #isClosed = false;
  #turns = new Turns();
  #isStepping = false;
  /** Asks to stop before the next range, if it is far. The state then has the place that was reached. @type {AbortSignal | undefined} */
  pause;
  /** Whether to go on to a range nevertheless as long as there are bytes on the way: a seek point is not far. */
  goesOn = false;

  /**
   * @param {(engine: Engine, from: Point | null) => InflatingStream<Point>} open Begins the stream, or resumes it. Nothing else
   *   may use the engine until it is closed.
   * @param {number} bytes How many there are inflated.
   * @param {Partial<InflatedState<Point>>} [state]
   */
  constructor(open, bytes, { spacing, points, recent = [] } = {}) {
    this.#open = open;
    this.bytes = bytes;
    this.#points = /** @type {SeekPoints<Point>} */ (
      spacing === undefined ? new SeekPoints() : new SeekPoints({ spacing, points: points ?? [] })
    );
    this.#recent = new RecentPoints(recent);
  }

  /** @returns {InflatedState<Point>} */
  state() {
    return { ...this.#points.state(), recent: this.#recent.points };
  }

  /**
   * @param {number} start
   * @param {number} end
   * @returns {Readable}
   */
  read(start, end) {
    return promptReadable(signal => this.#read(start, end, signal));
  }

  /** Frees the engine. A read that is under way fails. */
  close() {
    this.#isClosed = true;
    this.#drop();
    // A step that is under way may still touch the engine. Then nobody else may have it.
    if (this.#engine !== null && !this.#isStepping) releaseEngine(this.#engine);
    this.#engine = null;
  }

  /**
   * @param {number} start
   * @param {number} end
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<Buffer, void>}
   */
  async *#read(start, end, signal) {
    for (let position = start; position < end && !signal.aborted; ) {
      const chunk = await this.#steps.run(() => this.#next(position, end, { signal, isBegun: position > start }));
      position += chunk.length;
      if (chunk.length > 0) yield chunk;
    }
  }

  /**
   * @param {number} position
   * @param {number} end
   * @param {{ signal: AbortSignal, isBegun: boolean }} read
   * @returns {Promise<Buffer>} The next bytes; none if the read was given up.
   */
  async #next(position, end, { signal, isBegun }) {
    this.#moveTo(position);
    await this.#passOver(position, signal);
    for (let isFurther = false; this.#fresh.start === this.#fresh.end && !signal.aborted; isFurther = true) {
      if (isFurther) this.#stopIfPaused(isBegun);
      await this.#step();
    }
    if (signal.aborted) return NOTHING;
    const chunk = this.#take(Math.min(CHUNK_BYTES, end - position));
    const wanted = Math.min(GATHERED_BYTES, end - position);
    return chunk.length < Math.min(LEAST_BYTES, wanted) ? this.#gather(chunk, wanted, signal) : chunk;
  }

  /** How many bytes were read or passed over. */
  get #position() {
    return (this.#stream?.offset ?? 0) - (this.#fresh.end - this.#fresh.start);
  }

  /** @param {number} start */
  #moveTo(start) {
    const isAhead = this.#stream !== null && this.#position <= start;
    if (isAhead && start - this.#position < WORTHWHILE_BYTES) return;
    const point = nearestPoint([...this.#points.points, ...this.#recent.points], start);
    if (isAhead && (point === null || point.offset - this.#position < WORTHWHILE_BYTES)) return;
    this.#drop();
    if (this.#isClosed) throw new Error('the source is closed');
    this.#engine ??= acquireEngine();
    this.#stream = this.#open(this.#engine, point);
  }

  /**
   * @param {number} start
   * @param {AbortSignal} signal
   */
  async #passOver(start, signal) {
    for (let [isFurther, isEmpty] = [false, true]; this.#position < start && !signal.aborted; ) {
      const passed = Math.min(this.#fresh.end - this.#fresh.start, start - this.#position);
      this.#fresh.start += passed;
      isEmpty &&= passed === 0;
      if (passed > 0) continue;
      if (isFurther && (isEmpty || !this.goesOn)) this.#stopIfPaused(false);
      await this.#step();
      [isFurther, isEmpty] = [true, true];
    }
  }

  /** @param {boolean} isBegun Whether its reader has bytes, and so sees a pause by itself. The place is noted for it. */
  #stopIfPaused(isBegun) {
    const stream = /** @type {InflatingStream<Point>} */ (this.#stream);
    if (!this.pause?.aborted || !this.#recent.pass(stream, true) || isBegun) return;
    throw new StoppedError({ cause: this.pause.reason, isSoon: true });
  }

  /**
   * @param {number} length
   * @returns {Buffer} At most that many of the fresh bytes. It has a buffer of its own.
   */
  #take(length) {
    const { start, end } = this.#fresh;
    const taken = Math.min(length, end - start);
    const chunk = taken === CHUNK_BYTES ? takeBlock() : Buffer.allocUnsafeSlow(taken);
    /** @type {Engine} */ (this.#engine).memory.copy(chunk, 0, start, start + taken);
    this.#fresh.start += taken;
    return chunk;
  }

  /**
   * A gzip file may have a member for each byte. Chunks of that length would cost whoever joins them the square of what they are.
   *
   * @param {Buffer} first
   * @param {number} length
   * @param {AbortSignal} signal
   * @returns {Promise<Buffer>} With what follows it, as far as there is no pause.
   */
  async #gather(first, length, signal) {
    const gathered = Buffer.allocUnsafeSlow(length);
    let end = first.copy(gathered);
    while (end < length) {
      const isUsedUp = this.#fresh.start === this.#fresh.end;
      if (isUsedUp && this.pause?.aborted) return gathered.subarray(0, end);
      if (isUsedUp) await this.#step();
      if (signal.aborted) return NOTHING;
      const { start } = this.#fresh;
      this.#fresh.start += Math.min(this.#fresh.end - start, length - end);
      end += /** @type {Engine} */ (this.#engine).memory.copy(gathered, end, start, this.#fresh.start);
    }
    return gathered;
  }

  async #step() {
    // What it is inflated from may be in memory, too.
    await this.#turns.before(STEP_WORK);
    const stream = this.#stream;
    if (stream === null) throw new Error('the source is closed');
    this.#isStepping = true;
    try {
      const inflated = await stream.step();
      if (this.#stream !== stream) throw new Error('the source is closed');
      // It was verified: a source is of one version.
      if (inflated === null) throw new Error(`the stream ends after ${stream.offset} of ${this.bytes} bytes`);
      this.#fresh = { ...inflated };
    } catch (error) {
      if (this.#stream === stream) this.#drop();
      throw error;
    } finally {
      this.#isStepping = false;
    }
    this.#points.pass(stream);
    this.#recent.pass(stream, false);
  }

  #drop() {
    this.#stream?.close();
    this.#stream = null;
    this.#fresh = { start: 0, end: 0 };
  }
}

const NOTHING = Buffer.alloc(0);
/** Inflating fewer takes less time than another request. */
const WORTHWHILE_BYTES = 8 * 1024 ** 2;
/** Fewer are not handed on alone, but gathered. */
const [LEAST_BYTES, GATHERED_BYTES] = [4 * 1024, 16 * 1024];
/** A step may take as long as to look at so many characters: it may read the codes of many members that hold nothing. */
const STEP_WORK = 64 * 1024;
