/**
 * Computes the state of a CloudWatch alarm over time from its metric. It is evaluated once a minute, beginning with OK.
 *
 * CloudWatch retrieves more periods than the alarm evaluates; how many is not documented. It ignores periods without data if
 * enough others have data, and otherwise fills in as few as possible by `TreatMissingData`.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
 *
 * @param {any} alarm Its properties in the template.
 * @param {Sample[]} samples Of the metric.
 * @param {object} how
 * @param {number} how.until The end, in seconds.
 * @param {boolean} [how.isAligned] Whether periods begin at multiples of their length, and count once they have ended. By
 *   default they end at the evaluation, as in CloudWatch's sliding window.
 * @param {number} [how.morePeriods] The number of additional periods that are retrieved.
 * @returns {{ at: number, state: 'OK' | 'ALARM' }[]} Its changes.
 */
export function alarmStates(alarm, samples, { until, isAligned = false, morePeriods = 2 }) {
  const { Period, EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods } = alarm;
  const [minutes, periodMinutes] = [minutesOf(alarm, samples), Period / 60];
  /** @type {{ at: number, state: 'OK' | 'ALARM' }[]} */
  const changes = [];
  /** @type {'OK' | 'ALARM'} */
  let state = 'OK';
  for (let now = 0; now * 60 <= until; now += 1) {
    const end = isAligned ? Math.floor(now / periodMinutes) * periodMinutes : now;
    /** @type {number[]} */
    const known = [];
    for (let back = 0; back < EvaluationPeriods + morePeriods && known.length < EvaluationPeriods; back += 1) {
      const datapoint = datapointOf(alarm, minutes, end - (back + 1) * periodMinutes, end - back * periodMinutes);
      if (datapoint !== null) known.push(datapoint);
    }
    const breaching = known.filter(datapoint => isBreaching(alarm, datapoint)).length;
    const missing = missingAsBreaching(alarm, EvaluationPeriods - known.length);
    const next = breaching + missing >= DatapointsToAlarm ? 'ALARM' : 'OK';
    if (next !== state) changes.push({ at: now * 60, state: next });
    state = next;
  }
  return changes;
}

/** @typedef {{ at: number, value: number }} Sample `at` in seconds. */

/**
 * @param {any} alarm
 * @param {Sample[]} samples
 * @returns {number[]} The metric's value by minute; missing without data.
 */
function minutesOf({ Statistic }, samples) {
  const join = STATISTICS[Statistic];
  if (join === undefined) throw new Error(`a statistic that is not known here: ${Statistic}`);
  /** @type {number[]} */
  const minutes = [];
  for (const { at, value } of samples) {
    const minute = Math.floor(at / 60);
    minutes[minute] = minutes[minute] === undefined ? value : join(minutes[minute], value);
  }
  return minutes;
}

/**
 * @param {any} alarm
 * @param {number[]} minutes
 * @param {number} from
 * @param {number} to Not this one.
 */
function datapointOf({ Statistic }, minutes, from, to) {
  /** @type {number | null} */
  let datapoint = null;
  for (let minute = Math.max(0, from); minute < to; minute += 1) {
    const value = minutes[minute];
    if (value !== undefined) datapoint = datapoint === null ? value : STATISTICS[Statistic](datapoint, value);
  }
  return datapoint;
}

/**
 * @param {any} alarm
 * @param {number} datapoint
 */
function isBreaching({ ComparisonOperator, Threshold }, datapoint) {
  if (ComparisonOperator === 'GreaterThanThreshold') return datapoint > Threshold;
  throw new Error(`an operator that is not known here: ${ComparisonOperator}`);
}

/**
 * @param {any} alarm
 * @param {number} missing How many datapoints.
 */
function missingAsBreaching({ TreatMissingData }, missing) {
  if (TreatMissingData === 'notBreaching') return 0;
  if (TreatMissingData === 'breaching') return missing;
  throw new Error(`a treatment of missing data that is not known here: ${TreatMissingData}`);
}

/** @type {Record<string, (one: number, other: number) => number>} */
const STATISTICS = { Sum: (one, other) => one + other, Maximum: Math.max };
