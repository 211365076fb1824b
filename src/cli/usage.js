/** What `sluice --help` prints. */
export const USAGE = `Usage: sluice run ARCHIVE --to DESTINATION [--recipe FILE] [--json] [--quiet] [--force]
                  [--checkpoint FILE [--budget SECONDS]]
       sluice resume FILE [--budget SECONDS] [--json] [--quiet]

Streams a zip archive's entries through a recipe to a destination, in constant memory.

  ARCHIVE            a file, or s3://bucket/key
  --to               a folder, or s3://bucket/prefix; entry a/b.csv of x.zip lands at DESTINATION/x/a/b.csv
  --recipe FILE      what to do with which entries (JSON); without it, every entry is copied
  --json             print the manifest, and nothing else, on standard output; where there is none: { "error": … }
  --quiet            no progress and no table
  --force            also do what was done before for this archive and recipe
  --checkpoint FILE  on Ctrl-C or SIGTERM, stop in the middle of an entry, and write to FILE what sluice resume FILE
                     goes on from; FILE holds raw data, and is removed when nothing is left to go on with
  --budget SECONDS   stop like that after this time

Exit code 0: every entry was written, skipped on purpose, or there already. 1: something failed; the manifest says
what and why. 2: the command line, the recipe or the checkpoint is wrong; nothing was written. 130: stopped; run it
again, or resume it, to go on.
`;
