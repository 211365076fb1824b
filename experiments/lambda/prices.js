/**
 * Lambda's prices in US East (N. Virginia), first tier, without the free tier and without requests to S3, in US dollars.
 * Source: https://aws.amazon.com/lambda/pricing/
 */
export const PRICES = Object.freeze({
  source: 'https://aws.amazon.com/lambda/pricing/',
  region: 'US East (N. Virginia)',
  /** When they were last verified, on several pages. */
  asOf: '2026-05-11',
  /** Per second and GB of 1,024 MB. */
  gigabyteSecond: Object.freeze({ x86_64: 0.0000166667, arm64: 0.0000133334 }),
  invocation: 0.2 / 1_000_000,
});

/**
 * The memory, in MB, at which a function has one vCPU. CPU is proportional to memory.
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
export const MEGABYTES_PER_CPU = 1_769;

/** Of an invocation. Source: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const MAX_SECONDS = 900;
