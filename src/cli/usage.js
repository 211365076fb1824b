/** What `sluice --help` prints. */
export const USAGE = `Usage: sluice run ARCHIVE --to DESTINATION [--recipe FILE] [--database URL] [--password-file FILE]
                  [--hash-key-file FILE] [--json] [--quiet] [--force] [--dry-run | --checkpoint FILE [--budget SECONDS]]
       sluice resume FILE [--database URL] [--password-file FILE] [--hash-key-file FILE] [--budget SECONDS] [--json]
                  [--quiet]
       sluice inspect ARCHIVE [--recipe FILE] [--write-recipe FILE] [--password-file FILE] [--json]
       sluice check RECIPE
       sluice serve [--database URL] [--schema NAME] [--anonymous-role NAME] [--jwt-secret-file FILE | --jwks URL]
                  [--audience NAME] [--host HOST] [--port PORT] [--pool-size CONNECTIONS] [--max-streams COUNT]
                  [--statement-timeout SECONDS] [--stall-timeout SECONDS] [--max-stream-time SECONDS]

sluice run streams an archive's entries through a recipe to a destination, in constant memory.
  ARCHIVE               a file, or s3://bucket/key: a zip, tar, gzip or .tar.gz archive, whatever its name
  --to                  a folder, or s3://bucket/prefix; entry a/b.csv of x.zip lands at DESTINATION/x/a/b.csv
  --recipe FILE         what to do with which entries (JSON); without it, every entry is copied
  --database URL        where the recipe's tables are: postgres://user@host/database, without a password: that is in
                        PGPASSWORD or ~/.pgpass (or set SLUICE_DATABASE to the whole address)
  --password-file FILE  its first line is the password of encrypted entries (or set SLUICE_ARCHIVE_PASSWORD)
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
  --database, --password-file, --hash-key-file, --budget, --json, --quiet: as above

sluice inspect shows what is in an archive and what a recipe would do with it. It writes nothing but the recipe.
  ARCHIVE               a file, or s3://bucket/key; a gzip file is read whole, of others the beginnings of entries
  --recipe FILE         show five records of each kind of CSV before and after this recipe
  --write-recipe FILE   write a recipe to start from
  --password-file FILE  as above
  --json                print what was found as JSON

sluice check finds errors in a recipe and rules that never apply, and prints the recipe with its defaults.
  RECIPE                the recipe's file

sluice serve answers HTTP requests with rows, as streams; it reads what Postgres lets a role read, and never writes.
  --database URL        as above; needed, here or in SLUICE_DATABASE
  --schema NAME         whose tables and views (public)
  --anonymous-role NAME who asks without a token; without this, such requests get 401
  --jwt-secret-file FILE  its first line is the secret that tokens are signed with (or set SLUICE_JWT_SECRET)
  --jwks URL            where the public keys are that tokens are checked with instead
  --audience NAME       what a token has to have as "aud"
  --host HOST           where to listen (127.0.0.1)
  --port PORT           (3000); 0 is any that is free
  --pool-size CONNECTIONS  to the database (10)
  --max-streams COUNT   how many of these may be busy with long answers (80 %)
  --statement-timeout SECONDS  until the first row (30)
  --stall-timeout SECONDS      in which a client takes nothing (30)
  --max-stream-time SECONDS    for a whole answer (3600)

  --help                print this text
  --version             print the version

Exit code 0: every entry was written, skipped on purpose, or there already; or the service was stopped by a signal.
1: something failed; the manifest says what and why. 2: the command line, the recipe, a key, a password's file or the
checkpoint is wrong; nothing was written. 130: stopped; run it again, or resume it.
`;
