import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

// Compares `sluice run`, from a file into a folder, with Node's zlib alone and with `unzip -p | mawk` on one archive of
// generated data (14 fields, `|`, no header). The contestants take turns; the outputs have to be the same.
//   npm run generate-data && npm run compare-speed -- data/people-500000-1337.zip [--runs 7]

const run = promisify(execFile);
const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '7' } },
  allowPositionals: true,
});
const [archive] = positionals;
if (archive === undefined) {
  console.error('usage: npm run compare-speed -- ARCHIVE [--runs 7]');
  process.exit(2);
}
const folder = await mkdtemp(join(tmpdir(), 'sluice-speed-'));
try {
  const recipe = join(folder, 'recipe.json');
  await writeFile(recipe, JSON.stringify(recipeOf()));
  const contestants = [
    { name: 'Node zlib, inflate and CRC-32 only', start: () => node('inflate-only.js', archive) },
    { name: 'sluice run', start: () => sluice(recipe) },
    ...((await isThere('mawk')) && (await isThere('unzip')) ? [{ name: 'unzip -p | mawk', start: mawk }] : []),
  ];
  const results = await takeTurns(contestants, Number(values.runs));
  await assertSameOutputs(contestants.length);
  print(results);
} finally {
  await rm(folder, { recursive: true });
}

function recipeOf() {
  return {
    entries: [
      {
        match: '**/*.csv',
        csv: {
          delimiter: '|',
          header: false,
          require: [2, 4],
          phones: [{ field: 4, format: 'strip' }],
          drop: [11, 12],
        },
      },
    ],
  };
}

/**
 * @param {string} script
 * @param {string[]} args
 */
async function node(script, ...args) {
  const { stdout } = await run(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args]);
  return JSON.parse(stdout);
}

/** @param {string} recipe */
function sluice(recipe) {
  return node('../src/cli.js', 'run', archive, '--to', join(folder, 'out'), '--recipe', recipe, '--json', '--force');
}

async function mawk() {
  const program =
    '$3 != "" && $5 != "" { gsub(/[ \\t\\v\\f\\rx().-]/, "", $5); line = $1; ' +
    'for (i = 2; i <= NF; i++) if (i != 12 && i != 13) line = line "|" $i; print line }';
  const script = 'unzip -p "$0" | mawk -F "|" -v "OFS=|" "$1" > "$2"';
  await run('sh', ['-c', script, archive, program, join(folder, 'mawk.csv')]);
  return {};
}

/** @param {string} program */
async function isThere(program) {
  return run('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  );
}

/**
 * @param {{ name: string, start: () => Promise<{ peakRssBytes?: number }> }[]} contestants
 * @param {number} runs
 */
async function takeTurns(contestants, runs) {
  const results = contestants.map(({ name }) => ({ name, seconds: [0], peakRss: [0] }));
  // The first turn warms the disk's cache and does not count.
  for (let turn = 0; turn <= runs; turn++) {
    for (const [index, { start }] of contestants.entries()) {
      const begun = performance.now();
      const { peakRssBytes = 0 } = await start();
      if (turn === 0) continue;
      results[index].seconds[turn - 1] = (performance.now() - begun) / 1000;
      results[index].peakRss[turn - 1] = peakRssBytes;
    }
  }
  return results;
}

/** @param {number} contestants */
async function assertSameOutputs(contestants) {
  if (contestants < 3) return;
  const place = join(folder, 'out', basename(archive, '.zip'));
  const manifest = JSON.parse(await readFile(join(place, '_manifest.json'), 'utf8'));
  const [ours, theirs] = await Promise.all([
    hash(join(place, manifest.entries[0].path)),
    hash(join(folder, 'mawk.csv')),
  ]);
  if (ours !== theirs) throw new Error('the outputs of sluice and mawk differ');
}

/** @param {string} path */
async function hash(path) {
  const sha256 = createHash('sha256');
  await pipeline(createReadStream(path), sha256);
  return sha256.digest('hex');
}

/** @param {Awaited<ReturnType<typeof takeTurns>>} results */
function print(results) {
  const floor = median(results[0].seconds);
  console.log(`${archive}, medians of ${values.runs} alternating runs, wall time with the start of the process`);
  console.log(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0].model}\n`);
  for (const { name, seconds, peakRss } of results) {
    const spread = `${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)}`;
    const memory = peakRss[0] ? `, peak RSS ${(median(peakRss) / 1e6).toFixed(0)} MB` : '';
    console.log(
      `${name.padEnd(36)} ${median(seconds).toFixed(2)} s (${spread}), ×${(median(seconds) / floor).toFixed(2)}${memory}`,
    );
  }
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
