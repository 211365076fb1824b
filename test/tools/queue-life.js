import { logLine } from '../../src/lambda/log-line.js';

/** @import { AttemptResult } from '../../src/lambda/attempt-archive.js' */
/** @import { Sample } from '../support/cloudformation/alarm-state.js' */

/**
 * Simulates messages in the template's queue as far as alarms need it: their deliveries until a message is done or a dead
 * letter, with the metrics of each. The function's metrics come from its log line.
 *
 * @param {any} resources Of the template.
 * @param {Message[]} messages
 * @param {{ until: number, backOfQueueSeconds?: number }} how `backOfQueueSeconds`: how long a message that was received three
 *   times or more waits behind others, each time.
 * @returns {(alarm: any) => Sample[]} The samples of an alarm's metric.
 */
export function liveThrough({ ArchiveQueue, FunctionErrorAlarm }, messages, { until, backOfQueueSeconds = 0 }) {
  const { VisibilityTimeout, RedrivePolicy } = ArchiveQueue.Properties;
  /** @type {Map<string, Sample[]>} */
  const samples = new Map();
  /** @type {(metric: string, at: number, value: number) => void} */
  const add = (metric, at, value) => {
    if (!samples.has(metric)) samples.set(metric, []);
    samples.get(metric)?.push({ at, value });
  };
  /** @type {{ from: number, to: number }[]} When a message counts for the age of the oldest one. */
  const waits = [];
  /** @type {number[]} */
  const deadAt = [];

  for (const { sentAt, deliver } of messages) {
    let at = sentAt;
    let attempt = 1;
    for (; at <= until && attempt <= RedrivePolicy.maxReceiveCount; attempt += 1) {
      if (attempt === AGED_RECEIVES + 1) waits.push({ from: sentAt, to: at });
      const { result, seconds = 10 } = deliver(at, attempt);
      const end = at + seconds;
      add(FunctionErrorAlarm.Properties.MetricName, end, result === 'thrown' ? 1 : 0);
      if (result !== 'thrown') for (const [name, value] of countsOf(result, end)) add(name, end, value);
      if (result !== 'thrown' && result.outcome !== 'retry') break;
      const isSoon = result !== 'thrown' && result.outcome === 'retry' && result.isSoon;
      at = (isSoon ? end + SOON_SECONDS : at + VisibilityTimeout) + (attempt >= 3 ? backOfQueueSeconds : 0);
    }
    if (attempt <= AGED_RECEIVES) waits.push({ from: sentAt, to: Math.min(at, until) });
    if (attempt > RedrivePolicy.maxReceiveCount && at <= until) deadAt.push(at);
  }
  for (let at = 0; at <= until; at += 60) {
    const ages = waits.filter(({ from, to }) => from <= at && at < to).map(({ from }) => at - from);
    add('ApproximateAgeOfOldestMessage', at, Math.max(0, ...ages));
    add('ApproximateNumberOfMessagesVisible', at, deadAt.filter(dead => dead <= at).length);
  }
  return ({ MetricName }) => samples.get(MetricName) ?? [];
}

/**
 * @typedef {object} Message
 * @property {number} sentAt In seconds.
 * @property {(at: number, attempt: number) => { result: AttemptResult | 'thrown', seconds?: number }} deliver The result of a
 *   delivery, and its duration. `thrown`: the whole invocation failed.
 */

/**
 * @param {AttemptResult} result
 * @param {number} at
 * @returns {[name: string, value: number][]}
 */
function countsOf(result, at) {
  const line = JSON.parse(
    logLine({
      arrived: { kind: 'unreadable', messageId: 'message-1', error: /** @type {any} */ (null) },
      result,
      durationMs: 1,
      bytesRead: 0,
      context: { functionName: 'sluice' },
      time: new Date(at * 1000),
      logLevel: 'info',
    }) ?? 'null',
  );
  const [{ Metrics }] = line._aws.CloudWatchMetrics;
  return Metrics.map((/** @type {{ Name: string }} */ { Name }) => [Name, line[Name]]);
}

/** SQS excludes messages that were received more often from the age of the oldest one. */
const AGED_RECEIVES = 3;
/** As in src/lambda/redeliver-soon.js. */
const SOON_SECONDS = 5;
