/** What `sluice --help` prints. */
export const USAGE = `Usage: sluice run ARCHIVE --to DESTINATION [--recipe FILE] [--hash-key-file FILE] [--json] [--quiet] [--force]
                  [--dry-run | --checkpoint FILE [--budget SECONDS]]
       sluice resume FILE [--hash-key-file FILE] [--budget SECONDS] [--json] [--quiet]
       sluice inspect ARCHIVE [--recipe FILE] [--write-recipe FILE] [--json]
       sluice check RECIPE

sluice run streams a zip archive's entries through a recipe to a destination, in constant memory.
  ARCHIVE               a file, or s3://bucket/key
  --to                  a folder, or s3://bucket/prefix; entry a/b.csv of x.zip lands at DESTINATION/x/a/b.csv
  --recipe FILE         what to do with which entries (JSON); without it, every entry is copied
  --hash-key-file FILE  its first line is the key for the fields that the recipe hashes; keep it secret
  --json                print the manifest, and nothing else, on standard output; without one: { "error": … }
  --quiet               no progress and no table
  --force               also do what was done before for this archive and recipe
  --dry-run             do the whole job but write nothing; table, manifest and exit code say what would happen
  --checkpoint FILE     on Ctrl-C or SIGTERM, stop in the middle of an entry, and write to FILE what sluice resume FILE
                        needs; FILE holds raw data, and is removed when nothing is left to resume
  --budget SECONDS      stop like that after this time

sluice resume continues a job that was stopped, from its checkpoint.
  FILE                  the checkpoint
  --hash-key-file, --budget, --json, --quiet: as above

sluice inspect shows what is in an archive and what a recipe would do with it. It writes nothing but the recipe.
  ARCHIVE               a file, or s3://bucket/key; only the beginnings of its entries are read
  --recipe FILE         show five records of each kind of CSV before and after this recipe
  --write-recipe FILE   write a recipe to start from
  --json                print what was found as JSON

sluice check finds errors in a recipe and rules that never apply, and prints the recipe with its defaults.
  RECIPE                the recipe's file

  --help                print this text
  --version             print the version

Exit code 0: every entry was written, skipped on purpose, or there already. 1: something failed; the manifest says
what and why. 2: the command line, the recipe, a key or the checkpoint is wrong; nothing was written. 130: stopped; run
it again, or resume it.
`;
