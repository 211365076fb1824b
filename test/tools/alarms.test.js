import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ArchiveError, StoppedError, StorageError } from '../../src/errors.js';
import { resultOfError } from '../../src/lambda/attempt-archive.js';
import { Outcomes } from '../../src/ledger/outcomes.js';
import { createTurnCounter } from '../../src/ledger/turn-counts.js';
import { alarmStates } from '../support/cloudformation/alarm-state.js';
import { deployTemplate } from '../support/cloudformation/deploy-template.js';
import { liveThrough } from './queue-life.js';

/** @import { AttemptResult } from '../../src/lambda/attempt-archive.js' */
/** @import { Message } from './queue-life.js' */

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
// Not at the beginning of a period.
const START = 17 * MINUTE;

const DONE = {
  outcome: 'processed',
  manifest: { status: 'complete', totals: { bytesIn: 1, recordsRead: 1, failed: 0 } },
  warning: null,
};
/** @param {number} recordsBad */
const doneWith = recordsBad => ({
  ...DONE,
  manifest: { ...DONE.manifest, totals: { ...DONE.manifest.totals, recordsBad } },
});
const BROKEN = resultOfError(new ArchiveError('archive/unsafe-name', 'x'));
const UNAVAILABLE = new StorageError('storage/unavailable', 'x');
const FAULT = resultOfError(UNAVAILABLE);
const STUCK = resultOfError(new StoppedError());
const PAUSED = resultOfError(new StoppedError({ isSoon: true }));
/** @param {any} result @param {number} [seconds] */
const ends = (result, seconds) => ({
  result: /** @type {AttemptResult | 'thrown'} */ (result),
  ...(seconds && { seconds }),
});
/**
 * @param {number} from
 * @param {number} to
 * @param {any} during The result of each delivery between these times.
 * @returns {(at: number) => ReturnType<typeof ends>}
 */
const between = (from, to, during) => at => ends(at >= from && at < to ? during : DONE);

/** @returns {Message['deliver']} An archive of which no attempt makes progress until the fault is cured. */
function stalledUntil(/** @type {number} */ cured) {
  const outcomes = new Outcomes({ output: path => path, rejected: path => path, reasons: path => path });
  return (at, attempt) => {
    if (at >= cured) return ends(DONE);
    const turns = createTurnCounter({ turns: 0, stalledTurns: attempt - 1 });
    return ends(resultOfError(turns.errorToThrow(UNAVAILABLE, outcomes)));
  };
}

/**
 * @param {number} count
 * @param {number} seconds Between two arrivals.
 * @param {(index: number) => Message['deliver']} deliver
 * @returns {Message[]}
 */
const arrivals = (count, seconds, deliver) =>
  Array.from({ length: count }, (_, index) => ({ sentAt: START + index * seconds, deliver: deliver(index) }));

describe('the alarms in template.yaml', () => {
  scenario(
    'are quiet while archives are processed for a day',
    arrivals(200, 7 * MINUTE, () => () => ends(DONE)),
    {},
  );
  scenario(
    'report one bad archive',
    arrivals(1, 0, () => () => ends(BROKEN)),
    { FailedArchiveAlarm: 1 },
  );
  scenario(
    'send one mail for ten bad archives within an hour',
    arrivals(10, 6 * MINUTE, () => () => ends(BROKEN)),
    {
      FailedArchiveAlarm: 1,
    },
  );
  scenario(
    'report one archive with a single bad record',
    arrivals(200, 7 * MINUTE, index => () => ends(doneWith(index === 100 ? 1 : 0))),
    { BadRecordsAlarm: 1 },
  );
  scenario(
    'send one mail for a day of archives with bad records every half hour',
    arrivals(48, 30 * MINUTE, () => () => ends(doneWith(3))),
    { BadRecordsAlarm: 1 },
  );
  scenario(
    'are quiet for as many bad records within an hour as the threshold allows',
    arrivals(24, HOUR + MINUTE, () => () => ends(doneWith(100))),
    { parameters: { BadRecordsAlarmThreshold: 100 } },
  );
  scenario(
    'report more bad records within an hour than the threshold allows',
    arrivals(2, 20 * MINUTE, index => () => ends(doneWith(50 + index))),
    { BadRecordsAlarm: 1, parameters: { BadRecordsAlarmThreshold: 100 } },
  );
  scenario(
    'report one archive without progress for a day',
    arrivals(1, 0, () => stalledUntil(START + DAY)),
    {
      FailedArchiveAlarm: 1,
      RetriedArchiveAlarm: 1,
    },
  );
  for (const [minutes, mails] of [
    [2, 1],
    [14, [1, 3]],
  ]) {
    scenario(
      `report an archive without progress that also waits ${minutes} minutes at the back of the queue`,
      arrivals(1, 0, () => stalledUntil(DAY)),
      {
        FailedArchiveAlarm: 1,
        RetriedArchiveAlarm: mails,
        backOfQueueSeconds: Number(minutes) * MINUTE,
      },
    );
  }
  for (const begin of [0, 13 * MINUTE, 29 * MINUTE]) {
    const from = START + HOUR + begin;
    scenario(
      `are quiet for an outage of an hour that begins ${begin / MINUTE} minutes later`,
      arrivals(60, 3 * MINUTE, () => between(from, from + HOUR, FAULT)),
      {},
    );
  }
  scenario(
    'report an outage of an hour in which the recipe cannot be loaded from S3',
    arrivals(60, 3 * MINUTE, () => between(START + HOUR, START + 2 * HOUR, 'thrown')),
    { FunctionErrorAlarm: 1 },
  );
  scenario(
    'report an outage of half a day',
    arrivals(60, 15 * MINUTE, () => between(START, START + DAY / 2, FAULT)),
    {
      RetriedArchiveAlarm: 1,
    },
  );
  scenario(
    'report a wrong recipe that is corrected after three hours',
    arrivals(20, 12 * MINUTE, () => between(START, START + 3 * HOUR, 'thrown')),
    { FunctionErrorAlarm: 1 },
  );
  scenario(
    'report a wrong recipe with one archive for a day',
    arrivals(1, 0, () => between(START, START + DAY, 'thrown')),
    {
      FunctionErrorAlarm: 1,
    },
  );
  for (const seconds of [40, 880]) {
    scenario(
      `are quiet for a long archive that pauses 100 times, each after ${seconds} seconds`,
      arrivals(1, 0, () => (_, attempt) => ends(attempt <= 100 ? PAUSED : DONE, seconds)),
      {},
    );
  }
  scenario(
    'report an archive whose directory no delivery has time to read, for a day',
    arrivals(1, 0, () => at => ends(at < START + DAY ? STUCK : DONE, 880)),
    { RetriedArchiveAlarm: 1 },
  );
  scenario(
    'report an archive without read permission until it is a dead letter',
    arrivals(1, 0, () => () => ends(FAULT)),
    {
      DeadLetterAlarm: 1,
      RetriedArchiveAlarm: 1,
      isOpen: ['DeadLetterAlarm'],
    },
  );
  scenario(
    'are quiet for one retried archive per hour',
    arrivals(24, HOUR, () => (_, attempt) => ends(attempt === 1 ? FAULT : DONE)),
    {},
  );
});

describe('alarmStates', () => {
  const alarm = {
    Period: 300,
    EvaluationPeriods: 1,
    Statistic: 'Sum',
    Threshold: 0,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
  };
  const faults = Array.from({ length: 10 }, (_, index) => ({ at: index * 1080 + 30, value: 1 }));

  it('switches for each delivery if the period is shorter than the time between two', () => {
    const mails = alarmStates(alarm, faults, { until: DAY, morePeriods: 0 }).filter(({ state }) => state === 'ALARM');
    assert.equal(mails.length, 10);
  });

  it('switches within a minute of a sample, or at the end of an aligned period', () => {
    const how = { until: 3600, morePeriods: 0 };
    const [sample] = faults;
    assert.deepEqual(alarmStates(alarm, [sample], how), [
      { at: 60, state: 'ALARM' },
      { at: 360, state: 'OK' },
    ]);
    assert.deepEqual(alarmStates(alarm, [sample], { ...how, isAligned: true }), [
      { at: 300, state: 'ALARM' },
      { at: 600, state: 'OK' },
    ]);
  });

  it('keeps the last datapoint while it looks back, if no other follows', () => {
    const changes = alarmStates(alarm, [faults[0]], { until: 3600, morePeriods: 2 });
    assert.deepEqual(changes.at(-1), { at: 960, state: 'OK' });
    const quiet = alarmStates(alarm, [faults[0], { at: 400, value: 0 }], { until: 3600, morePeriods: 2 });
    assert.deepEqual(quiet.at(-1), { at: 420, state: 'OK' });
  });

  it('requires DatapointsToAlarm of the last datapoints, not in a row', () => {
    const some = { ...alarm, EvaluationPeriods: 3, DatapointsToAlarm: 2 };
    const at = (/** @type {number[]} */ ...values) => values.map((value, index) => ({ at: index * 300 + 30, value }));
    const how = { until: 1500, isAligned: true };
    assert.deepEqual(alarmStates(some, at(1, 0, 0, 1), how), []);
    assert.deepEqual(alarmStates(some, at(1, 0, 1), how)[0], { at: 900, state: 'ALARM' });
  });
});

/**
 * @param {string} name
 * @param {Message[]} messages
 * @param {Record<string, any>} expected The number of mails by alarm, or its range; 0 by default. `isOpen`: alarms that are
 *   still on at the end. `parameters`: the template's.
 */
function scenario(name, messages, { isOpen = [], backOfQueueSeconds = 0, parameters = {}, ...mails }) {
  it(name, () => {
    const { resources } = deployTemplate(parameters);
    const alarms = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm');
    const until = START + 4 * DAY;
    const samplesOf = liveThrough(resources, messages, { until, backOfQueueSeconds });
    for (const isAligned of [false, true]) {
      for (const morePeriods of [0, 2, 4]) {
        for (const [alarm, { Properties }] of alarms) {
          const changes = alarmStates(Properties, samplesOf(Properties), { until, isAligned, morePeriods });
          const sent = changes.filter(({ state }) => state === 'ALARM').length;
          const how = `${alarm}, ${isAligned ? 'aligned' : 'sliding'} periods, ${morePeriods} more: ${JSON.stringify(changes)}`;
          const [least, most] = [mails[alarm] ?? 0].flat();
          // A sliding period may count a past fault again if CloudWatch looks further back for data.
          const mayRepeat = least > 0 && !isAligned ? morePeriods : 0;
          assert.ok(sent >= least && sent <= (most ?? least) + mayRepeat, how);
          assert.equal(changes.at(-1)?.state ?? 'OK', isOpen.includes(alarm) ? 'ALARM' : 'OK', how);
        }
      }
    }
  });
}
