/** @import { Manifest } from '../ledger/manifest.js' */

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
 * @param {Manifest['totals'] | null} archive.totals
 * @param {number} archive.durationMs
 * @param {number} archive.peakRssBytes
 */
export function metricsOf({ functionName, time, outcome, isFailed, isPaused, totals, durationMs, peakRssBytes }) {
  const values = {
    archives: Number(outcome === 'processed'),
    failedArchives: Number(isFailed),
    pausedArchives: Number(isPaused),
    retriedArchives: Number(outcome === 'retry' && !isPaused),
    durationMs,
    peakRssBytes,
    ...(outcome === 'processed' && {
      bytes: totals?.bytesIn ?? 0,
      records: totals?.recordsRead ?? 0,
      filteredRecords: totals?.recordsFiltered ?? 0,
      badRecords: totals?.recordsBad ?? 0,
      skippedRecords: totals?.recordsSkipped ?? 0,
      unparsedPhones: totals?.phonesUnparsed ?? 0,
      unparsedDates: totals?.datesUnparsed ?? 0,
      unparsedComparisons: totals?.comparisonsUnparsed ?? 0,
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
  unparsedDates: 'Count',
  unparsedComparisons: 'Count',
};
