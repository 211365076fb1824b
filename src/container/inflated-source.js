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
 * What a stream inflates to, as a source of ranges. The stream was verified before. Ranges in ascending order inflate it once;
 * others resume from the nearest seek point.
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
      const chunk = await this.#steps.run(() => this.#next(position, end, signal));
      position += chunk.length;
      if (chunk.length > 0) yield chunk;
    }
  }

  /**
   * @param {number} position
   * @param {number} end
   * @param {AbortSignal} signal
   * @returns {Promise<Buffer>} The next bytes; none if the read was given up.
   */
  async #next(position, end, signal) {
    this.#moveTo(position);
    await this.#passOver(position, signal);
    while (this.#fresh.start === this.#fresh.end && !signal.aborted) await this.#step();
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
    let isFurther = false;
    while (this.#position < start && !signal.aborted) {
      const fresh = this.#fresh;
      const passed = Math.min(fresh.end - fresh.start, start - this.#position);
      fresh.start += passed;
      if (passed > 0) continue;
      if (
        isFurther &&
        this.pause?.aborted &&
        this.#recent.pass(/** @type {InflatingStream<Point>} */ (this.#stream), true)
      ) {
        throw new StoppedError({ cause: this.pause.reason, isSoon: true });
      }
      await this.#step();
      isFurther = true;
    }
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
   * @returns {Promise<Buffer>} With what follows it.
   */
  async #gather(first, length, signal) {
    const gathered = Buffer.allocUnsafeSlow(length);
    let end = first.copy(gathered);
    while (end < length) {
      if (this.#fresh.start === this.#fresh.end) await this.#step();
      if (signal.aborted) return NOTHING;
      const { start } = this.#fresh;
      const taken = Math.min(this.#fresh.end - start, length - end);
      end += /** @type {Engine} */ (this.#engine).memory.copy(gathered, end, start, start + taken);
      this.#fresh.start += taken;
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
/** Fewer are not handed on alone. */
const LEAST_BYTES = 4 * 1024;
const GATHERED_BYTES = 16 * 1024;
/** A step may take as long as to look at so many characters: it may read the codes of many members that hold nothing. */
const STEP_WORK = 64 * 1024;
