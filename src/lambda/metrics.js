/**
 * An archive's metrics in CloudWatch's embedded metric format: fields of a log line, and a list of those that are
 * metrics. The function's name is the only dimension, so the number of metrics, and their price, does not grow with the
 * number of archives. What an earlier delivery did is not counted twice.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 *
 * @param {object} archive
 * @param {string} archive.functionName
 * @param {number} archive.time Milliseconds since 1970.
 * @param {string} archive.outcome
 * @param {boolean} archive.isFailed As in `Summary`.
 * @param {boolean} archive.isPaused As in `Summary`.
 * @param {number | null} archive.bytes
 * @param {number | null} archive.records
 * @param {number | null} archive.filtered
 * @param {number | null} archive.bad
 * @param {number | null} archive.skipped
 * @param {number | null} archive.unparsed
 * @param {number} archive.durationMs
 * @param {number} archive.peakRssBytes
 */
export function metricsOf({
  functionName,
  time,
  outcome,
  isFailed,
  isPaused,
  bytes,
  records,
  filtered,
  bad,
  skipped,
  unparsed,
  durationMs,
  peakRssBytes,
}) {
  const values = {
    archives: Number(outcome === 'processed'),
    failedArchives: Number(isFailed),
    pausedArchives: Number(isPaused),
    retriedArchives: Number(outcome === 'retry' && !isPaused),
    durationMs,
    peakRssBytes,
    ...(outcome === 'processed' && {
      bytes: bytes ?? 0,
      records: records ?? 0,
      filteredRecords: filtered ?? 0,
      badRecords: bad ?? 0,
      skippedRecords: skipped ?? 0,
      unparsedPhones: unparsed ?? 0,
    }),
  };
  const Metrics = Object.keys(values).map(Name => ({ Name, Unit: UNITS[/** @type {keyof typeof UNITS} */ (Name)] }));
  return {
    functionName,
    ...values,
    _aws: { Timestamp: time, CloudWatchMetrics: [{ Namespace: NAMESPACE, Dimensions: [['functionName']], Metrics }] },
  };
}

const NAMESPACE = 'Sluice';
const UNITS = {
  archives: 'Count',
  failedArchives: 'Count',
  pausedArchives: 'Count',
  retriedArchives: 'Count',
  durationMs: 'Milliseconds',
  peakRssBytes: 'Bytes',
  bytes: 'Bytes',
  records: 'Count',
  filteredRecords: 'Count',
  badRecords: 'Count',
  skippedRecords: 'Count',
  unparsedPhones: 'Count',
};
