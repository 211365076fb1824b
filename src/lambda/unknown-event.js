import { UsageError } from '../errors.js';
import { printable, printableWithin } from '../printable.js';
import { isObject } from './event-values.js';

/**
 * @param {unknown} got
 * @param {string} [where]
 * @returns {UsageError} `usage/unknown-event`. The message has what identifies the kind of event, and no other content.
 */
export function unknownEvent(got, where) {
  const problem = ['unknown event:', describe(got), where].filter(Boolean).join(' ');
  return new UsageError(UNKNOWN_EVENT, `${problem}; ${EXPECTED}`);
}

/** @param {unknown} got */
function describe(got) {
  if (Array.isArray(got)) return 'a list';
  if (!isObject(got)) return got === null ? 'null' : `a value of type ${typeof got}`;
  const signs = SIGNS.filter(name => typeof got[name] === 'string').map(
    name => `${name} "${printable(String(got[name]).slice(0, 100))}"`,
  );
  const keys = Object.keys(got)
    .slice(0, 10)
    .map(key => printableWithin(key, 100));
  return `an object with ${signs.join(', ') || (keys.length > 0 ? `the keys ${keys.join(', ')}` : 'no keys')}`;
}

export const UNKNOWN_EVENT = 'usage/unknown-event';
const SIGNS = ['eventSource', 'eventVersion', 'source', 'detail-type', 'Type'];
const EXPECTED =
  'expected an S3 notification, an EventBridge "Object Created" event, or an SQS batch of these (SNS: with raw message delivery)';
