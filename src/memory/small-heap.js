import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from growing its heap for speed. A job creates few objects, but some hold a large buffer, and in a large
 * heap dead ones wait long for collection: for a 323 MB entry the peak was 135 MB without this and 93 MB with it, at
 * the same speed. It also keeps the garbage of very many small entries from piling up. V8 flags from the command line
 * still apply.
 */
export function keepHeapSmall() {
  setFlags(SMALL);
}

/**
 * Lets the heap grow again, if there is much memory. The objects of forty requests under way outlive several collections of a
 * small heap, and then have to be collected with the old ones: for 3,000 entries to S3, that took a fifth of the CPU time.
 */
export function letHeapGrow() {
  if (AMPLE) setFlags(GROWING);
}

/**
 * Call it before each entry. If there is little memory, no function is optimized any more once there were very many tiny entries.
 * Hundreds of functions are called a few times for each, and become hot one after the other: compiling them took 5 to 13 MB that
 * stayed, from 2,000 to 20,000 entries. In a larger entry, functions are called for each record: without Maglev, 100,000 records with
 * phones took a quarter more CPU time.
 *
 * @param {number} entryBytes Inflated.
 */
export function compileFor(entryBytes) {
  const isTiny = entryBytes <= TINY_BYTES;
  if (isTiny) tinyEntries += 1;
  const mayCompile = !isTiny || tinyEntries <= MAX_TINY_ENTRIES;
  if (!COMPILES_LATE || mayCompile === isCompiling) return;
  isCompiling = mayCompile;
  for (const compiler of ['maglev', 'turbofan']) setFlagsFromString(mayCompile ? `--${compiler}` : `--no-${compiler}`);
}

/** @param {string[]} flags */
function setFlags(flags) {
  if (flags === current) return;
  current = flags;
  for (const flag of flags) setFlagsFromString(flag);
}

/** @returns {boolean} Whether the heap may grow to a gigabyte or more. */
export function hasAmpleHeap() {
  return AMPLE;
}

/** Node derives the limit from the memory of the machine or the container, and Lambda from that of the function. */
const AMPLE = getHeapStatistics().heap_size_limit >= 1024 ** 3;

// Hundreds of functions become hot within a second of small entries, and each compiler takes megabytes outside of the heap. With
// little memory, only those that stay hot are compiled: at 128 MB that took 15 MB from the peak of 2,000 entries, at the same CPU
// time. V8's defaults are 400 and 3,000. Maglev's own thread would free what it took only once its queue is empty.
const LATE_COMPILERS = [
  '--invocation-count-for-maglev=20000',
  '--invocation-count-for-turbofan=300000',
  '--no-maglev-destroy-on-background',
];
/** Node 24's V8. Another one may print an error for a flag that it does not know. */
const KNOWS_COMPILERS = process.versions.v8.startsWith('13.');
const COMPILES_LATE = !AMPLE && KNOWS_COMPILERS;
// While V8 marks the old objects, bit by bit, it collects no new ones: the space for them grows beyond its size instead. To list 30,000
// entries from S3 makes 5 MB of short-lived objects in 10 ms, so that a marking that came just then took 20 MB.
const OVERLAPPING_PHASES = ['--no-separate-gc-phases'];
const SMALL = [
  '--semi-space-growth-factor=1',
  '--optimize-for-size',
  ...(COMPILES_LATE ? [...LATE_COMPILERS, ...OVERLAPPING_PHASES] : []),
];
/** V8's defaults. */
const GROWING = ['--semi-space-growth-factor=2', '--no-optimize-for-size'];
let current = GROWING;
/** In so few bytes there are few records. */
const TINY_BYTES = 16 * 1024;
/** By then, what is called often for each entry is compiled. */
const MAX_TINY_ENTRIES = 2_000;
let tinyEntries = 0;
let isCompiling = true;
