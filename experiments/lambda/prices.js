/**
 * What Lambda asks for in US East (N. Virginia), in its first tier, without the free one, in US dollars.
 * Source: https://aws.amazon.com/lambda/pricing/. Requests to S3 are not in it.
 */
export const PRICES = Object.freeze({
  source: 'https://aws.amazon.com/lambda/pricing/',
  region: 'US East (N. Virginia)',
  /** When several pages were last found to repeat these, unchanged. */
  asOf: '2026-05-11',
  /** A second of 1 GB, that is of 1,024 MB. */
  gigabyteSecond: Object.freeze({ x86_64: 0.0000166667, arm64: 0.0000133334 }),
  invocation: 0.2 / 1_000_000,
});

/**
 * Memory, in MB, that comes with one vCPU; a share of it comes with that share of one.
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
export const MEGABYTES_PER_CPU = 1_769;

/** The longest that an invocation may take. Source: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const MAX_SECONDS = 900;
