/** @import { InflatingStream } from './seek-points.js' */

/**
 * The last places of a stream that were passed, from which it can be inflated. A suspended entry resumes from there.
 *
 * @template {{ offset: number }} Point
 */
export class RecentPoints {
  /** @param {Point[]} points Plain data. */
  constructor(points) {
    this.points = points;
  }

  /**
   * Notes where the last step ended.
   *
   * @param {Pick<InflatingStream<Point>, 'offset' | 'seekPoint'>} stream
   * @param {boolean} isUrgent Whether to note a place near the last one, too.
   * @returns {boolean} Whether there is a place to resume from.
   */
  pass(stream, isUrgent) {
    const last = this.points.at(-1);
    const isNear = last && last.offset <= stream.offset && stream.offset - last.offset < NEAR_BYTES;
    if (isNear && !isUrgent) return true;
    const point = stream.seekPoint();
    // After a step back, what was ahead is no longer recent.
    if (point) this.points = [...this.points.filter(({ offset }) => offset < point.offset), point].slice(-MAX_POINTS);
    return point !== null;
  }
}

/** Between a suspended entry's position and the source's there are a few chunks: fewer bytes than the recent places span. */
const NEAR_BYTES = 1024 ** 2;
const MAX_POINTS = 3;
