/**
 * A stream that is inflated forward, step by step, in an engine's memory.
 *
 * @template {{ offset: number }} Point A place from which another stream can be inflated: plain data.
 * @typedef {object} InflatingStream
 * @property {number} offset How many bytes were inflated.
 * @property {() => Promise<{ start: number, end: number } | null>} step Inflates the next bytes: their addresses, valid until the
 *   next step; null at the end.
 * @property {() => Point | null} seekPoint Where the last step ended; null before the first one, and at the end.
 * @property {() => void} close
 */

/**
 * @template {{ offset: number }} Point
 * @typedef {{ spacing: number, points: Point[] }} SeekPointsState Plain data.
 */

/**
 * A bounded number of places in a stream from which it can be inflated. They lie further apart as the stream grows.
 *
 * @template {{ offset: number }} Point
 */
export class SeekPoints {
  /** @param {SeekPointsState<Point>} [state] */
  constructor({ spacing, points } = { spacing: LEAST_SPACING_BYTES, points: [] }) {
    this.spacing = spacing;
    this.points = points;
  }

  /** @param {Pick<InflatingStream<Point>, 'offset' | 'seekPoint'>} stream After a step. */
  pass(stream) {
    if (stream.offset - (this.points.at(-1)?.offset ?? 0) < this.spacing) return;
    const point = stream.seekPoint();
    if (point === null) return;
    this.points.push(point);
    if (this.points.length <= MAX_POINTS) return;
    this.spacing *= 2;
    this.points = this.points.filter((_, index) => index % 2 === 1);
  }

  /** @returns {SeekPointsState<Point>} */
  state() {
    return { spacing: this.spacing, points: this.points };
  }
}

/**
 * @template {{ offset: number }} Point
 * @param {Point[]} points
 * @param {number} offset
 * @returns {Point | null} The last one that is not behind the offset; null for the beginning.
 */
export function nearestPoint(points, offset) {
  /** @type {Point | null} */
  let nearest = null;
  for (const point of points) if (point.offset <= offset && point.offset >= (nearest?.offset ?? 0)) nearest = point;
  return nearest;
}

/** Each takes 33 KiB, of deflate64 66. */
const MAX_POINTS = 32;
/** Inflated within a second, even by the smallest function. */
const LEAST_SPACING_BYTES = 4 * 1024 ** 2;
