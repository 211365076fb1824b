import { drawsAll } from '../../support/cases.js';
import { faultyJob } from './faulty-job.js';

/** @import { Chain } from '../chain.js' */
/** @import { Case, Result } from './faulty-job.js' */

/** @typedef {Awaited<ReturnType<typeof openMatrix>>[number]} Room */

/**
 * Each fault at each request of a job on small files, of an entry in several parts, and of the deletion of the archive.
 *
 * @param {Chain} chain
 */
export async function openMatrix(chain) {
  const small = await faultyJob(chain, { name: 'small', afterwards: 'tag', isLarge: false });
  const large = await faultyJob(chain, { name: 'large', afterwards: 'tag', isLarge: true });
  const deleted = await faultyJob(chain, { name: 'deleted', afterwards: 'delete', isLarge: false });
  return [
    { name: 'small', run: small.run, cases: small.cases },
    { name: 'large', run: large.run, cases: large.cases.filter(({ of }) => /big\.csv|GetObject x\.zip/.test(of)) },
    { name: 'deleted', run: deleted.run, cases: deleted.cases.filter(({ of }) => of.startsWith('DeleteObject x.zip')) },
  ];
}

/**
 * @param {Case} one
 * @param {Result} result
 * @returns {string | null} What is wrong with how it came out.
 */
export function judge(one, { outcome, uploadsLeft }) {
  const wanted = isMendable(one) ? /^complete$/ : /^(complete|partial|(storage|archive)\/.+)$/;
  // If half of the body arrives each time, only the function's time limit ends the job.
  const isLate = one.isLasting && one.fault.stall === 'body' && outcome === 'job/stopped';
  if (!isLate && !wanted.test(outcome)) return `it came out as ${outcome}`;
  return uploadsLeft > unavoidableUploads(one) ? `${uploadsLeft} uploads are left` : null;
}

/**
 * An upload is left if the response that began it was lost, or if the storage is no longer reachable to abort it. The
 * bucket's lifecycle rule removes it.
 *
 * @param {Case} one
 */
function unavoidableUploads({ of, fault, isLasting }) {
  if (of.startsWith('CreateMultipartUpload')) return MAX_TRIES;
  return isLasting && fault.refuse && /^(UploadPart|CompleteMultipartUpload)/.test(of) ? 1 : 0;
}

/**
 * Whether retries within the job must bring it to its end.
 *
 * @param {Case} one
 */
function isMendable({ of, fault, isLasting }) {
  if (isLasting || fault.corrupt === 'answer') return false;
  // An archive whose size differs from that in the event is another archive.
  if (of.startsWith('HeadObject x.zip (1)') && fault.lengthOff) return false;
  const status = fault.answer?.status ?? 500;
  if (status === 409) return of.startsWith('PutObject ');
  return status >= 500 || status === 200;
}

/**
 * A sample of the cases that has every fault, once and lasting, and a fault for every request: two, if all cases are drawn.
 *
 * @template {Case} Any
 * @param {Any[]} cases
 * @returns {Any[]}
 */
export function sample(cases) {
  const requests = [...new Set(cases.map(({ of }) => of))];
  const faults = [...new Set(cases.map(faultOf))];
  // Along diagonals, so that neighbouring requests get different faults.
  const rank = (/** @type {Any} */ one) =>
    (faults.indexOf(faultOf(one)) + 5 * requests.indexOf(one.of)) % faults.length;
  /** @type {Map<string, number>} */
  const seen = new Map();
  return cases
    .toSorted((one, other) => rank(one) - rank(other))
    .filter(one => {
      const [ofRequest, ofFault] = [one.of, faultOf(one)].map(key => seen.get(key) ?? 0);
      if (ofRequest >= (drawsAll ? 2 : 1) && ofFault >= 1) return false;
      seen.set(one.of, ofRequest + 1).set(faultOf(one), ofFault + 1);
      return true;
    });
}

/** @param {Case} one */
function faultOf({ title, isLasting }) {
  return `${title} ${isLasting}`;
}

// How often the SDK sends a request.
const MAX_TRIES = 3;
