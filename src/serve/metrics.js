import { Counter, Gauge, Registry } from 'prom-client';

/**
 * What the service counts. Plain numbers, because they change with every request; Prometheus's form is made when it is asked for.
 *
 * @typedef {ReturnType<typeof createMetrics>} Metrics
 */

/** @param {() => { open: number, idle: number, waiting: number }} poolStats */
export function createMetrics(poolStats) {
  const numbers = {
    requests: 0,
    saved: 0,
    rows: 0,
    bytes: 0,
    streams: 0,
    cancels: 0,
    timeouts: 0,
    stalls: 0,
    expired: 0,
    broken: 0,
    refusedStreams: 0,
  };
  /** @type {Map<number, number>} */
  const answers = new Map();
  const registry = new Registry();
  const registers = [registry];
  for (const [name, key, help] of COUNTERS) {
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset();
        this.inc(numbers[key]);
      },
    });
  }
  new Counter({
    ...{ name: 'sluice_http_answers_total', help: 'Answers, by status.', labelNames: ['status'], registers },
    collect() {
      this.reset();
      for (const [status, count] of answers) this.inc({ status }, count);
    },
  });
  new Gauge({
    ...{ name: 'sluice_streams', help: 'Long answers under way.', registers },
    collect() {
      this.set(numbers.streams);
    },
  });
  new Gauge({
    ...{ name: 'sluice_pool_connections', help: 'Connections to the database, and requests that wait for one.' },
    ...{ labelNames: ['state'], registers },
    collect() {
      const { open, idle, waiting } = poolStats();
      this.set({ state: 'busy' }, open - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waited_for' }, waiting);
    },
  });
  return {
    numbers,
    /** @param {number} status */
    answered: status => void answers.set(status, (answers.get(status) ?? 0) + 1),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

const COUNTERS = /** @type {const} */ ([
  ['sluice_http_requests_total', 'requests', 'Requests.'],
  ['sluice_coalesced_reads_total', 'saved', 'Reads that were answered with the rows of an equal one under way.'],
  ['sluice_rows_total', 'rows', 'Rows that were read from the database to their end.'],
  ['sluice_bytes_total', 'bytes', 'Bytes of rows in answers, before compression.'],
  ['sluice_cancelled_queries_total', 'cancels', 'Queries that the server was asked to cancel.'],
  ['sluice_statement_timeouts_total', 'timeouts', 'Queries without a row within the statement timeout.'],
  ['sluice_stalled_clients_total', 'stalls', 'Connections ended because the client took nothing (--stall-timeout).'],
  ['sluice_expired_streams_total', 'expired', 'Long answers ended because they took too long (--max-stream-time).'],
  ['sluice_broken_answers_total', 'broken', 'Long answers that an error of the database ended.'],
  ['sluice_refused_streams_total', 'refusedStreams', 'Long answers refused because of --max-streams.'],
]);
