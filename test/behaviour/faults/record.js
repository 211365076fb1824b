import { writeFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { startChain } from '../chain.js';
import { judge, openMatrix } from './matrix.js';

/** @import { Case, Result } from './faulty-job.js' */

// Tries every fault at every request of a job, once and lasting, and records the outcomes in `recorded.md`:
//   node test/behaviour/faults/record.js

/** @typedef {Case & Partial<Result> & { problem: string | null }} Recorded */

// With more jobs, requests wait so long that they time out without a fault.
const CONCURRENT_JOBS = 5;
/** @type {[what: string, problem: RegExp][]} */
const SOUGHT = [
  ['anything but what is expected, in all', /./],
  [
    'an outcome that is neither the same bytes nor an error with a code, or comes late',
    /^it (came out|took)|without a code/,
  ],
  ['an output with other bytes than it has to have, or had before', /is as it was/],
  [
    'a job that ended, with the fault or next without one, and not with the same bytes and manifest',
    /next job|deep-equal/,
  ],
  ['a connection in use, or open after the client was closed', /connections/],
  ['a multipart upload that is left, where somebody could know of it', /uploads/],
];
const REPORT = new URL('recorded.md', import.meta.url);

let unhandled = 0;
process.on('unhandledRejection', () => {
  unhandled += 1;
});
const delays = monitorEventLoopDelay();
delays.enable();
const before = process.getActiveResourcesInfo().length;
const start = performance.now();
const chain = await startChain();
const rooms = await openMatrix(chain);
const waiting = rooms.flatMap(({ name, cases, run }) =>
  cases.map((one, index) => ({ one, run: () => run(one, `${name}-${index}`) })),
);
/** @type {Recorded[]} */
const recorded = [];
await Promise.all(Array.from({ length: CONCURRENT_JOBS }, work));
await chain.close();
await new Promise(resolve => setTimeout(resolve, 500));
delays.disable();
const open = process.getActiveResourcesInfo().length - before;
await writeFile(REPORT, report());
process.stdout.write(`${recorded.length} cases, ${problems().length} problems: see ${fileURLToPath(REPORT)}\n`);
process.exitCode = problems().length + open + unhandled === 0 ? 0 : 1;

async function work() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { one, run } = next;
    try {
      const result = await run();
      recorded.push({ ...one, ...result, problem: judge(one, result) });
    } catch (error) {
      recorded.push({ ...one, problem: /** @type {Error} */ (error).message.split('\n')[0] });
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${waiting.length} to go `);
  }
}

function report() {
  const requests = new Set(recorded.map(({ of }) => of)).size;
  const faults = new Set(recorded.map(({ title }) => title)).size;
  const left = recorded.filter(({ uploadsLeft = 0 }) => uploadsLeft > 0);
  return [
    '# Faults on every edge: a recorded run',
    '',
    `\`node test/behaviour/faults/record.js\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ` +
      `${Math.round((performance.now() - start) / 1000)} s, ${CONCURRENT_JOBS} concurrent jobs on a machine that had other ` +
      'work to do. Each case is a job of its own, from S3 to S3 through a TCP proxy that lets one thing go wrong with ' +
      'one request, once or from then on; after it the same process does the same job without a fault.',
    '',
    `${recorded.length} cases: ${requests} requests, ${faults} faults (a fault of a body only where there is one), ` +
      'each once and for ever.',
    '',
    '| what was looked for after each case | found |',
    '|---|--:|',
    ...SOUGHT.map(([what, pattern]) => `| ${what} | ${problems(pattern).length} |`),
    `| a socket, timer or file that is open at the end of all | ${open} |`,
    `| an unhandled rejection | ${unhandled} |`,
    `| a multipart upload that is left and of which nobody could know (below) | ${left.length} |`,
    '',
    `The event loop, which all of that shared, was blocked for at most ${Math.round(delays.max / 1e6)} ms.`,
    '',
    ...problems().map(({ of, title, isLasting, problem }) => `- ${of}: ${title}, ${often(isLasting)}: ${problem}`),
    '',
    '## By fault',
    '',
    '| fault | cases | once: complete | once: error | for ever: complete | for ever: error | slowest, s |',
    '|---|--:|--:|---|--:|---|--:|',
    ...grouped(({ title }) => title).map(row),
    '',
    '## By request',
    '',
    'The request as the job sends it, and how often one of this name was sent before.',
    '',
    '| request | cases | once: complete | once: error | for ever: complete | for ever: error | slowest, s |',
    '|---|--:|--:|---|--:|---|--:|',
    ...grouped(({ of }) => `\`${of}\``).map(row),
    '',
    '## Multipart uploads that are left',
    '',
    'No answer said that they began, or the storage could no longer be reached to abort them. The rule for ' +
      'unfinished uploads in the template removes them.',
    '',
    ...left.map(({ of, title, isLasting, uploadsLeft }) => `- ${of}: ${title}, ${often(isLasting)}: ${uploadsLeft}`),
    '',
  ].join('\n');
}

function problems(about = /./) {
  return recorded.filter(({ problem }) => problem !== null && about.test(problem));
}

/**
 * @param {(one: Recorded) => string} keyOf
 * @returns {[key: string, ones: Recorded[]][]}
 */
function grouped(keyOf) {
  const sorted = recorded.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
  return [...Map.groupBy(sorted, keyOf)];
}

/** @param {[string, Recorded[]]} group */
function row([key, ones]) {
  const cells = [false, true].flatMap(isLasting => {
    const outcomes = ones.filter(one => one.isLasting === isLasting).map(({ outcome = 'a problem' }) => outcome);
    const counts = Map.groupBy(
      outcomes.filter(outcome => outcome !== 'complete'),
      outcome => outcome,
    );
    const errors = [...counts].sort(([one], [other]) => one.localeCompare(other));
    return [
      outcomes.filter(outcome => outcome === 'complete').length,
      errors.map(([code, { length }]) => `${length} ${code}`).join(', '),
    ];
  });
  const slowest = Math.max(...ones.map(({ ms = 0 }) => ms)) / 1000;
  return `| ${[key, ones.length, ...cells, slowest.toFixed(1)].join(' | ')} |`;
}

/** @param {boolean} isLasting */
function often(isLasting) {
  return isLasting ? 'for ever' : 'once';
}
