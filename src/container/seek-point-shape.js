import { checkReader, DECRYPTION, VERIFIED } from '../engine/state-shape.js';
import { COUNT, check, checkMembers, isObject, list } from '../storage/shape.js';

/** @import { Rule } from '../storage/shape.js' */

/* The shape of places from which a stream can be inflated, which come back from a checkpoint. */

/**
 * @param {any} inflated
 * @param {string} member Where it stands in the document.
 * @throws {import('../storage/shape.js').ShapeFault | RangeError}
 */
export function checkInflated(inflated, member) {
  check(inflated, member, isObject, 'an object');
  if (inflated.spacing !== undefined || inflated.points !== undefined) checkPoints(inflated, member);
  const recent = inflated.recent ?? [];
  check(recent, `${member}.recent`, ...PLACES);
  for (const point of recent) checkPoint(point, `${member}.recent[]`);
}

/**
 * @param {any} points
 * @param {string} member
 * @throws {import('../storage/shape.js').ShapeFault | RangeError}
 */
export function checkPoints(points, member) {
  checkMembers(points, `${member}.`, POINTS);
  for (const point of points.points) checkPoint(point, `${member}.points[]`);
}

/**
 * @param {any} point Of a gzip file, or of an entry.
 * @param {string} member
 * @throws {import('../storage/shape.js').ShapeFault | RangeError}
 */
export function checkPoint(point, member) {
  checkMembers(point, `${member}.`, { offset: COUNT });
  const isOfGzip = point.deflateStart !== undefined;
  if (isOfGzip) checkMembers(point, `${member}.`, { deflateStart: COUNT });
  const name = isOfGzip ? 'member' : 'verified';
  checkMembers(point[name], `${member}.${name}.`, VERIFIED);
  if (!isOfGzip || point.reader !== null) checkReader(point.reader, `${member}.reader`);
  if (point.decryption != null) checkMembers(point.decryption, `${member}.decryption.`, DECRYPTION);
}

/** @type {Rule} */
const PLACES = list(isObject, 'a list of places');
/** @type {Record<string, Rule>} */
const POINTS = {
  spacing: [value => Number.isSafeInteger(value) && value > 0, 'a number of bytes'],
  points: PLACES,
};
