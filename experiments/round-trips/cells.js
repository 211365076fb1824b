import { fileURLToPath } from 'node:url';
import { refreshConnections } from './poolers.js';
import { WAY_NAMES, WAYS } from './ways.js';

/** @import { Cell } from '../harness/shape.js' */
/** @import { SlowProxy } from '../network/slow-proxy.js' */
/** @import { Target } from './measure-way.js' */
/** @import { Place } from './stage.js' */
/** @import { WayId } from './ways.js' */

/**
 * @typedef {object} Ground What the cells are measured on.
 * @property {(place: Place) => Target[]} targets
 * @property {string | null} certPath null without `openssl`.
 * @property {string} bundle For `workerd`.
 * @property {string} folder With the bundle and the certificate.
 * @property {string | null} workerd The program.
 * @property {SlowProxy | null} rotating To a pooler that gives each query another connection; null without PgBouncer.
 */

/**
 * @param {Ground} ground
 * @returns {Cell[]}
 */
export function makeCells(ground) {
  return [
    ...WAYS.flatMap(({ id }) => [false, true].map(isTls => wayCell(ground, 'Node', id, 'direct', isTls))),
    ...WORKER_WAYS.flatMap(id => [false, true].map(isTls => wayCell(ground, 'workerd', id, 'direct', isTls))),
    ...POOLED_WAYS.map(id => wayCell(ground, 'Node', id, 'near', false)),
    ...WORKER_POOLED_WAYS.map(id => wayCell(ground, 'workerd', id, 'near', false)),
    ...FAR_WAYS.map(id => wayCell(ground, 'Node', id, 'far', false)),
    ...WAYS.map(({ id }) => rotatingCell(ground, id)),
  ];
}

/**
 * @param {Ground} ground
 * @param {'Node' | 'workerd'} platform
 * @param {WayId} way
 * @param {Place} place
 * @param {boolean} isTls
 * @returns {Cell}
 */
function wayCell({ targets, certPath, bundle, folder, workerd, rotating }, platform, way, place, isTls) {
  const name = `${platform}: ${WAY_NAMES[way]}${PLACES[place]}${isTls ? ', TLS' : ''}`;
  const of = { kind: 'flights', platform, way, place, isTls };
  if (isTls && certPath === null) return { name, of, missing: 'openssl is not installed' };
  if (place !== 'direct' && rotating === null) return { name, of, missing: NO_POOLER };
  if (platform === 'workerd' && workerd === null) return { name, of, missing: 'workerd is not installed' };
  const cannotRun = platform === 'workerd' && way === 'pg-copy';
  const what = { way, targets: targets(place), certPath: isTls ? certPath : null, workerd, bundle, folder };
  return {
    ...{ name, of, sameAs: cannotRun ? null : 'rows' },
    program: programPath(platform === 'Node' ? 'in-node.js' : 'in-workerd.js'),
    args: [JSON.stringify(what)],
    // One round trip is enough to compare what is read.
    warmUpArgs: [JSON.stringify({ ...what, targets: what.targets.slice(0, 1) })],
  };
}

/**
 * @param {Ground} ground
 * @param {WayId} way
 * @returns {Cell}
 */
function rotatingCell({ rotating }, way) {
  const name = `Node: ${WAY_NAMES[way]}, ${QUERIES} queries through a pooler`;
  const of = { kind: 'rotating', way };
  if (rotating === null) return { name, of, missing: NO_POOLER };
  const args = [JSON.stringify({ way, url: rotating.url, queries: QUERIES })];
  return {
    ...{ name, of, program: programPath('through-pooler.js'), args, skipsWarmUp: true },
    async before() {
      await refreshConnections(rotating.url);
      rotating.reset();
    },
    after: async () => ({ flights: rotating.counts().flights }),
  };
}

/** @param {string} name */
function programPath(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** @type {readonly WayId[]} */
const WORKER_WAYS = ['pg-unnamed', 'pg-copy', 'postgres-no-types', 'postgres-simple'];
/** Without named statements, which older poolers break. @type {readonly WayId[]} */
const POOLED_WAYS = [
  'pg-unnamed',
  'pg-simple',
  'pg-copy',
  'postgres-no-prepare',
  'postgres-no-types',
  'postgres-simple',
];
/** @type {readonly WayId[]} */
const WORKER_POOLED_WAYS = ['pg-unnamed', 'postgres-no-types', 'postgres-simple'];
/** @type {readonly WayId[]} */
const FAR_WAYS = ['pg-unnamed', 'postgres-no-types'];
/** @type {Record<Place, string>} */
const PLACES = { direct: '', near: ', pooler beside the client', far: ', pooler beside the server' };
const NO_POOLER = 'PgBouncer is not installed';
const QUERIES = 20;
